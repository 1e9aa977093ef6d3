import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, staff, type TestApp } from '../../../test/app.ts';
import { fileOf, jpeg } from '../../../test/images.ts';
import { formOf } from '../../../test/uploads.ts';
import { type Endpoint, pathOf } from '../../contract/endpoint.ts';
import { type Need, OF_BRANCHES } from '../../contract/needs.ts';
import { dayAt } from '../../platform/clock.ts';
import { callerKey } from '../../platform/limits.ts';
import { features } from '../../server/features.ts';
import { builtIn, permissions, permissionsForMachines } from './permissions.ts';

let app: TestApp;
let endpoints: Endpoint[];
const tokens: Record<string, string> = {};

beforeAll(async () => {
  app = await createTestApp();
  for (const { key } of builtIn) tokens[key] = await app.signInAs(key, []);
  const routes = features.flatMap((feature) => feature.routes?.(app.deps) ?? []);
  endpoints = routes.map(({ endpoint }) => endpoint).filter(({ needs }) => needs);
});
afterAll(() => app.remove());

const NOBODY = '00000000-0000-4000-8000-000000000000';

/** An address of the call that names nothing there is. */
function addressOf(endpoint: Endpoint): string {
  const shape = (endpoint.params as { shape?: object } | undefined)?.shape ?? {};
  const values: Record<string, string> = {
    uuid: NOBODY,
    version: '1',
    from: '2027-01-01',
    until: '2027-01-02',
    key: NOBODY,
  };
  const params = Object.fromEntries(
    Object.keys(shape).map((name) => [name, values[name] ?? (name === 'area' ? 'banners' : 'banners')]),
  );
  return `/api${pathOf(endpoint.path, params)}`;
}

/** What a call says that needs more than its address tells. */
function bodiesOf(endpoint: Endpoint): { body: Record<string, unknown>; need: Need | undefined }[] {
  const uuids = [randomUUID()];
  if (endpoint.needsFor)
    return ['publish', 'withdraw', 'delete', 'restore'].map((action) => {
      const body = { action, uuids };
      return { body, need: endpoint.needsFor?.(body) };
    });
  if (endpoint.planned) {
    const publish = endpoint.needs?.replace(/\w+$/, 'publish') as Need;
    return [
      { body: { publish_at: 'later' }, need: undefined },
      { body: {}, need: publish },
    ];
  }
  return [{ body: {}, need: undefined }];
}

async function ask(endpoint: Endpoint, body: Record<string, unknown>, token: string | undefined) {
  const isForm = endpoint.body?.type === 'multipart';
  return app.request(endpoint.method, addressOf(endpoint), {
    ...(token && { token }),
    ...(endpoint.body && (isForm ? { form: formOf(body as Record<string, string>) } : { json: body })),
  });
}

/** Calls that go on as long as one listens. */
const isStream = ({ path }: Endpoint) => path === '/admin/changes';

/** A token for a machine, as an administrator makes it. */
async function machine(given: { permissions: readonly string[]; branches?: string[] | null }) {
  const answer = await app.request('POST', '/api/admin/tokens/store', {
    token: tokens.admin ?? '',
    json: {
      name: `Sistema ${randomUUID()}`,
      branches: null,
      expires_on: dayAt(app.clock.now() + 24 * 3600_000),
      ...given,
    },
  });
  expect(answer.statusCode, answer.payload).toBe(201);
  return answer.json().data as { uuid: string; token: string };
}

/** As if a minute had passed. */
async function forgetCalls({ uuid }: { uuid: string }) {
  for (const name of ['token calls', 'token writes']) await app.deps.limits.reset(name, uuid);
}

const AT_ONCE = 40;

describe('a machine', { timeout: 60_000 }, () => {
  it.each([
    ['with all that a token can have', permissionsForMachines, false],
    ['that only sees one thing', ['vacancies.read'], false],
    ['of another branch', permissionsForMachines, true],
  ] as const)(
    '%s may call what its token says, and nothing that is of people',
    async (_, given, isKept) => {
      const branches = isKept ? [await storedBranch()] : null;
      const who = await machine({ permissions: given, branches });
      const may = (need: Need | undefined) =>
        need === undefined || (given as readonly string[]).includes(need);
      for (const endpoint of endpoints)
        for (const { body, need } of bodiesOf(endpoint)) {
          await forgetCalls(who);
          const answer = await ask(endpoint, body, who.token);
          const isOwn =
            !isKept ||
            !OF_BRANCHES.has(endpoint.table ?? '') ||
            (endpoint.method === 'GET' && !endpoint.params);
          const known = endpoint.machines === true || may(endpoint.needs);
          const said = `${endpoint.method} ${endpoint.path} ${JSON.stringify(body)}: ${answer.payload.slice(0, 200)}`;
          if (known && may(need) && isOwn) expect([401, 403, 429], said).not.toContain(answer.statusCode);
          else expect(answer.statusCode, said).toBe(403);
        }
    },
    60_000,
  );

  it('is refused alike with a token that is revoked, expired or unknown', async () => {
    const revoked = await machine({ permissions: permissionsForMachines });
    await app.request('DELETE', `/api/admin/tokens/destroy/${revoked.uuid}`, { token: tokens.admin ?? '' });
    const expired = await machine({ permissions: permissionsForMachines });
    await app.deps.db
      .updateTable('tokens')
      .set({ expires_on: dayAt(app.clock.now() - 24 * 3600_000) })
      .where('uuid', '=', expired.uuid)
      .execute();
    const said = new Set<string>();
    for (const token of [revoked.token, expired.token, `vtr_${'a'.repeat(43)}`, 'vtr_', 'vtr_lixo'])
      for (let first = 0; first < endpoints.length; first += AT_ONCE) {
        await app.deps.limits.reset('wrong token', callerKey('127.0.0.1'));
        const some = endpoints.slice(first, first + AT_ONCE);
        const answers = await Promise.all(some.map((endpoint) => ask(endpoint, {}, token)));
        for (const [at, answer] of answers.entries())
          expect(answer.statusCode, `${some[at]?.method} ${some[at]?.path}`).toBe(401);
        for (const { payload } of answers) said.add(payload);
      }
    expect([...said]).toEqual([expect.stringContaining('Este token não vale.')]);
  }, 60_000);

  it('is offered by the areas as they are, and by nothing that is of people', () => {
    const given = new Set(permissionsForMachines.map((permission) => permission.split('.')[0]));
    for (const area of ['users', 'personalData', 'tokens', 'webhooks', 'history', 'applications'])
      expect(given).not.toContain(area);
    expect(given).toContain('booklets');
  });
});

async function storedBranch(): Promise<string> {
  const form = formOf({
    name: `Aurora ${randomUUID()}`,
    email: 'sul@aurora.example',
    phone: '(85) 3222-4400',
    number: '48',
    road: 'Rua das Flores',
    district: 'Centro',
    city: 'Fortaleza',
    state: 'CE',
    zip_code: '60025-100',
    hours: '[]',
    image: fileOf(await jpeg()),
  });
  const answer = await app.request('POST', '/api/admin/branches/store', { token: tokens.admin ?? '', form });
  expect(answer.statusCode, answer.payload).toBe(201);
  return answer.json().data.uuid;
}

// Hundreds of calls each.
describe('who may call what', { timeout: 60_000 }, () => {
  it.each(builtIn)(
    '$name: each call is let through or refused as the role says, and nothing else',
    async ({ key, permissions, ownBranches }) => {
      const may = (need: Need | undefined) =>
        need === undefined || need === 'signed-in' || permissions.includes(need);
      for (const endpoint of endpoints) {
        if (isStream(endpoint)) continue;
        for (const { body, need } of bodiesOf(endpoint)) {
          const answer = await ask(endpoint, body, tokens[key]);
          const isOwn =
            !ownBranches ||
            !OF_BRANCHES.has(endpoint.table ?? '') ||
            (endpoint.method === 'GET' && !endpoint.params);
          const allowed = may(endpoint.needs) && may(need) && isOwn;
          const said = `${key}: ${endpoint.method} ${endpoint.path} ${JSON.stringify(body)}: ${answer.payload.slice(0, 200)}`;
          if (allowed) expect([401, 403], said).not.toContain(answer.statusCode);
          else expect(answer.statusCode, said).toBe(403);
        }
      }
    },
    // Some 200 calls.
    60_000,
  );

  it('nobody, without a token, with a garbage one, with that of an ended session or of a disabled person', async () => {
    const ended = await app.signInAs('admin');
    await app.request('POST', '/api/auth/logout', { json: { token: ended } });
    const disabled = await app.signInAs('admin');
    await app.deps.db
      .updateTable('users')
      .set({ disabled_at: '2026-01-01T00:00:00.000Z' })
      .where('id', '=', (await app.deps.authenticate(disabled))?.id ?? 0)
      .execute();
    for (const token of [undefined, 'lixo', randomUUID(), ended, disabled])
      for (const endpoint of endpoints) {
        const answer = await ask(endpoint, {}, token);
        expect(answer.statusCode, `${endpoint.method} ${endpoint.path}`).toBe(401);
      }
  });

  it('everything that a call needs can be given, and everything that can be given is needed by a call', () => {
    const needed = new Set<string>();
    for (const endpoint of endpoints) {
      if (endpoint.needs && endpoint.needs !== 'signed-in') needed.add(endpoint.needs);
      for (const { need } of bodiesOf(endpoint)) if (need) needed.add(need);
    }
    expect([...needed].toSorted()).toEqual([...permissions].toSorted());
  });

  it('is told in words what the role does not allow, and who may', async () => {
    const answer = await app.request('DELETE', `/api/admin/banners/destroy/${NOBODY}`, {
      token: tokens.reader ?? '',
    });
    expect(answer.json()).toMatchObject({
      code: 'forbidden',
      error: expect.stringMatching(/^Com o seu papel não dá para excluir em Banners\. Quem pode: Pessoa \d+/),
    });
  });
});

describe('a person in mid-session', () => {
  it('may what the role says from the next call on', async () => {
    const token = await app.signInAs('editor');
    const list = () => app.request('GET', '/api/admin/banners', { token });
    expect((await list()).statusCode).toBe(200);
    const actor = await app.deps.authenticate(token);
    await app.deps.db
      .updateTable('users')
      .set({ role: 'recruitment' })
      .where('id', '=', actor?.id ?? 0)
      .execute();
    expect((await list()).statusCode).toBe(403);
  });

  it('with a role that is gone may do nothing but what is their own', async () => {
    const token = await app.signInAs(randomUUID());
    for (const endpoint of endpoints) {
      if (isStream(endpoint)) continue;
      const { statusCode } = await ask(endpoint, {}, token);
      if (endpoint.needs === 'signed-in') expect([401, 403], endpoint.path).not.toContain(statusCode);
      else expect(statusCode, endpoint.path).toBe(403);
    }
  });
});

describe('who is kept to some branches', () => {
  const fields = {
    name: 'Aurora Centro',
    email: 'centro@aurora.example',
    phone: '(85) 3222-4400',
    number: '48',
    road: 'Rua das Flores',
    district: 'Centro',
    city: 'Fortaleza',
    state: 'CE',
    zip_code: '60025-100',
    hours: JSON.stringify([{ weekday: 1, opens: '07:00', closes: '12:00' }]),
  };

  it('sees and changes those, their pictures too, and nobody else’s', async () => {
    const admin = tokens.admin ?? '';
    const stored = async (name: string) => {
      const form = formOf({ ...fields, name, image: fileOf(await jpeg()), 'photos[]': fileOf(await jpeg()) });
      const answer = await app.request('POST', '/api/admin/branches/store', { token: admin, form });
      expect(answer.statusCode, answer.payload).toBe(201);
      return answer.json().data.uuid as string;
    };
    const [own, other] = [await stored('Aurora Centro'), await stored('Aurora Praia')];
    const token = await app.signInAs('store', [own]);
    const to = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, options: object = {}) =>
      app.request(method, `/api/admin/${path}`, { token, ...options });

    const { data } = (await to('GET', 'branches')).json() as {
      data: { uuid: string; images: { uuid: string }[] }[];
    };
    expect(data.map(({ uuid }) => uuid)).toEqual([own]);
    expect((await to('GET', `branches/details/${own}`)).statusCode).toBe(200);
    const change = () => formOf({ ...fields, phone: '(85) 3222-4411' });
    expect((await to('POST', `branches/update/${own}`, { form: change() })).statusCode).toBe(200);

    const theirs = (
      await app.request('GET', `/api/admin/branches/details/${other}`, { token: admin })
    ).json() as { data: { galleries: { url_s3: { original: { uuid: string }[] } } } };
    const image = theirs.data.galleries.url_s3.original[0]?.uuid ?? '';
    for (const answer of [
      await to('GET', `branches/details/${other}`),
      await to('POST', `branches/update/${other}`, { form: change() }),
      await to('DELETE', `branches/destroy/${other}`),
      await to('POST', 'branches/store', { form: formOf(fields) }),
      await to('PUT', 'branches/order', { json: { uuids: [other, own] } }),
      await to('GET', `history/branches/${other}`),
      await to('POST', 'bulk/branches', { json: { action: 'withdraw', uuids: [own, other] } }),
      await to('DELETE', `branches/destroy/gallery-img/${image}`),
    ])
      expect(answer.statusCode, answer.payload).toBe(403);
    const after = await app.request('GET', `/api/admin/branches/details/${other}`, { token: admin });
    expect(after.json().data.phone).not.toContain('4411');
    expect(after.json().data.galleries.url_s3.original).toHaveLength(1);

    const found = await to('GET', 'find?search=aurora');
    expect(found.json().data.map(({ uuid }: { uuid: string }) => uuid)).toEqual([own]);
    const dashboard = (await to('GET', 'dashboard')).json().data;
    expect(dashboard.waiting.applications).toEqual({ count: 0, newest: null });
    expect(dashboard.changed.map(({ uuid }: { uuid: string }) => uuid)).not.toContain(other);
  });
});

describe('who may prepare and not publish', () => {
  it('saves drafts, sees them, and is told who publishes', async () => {
    const admin = tokens.admin ?? '';
    const answer = await app.request('POST', '/api/admin/roles/store', {
      token: admin,
      json: { name: 'Redação', permissions: ['vacancies.write'] },
    });
    expect(answer.statusCode, answer.payload).toBe(201);
    const token = await app.signInAs(answer.json().data.uuid);
    const vacancy = { name: 'Padeira', type: 1 };
    const store = (more: object) =>
      app.request('POST', '/api/admin/vacancies/store', { token, json: { ...vacancy, ...more } });
    expect((await store({})).statusCode).toBe(403);
    expect((await store({ publish_at: '2099-01-01T00:00:00Z' })).statusCode).toBe(403);
    expect((await store({ publish_at: 'later', withdraw_at: '2099-01-01T00:00:00Z' })).statusCode).toBe(403);
    const draft = await store({ publish_at: 'later' });
    expect(draft.statusCode, draft.payload).toBe(201);
    const { uuid } = draft.json().data;
    expect((await app.request('GET', '/api/site/vacancies')).json().data).toEqual([]);
    const publish = await app.request('POST', `/api/admin/publication/vacancies/${uuid}/publish`, {
      token,
      json: {},
    });
    expect(publish.statusCode).toBe(403);
    expect(publish.json().error).toContain('publicar em Vagas');
    const shown = await app.request('POST', `/api/admin/publication/vacancies/${uuid}/publish`, {
      token: tokens.editor ?? '',
      json: {},
    });
    expect(shown.statusCode, shown.payload).toBe(200);
  });
});

describe('roles of the chain’s own', () => {
  const to = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, json?: object, token = tokens.admin) =>
    app.request(method, `/api/admin/roles${path}`, { token: token ?? '', ...(json && { json }) });

  it('are made, changed at once for whoever has them, and deleted once nobody has', async () => {
    const made = await to('POST', '/store', { name: 'Cinema', permissions: ['movies.publish'] });
    expect([made.statusCode, made.json().data.message]).toEqual([
      201,
      'Agora dê o papel a quem precisa dele, em Pessoas.',
    ]);
    const { uuid } = made.json().data;
    // Who publishes prepares and sees, ticked or not.
    expect((await to('GET', `/details/${uuid}`)).json().data).toMatchObject({
      name: 'Cinema',
      built_in: false,
      permissions: ['movies.read', 'movies.write', 'movies.publish'],
      people: 0,
      version: 1,
    });
    const token = await app.signInAs(uuid);
    const movies = () => app.request('GET', '/api/admin/movies', { token });
    expect((await movies()).statusCode).toBe(200);
    const changed = await to('PUT', `/update/${uuid}`, {
      name: 'Cinema',
      permissions: ['shops.read'],
      version: 1,
    });
    expect([changed.statusCode, changed.json().data.version]).toEqual([200, 2]);
    expect(changed.json().data.message).toMatch(/^Já vale para Pessoa \d+\.$/);
    expect((await movies()).statusCode).toBe(403);
    expect(
      (await to('PUT', `/update/${uuid}`, { name: 'Cinema', permissions: ['shops.read'], version: 1 }))
        .statusCode,
    ).toBe(409);
    const kept = await to('DELETE', `/destroy/${uuid}`);
    expect([kept.statusCode, kept.json().error]).toEqual([409, expect.stringContaining('tem este papel')]);
    await app.deps.db.updateTable('users').set({ role: 'reader' }).where('role', '=', uuid).execute();
    expect((await to('DELETE', `/destroy/${uuid}`)).statusCode).toBe(200);
    expect((await to('GET', `/details/${uuid}`)).statusCode).toBe(404);
  });

  it.each([
    [{}, 'name', 'Informe o nome do papel.'],
    [{ name: 'a'.repeat(61), permissions: ['shops.read'] }, 'name', 'Use no máximo 60 caracteres.'],
    [{ name: 'X' }, 'permissions', 'Escolha o que o papel permite.'],
    [{ name: 'X', permissions: [] }, 'permissions', 'Escolha pelo menos uma permissão.'],
    [
      { name: 'X', permissions: ['nada.read'] },
      'permissions',
      'Recarregue a página: há uma permissão que não existe mais.',
    ],
  ])('say what is wrong at its field: %o', async (json, field, message) => {
    const answer = await to('POST', '/store', json);
    expect([answer.statusCode, answer.json().errors?.[field]?.[0]]).toEqual([422, message]);
  });

  it('have names of their own', async () => {
    const json = { name: 'Balcão', permissions: ['shops.read'] };
    expect((await to('POST', '/store', json)).statusCode).toBe(201);
    const again = await to('POST', '/store', { ...json, name: 'BALCAO' });
    expect([again.statusCode, again.json().errors]).toEqual([
      422,
      { name: ['Já há um papel com este nome.'] },
    ]);
  });

  it('give nobody more than who makes them has', async () => {
    const made = await to('POST', '/store', { name: 'Gente', permissions: ['users.write'] });
    const token = await app.signInAs(made.json().data.uuid);
    const beyond = await to('POST', '/store', { name: 'Tudo', permissions: [...permissions] }, token);
    expect([beyond.statusCode, beyond.json().error]).toEqual([
      403,
      expect.stringContaining('Só dá permissão quem a tem'),
    ]);
    // Nor take it from others.
    const cinema = await to('POST', '/store', { name: 'Filmes', permissions: ['movies.read'] });
    const cut = { name: 'Filmes', permissions: ['users.read'] };
    expect((await to('PUT', `/update/${cinema.json().data.uuid}`, cut, token)).statusCode).toBe(403);
    expect(
      (await to('POST', '/store', { name: 'Só gente', permissions: ['users.read'] }, token)).statusCode,
    ).toBe(201);
  });

  it('are told of with who has them, and screens are told who may the rest', async () => {
    const { data } = (await to('GET', '')).json() as {
      data: { key: string; built_in: boolean; people: number }[];
    };
    expect(data.slice(0, 5).map(({ key }) => key)).toEqual([
      'admin',
      'editor',
      'store',
      'recruitment',
      'reader',
    ]);
    expect(data[0]?.people).toBeGreaterThan(0);
    const said = await app.request('GET', '/api/admin/access/banners', { token: tokens.reader ?? '' });
    const { verbs } = said.json().data as {
      verbs: { verb: string; may: boolean; people: string[]; more: number }[];
    };
    expect(verbs.map(({ verb, may }) => [verb, may])).toEqual([
      ['read', true],
      ['write', false],
      ['publish', false],
      ['delete', false],
    ]);
    expect(verbs[1]?.people.length).toBeGreaterThan(0);
  });
});

it('a profile says what the person may', async () => {
  await app.signIn();
  const login = await app.request('POST', '/api/auth/login', {
    json: { email: staff.email, password: staff.password },
  });
  expect(login.json().data.user).toMatchObject({ role: 'admin', role_name: 'Administrador', branches: null });
  expect(login.json().data.user.permissions).toHaveLength(permissions.length);
});
