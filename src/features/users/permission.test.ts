import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { confirmation, createTestApp, staff, type TestApp } from '../../../test/app.ts';
import {
  addressOf,
  bodiesOf,
  guardedEndpoints,
  isAllowed,
  isStream,
  NOBODY,
} from '../../../test/endpoints.ts';
import { fileOf, jpeg } from '../../../test/images.ts';
import { formOf } from '../../../test/uploads.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { dayAt } from '../../platform/clock.ts';
import { callerKey } from '../../platform/limits.ts';
import { randomToken } from '../../platform/secrets.ts';
import { builtIn, permissions, permissionsForMachines } from './permissions.ts';

let app: TestApp;
let endpoints: Endpoint[];
const tokens: Record<string, string> = {};

beforeAll(async () => {
  app = await createTestApp();
  for (const { key } of builtIn) tokens[key] = await app.signInAs(key, []);
  endpoints = guardedEndpoints(app.deps);
});
afterAll(() => app.remove());

async function ask(endpoint: Endpoint, body: Record<string, unknown>, token: string | undefined) {
  const isForm = endpoint.body?.type === 'multipart';
  return app.request(endpoint.method, addressOf(endpoint), {
    ...(token && { token }),
    ...(endpoint.body && (isForm ? { form: formOf(body as Record<string, string>) } : { json: body })),
  });
}

/** A token for a machine, as an administrator makes it. */
async function machine(given: { permissions: readonly string[]; branches?: string[] | null }) {
  const answer = await app.request('POST', '/api/admin/tokens/store', {
    token: tokens.admin ?? '',
    json: {
      name: `Sistema ${randomUUID()}`,
      branches: null,
      expires_on: dayAt(app.clock.now() + 24 * 3600_000),
      ...given,
      ...confirmation,
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
      const rights = { permissions: given, isKept, isMachine: true };
      for (const endpoint of endpoints)
        for (const { body, need } of bodiesOf(endpoint)) {
          await forgetCalls(who);
          const answer = await ask(endpoint, body, who.token);
          const said = `${endpoint.method} ${endpoint.path} ${JSON.stringify(body)}: ${answer.payload.slice(0, 200)}`;
          if (isAllowed(endpoint, need, rights))
            expect([401, 403, 429], said).not.toContain(answer.statusCode);
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

/** The token of an administrator who was given another role, or chose another password elsewhere, in mid-session. */
async function midSession(change: 'demoted' | 'renewed'): Promise<string> {
  const token = await app.signInAs('admin');
  const person = await app.deps.authenticate(token);
  const { uuid = '', email = '' } = person ?? {};
  const password = 'outra senha de teste';
  const answer =
    change === 'demoted'
      ? await app.request('PUT', `/api/admin/users/update/${uuid}`, {
          token: tokens.admin ?? '',
          json: { name: 'Pessoa', role: 'reader' },
        })
      : await app.request('PUT', '/api/admin/profile/password', {
          token: (
            await app.request('POST', '/api/auth/login', { json: { email, password: staff.password } })
          ).json().data.token.access_token,
          json: { current_password: staff.password, password, password_confirmation: password },
        });
  expect(answer.statusCode, answer.payload).toBe(200);
  return token;
}

// Hundreds of calls each.
describe('who may call what', { timeout: 60_000 }, () => {
  it.each(builtIn)(
    '$name: each call is let through or refused as the role says, and nothing else',
    async ({ key, permissions, ownBranches }) => {
      const rights = { permissions, isKept: ownBranches, isMachine: false };
      for (const endpoint of endpoints) {
        if (isStream(endpoint)) continue;
        for (const { body, need } of bodiesOf(endpoint)) {
          const answer = await ask(endpoint, body, tokens[key]);
          const said = `${key}: ${endpoint.method} ${endpoint.path} ${JSON.stringify(body)}: ${answer.payload.slice(0, 200)}`;
          if (isAllowed(endpoint, need, rights)) expect([401, 403], said).not.toContain(answer.statusCode);
          else expect(answer.statusCode, said).toBe(403);
        }
      }
    },
    // Some 200 calls.
    60_000,
  );

  it('nobody, without a token, with a garbage one, with one that ended: by a sign-out, a disabling, another role or another password', async () => {
    const ended = await app.signInAs('admin');
    await app.request('POST', '/api/auth/logout', { json: { token: ended } });
    const disabled = await app.signInAs('admin');
    await app.deps.db
      .updateTable('users')
      .set({ disabled_at: '2026-01-01T00:00:00.000Z' })
      .where('id', '=', (await app.deps.authenticate(disabled))?.id ?? 0)
      .execute();
    const [demoted, renewed] = [await midSession('demoted'), await midSession('renewed')];
    for (const token of [undefined, 'lixo', randomUUID(), ended, disabled, demoted, renewed])
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

describe('a pending change', () => {
  const pendingOf = (table: string, uuid: string) =>
    app.deps.db
      .selectFrom('record_versions')
      .selectAll()
      .where('entity', '=', table)
      .where('uuid', '=', uuid)
      .where('state', 'in', ['draft', 'scheduled'])
      .execute();
  const must = async (path: string, options: object) => {
    const answer = await app.request('POST', `/api/admin/${path}`, options);
    expect(answer.statusCode, answer.payload).toBeLessThan(300);
    return answer.json().data.uuid as string;
  };
  const offer = (branches: string[], more: Record<string, string> = {}) =>
    formOf({
      product: 'Arroz',
      size: '1',
      unit: 'kg',
      price: '5,99',
      department: 'produce',
      branches: JSON.stringify(branches),
      valid_from: '2026-01-01',
      valid_until: '2099-01-09',
      ...more,
    });
  const later = { publish_at: 'later' };

  /** A published banner with a draft that an administrator saved. */
  async function bannerWithDraft() {
    const token = tokens.admin ?? '';
    const image = fileOf(await jpeg());
    const uuid = await must('banners/store', { token, form: formOf({ title: 'No ar', image }) });
    await must(`banners/update/${uuid}`, { token, form: formOf({ title: 'Segredo', ...later }) });
    const [draft] = await pendingOf('banners', uuid);
    return { uuid, draft };
  }
  const titleOfBanner = async (uuid: string) =>
    (
      await app.deps.db
        .selectFrom('banners')
        .select('title')
        .where('uuid', '=', uuid)
        .executeTakeFirstOrThrow()
    ).title;

  it.each(['role', 'token'] as const)(
    'of a banner is neither published nor deleted by the save of an offer with a %s that knows no banners',
    async (kind) => {
      const branch = await storedBranch();
      const token =
        kind === 'role'
          ? await app.signInAs('store', [branch])
          : (await machine({ permissions: ['offers.write', 'offers.publish'], branches: [branch] })).token;
      const { uuid, draft } = await bannerWithDraft();
      const own = await must('offers/store', { token, form: offer([branch], later) });
      for (const path of ['offers/store', `offers/update/${own}`])
        for (const plan of [later, { publish_at: '' }, { publish_at: '2099-01-01T00:00:00Z' }]) {
          const form = offer([branch], { ...plan, replaces: String(draft?.id) });
          const answer = await app.request('POST', `/api/admin/${path}`, { token, form });
          expect([answer.statusCode, answer.json().code], answer.payload).toEqual([409, 'conflict']);
        }
      expect(await titleOfBanner(uuid)).toBe('No ar');
      expect(await pendingOf('banners', uuid)).toEqual([draft]);
    },
    60_000,
  );

  it('is not published by the save of another record of the same table for later', async () => {
    const admin = tokens.admin ?? '';
    const made = await app.request('POST', '/api/admin/roles/store', {
      token: admin,
      json: { name: 'Perguntas', permissions: ['questions.write'] },
    });
    const token = await app.signInAs(made.json().data.uuid);
    const question = { question: 'Abre no domingo?', answer: 'Sim.', topic: 7 };
    const shown = await must('questions/store', { token: admin, json: question });
    const change = { ...question, answer: 'Não.', ...later };
    const saved = await app.request('PUT', `/api/admin/questions/update/${shown}`, { token, json: change });
    expect(saved.statusCode, saved.payload).toBe(200);
    const pending = await pendingOf('questions', shown);
    expect(pending).toHaveLength(1);
    const answer = await app.request('POST', '/api/admin/questions/store', {
      token,
      json: { ...question, ...later, replaces: pending[0]?.id },
    });
    expect(answer.statusCode, answer.payload).toBe(409);
    expect(await pendingOf('questions', shown)).toEqual(pending);
    const row = await app.deps.db
      .selectFrom('questions')
      .select('answer')
      .where('uuid', '=', shown)
      .executeTakeFirstOrThrow();
    expect(row.answer).toBe('Sim.');
  });

  it('that gives an offer to other branches is not carried on by a person of one branch', async () => {
    const admin = tokens.admin ?? '';
    const [own, other] = [await storedBranch(), await storedBranch()];
    const token = await app.signInAs('store', [own]);
    const uuid = await must('offers/store', { token, form: offer([own]) });
    await must(`offers/update/${uuid}`, { token: admin, form: offer([own, other], later) });
    const pending = await pendingOf('offers', uuid);
    expect(pending).toHaveLength(1);
    for (const plan of [later, { publish_at: '' }]) {
      const form = offer([own], { ...plan, replaces: String(pending[0]?.id) });
      form.delete('branches');
      const answer = await app.request('POST', `/api/admin/offers/update/${uuid}`, { token, form });
      expect(answer.statusCode, answer.payload).toBe(403);
    }
    expect(await pendingOf('offers', uuid)).toEqual(pending);
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

describe('what is refused leaves an entry', () => {
  const entriesOf = (action: string) =>
    app.deps.db.selectFrom('audit_log').selectAll().where('action', '=', action).orderBy('id').execute();
  const since = async (action: string) => (await entriesOf(action)).length;

  it('of a person or a token without the right: who, and which', { timeout: 60_000 }, async () => {
    const warned = vi.spyOn(app.deps.log, 'warn');
    const token = await app.signInAs('reader');
    const { uuid, name } = (await app.request('GET', '/api/admin/profile', { token })).json().data;
    expect((await app.request('GET', '/api/admin/users', { token })).statusCode).toBe(403);
    const of = async () => (await entriesOf('forbidden')).filter(({ entity_uuid }) => entity_uuid === uuid);
    const [entry] = await of();
    expect(entry).toMatchObject({ user_name: name, entity: 'user', request: expect.any(String) });
    const after = JSON.parse(entry?.after ?? '');
    expect(after).toEqual({ count: 1, caller: expect.stringMatching(/^[\w-]{10}$/), what: 'users.read' });
    expect(warned).toHaveBeenCalledWith({ action: 'forbidden', person: uuid, ...after }, 'access');

    for (let asked = 0; asked < 299; asked++) await app.request('GET', '/api/admin/users', { token });
    expect((await of()).map((one) => JSON.parse(one.after ?? '').count)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 100,
    ]);

    const { token: system } = await machine({ permissions: ['banners.read'] });
    expect((await app.request('GET', '/api/admin/phones', { token: system })).statusCode).toBe(403);
    const last = (await entriesOf('forbidden')).at(-1);
    expect(last).toMatchObject({ entity: 'tokens', user_name: expect.stringMatching(/^Token: Sistema/) });
    expect(JSON.parse(last?.after ?? '').what).toBe('phones.read');
  });

  it('of a token in the right form that opens nothing: once a caller, and none for one in another form', async () => {
    const before = await since('session_refused');
    for (const token of ['abc', randomToken(), randomToken(), randomToken()])
      expect((await app.request('GET', '/api/admin/profile', { token })).statusCode).toBe(401);
    const entries = (await entriesOf('session_refused')).slice(before);
    expect(entries.length).toBeLessThanOrEqual(1);
    const all = await entriesOf('session_refused');
    expect(all.at(-1)).toMatchObject({ user_name: null, entity: 'user', entity_uuid: null });
  });
});

it('what needs somebody is kept by nobody on the way, whatever it answers', { timeout: 60_000 }, async () => {
  const admin = await app.signInAs('admin');
  expect(endpoints.length).toBeGreaterThan(150);
  for (const token of [admin, undefined])
    for (const endpoint of endpoints) {
      if (isStream(endpoint)) continue;
      const { statusCode, headers } = await ask(endpoint, {}, token);
      expect(headers['cache-control'], `${endpoint.method} ${endpoint.path}: ${statusCode}`).toBe('no-store');
    }
});
