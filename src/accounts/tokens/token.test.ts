import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bodyOf, confirmation, createTestApp, staff, type TestApp, testClock } from '../../../test/app.ts';
import { emptyAuditLog } from '../../../test/auditLog.ts';
import { jpeg } from '../../../test/images.ts';
import { useProductionTiming } from '../../../test/productionTiming.ts';
import { callerKey } from '../../platform/security/rateLimits.ts';
import { secretHash } from '../../platform/security/secrets.ts';
import { DAY_MS } from '../../shared/dates.ts';
import { data, savedResponse } from '../../shared/endpoint.ts';
import { listResponse } from '../../shared/list.ts';
import { API_TOKEN_LIMITS } from '../../shared/tokenLimits.ts';
import { tokenAreas, tokenPermissions } from '../users/rolePermissions.ts';
import * as contract from './token.contract.ts';
import { EXAMPLE_ENDPOINTS } from './token.example.ts';
import { sendExpiryReminders } from './token.job.ts';

const run = promisify(execFile);

/** Noon on a Monday in São Paulo. */
const NOON = '2026-11-23T15:00:00Z';
const NOBODY = '00000000-0000-4000-8000-000000000000';

const logged: string[] = [];
const clock = testClock(NOON);
let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await createTestApp({
    clock,
    env: { LOG_LEVEL: 'info' },
    logTo: { write: (line) => logged.push(line) },
  });
  admin = await app.signIn();
});
afterAll(() => app.remove());

beforeEach(async () => {
  clock.set(NOON);
  const { db, limits } = app.deps;
  await db.deleteFrom('tokens').execute();
  await emptyAuditLog(app.deps);
  await limits.reset('wrong token', callerKey('127.0.0.1'));
  // Sessions end with the clock.
  await db
    .updateTable('sessions')
    .set({ last_used_at: NOON, expires_at: '2099-01-01T00:00:00.000Z' })
    .execute();
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const call = (method: Method, path: string, json?: object, token = admin) =>
  app.request(method, `/api/admin/${path}`, { token, ...(json && { json: { ...json, ...confirmation } }) });

const wanted = {
  name: 'Sistema de preços',
  permissions: ['vacancies.publish'],
  branches: null,
  expires_on: '2026-12-31',
};

async function made(given: object = {}, by = admin): Promise<contract.CreatedTokenResponse> {
  const answer = await call('POST', 'tokens/store', { ...wanted, ...given }, by);
  expect(answer.statusCode, answer.payload).toBe(201);
  return bodyOf(data(contract.createdTokenResponse), answer).data;
}
const tokensIn = async () => bodyOf(listResponse(contract.token), await call('GET', 'tokens')).data;

describe('a token', () => {
  it('a token is stored as a hash, and only the response that creates it contains it', async () => {
    const { token, uuid } = await made();
    expect(token).toMatch(/^vtr_[\w-]{43}$/);
    expect((await call('GET', 'vacancies', undefined, token)).statusCode).toBe(200);
    const answers = [
      await call('GET', 'tokens'),
      await call('GET', `tokens/details/${uuid}`),
      await call('PUT', `tokens/update/${uuid}`, { ...wanted, version: 1 }),
      await call('GET', 'audit'),
      await call('DELETE', `tokens/destroy/${uuid}`),
      await call('GET', 'vacancies', undefined, token),
    ];
    for (const { payload } of answers) expect(payload).not.toContain(token);
    for (const { payload } of answers) expect(payload).not.toContain(secretHash(token));
    const row = await app.deps.db.selectFrom('tokens').selectAll().executeTakeFirstOrThrow();
    expect(row.token_hash).toBe(secretHash(token));
    const audit = await app.deps.db.selectFrom('audit_log').selectAll().execute();
    expect(audit.map(({ action }) => action)).toEqual(['create', 'update', 'delete', 'token_refused']);
    const kept = JSON.stringify([{ ...row, token_hash: '' }, audit, logged]);
    expect(kept).not.toContain(token.slice('vtr_'.length));
    expect(kept).not.toContain(secretHash(token));
  });

  it('lists a token with permissions, branches, end, creator and last use', async () => {
    const { token, uuid } = await made();
    expect(await tokensIn()).toEqual([
      {
        uuid,
        name: 'Sistema de preços',
        // Permission to publish includes reading and writing.
        permissions: ['vacancies.read', 'vacancies.write', 'vacancies.publish'],
        branches: null,
        expires_on: '2026-12-31',
        last_used_at: null,
        created_at: '2026-11-23T15:00:00.000Z',
        made_by: { name: staff.name, active: true },
        version: 1,
      },
    ]);
    const lastUse = async () => (await tokensIn())[0]?.last_used_at;
    clock.advance(5000);
    await call('GET', 'vacancies', undefined, token);
    expect(await lastUse()).toBe('2026-11-23T15:00:05.000Z');
    clock.advance(30_000);
    await call('GET', 'vacancies', undefined, token);
    expect(await lastUse()).toBe('2026-11-23T15:00:05.000Z');
    clock.advance(30_000);
    await call('GET', 'vacancies', undefined, token);
    expect(await lastUse()).toBe('2026-11-23T15:01:05.000Z');
  });

  it('finds tokens by name and sorts them by end', async () => {
    await made({ name: 'Encartes', expires_on: '2027-03-01' });
    await made({ name: 'Preços', expires_on: '2026-12-01' });
    const names = async (query: string) =>
      (await call('GET', `tokens?${query}`)).json().data.map(({ name }: { name: string }) => name);
    expect(await names('search=precos&page=1')).toEqual(['Preços']);
    expect(await names('sort=expires_on&page=1')).toEqual(['Preços', 'Encartes']);
    expect(await names('sort=-expires_on')).toEqual(['Encartes', 'Preços']);
  });

  it('a changed token applies from the next request on, and a stale version is refused with 409', async () => {
    const { token, uuid } = await made();
    const change = (more: object) => call('PUT', `tokens/update/${uuid}`, { ...wanted, ...more });
    const changed = await change({ name: 'Preços', permissions: ['shops.read'], version: 1 });
    expect([changed.statusCode, bodyOf(savedResponse, changed).data]).toEqual([
      200,
      { message: 'Já vale. O token vence em 31/12/2026.', uuid, version: 2 },
    ]);
    expect((await call('GET', 'vacancies', undefined, token)).statusCode).toBe(403);
    expect((await call('GET', 'shops', undefined, token)).statusCode).toBe(200);
    expect((await change({ version: 1 })).statusCode).toBe(409);
    expect((await change({ version: 2 })).statusCode).toBe(200);
  });

  it('a revoked token gets 401 at once and 404 in the back office', async () => {
    const { token, uuid } = await made();
    const gone = await call('DELETE', `tokens/destroy/${uuid}`);
    expect([gone.statusCode, gone.json().data.message]).toEqual([
      200,
      'O sistema que o usava não entra mais.',
    ]);
    expect((await call('GET', 'vacancies', undefined, token)).statusCode).toBe(401);
    expect(await tokensIn()).toEqual([]);
    for (const answer of [
      await call('GET', `tokens/details/${uuid}`),
      await call('PUT', `tokens/update/${uuid}`, wanted),
      await call('DELETE', `tokens/destroy/${uuid}`),
      await call('DELETE', `tokens/destroy/${NOBODY}`),
    ])
      expect([answer.statusCode, answer.json().error]).toEqual([
        404,
        'Este token não existe mais: alguém o revogou.',
      ]);
    // The name can be used again.
    await made();
  });

  it('a token is valid until the end of its last day in São Paulo', async () => {
    const { token } = await made({ expires_on: '2026-11-25' });
    const status = async (at: string) => {
      clock.set(at);
      return (await call('GET', 'vacancies', undefined, token)).statusCode;
    };
    expect(await status('2026-11-26T02:59:59Z')).toBe(200);
    expect(await status('2026-11-26T03:00:00Z')).toBe(401);
  });

  it.each([
    [{ name: '' }, 'name', 'Informe o nome do token.'],
    [{ name: 'a'.repeat(61) }, 'name', 'Use no máximo 60 caracteres.'],
    [{ permissions: [] }, 'permissions', 'Escolha pelo menos uma permissão.'],
    [{ permissions: undefined }, 'permissions', 'Escolha o que o token permite.'],
    ...['applications.read', 'users.write', 'tokens.write', 'history.read', 'nada.read'].map((permission) => [
      { permissions: [permission] },
      'permissions',
      'Um token não pode ter esta permissão. Recarregue a página e escolha de novo.',
    ]),
    [{ branches: [] }, 'branches', 'Escolha pelo menos uma filial.'],
    [{ branches: undefined }, 'branches', 'Diga se vale para todas as filiais.'],
    [{ branches: [NOBODY] }, 'branches', contract.UNKNOWN_BRANCH],
    [{ expires_on: '' }, 'expires_on', 'Informe até que dia o token vale.'],
    [{ expires_on: '31/12/2026' }, 'expires_on', expect.any(String)],
    [{ expires_on: '2026-11-22' }, 'expires_on', contract.INVALID_END],
    [{ expires_on: '2027-11-24' }, 'expires_on', contract.INVALID_END],
  ] as [object, string, unknown][])(
    'rejects the invalid token %o with 422 and a message at the field',
    async (given, field, message) => {
      const answer = await call('POST', 'tokens/store', { ...wanted, ...given });
      expect([answer.statusCode, answer.json().errors?.[field]?.[0]], answer.payload).toEqual([422, message]);
      expect(await tokensIn()).toEqual([]);
    },
  );

  it('accepts an end a year ahead, and rejects a duplicate name with 422', async () => {
    await made({ expires_on: '2027-11-23', branches: 'all' });
    expect((await tokensIn())[0]?.branches).toBeNull();
    const again = await call('POST', 'tokens/store', { ...wanted, name: 'SISTEMA DE PRECOS' });
    expect([again.statusCode, again.json().errors]).toEqual([
      422,
      { name: ['Já há um token com este nome.'] },
    ]);
    const { uuid } = await made({ name: 'Outro' });
    expect((await call('PUT', `tokens/update/${uuid}`, wanted)).statusCode).toBe(422);
  });

  it('refuses a token beyond the limit with 409', async () => {
    const row = await made().then(() =>
      app.deps.db.selectFrom('tokens').selectAll().executeTakeFirstOrThrow(),
    );
    const { id: _, ...values } = row;
    for (let count = 1; count < contract.MAX_TOKENS; count += 1)
      await app.deps.db
        .insertInto('tokens')
        .values({ ...values, uuid: crypto.randomUUID(), token_hash: String(count), name_key: String(count) })
        .execute();
    const answer = await call('POST', 'tokens/store', { ...wanted, name: 'Mais um' });
    expect([answer.statusCode, answer.json().error]).toEqual([409, contract.TOO_MANY_TOKENS]);
  });

  it('only administrators create, change and see tokens', async () => {
    const { uuid } = await made();
    const calls = [
      ['GET', 'tokens'],
      ['GET', `tokens/details/${uuid}`],
      ['POST', 'tokens/store', wanted],
      ['PUT', `tokens/update/${uuid}`, wanted],
      ['DELETE', `tokens/destroy/${uuid}`],
    ] as const;
    for (const role of ['editor', 'store', 'recruitment', 'reader']) {
      const other = await app.signInAs(role, []);
      for (const [method, path, json] of calls)
        expect((await call(method, path, json, other)).statusCode, `${role} ${path}`).toBe(403);
    }
    for (const [method, path, json] of calls)
      expect((await app.request(method, `/api/admin/${path}`, { json })).statusCode, path).toBe(401);
  });

  it('refuses a token with permissions that its creator does not have', async () => {
    const role = await call('POST', 'roles/store', {
      name: 'Integrações',
      permissions: ['tokens.write', 'vacancies.write'],
    });
    const integrator = await app.signInAs(role.json().data.uuid);
    const more = await call('POST', 'tokens/store', { ...wanted, permissions: ['banners.read'] }, integrator);
    expect([more.statusCode, more.json().error]).toEqual([
      403,
      'Só dá permissão quem a tem: falta a você ver em Banners.',
    ]);
    const { uuid } = await made({ permissions: ['banners.read'] });
    const own = { ...wanted, permissions: ['vacancies.write'] };
    expect((await call('PUT', `tokens/update/${uuid}`, own, integrator)).statusCode).toBe(403);
    await made({ ...own, name: 'Vagas' }, integrator);
  });
});

describe('requests with a token', () => {
  it('the audit log, history, change feed and dashboard show the name of the token', async () => {
    const { token } = await made();
    const stored = await call('POST', 'vacancies/store', { name: 'Padeira', type: 1 }, token);
    expect(stored.statusCode, stored.payload).toBe(201);
    const { uuid } = stored.json().data;
    const name = 'Token: Sistema de preços';
    const entry = await app.deps.db
      .selectFrom('audit_log')
      .select(['user_id', 'user_name', 'action'])
      .where('entity_uuid', '=', uuid)
      .executeTakeFirstOrThrow();
    expect(entry).toEqual({ user_id: null, user_name: name, action: 'create' });
    const audit = (await call('GET', 'audit')).json().data as { text: string; by: string }[];
    expect(audit[0]).toMatchObject({ text: `${name} adicionou a vaga`, by: name });
    expect(audit[1]?.text).toBe(`${staff.name} criou um token`);
    const history = (await call('GET', `history/vacancies/${uuid}`)).json();
    expect(JSON.stringify(history)).toContain(name);
    const news = (await call('GET', 'changes')).json().data.changes;
    expect(news.at(-1)).toMatchObject({ uuid, by: name, own: false });
    const { changed } = (await call('GET', 'dashboard')).json().data;
    expect(changed[0]).toMatchObject({ uuid, user_name: name });
  });

  it('a scheduled change of a token is published under the name of the token', async () => {
    const { token } = await made();
    const at = '2026-11-23T16:00:00Z';
    const stored = await call('POST', 'vacancies/store', { name: 'Caixa', type: 1, publish_at: at }, token);
    expect(stored.statusCode, stored.payload).toBe(201);
    clock.set('2026-11-23T16:00:01Z');
    await app.deps.publication.publishDueChangesForRead();
    const entry = await app.deps.db
      .selectFrom('audit_log')
      .select(['user_id', 'user_name'])
      .where('entity_uuid', '=', stored.json().data.uuid)
      .where('action', '=', 'publish')
      .executeTakeFirstOrThrow();
    expect(entry).toEqual({ user_id: null, user_name: 'Token: Sistema de preços' });
  });

  it('refuses a token at the endpoints of a user’s own data with 403', async () => {
    const { token } = await made({ permissions: tokenPermissions });
    for (const path of ['profile', 'profile/views/vacancies', 'changes', 'dashboard', 'access/vacancies']) {
      const answer = await call('GET', path, undefined, token);
      expect([answer.statusCode, answer.json().error], path).toEqual([
        403,
        'Um token não é uma pessoa: para isto é preciso entrar na retaguarda.',
      ]);
    }
    const events = await app.request('GET', '/api/admin/changes', {
      token,
      headers: { accept: 'text/event-stream' },
    });
    expect(events.statusCode).toBe(403);
    const validated = await app.request('POST', '/api/auth/validate-token', { json: { token } });
    expect(validated.json().data.user).toBeNull();
    expect(validated.headers['set-cookie'] ?? '').not.toContain(token);
    await app.request('POST', '/api/auth/logout', { json: { token } });
    expect((await call('GET', 'vacancies', undefined, token)).statusCode).toBe(200);
  });

  it('the search and the trash show a token only the areas of its permissions', async () => {
    const { token } = await made({ permissions: ['vacancies.delete'] });
    const stored = await call('POST', 'vacancies/store', { name: 'Açougueira', type: 1 });
    const { uuid } = stored.json().data;
    const found = await call('GET', 'find?search=acougueira', undefined, token);
    expect(found.json().data).toEqual([{ table: 'vacancies', uuid, title: 'Açougueira' }]);
    expect((await call('GET', 'find', undefined, token)).json().data).toEqual([]);
    expect((await call('DELETE', `vacancies/destroy/${uuid}`, undefined, token)).statusCode).toBe(200);
    const bin = (await call('GET', 'bin', undefined, token)).json().data;
    expect(bin).toMatchObject([{ uuid, by: 'Token: Sistema de preços' }]);
    const { token: other } = await made({ name: 'Outro', permissions: ['shops.read'] });
    expect((await call('GET', 'find?search=acougueira', undefined, other)).json().data).toEqual([]);
    expect((await call('GET', 'bin', undefined, other)).json().data).toEqual([]);
  });

  it('the 403 of a token names the missing permission', async () => {
    const { token } = await made({ permissions: ['vacancies.read'] });
    const answer = await call('DELETE', `vacancies/destroy/${NOBODY}`, undefined, token);
    expect([answer.statusCode, answer.json().error]).toEqual([
      403,
      'Este token não permite excluir em Vagas. Quem administra o site pode mudar o que ele permite.',
    ]);
  });

  it('a token stays valid when its creator is disabled or deleted, and the list shows it', async () => {
    const maker = await app.signInAs('admin');
    const { id } = (await app.deps.authenticate(maker)) ?? { id: null };
    const { token } = await made({}, maker);
    for (const gone of [{ disabled_at: NOON }, { disabled_at: null, deleted_at: NOON }]) {
      await app.deps.db
        .updateTable('users')
        .set(gone)
        .where('id', '=', id ?? 0)
        .execute();
      expect((await call('GET', 'vacancies', undefined, token)).statusCode).toBe(200);
      expect((await tokensIn())[0]?.made_by).toMatchObject({ active: false });
    }
  });
});

describe('limits', () => {
  const use = async (name: string, uuid: string, times: number) =>
    Promise.all(Array.from({ length: times }, () => app.deps.limits.count(name, uuid, { seconds: 60 })));

  it('limits the requests and the changes of each token separately', async () => {
    const { token, uuid } = await made();
    const { token: other } = await made({ name: 'Outro' });
    const list = (who = token) => call('GET', 'vacancies', undefined, who);
    const store = (who = token) => call('POST', 'vacancies/store', { name: 'Caixa', type: 1 }, who);

    await use('token writes', uuid, API_TOKEN_LIMITS.writes.points - 1);
    expect((await store()).statusCode).toBe(201);
    clock.advance(20_000);
    const refused = await store();
    expect([refused.statusCode, refused.headers['retry-after'], refused.json().error]).toEqual([
      429,
      '40',
      'Este token já fez 60 mudanças neste minuto, o máximo. Espere 40 segundos e continue.',
    ]);
    expect((await list()).statusCode).toBe(200);
    expect((await store(other)).statusCode).toBe(201);

    await use('token calls', uuid, API_TOKEN_LIMITS.calls.points);
    const full = await list();
    expect([full.statusCode, full.json().error]).toEqual([
      429,
      expect.stringMatching(/^Este token já fez 600 chamadas neste minuto, o máximo\. Espere \d+ segundos/),
    ]);
    expect((await list(other)).statusCode).toBe(200);
    expect((await call('GET', 'vacancies')).statusCode).toBe(200);
    clock.advance(60_000);
    expect((await list()).statusCode).toBe(200);
    expect((await store()).statusCode).toBe(201);
  });

  it('limits wrong tokens from one IP address, and still accepts valid ones from it', async () => {
    const { token } = await made();
    const guess = () => call('GET', 'vacancies', undefined, `vtr_${'x'.repeat(43)}`);
    const said = (await Promise.all(Array.from({ length: 50 }, guess))).map(({ statusCode }) => statusCode);
    expect(said).toEqual(Array(50).fill(401));
    const refused = await guess();
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '900']);
    expect((await call('GET', 'vacancies', undefined, token)).statusCode).toBe(200);
    expect((await call('GET', 'vacancies')).statusCode).toBe(200);
    const noted = await app.deps.db.selectFrom('audit_log').select('action').execute();
    // A flood of guesses writes only a few audit entries.
    expect(noted.filter(({ action }) => action === 'token_refused').length).toBeLessThanOrEqual(10);
    expect(noted.filter(({ action }) => action === 'token_locked')).toHaveLength(1);
  });

  it('refuses revoked, expired and unknown tokens in constant time', async () => {
    useProductionTiming();
    const { token, uuid } = await made();
    await call('DELETE', `tokens/destroy/${uuid}`);
    const { token: expired } = await made({ expires_on: '2026-11-23' });
    clock.advance(DAY_MS);
    for (const wrong of [token, expired, `vtr_${'y'.repeat(43)}`, 'vtr_curto']) {
      const start = performance.now();
      expect((await call('GET', 'vacancies', undefined, wrong)).statusCode).toBe(401);
      expect(performance.now() - start).toBeGreaterThan(45);
    }
  });
});

describe('reminders', () => {
  const sent = async () => (await app.mails()).filter(({ subject }) => subject?.includes('o token'));

  it('mails the creator once, a week before the end, and again for a later end', async () => {
    const before = (await sent()).length;
    const { uuid } = await made({ expires_on: '2026-12-31' });
    await made({ name: 'Curto', expires_on: '2026-11-26' });
    const { uuid: gone } = await made({ name: 'Revogado', expires_on: '2026-12-31' });
    await call('DELETE', `tokens/destroy/${gone}`);
    await sendExpiryReminders(app.deps);
    expect(await sent()).toHaveLength(before);
    clock.set('2026-12-24T11:00:00Z');
    await sendExpiryReminders(app.deps);
    await sendExpiryReminders(app.deps);
    const [mail, ...more] = (await sent()).slice(before);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      to: [{ address: staff.email }],
      subject: 'Hiper Aurora: o token «Sistema de preços» vence em 7 dias',
    });
    expect(mail?.text).toContain('vale até 31/12/2026');
    expect(mail?.text).toContain(`/admin/tokens/edit/${uuid}`);
    const later = { ...wanted, expires_on: '2027-02-01' };
    const changed = await call('PUT', `tokens/update/${uuid}`, later, await app.signInAs('admin'));
    expect(changed.statusCode, changed.payload).toBe(200);
    await sendExpiryReminders(app.deps);
    clock.set('2027-01-26T11:00:00Z');
    await sendExpiryReminders(app.deps);
    expect((await sent()).slice(before + 1).map(({ subject }) => subject)).toEqual([
      'Hiper Aurora: o token «Sistema de preços» vence em 6 dias',
    ]);
    const reminders = await app.deps.db
      .selectFrom('audit_log')
      .select(['user_name'])
      .where('action', '=', 'remind')
      .execute();
    expect(reminders).toEqual([{ user_name: null }, { user_name: null }]);
  });

  it('mails the users who may change tokens if the creator is disabled', async () => {
    const before = (await sent()).length;
    const maker = await app.signInAs('admin');
    const actor = await app.deps.authenticate(maker);
    await made({}, maker);
    await app.deps.db
      .updateTable('users')
      .set({ disabled_at: NOON })
      .where('id', '=', actor?.id ?? 0)
      .execute();
    clock.set('2026-12-24T11:00:00Z');
    await sendExpiryReminders(app.deps);
    const recipients = (await sent())
      .slice(before)
      .flatMap(({ to }) => to?.map(({ address }) => address) ?? []);
    expect(recipients).toContain(staff.email);
    expect(recipients).not.toContain(actor?.email);
    // The other users of these tests may not change tokens.
    expect(recipients.filter((address) => /^(editor|store|recruitment|reader)-/.test(address ?? ''))).toEqual(
      [],
    );
  });
});

describe('the example command', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vitrine-curl-'));
    await writeFile(join(folder, 'encarte.jpg'), await jpeg());
    await app.server.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => rm(folder, { recursive: true }));

  const curl = async ({ example }: contract.CreatedTokenResponse) => {
    expect(example.command).toMatch(/^curl /);
    const { stdout } = await run('sh', ['-c', example.command], { cwd: folder, timeout: 30_000 });
    return stdout;
  };

  it('the example command uploads a daily offer picture if the token may publish', async () => {
    const token = await made({ name: 'Encartes', permissions: ['booklets.publish'] });
    const answer = JSON.parse(await curl(token));
    expect(answer.error).toBeUndefined();
    const row = await app.deps.db.selectFrom('daily_booklets').selectAll().executeTakeFirstOrThrow();
    expect([row.uuid, row.start_date, row.standing]).toEqual([answer.data.uuid, '2026-11-24', null]);
  });

  it.each(tokenAreas)('the example command of a token for $area lists its records', async ({ area }) => {
    expect(EXAMPLE_ENDPOINTS[area]?.needs).toBe(`${area}.read`);
    const token = await made({ name: area, permissions: [`${area}.read`] });
    const shown = await curl(token);
    // A singleton record that was never saved returns 204.
    if (shown !== '') expect(JSON.parse(shown)).toMatchObject({ data: expect.any(Array) });
    expect((await tokensIn())[0]?.last_used_at).not.toBeNull();
  });
});
