import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { confirmation, createTestApp, staff, type TestApp } from '../../../test/app.ts';
import {
  addressOf,
  bodiesOf,
  guardedEndpoints,
  isAllowed,
  isStream,
  UNKNOWN_UUID,
} from '../../../test/endpoints.ts';
import { fileOf, jpeg } from '../../../test/images.ts';
import { formOf } from '../../../test/uploads.ts';
import { callerKey } from '../../platform/security/rateLimits.ts';
import { randomToken } from '../../platform/security/secrets.ts';
import { dayAt } from '../../shared/dates.ts';
import type { Endpoint } from '../../shared/endpoint.ts';
import { BUILT_IN_ROLES, permissions, tokenPermissions } from './rolePermissions.ts';

let app: TestApp;
let endpoints: Endpoint[];
const tokens: Record<string, string> = {};

beforeAll(async () => {
  app = await createTestApp();
  for (const { key } of BUILT_IN_ROLES) tokens[key] = await app.signInAs(key, []);
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

/** Creates an API token as an administrator. */
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

/** Resets the rate limits of a token, as after a minute. */
async function forgetCalls({ uuid }: { uuid: string }) {
  for (const name of ['token calls', 'token writes']) await app.deps.limits.reset(name, uuid);
}

const AT_ONCE = 40;

describe('API token', { timeout: 60_000 }, () => {
  it.each([
    ['a token with all permissions that tokens can have', tokenPermissions, false],
    ['a token with one read permission', ['vacancies.read'], false],
    ['a token limited to another branch', tokenPermissions, true],
  ] as const)(
    '%s may call what its permissions allow, and no staff-only endpoint',
    async (_, given, isKept) => {
      const branches = isKept ? [await storedBranch()] : null;
      const apiToken = await machine({ permissions: given, branches });
      const rights = { permissions: given, isKept, isMachine: true };
      for (const endpoint of endpoints)
        for (const { body, need } of bodiesOf(endpoint)) {
          await forgetCalls(apiToken);
          const answer = await ask(endpoint, body, apiToken.token);
          const context = `${endpoint.method} ${endpoint.path} ${JSON.stringify(body)}: ${answer.payload.slice(0, 200)}`;
          if (isAllowed(endpoint, need, rights))
            expect([401, 403, 429], context).not.toContain(answer.statusCode);
          else expect(answer.statusCode, context).toBe(403);
        }
    },
    60_000,
  );

  it('responds equally with 401 to revoked, expired and unknown tokens', async () => {
    const revoked = await machine({ permissions: tokenPermissions });
    await app.request('DELETE', `/api/admin/tokens/destroy/${revoked.uuid}`, { token: tokens.admin ?? '' });
    const expired = await machine({ permissions: tokenPermissions });
    await app.deps.db
      .updateTable('tokens')
      .set({ expires_on: dayAt(app.clock.now() - 24 * 3600_000) })
      .where('uuid', '=', expired.uuid)
      .execute();
    const messages = new Set<string>();
    for (const token of [revoked.token, expired.token, `vtr_${'a'.repeat(43)}`, 'vtr_', 'vtr_lixo'])
      for (let first = 0; first < endpoints.length; first += AT_ONCE) {
        await app.deps.limits.reset('wrong token', callerKey('127.0.0.1'));
        const some = endpoints.slice(first, first + AT_ONCE);
        const answers = await Promise.all(some.map((endpoint) => ask(endpoint, {}, token)));
        for (const [at, answer] of answers.entries())
          expect(answer.statusCode, `${some[at]?.method} ${some[at]?.path}`).toBe(401);
        for (const { payload } of answers) messages.add(payload);
      }
    expect([...messages]).toEqual([expect.stringContaining('Este token não vale.')]);
  }, 60_000);

  it('tokens can have permissions of content areas, and none of staff-only areas', () => {
    const given = new Set(tokenPermissions.map((permission) => permission.split('.')[0]));
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

/** Returns the token of an administrator whose role or password then changed elsewhere. */
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

// Each test makes hundreds of calls.
describe('permissions', { timeout: 60_000 }, () => {
  it.each(BUILT_IN_ROLES)(
    '$name: allows exactly the calls that the role permits',
    async ({ key, permissions, ownBranches }) => {
      const rights = { permissions, isKept: ownBranches, isMachine: false };
      for (const endpoint of endpoints) {
        if (isStream(endpoint)) continue;
        for (const { body, need } of bodiesOf(endpoint)) {
          const answer = await ask(endpoint, body, tokens[key]);
          const context = `${key}: ${endpoint.method} ${endpoint.path} ${JSON.stringify(body)}: ${answer.payload.slice(0, 200)}`;
          if (isAllowed(endpoint, need, rights)) expect([401, 403], context).not.toContain(answer.statusCode);
          else expect(answer.statusCode, context).toBe(403);
        }
      }
    },
    60_000,
  );

  it('refuses every call without a valid session: no token, garbage, signed out, disabled, another role or password', async () => {
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

  it('every needed permission can be given, and every permission is needed by a call', () => {
    const needed = new Set<string>();
    for (const endpoint of endpoints) {
      if (endpoint.needs && endpoint.needs !== 'signed-in') needed.add(endpoint.needs);
      for (const { need } of bodiesOf(endpoint)) if (need) needed.add(need);
    }
    expect([...needed].toSorted()).toEqual([...permissions].toSorted());
  });

  it('a 403 names the missing permission and the people who have it', async () => {
    const answer = await app.request('DELETE', `/api/admin/banners/destroy/${UNKNOWN_UUID}`, {
      token: tokens.reader ?? '',
    });
    expect(answer.json()).toMatchObject({
      code: 'forbidden',
      error: expect.stringMatching(/^Com o seu papel não dá para excluir em Banners\. Quem pode: Pessoa \d+/),
    });
  });
});

describe('role change during a session', () => {
  it('a changed role applies from the next call', async () => {
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

  it('a person with a deleted role may only use their own profile', async () => {
    const token = await app.signInAs(randomUUID());
    for (const endpoint of endpoints) {
      if (isStream(endpoint)) continue;
      const { statusCode } = await ask(endpoint, {}, token);
      if (endpoint.needs === 'signed-in') expect([401, 403], endpoint.path).not.toContain(statusCode);
      else expect(statusCode, endpoint.path).toBe(403);
    }
  });
});

describe('person limited to branches', () => {
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

  it('a person limited to branches reads and changes those and their pictures only', async () => {
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

    const foreignBranch = (
      await app.request('GET', `/api/admin/branches/details/${other}`, { token: admin })
    ).json() as { data: { galleries: { url_s3: { original: { uuid: string }[] } } } };
    const image = foreignBranch.data.galleries.url_s3.original[0]?.uuid ?? '';
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

describe('pending change', () => {
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
    'a %s without rights on banners cannot publish or delete a draft of a banner by saving an offer',
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

  it('saving another record of the same table as a draft does not publish a pending change', async () => {
    const admin = tokens.admin ?? '';
    const created = await app.request('POST', '/api/admin/roles/store', {
      token: admin,
      json: { name: 'Perguntas', permissions: ['questions.write'] },
    });
    const token = await app.signInAs(created.json().data.uuid);
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

  it('a person of one branch cannot replace a pending change that adds other branches to an offer', async () => {
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

describe('person who may write and not publish', () => {
  it('a person without the publish permission can only save drafts, and is told which permission is missing', async () => {
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

describe('custom roles', () => {
  const to = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, json?: object, token = tokens.admin) =>
    app.request(method, `/api/admin/roles${path}`, { token: token ?? '', ...(json && { json }) });

  it('creates a role, applies changes at once to its people, and deletes it once no one has it', async () => {
    const created = await to('POST', '/store', { name: 'Cinema', permissions: ['movies.publish'] });
    expect([created.statusCode, created.json().data.message]).toEqual([
      201,
      'Agora dê o papel a quem precisa dele, em Pessoas.',
    ]);
    const { uuid } = created.json().data;
    // Publishing implies writing and reading.
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
    const refused = await to('DELETE', `/destroy/${uuid}`);
    expect([refused.statusCode, refused.json().error]).toEqual([
      409,
      expect.stringContaining('tem este papel'),
    ]);
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
  ])('reports a validation error of a role at its field: %o', async (json, field, message) => {
    const answer = await to('POST', '/store', json);
    expect([answer.statusCode, answer.json().errors?.[field]?.[0]]).toEqual([422, message]);
  });

  it('rejects a role name that another role has', async () => {
    const json = { name: 'Balcão', permissions: ['shops.read'] };
    expect((await to('POST', '/store', json)).statusCode).toBe(201);
    const again = await to('POST', '/store', { ...json, name: 'BALCAO' });
    expect([again.statusCode, again.json().errors]).toEqual([
      422,
      { name: ['Já há um papel com este nome.'] },
    ]);
  });

  it('rejects a role with permissions that its author lacks', async () => {
    const created = await to('POST', '/store', { name: 'Gente', permissions: ['users.write'] });
    const token = await app.signInAs(created.json().data.uuid);
    const beyond = await to('POST', '/store', { name: 'Tudo', permissions: [...permissions] }, token);
    expect([beyond.statusCode, beyond.json().error]).toEqual([
      403,
      expect.stringContaining('Só dá permissão quem a tem'),
    ]);
    // Nor remove it from a role of others.
    const cinema = await to('POST', '/store', { name: 'Filmes', permissions: ['movies.read'] });
    const cut = { name: 'Filmes', permissions: ['users.read'] };
    expect((await to('PUT', `/update/${cinema.json().data.uuid}`, cut, token)).statusCode).toBe(403);
    expect(
      (await to('POST', '/store', { name: 'Só gente', permissions: ['users.read'] }, token)).statusCode,
    ).toBe(201);
  });

  it('lists roles with the number of their people, and tells screens who may do what', async () => {
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
    const access = await app.request('GET', '/api/admin/access/banners', { token: tokens.reader ?? '' });
    const { verbs } = access.json().data as {
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

it('a sign-in response lists the permissions of the person', async () => {
  await app.signIn();
  const login = await app.request('POST', '/api/auth/login', {
    json: { email: staff.email, password: staff.password },
  });
  expect(login.json().data.user).toMatchObject({ role: 'admin', role_name: 'Administrador', branches: null });
  expect(login.json().data.user.permissions).toHaveLength(permissions.length);
});

describe('refused requests', () => {
  const entriesOf = (action: string) =>
    app.deps.db.selectFrom('audit_log').selectAll().where('action', '=', action).orderBy('id').execute();
  const since = async (action: string) => (await entriesOf(action)).length;

  it('logs a 403 with the person or token and the missing permission', { timeout: 60_000 }, async () => {
    const warned = vi.spyOn(app.deps.log, 'warn');
    const token = await app.signInAs('reader');
    const { uuid, name } = (await app.request('GET', '/api/admin/profile', { token })).json().data;
    expect((await app.request('GET', '/api/admin/users', { token })).statusCode).toBe(403);
    const ownEntries = async () =>
      (await entriesOf('forbidden')).filter(({ entity_uuid }) => entity_uuid === uuid);
    const [entry] = await ownEntries();
    expect(entry).toMatchObject({ user_name: name, entity: 'user', request: expect.any(String) });
    const after = JSON.parse(entry?.after ?? '');
    expect(after).toEqual({ count: 1, caller: expect.stringMatching(/^[\w-]{10}$/), what: 'users.read' });
    expect(warned).toHaveBeenCalledWith({ action: 'forbidden', person: uuid, ...after }, 'security event');

    for (let request = 0; request < 299; request++) await app.request('GET', '/api/admin/users', { token });
    expect((await ownEntries()).map((row) => JSON.parse(row.after ?? '').count)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 100,
    ]);

    const { token: system } = await machine({ permissions: ['banners.read'] });
    expect((await app.request('GET', '/api/admin/phones', { token: system })).statusCode).toBe(403);
    const last = (await entriesOf('forbidden')).at(-1);
    expect(last).toMatchObject({ entity: 'tokens', user_name: expect.stringMatching(/^Token: Sistema/) });
    expect(JSON.parse(last?.after ?? '').what).toBe('phones.read');
  });

  it('logs an unknown session token once per caller, and a malformed one never', async () => {
    const before = await since('session_refused');
    for (const token of ['abc', randomToken(), randomToken(), randomToken()])
      expect((await app.request('GET', '/api/admin/profile', { token })).statusCode).toBe(401);
    const entries = (await entriesOf('session_refused')).slice(before);
    expect(entries.length).toBeLessThanOrEqual(1);
    const all = await entriesOf('session_refused');
    expect(all.at(-1)).toMatchObject({ user_name: null, entity: 'user', entity_uuid: null });
  });
});

it('every authenticated endpoint responds with cache-control: no-store', { timeout: 60_000 }, async () => {
  const admin = await app.signInAs('admin');
  expect(endpoints.length).toBeGreaterThan(150);
  for (const token of [admin, undefined])
    for (const endpoint of endpoints) {
      if (isStream(endpoint)) continue;
      const { statusCode, headers } = await ask(endpoint, {}, token);
      expect(headers['cache-control'], `${endpoint.method} ${endpoint.path}: ${statusCode}`).toBe('no-store');
    }
});
