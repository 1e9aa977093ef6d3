import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeIn } from '../../../test/accounts.ts';
import { createTestApp, staff, type TestApp } from '../../../test/app.ts';
import { fileOf, jpeg } from '../../../test/images.ts';
import { formOf } from '../../../test/uploads.ts';
import { createUser, ensureFirstAdmin, resetPasswordByOperator } from '../auth/operatorAccounts.service.ts';
import { permissions } from './rolePermissions.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const PASSWORD = 'mandacaru de chuva 41';

let app: TestApp;
let admin: string;
let branch: string;
let otherBranch: string;

beforeAll(async () => {
  app = await createTestApp({ env: { TRUST_PROXY: '127.0.0.1' } });
  admin = await app.signIn();
  [branch, otherBranch] = [await storedBranch('Aurora Centro'), await storedBranch('Aurora Praia')];
});
afterAll(() => app.remove());

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
let callers = 0;

/** Calls from a new client address each time, so that rate limits do not add up. */
function call(method: Method, path: string, json?: object, token?: string) {
  callers += 1;
  return app.request(method, `/api${path}`, {
    ...(json && { json }),
    ...(token !== undefined && { token }),
    headers: { 'x-forwarded-for': `203.0.113.${callers % 250}` },
  });
}
const to = (method: Method, path: string, json?: object, token = admin) =>
  call(
    method,
    `/admin/users${path}`,
    json && { ...json, current_password: token === admin ? staff.password : PASSWORD },
    token,
  );

async function storedBranch(name: string): Promise<string> {
  const form = new FormData();
  const fields = {
    name,
    email: 'filial@aurora.example',
    phone: '(85) 3222-4400',
    number: '48',
    road: 'Rua das Flores',
    district: 'Centro',
    city: 'Fortaleza',
    state: 'CE',
    zip_code: '60025-100',
  };
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set('image', fileOf(await jpeg()));
  form.append('photos[]', fileOf(await jpeg()));
  const answer = await app.request('POST', '/api/admin/branches/store', { token: admin, form });
  expect(answer.statusCode, answer.payload).toBe(201);
  return answer.json().data.uuid;
}

let people = 0;
const newPerson = (role = 'reader') => ({
  name: `Gente ${++people}`,
  email: `gente.${people}@correio.example`,
  role,
});

async function invited(input: object = {}) {
  const person = { ...newPerson(), ...input };
  const answer = await to('POST', '/store', person);
  expect(answer.statusCode, answer.payload).toBe(201);
  return { ...person, uuid: answer.json().data.uuid as string };
}

/** The token is the fragment of the link, so that it reaches no server and no log. */
const LINK = /\/auth\/reset-password\?invited#([\w-]{43})(?![\w-])/;
/** Returns the token of the invitation, or of the one after `earlier`. */
async function linkTo(address: string, earlier?: string): Promise<string> {
  const links = (await app.mailsTo(address)).flatMap(({ text }) => LINK.exec(text ?? '')?.[1] ?? []);
  return links.find((link) => link !== earlier) ?? '';
}

const accept = (code: string, password = PASSWORD) =>
  call('POST', '/auth/reset-password', { code, password, password_confirmation: password });
const login = (email: string, password = PASSWORD) => call('POST', '/auth/login', { email, password });

async function signIn(email: string, password = PASSWORD): Promise<string> {
  const answer = await login(email, password);
  expect(answer.statusCode, answer.payload).toBe(200);
  return answer.json().data.token.access_token;
}

/** Invites a person, accepts the invitation and signs in. */
async function member(input: object = {}) {
  const person = await invited(input);
  expect((await accept(await linkTo(person.email))).statusCode).toBe(200);
  return { ...person, token: await signIn(person.email) };
}

const stateOf = async (uuid: string) => (await to('GET', `/details/${uuid}`)).json().data.state;
const isIn = async (token: string) =>
  (await call('GET', '/admin/profile', undefined, token)).statusCode === 200;

async function roleWith(some: readonly string[], own_branches = false): Promise<string> {
  const json = { name: `Papel ${randomUUID().slice(0, 8)}`, permissions: some, own_branches };
  const answer = await call('POST', '/admin/roles/store', json, admin);
  expect(answer.statusCode, answer.payload).toBe(201);
  return answer.json().data.uuid;
}

describe('invitation', () => {
  it('mails an invitation with inviter, role and branches, whose link sets the password once', async () => {
    const person = await invited({ role: 'store', branches: [branch] });
    const [mail] = await app.mailsTo(person.email);
    expect(mail?.subject).toBe('Hiper Aurora: convite para a equipe do site');
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain(`Olá, ${person.name}`);
      expect(part).toContain(`${staff.name} convidou você`);
      expect(part).toContain('«Loja»');
      expect(part).toContain('A sua filial: Aurora Centro.');
      expect(part).toContain('vale por 3 dias');
    }
    const { data } = (await to('GET', `/details/${person.uuid}`)).json();
    expect(data).toMatchObject({
      state: 'invited',
      role_name: 'Loja',
      branches: [{ uuid: branch, name: 'Aurora Centro' }],
      last_login_at: null,
      sessions: 0,
      version: 1,
      refused: null,
    });
    expect((await login(person.email)).statusCode).toBe(401);

    const code = await linkTo(person.email);
    const stored = await app.deps.db.selectFrom('recovery_codes').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(code);
    const weak = await accept(code, '1234567890');
    expect([weak.statusCode, Object.keys(weak.json().errors)]).toEqual([422, ['password']]);
    expect((await accept(code)).statusCode).toBe(200);
    expect((await accept(code)).statusCode).toBe(422);
    // No mail about a changed password, because there was none before.
    expect(await app.mailsTo(person.email)).toHaveLength(1);

    await signIn(person.email);
    const after = (await to('GET', `/details/${person.uuid}`)).json().data;
    expect(after).toMatchObject({ state: 'active', sessions: 1, invited_at: null, invitation_until: null });
    expect(Date.parse(after.last_login_at)).toBe(app.clock.now());
  });

  it('rejects an invitation link after three days with a message that it has expired', async () => {
    const person = await invited();
    const code = await linkTo(person.email);
    const start = app.clock.now();
    try {
      app.clock.advance(3 * DAY + 1000);
      const late = await accept(code);
      expect([late.statusCode, late.json().errors.code[0]]).toEqual([
        422,
        expect.stringContaining('Este convite venceu'),
      ]);
      expect((await login(person.email)).statusCode).toBe(401);
    } finally {
      app.clock.set(start);
    }
  });

  it('a new invitation has a new link and revokes the first one', async () => {
    const person = await invited();
    const first = await linkTo(person.email);
    const again = await to('POST', `/invite/${person.uuid}`);
    expect([again.statusCode, again.json().data.message]).toEqual([
      200,
      expect.stringContaining(person.email),
    ]);
    const second = await linkTo(person.email, first);
    expect(second).not.toBe(first);
    expect((await accept(first)).statusCode).toBe(422);
    expect((await accept(second)).statusCode).toBe(200);
    const late = await to('POST', `/invite/${person.uuid}`);
    expect([late.statusCode, late.json().error]).toEqual([
      409,
      expect.stringContaining('já escolheu uma senha'),
    ]);
  });

  it('a recovery request for an invited address neither mails a code nor revokes the invitation', async () => {
    const person = await invited();
    const code = await linkTo(person.email);
    await call('POST', '/auth/forgot-it', { email: person.email });
    expect(await app.mailsTo(person.email)).toHaveLength(1);
    expect((await accept(code)).statusCode).toBe(200);
  });

  it('sends at most three invitations an hour to one address', async () => {
    const person = await invited();
    for (let round = 0; round < 2; round++)
      expect((await to('POST', `/invite/${person.uuid}`)).statusCode).toBe(200);
    const stopped = await to('POST', `/invite/${person.uuid}`);
    expect([stopped.statusCode, stopped.json().error]).toEqual([429, expect.stringContaining('Espere')]);
    expect(await app.mailsTo(person.email)).toHaveLength(3);
  });

  it.each([
    [{ name: '' }, 'name', 'Informe o nome.'],
    [{ name: 'a'.repeat(121) }, 'name', 'Use no máximo 120 caracteres.'],
    [{ email: 'nada' }, 'email', 'Confira o e-mail. Ele tem a forma nome@exemplo.com.br'],
    [{ email: staff.email.toUpperCase() }, 'email', 'Este e-mail já é de outra conta.'],
    [{ role: 'nenhum' }, 'role', 'Este papel não existe mais. Escolha outro.'],
    [{ role: '' }, 'role', 'Informe o papel.'],
    [{ role: 'store' }, 'branches', 'Escolha pelo menos uma filial.'],
    [
      { role: 'store', branches: [randomUUID()] },
      'branches',
      'Uma filial escolhida não existe mais. Desmarque-a e salve de novo.',
    ],
  ])('reports a validation error at its field: %o', async (wrong, field, message) => {
    const answer = await to('POST', '/store', { ...newPerson(), ...wrong });
    expect([answer.statusCode, answer.json().errors?.[field]]).toEqual([422, [message]]);
  });
});

describe('list of people', () => {
  it('lists people with state, paging, search, sorting and filters', async () => {
    const zilda = await member({ name: 'Zilda Ôndina', email: 'zilda@outro.example', role: 'editor' });
    const list = async (query: string) => (await to('GET', `?${query}`)).json();
    const found = await list('search=ondina&page=1');
    expect(found.data).toEqual([
      {
        uuid: zilda.uuid,
        name: 'Zilda Ôndina',
        email: 'zilda@outro.example',
        photo: null,
        role: 'editor',
        role_name: 'Editor',
        branches: null,
        state: 'active',
        last_login_at: expect.any(String),
        version: 1,
      },
    ]);
    expect((await list('search=outro.example&page=1')).data).toHaveLength(1);
    const names = (await list('sort=-name&page=1&per_page=200')).data.map(
      ({ name }: { name: string }) => name,
    );
    expect(names[0]).toBe('Zilda Ôndina');
    const page = await list('page=2&per_page=2');
    expect([page.data.length, page.meta.page]).toEqual([2, 2]);
    expect((await list('role=editor&page=1')).data).toHaveLength(1);
    const { filters } = await list('page=1&per_page=1&counts=1');
    expect(filters.map(({ name }: { name: string }) => name)).toEqual(['state', 'role']);
    await to('POST', `/disable/${zilda.uuid}`);
    expect((await list('state=disabled&page=1')).data.map(({ uuid }: { uuid: string }) => uuid)).toEqual([
      zilda.uuid,
    ]);
    const latest = (await list('sort=-last_login_at&page=1')).data;
    expect(latest.at(-1).last_login_at).toBeNull();
  });

  it('refuses callers without the users permission, and anonymous callers', async () => {
    for (const role of ['editor', 'store', 'recruitment', 'reader']) {
      const token = await app.signInAs(role, []);
      expect((await to('GET', '', undefined, token)).statusCode).toBe(403);
      expect((await to('POST', '/store', newPerson(), token)).statusCode).toBe(403);
    }
    expect((await call('GET', '/admin/users')).statusCode).toBe(401);
  });

  it('responds with 404 to every call on an unknown person', async () => {
    const nobody = randomUUID();
    const json = { name: 'X', role: 'reader' };
    for (const answer of [
      await to('GET', `/details/${nobody}`),
      await to('PUT', `/update/${nobody}`, json),
      await to('DELETE', `/destroy/${nobody}`),
      await to('POST', `/invite/${nobody}`),
      await to('POST', `/disable/${nobody}`),
      await to('POST', `/enable/${nobody}`),
      await to('POST', `/end-sessions/${nobody}`),
    ])
      expect([answer.statusCode, answer.json().error]).toEqual([404, 'Esta pessoa não está mais na equipe.']);
  });
});

describe('change of access', () => {
  it('a changed role or branch ends the sessions and is mailed; a changed name does neither', async () => {
    const person = await member();
    const renamed = await to('PUT', `/update/${person.uuid}`, {
      name: 'Outro Nome',
      role: 'reader',
      version: 1,
    });
    expect([renamed.statusCode, renamed.json().data]).toEqual([
      200,
      { message: 'Já vale.', uuid: person.uuid, version: 2 },
    ]);
    expect(await isIn(person.token)).toBe(true);
    expect((await to('GET', '?search=outro%20nome&page=1')).json().data).toHaveLength(1);

    const moved = { name: 'Outro Nome', role: 'store', branches: [branch, otherBranch], version: 2 };
    expect((await to('PUT', `/update/${person.uuid}`, moved)).statusCode).toBe(200);
    expect(await isIn(person.token)).toBe(false);
    const accessMails = (await app.mailsTo(person.email)).filter(({ subject }) =>
      subject?.includes('acesso'),
    );
    expect(accessMails.map(({ subject }) => subject)).toEqual(['Hiper Aurora: o seu acesso mudou']);
    const [mail] = accessMails;
    expect(mail?.text).toContain('«Loja»');
    expect(mail?.text).toContain('As suas filiais: Aurora Centro e Aurora Praia.');

    const token = await signIn(person.email);
    const fewer = { ...moved, branches: [otherBranch], version: 3 };
    expect((await to('PUT', `/update/${person.uuid}`, fewer)).statusCode).toBe(200);
    expect(await isIn(token)).toBe(false);
    const stale = await to('PUT', `/update/${person.uuid}`, fewer);
    expect(stale.statusCode).toBe(409);
  });

  it('ignores an e-mail address in an update of another person', async () => {
    const person = await member();
    await to('PUT', `/update/${person.uuid}`, {
      name: person.name,
      role: 'reader',
      email: 'roubo@x.example',
    });
    expect((await to('GET', `/details/${person.uuid}`)).json().data.email).toBe(person.email);
  });
});

describe('access of a person', () => {
  it('disabling ends sessions and refuses sign-in until access is enabled again', async () => {
    const person = await member();
    const off = await to('POST', `/disable/${person.uuid}`);
    expect(off.json().data.message).toContain('não entra mais');
    expect([await isIn(person.token), await stateOf(person.uuid)]).toEqual([false, 'disabled']);
    expect((await login(person.email)).statusCode).toBe(401);
    expect((await to('POST', `/disable/${person.uuid}`)).json().data.message).toContain(
      'já estava desativado',
    );
    expect((await to('POST', `/enable/${person.uuid}`)).statusCode).toBe(200);
    await signIn(person.email);
  });

  it('ends all sessions of a person without changing the password', async () => {
    const person = await member();
    const other = await signIn(person.email);
    expect((await to('POST', `/end-sessions/${person.uuid}`)).statusCode).toBe(200);
    expect([await isIn(person.token), await isIn(other)]).toEqual([false, false]);
    await signIn(person.email);
  });

  it('disabling an invited person revokes the invitation', async () => {
    const person = await invited();
    const code = await linkTo(person.email);
    await to('POST', `/disable/${person.uuid}`);
    expect((await accept(code)).statusCode).toBe(422);
    const early = await to('POST', `/invite/${person.uuid}`);
    expect([early.statusCode, early.json().error]).toEqual([409, expect.stringContaining('Ative antes')]);
    await to('POST', `/enable/${person.uuid}`);
    expect(await stateOf(person.uuid)).toBe('invited');
  });

  it('removal ends access for good, frees the e-mail address and is audited', async () => {
    const person = await member();
    expect((await to('DELETE', `/destroy/${person.uuid}`)).statusCode).toBe(200);
    expect(await isIn(person.token)).toBe(false);
    expect((await login(person.email)).statusCode).toBe(401);
    expect((await to('GET', `/details/${person.uuid}`)).statusCode).toBe(404);
    await invited({ email: person.email });
    const [entry] = await app.deps.db
      .selectFrom('audit_log')
      .selectAll()
      .where('entity_uuid', '=', person.uuid)
      .where('action', '=', 'delete')
      .execute();
    expect(entry).toMatchObject({ entity: 'user', user_name: staff.name });
  });
});

describe('profile photo', () => {
  it('stores a profile photo as a small square, shows it to staff and deletes it with the account', async () => {
    const person = await member();
    const send = async (photo: File) => {
      const form = formOf({ photo });
      return app.request('POST', '/api/admin/profile/photo', { token: person.token, form });
    };
    const wrong = await send(fileOf(Buffer.from('nada'), 'a.jpg', 'image/jpeg'));
    expect([wrong.statusCode, Object.keys(wrong.json().errors)]).toEqual([422, ['photo']]);
    const stored = await app.storedKeys();
    const uploaded = await send(fileOf(await jpeg()));
    expect(uploaded.statusCode, uploaded.payload).toBe(200);
    const { photo } = uploaded.json().data.user;
    expect(photo).toMatch(/^data:image\/webp;base64,/);
    const { width, height } = await sharp(Buffer.from(photo.split(',')[1], 'base64')).metadata();
    expect([width, height, photo.length < 12_000]).toEqual([96, 96, true]);
    const known = await call('POST', '/auth/validate-token', { token: person.token });
    expect(known.json().data.user.photo).toBe(photo);
    expect((await to('GET', `/details/${person.uuid}`)).json().data.photo).toBe(photo);
    expect(await app.storedKeys()).toEqual(stored);
    const removed = await call('DELETE', '/admin/profile/photo', undefined, person.token);
    expect([removed.statusCode, removed.json().data.user.photo]).toEqual([200, null]);
    await send(fileOf(await jpeg()));
    await to('DELETE', `/destroy/${person.uuid}`);
    const { photo: storedPhoto } = await app.deps.db
      .selectFrom('users')
      .select('photo')
      .where('uuid', '=', person.uuid)
      .executeTakeFirstOrThrow();
    expect(storedPhoto).toBeNull();
    expect((await send(fileOf(await jpeg()))).statusCode).toBe(401);
  });
});

describe('administrator with limited rights', () => {
  it('a caller neither gives permissions they lack nor changes a person with more permissions', async () => {
    const keeper = await roleWith(['users.write', 'vacancies.publish']);
    const { token } = await member({ role: keeper });
    const beyond = await to('POST', '/store', newPerson('editor'), token);
    expect([beyond.statusCode, beyond.json().error]).toEqual([
      403,
      expect.stringContaining('Só dá permissão quem a tem'),
    ]);
    const within = await roleWith(['vacancies.read']);
    const own = await to('POST', '/store', newPerson(within), token);
    expect(own.statusCode, own.payload).toBe(201);
    const { uuid } = own.json().data;
    const up = await to('PUT', `/update/${uuid}`, { name: 'X', role: 'admin' }, token);
    expect(up.statusCode).toBe(403);

    const editor = await member({ role: 'editor' });
    const json = { name: 'X', role: within };
    for (const answer of [
      await to('PUT', `/update/${editor.uuid}`, json, token),
      await to('POST', `/disable/${editor.uuid}`, undefined, token),
      await to('POST', `/end-sessions/${editor.uuid}`, undefined, token),
      await to('DELETE', `/destroy/${editor.uuid}`, undefined, token),
    ])
      expect([answer.statusCode, answer.json().error]).toEqual([
        403,
        expect.stringContaining('Só muda esta pessoa quem pode tudo o que ela pode'),
      ]);
    expect(await isIn(editor.token)).toBe(true);
    const seen = (await to('GET', `/details/${editor.uuid}`, undefined, token)).json().data;
    expect(seen.refused).toContain('Só muda esta pessoa');
    const choices = (await to('GET', '/choices', undefined, token)).json().data;
    const given = choices.roles.filter(({ may_give }: { may_give: boolean }) => may_give);
    expect(given.map(({ key }: { key: string }) => key)).toEqual(expect.arrayContaining([keeper, within]));
    expect(given.map(({ key }: { key: string }) => key)).not.toContain('admin');
  });

  it('a caller limited to one branch gives access to that branch only', async () => {
    const keeper = await roleWith(['users.write', 'branches.read'], true);
    const { token, uuid } = await member({ role: keeper, branches: [branch] });
    const give = (json: object) => to('POST', '/store', { ...newPerson(keeper), ...json }, token);
    expect((await give({ branches: [otherBranch] })).statusCode).toBe(403);
    expect((await give({ role: await roleWith(['users.read']) })).statusCode).toBe(403);
    expect((await give({ branches: [branch] })).statusCode).toBe(201);
    const more = { name: 'X', role: keeper, branches: [branch, otherBranch] };
    expect((await to('PUT', `/update/${uuid}`, more, token)).statusCode).toBe(403);
    // Nor by creating or widening a role.
    const wide = { name: 'Sem filial', permissions: ['users.read'], own_branches: false };
    expect((await call('POST', '/admin/roles/store', wide, token)).statusCode).toBe(403);
    expect((await call('PUT', `/admin/roles/update/${keeper}`, wide, token)).statusCode).toBe(403);
    const choices = (await to('GET', '/choices', undefined, token)).json().data;
    expect(choices.branches.map(({ uuid }: { uuid: string }) => uuid)).toEqual([branch]);
  });
});

describe('last active administrator', () => {
  it('keeps the last active administrator, even in concurrent requests', async () => {
    const alone = await createTestApp();
    try {
      const first = await alone.signIn();
      const ask = (method: Method, path: string, json?: object, token = first) =>
        alone.request(method, `/api/admin/users${path}`, { token, ...(json && { json }) });
      const { data } = (await ask('GET', '?page=1')).json();
      const [{ uuid }] = data;
      const everything = await alone.request('POST', '/api/admin/roles/store', {
        token: first,
        json: { name: 'Tudo', permissions: [...permissions] },
      });
      const key = everything.json().data.uuid;
      const other = await alone.signInAs(key);
      // An invited administrator is not active yet.
      await ask('POST', '/store', newPerson('admin'));
      for (const token of [first, other])
        for (const answer of [
          await ask('POST', `/disable/${uuid}`, undefined, token),
          await ask('DELETE', `/destroy/${uuid}`, undefined, token),
          await ask('PUT', `/update/${uuid}`, { name: staff.name, role: 'reader' }, token),
        ])
          expect([answer.statusCode, answer.json().error]).toEqual([
            409,
            expect.stringContaining('última pessoa que administra'),
          ]);

      const second = await alone.signInAs('admin');
      const { actor } = { actor: await alone.deps.authenticate(second) };
      const both = await Promise.all([
        ask('POST', `/disable/${uuid}`, undefined, other),
        ask('PUT', `/update/${actor?.uuid}`, { name: 'Outra', role: 'reader' }, other),
      ]);
      expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
      const remaining = await alone.deps.db
        .selectFrom('users')
        .select('id')
        .where('role', '=', 'admin')
        .where('disabled_at', 'is', null)
        .where('invited_at', 'is', null)
        .execute();
      expect(remaining).toHaveLength(1);
    } finally {
      await alone.remove();
    }
  });

  it('refuses to disable or remove the caller’s own account', async () => {
    const person = await member({ role: 'admin' });
    for (const answer of [
      await to('POST', `/disable/${person.uuid}`, undefined, person.token),
      await to('DELETE', `/destroy/${person.uuid}`, undefined, person.token),
    ])
      expect([answer.statusCode, answer.json().error]).toEqual([
        409,
        expect.stringContaining('a sua própria conta'),
      ]);
    // The profile ends their own sessions, with the password.
    const other = await signIn(person.email);
    const here = await to('POST', `/end-sessions/${person.uuid}`, undefined, person.token);
    expect([here.statusCode, here.json().error]).toEqual([409, expect.stringContaining('no seu perfil')]);
    expect([await isIn(person.token), await isIn(other)]).toEqual([true, true]);
  });
});

describe('generated password', () => {
  const change = (token: string, current_password: string) =>
    call(
      'PUT',
      '/admin/profile/password',
      { current_password, password: PASSWORD, password_confirmation: PASSWORD },
      token,
    );

  it('a generated password gives access to the profile only, until it is changed', async () => {
    const alone = await createTestApp();
    try {
      const firstAdmin = await ensureFirstAdmin(alone.deps);
      const password = firstAdmin?.password ?? '';
      expect(password).not.toBe('');
      const { email } = firstAdmin ?? { email: '' };
      const ask = (method: Method, path: string, json?: object, token?: string) =>
        alone.request(method, `/api${path}`, { ...(json && { json }), ...(token && { token }) });
      const entered = await ask('POST', '/auth/login', { email, password });
      expect(entered.json().data.user).toMatchObject({ must_change_password: true, permissions: [] });
      const token = entered.json().data.token.access_token as string;
      for (const [method, path, json] of [
        ['GET', '/admin/banners'],
        ['GET', '/admin/users'],
        ['GET', '/admin/dashboard'],
        ['GET', '/admin/access/banners'],
        ['PUT', '/admin/profile/update', { name: 'X', email }],
        ['DELETE', `/admin/banners/destroy/${randomUUID()}`],
      ] as const) {
        const answer = await ask(method, path, json, token);
        expect([answer.statusCode, answer.json()], path).toEqual([
          403,
          expect.objectContaining({ code: 'forbidden', change_password: true }),
        ]);
        expect(answer.json().error).toContain('troque no perfil a senha');
      }
      expect((await ask('GET', '/admin/profile', undefined, token)).json().data).toMatchObject({
        must_change_password: true,
      });
      const same = { password: PASSWORD, password_confirmation: PASSWORD };
      const changed = await ask(
        'PUT',
        '/admin/profile/password',
        { current_password: password, ...same },
        token,
      );
      expect(changed.statusCode, changed.payload).toBe(200);
      expect((await ask('GET', '/admin/banners', undefined, token)).statusCode).toBe(200);
      const known = await ask('POST', '/auth/validate-token', { token });
      expect(known.json().data.user.must_change_password).toBeUndefined();
      expect(known.json().data.user.permissions).toHaveLength(permissions.length);
      expect((await ask('POST', '/auth/logout', { token })).statusCode).toBe(200);
    } finally {
      await alone.remove();
    }
  });

  it('a generated password expires after 24 hours, and an operator can issue a new one', async () => {
    const person = await member();
    const printed = await resetPasswordByOperator(app.deps, person.email);
    const start = app.clock.now();
    try {
      app.clock.advance(DAY + 1000);
      const late = await login(person.email, printed);
      expect([late.statusCode, late.json().error]).toEqual([403, expect.stringContaining('já venceu')]);
      expect((await login(person.email, 'outra coisa qualquer')).statusCode).toBe(401);
      const next = await resetPasswordByOperator(app.deps, person.email);
      app.clock.advance(DAY - HOUR);
      const token = await signIn(person.email, next);
      expect((await change(token, next)).statusCode).toBe(200);
      app.clock.advance(2 * DAY);
      await signIn(person.email);
    } finally {
      app.clock.set(start);
    }
  });

  it('rejects a generated password as the new password, in the profile and with a mailed code', async () => {
    const person = await member();
    const printed = await resetPasswordByOperator(app.deps, person.email);
    const token = await signIn(person.email, printed);
    const again = { password: printed, password_confirmation: printed };
    const refused = (answer: { statusCode: number; json(): { errors?: unknown } }) =>
      expect([answer.statusCode, answer.json().errors]).toEqual([
        422,
        { password: ['Escolha uma senha diferente da atual.'] },
      ]);
    const path = '/admin/profile/password';
    refused(await call('PUT', path, { current_password: printed, ...again }, token));
    // A caller without the current password does not learn that the new one equals it.
    const guessed = await call('PUT', path, { current_password: 'não é esta', ...again }, token);
    expect(Object.keys(guessed.json().errors)).toEqual(['current_password']);

    await call('POST', '/auth/forgot-it', { email: person.email });
    const codes = (await app.mailsTo(person.email)).map(({ text }) => codeIn(text));
    const mailed = codes.findLast(Boolean) ?? '';
    const { code } = (await call('POST', '/auth/verification-code', { code: mailed })).json();
    refused(await call('POST', '/auth/reset-password', { code, ...again }));

    const { data } = (await call('GET', '/admin/profile', undefined, token)).json();
    expect(data.must_change_password).toBe(true);
    // The code is still valid for a different password.
    const own = { password: PASSWORD, password_confirmation: PASSWORD };
    const done = await call('POST', '/auth/reset-password', { code, ...own });
    expect(done.statusCode, done.payload).toBe(200);
    const entered = await login(person.email);
    expect(entered.json().data.user.must_change_password).toBeUndefined();
  });

  it('a password that an operator chose needs no change', async () => {
    const owner = { name: 'Caio Reis', email: 'caio@correio.example' };
    expect(await createUser(app.deps, { ...owner, password: PASSWORD })).toMatchObject({ password: null });
    const answer = await login(owner.email);
    expect(answer.json().data.user.must_change_password).toBeUndefined();
    await resetPasswordByOperator(app.deps, owner.email, 'pão de queijo 34');
    const again = await login(owner.email, 'pão de queijo 34');
    expect(again.json().data.user.must_change_password).toBeUndefined();
  });

  it('a generated password needs no change in demo mode', async () => {
    const demo = await createTestApp({ env: { DEMO_CONTENT: '1' } });
    try {
      const firstAdmin = await ensureFirstAdmin(demo.deps);
      const answer = await demo.request('POST', '/api/auth/login', {
        json: { email: firstAdmin?.email, password: firstAdmin?.password },
      });
      expect(answer.json().data.user.must_change_password).toBeUndefined();
    } finally {
      await demo.remove();
    }
  });
});
