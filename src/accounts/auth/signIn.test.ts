import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  behindProxy,
  call,
  createPerson,
  freshApp,
  login,
  newAddress,
  PASSWORD,
  profileStatus,
  signIn,
} from '../../../test/accounts.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { PASSWORD_HASH_COST, passwordHashing, secretHash } from '../../platform/security/secrets.ts';
import { texts } from '../../shared/text/texts.ts';
import { permissions } from '../users/rolePermissions.ts';
import {
  createUser,
  ensureFirstAdmin,
  listUsers,
  resetPasswordByOperator,
} from './operatorAccounts.service.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: behindProxy });
});
afterAll(() => app.remove());

describe('sign-in', () => {
  test('returns the user and a token, in any case of the address', async () => {
    const { name, email } = await createPerson(app);
    const answer = await login(app, `  ${email.toUpperCase()} `);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    const { user, token, message } = answer.json().data;
    expect(user).toEqual({
      id: expect.any(Number),
      uuid: expect.any(String),
      name,
      email,
      role: 'admin',
      role_name: 'Administrador',
      permissions: [...permissions],
      branches: null,
      photo: null,
    });
    expect(token.access_token).toMatch(/^[\w-]{43}$/);
    expect(Date.parse(token.expires_at)).toBe(app.clock.now() + 7 * 24 * HOUR);
    expect(message).toBe(texts.loginDone);
    expect(await profileStatus(app, token.access_token)).toBe(200);
  });

  test('stores neither the token nor the password in plain text', async () => {
    const { email } = await createPerson(app);
    const token = await signIn(app, email);
    const sessions = await app.deps.db.selectFrom('sessions').selectAll().execute();
    expect(sessions.map((row) => row.token_hash)).toContain(secretHash(token));
    const users = await app.deps.db.selectFrom('users').selectAll().execute();
    const audit = await app.deps.db.selectFrom('audit_log').selectAll().execute();
    const everything = JSON.stringify([sessions, users, audit]);
    expect(everything).not.toContain(token);
    expect(everything).not.toContain(PASSWORD);
  });

  test('refuses a wrong password and an unknown address alike', async () => {
    const { email } = await createPerson(app);
    const wrong = await login(app, email, 'outra senha 99');
    const unknown = await login(app, 'ninguem@hiperaurora.example');
    expect(wrong.statusCode).toBe(401);
    expect(wrong.json()).toMatchObject({
      data: false,
      error: texts.loginFailed,
      message: texts.loginFailed,
    });
    expect(unknown.statusCode).toBe(401);
    expect(unknown.json()).toEqual(wrong.json());
  });

  test('reports missing credentials at their fields', async () => {
    const answer = await call(app, 'POST', '/auth/login', { email: ' ', password: '' });
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors).toEqual({ email: ['Informe o e-mail.'], password: ['Informe a senha.'] });
  });

  test('stops guesses at one account, even concurrent ones, and lets its owner in from another address', async () => {
    const { email } = await createPerson(app);
    const ip = newAddress();
    const guesses = Array.from({ length: 14 }, () => login(app, email, 'palpite errado', { ip }));
    const statuses = (await Promise.all(guesses)).map((answer) => answer.statusCode).sort();
    expect(statuses).toEqual([...Array(10).fill(401), ...Array(4).fill(429)]);
    const right = await login(app, email, PASSWORD, { ip });
    expect(right.statusCode).toBe(429);
    expect(right.json()).toMatchObject({ data: false, status: 429 });
    expect(right.json().message).toContain('15 minutos');
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(800);
    expect((await login(app, email)).statusCode).toBe(200);
  });

  test('lets an owner in with a known browser despite guesses elsewhere, and limits that browser too', async () => {
    const { email } = await createPerson(app);
    const cookieOf = (answer: Awaited<ReturnType<typeof login>>) =>
      [answer.headers['set-cookie'] ?? []]
        .flat()
        .find((cookie) => cookie.startsWith('vitrine_device='))
        ?.split(';')[0] ?? '';
    const own = cookieOf(await login(app, email));
    const foreign = cookieOf(await login(app, (await createPerson(app)).email));
    const uses = Array.from({ length: 100 }, () =>
      app.deps.limits.consume('login account', email.toLowerCase(), { points: 100, seconds: 900 }),
    );
    await Promise.all(uses);
    const from = (cookie: string, password = PASSWORD) => login(app, email, password, { cookie });
    for (const cookie of ['', foreign, `vitrine_device=${'a'.repeat(43)}`])
      expect((await from(cookie)).statusCode).toBe(429);
    expect((await from(own)).statusCode).toBe(200);
    await Promise.all(Array.from({ length: 10 }, () => from(own, 'palpite errado')));
    expect((await from(own)).statusCode).toBe(429);
  });

  test('limits guesses at an unknown address with the same 429', async () => {
    const ip = newAddress();
    const guess = () => login(app, 'fantasma@hiperaurora.example', 'x', { ip });
    await Promise.all(Array.from({ length: 10 }, guess));
    expect((await guess()).statusCode).toBe(429);
  });

  test('limits one client address over many accounts, but not successful sign-ins', async () => {
    const { email } = await createPerson(app);
    const office = newAddress();
    for (let round = 0; round < 3; round++) {
      expect((await login(app, email, PASSWORD, { ip: office })).statusCode).toBe(200);
    }
    expect(await app.deps.limits.used('login address', office)).toBe(0);
    const ip = newAddress();
    for (let round = 0; round < 50; round++) {
      await app.deps.limits.consume('login address', ip, { points: 50, seconds: 900 });
    }
    expect((await login(app, email, PASSWORD, { ip })).statusCode).toBe(429);
  });

  test('renews a password hash that has outdated parameters', async ({ onTestFinished }) => {
    const inTests = passwordHashing.cost;
    passwordHashing.cost = PASSWORD_HASH_COST;
    onTestFinished(() => {
      passwordHashing.cost = inTests;
    });
    const { email } = await createPerson(app);
    const { argon2Sync } = await import('node:crypto');
    const nonce = Buffer.alloc(16, 1);
    const cost = { memory: 1024, passes: 1, parallelism: 1, tagLength: 32 };
    const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
    const hash = argon2Sync('argon2id', {
      message: Buffer.from(PASSWORD.normalize('NFKC')),
      nonce,
      ...cost,
    });
    const old = `$argon2id$v=19$m=1024,t=1,p=1$${text(nonce)}$${text(hash)}`;
    const own = { where: email.toLowerCase() };
    await app.deps.db
      .updateTable('users')
      .set({ password_hash: old })
      .where('email_key', '=', own.where)
      .execute();
    await signIn(app, email);
    const row = await app.deps.db
      .selectFrom('users')
      .select('password_hash')
      .where('email_key', '=', own.where)
      .executeTakeFirstOrThrow();
    expect(row.password_hash).toContain('$m=19456,t=2,p=1$');
    await signIn(app, email);
  });
});

describe('sessions', () => {
  test('admin endpoints refuse a missing, malformed, unknown or expired token', async () => {
    const ended = await signIn(app, (await createPerson(app)).email);
    await call(app, 'POST', '/auth/logout', { token: ended });
    const headers = [
      '',
      'Bearer',
      'Bearer ',
      'Bearer x',
      `Bearer ${'a'.repeat(43)}`,
      `Bearer ${'a'.repeat(5000)}`,
      `Bearer ${ended}`,
      'Basic eA==',
    ];
    for (const authorization of headers) {
      const answer = await app.request('GET', '/api/admin/profile', { headers: { authorization } });
      expect(answer.statusCode, authorization.slice(0, 60)).toBe(401);
      expect(answer.json()).toMatchObject({ error: expect.any(String), message: expect.any(String) });
    }
    expect((await app.request('GET', '/api/admin/profile')).statusCode).toBe(401);
  });

  test('public endpoints ignore the authorization header', async () => {
    const { email } = await createPerson(app);
    for (const authorization of ['', 'Bearer', 'Bearer ', `Bearer ${'a'.repeat(43)}`]) {
      const answer = await app.request('POST', '/api/auth/login', {
        json: { email, password: PASSWORD },
        headers: { authorization, 'x-forwarded-for': newAddress() },
      });
      expect(answer.statusCode).toBe(200);
    }
  });

  test('signing out ends only this session, and always succeeds', async () => {
    const { email } = await createPerson(app);
    const [first, second] = [await signIn(app, email), await signIn(app, email)];
    expect((await call(app, 'POST', '/auth/logout', { token: first })).statusCode).toBe(200);
    expect(await profileStatus(app, first)).toBe(401);
    expect(await profileStatus(app, second)).toBe(200);
    for (const body of [
      { token: first },
      { token: 'nonsense' },
      { token: null },
      { token: '' },
      { token: 5 },
      {},
    ]) {
      const answer = await call(app, 'POST', '/auth/logout', body);
      expect(answer.statusCode).toBe(200);
      expect(answer.json().data.message).toEqual(expect.any(String));
    }
  });

  test('a sign-in ends the session that it replaces, and no other', async () => {
    const { email } = await createPerson(app);
    const [here, elsewhere] = [await signIn(app, email), await signIn(app, email)];
    const enter = (more: object, as = email) =>
      call(app, 'POST', '/auth/login', { email: as, password: PASSWORD, ...more });
    // A refused sign-in ends nothing.
    expect((await enter({ password: 'não é esta', replaces: here })).statusCode).toBe(401);
    expect(await profileStatus(app, here)).toBe(200);

    const next = (await enter({ replaces: here })).json().data.token.access_token;
    expect(await profileStatus(app, here)).toBe(401);
    expect([await profileStatus(app, elsewhere), await profileStatus(app, next)]).toEqual([200, 200]);

    // Another user in the same browser.
    const other = (await createPerson(app)).email;
    expect((await enter({ replaces: next }, other)).statusCode).toBe(200);
    expect([await profileStatus(app, next), await profileStatus(app, elsewhere)]).toEqual([401, 200]);

    for (const replaces of [
      undefined,
      null,
      '',
      7,
      {},
      next,
      'x'.repeat(600),
      `vtr_${elsewhere}`,
      secretHash(elsewhere),
    ])
      expect((await enter({ replaces })).statusCode).toBe(200);
    expect(await profileStatus(app, elsewhere)).toBe(200);
    const ended = await app.deps.db
      .selectFrom('audit_log')
      .select(['user_name', 'entity_uuid'])
      .where('action', '=', 'replace_session')
      .execute();
    expect(ended).toHaveLength(2);
    expect(new Set(ended.map(({ entity_uuid }) => entity_uuid)).size).toBe(1);
    expect(new Set(ended.map(({ user_name }) => user_name)).size).toBe(2);
  });

  test('validate-token returns the user, or null for an invalid token', async () => {
    const { email } = await createPerson(app);
    const token = await signIn(app, email);
    const alive = await call(app, 'POST', '/auth/validate-token', { token });
    expect(alive.json().data.user).toMatchObject({ email, role: 'admin' });
    await call(app, 'POST', '/auth/logout', { token });
    for (const body of [
      { token },
      { token: 'nonsense' },
      { token: '' },
      { token: null },
      { token: 'x'.repeat(5000) },
      {},
    ]) {
      const dead = await call(app, 'POST', '/auth/validate-token', body);
      expect(dead.statusCode).toBe(200);
      expect(dead.json()).toEqual({ data: { user: null } });
    }
  });
});

test('a session ends when it is idle for too long, and at its absolute expiry', async () => {
  const app = await freshApp({ SESSION_IDLE: '2h', SESSION_ABSOLUTE: '5h' });
  const { email } = await createPerson(app);
  const idle = await signIn(app, email);
  app.clock.advance(2 * HOUR - 1);
  const used = await signIn(app, email);
  app.clock.advance(1);
  expect(await profileStatus(app, idle)).toBe(401);
  for (let round = 0; round < 4; round++) {
    expect(await profileStatus(app, used)).toBe(200);
    app.clock.advance(HOUR);
  }
  expect(await profileStatus(app, used)).toBe(200);
  app.clock.advance(HOUR);
  expect(await profileStatus(app, used)).toBe(401);
  const dead = await call(app, 'POST', '/auth/validate-token', { token: used });
  expect(dead.json()).toEqual({ data: { user: null } });
  await signIn(app, email);
  expect(await app.deps.db.selectFrom('sessions').select('id').execute()).toHaveLength(1);
});

test('writes the last use of a session once a minute', async () => {
  const app = await freshApp();
  const token = await signIn(app, (await createPerson(app)).email);
  const lastUsed = async () =>
    (await app.deps.db.selectFrom('sessions').select('last_used_at').executeTakeFirstOrThrow()).last_used_at;
  const start = await lastUsed();
  app.clock.advance(MINUTE - 1);
  await profileStatus(app, token);
  expect(await lastUsed()).toBe(start);
  app.clock.advance(1);
  await profileStatus(app, token);
  expect(Date.parse(await lastUsed())).toBe(Date.parse(start) + MINUTE);
});

describe('operators', () => {
  test('operators create accounts with a given or a generated password, and list them', async () => {
    const email = 'operada@hiperaurora.example';
    const { password } = await createUser(app.deps, { name: 'Operada', email });
    expect(password).toMatch(/^([0-9a-z]{5}-){5}[0-9a-z]{5}$/);
    await signIn(app, email, password ?? '');
    expect(await listUsers(app.deps)).toContainEqual(expect.objectContaining({ email, name: 'Operada' }));
    await expect(createUser(app.deps, { name: 'Outra', email: email.toUpperCase() })).rejects.toMatchObject({
      fields: { email: ['Este e-mail já é de outra conta.'] },
    });
    const invalid = createUser(app.deps, { name: ' ', email: 'x', password: 'curta' });
    await expect(invalid).rejects.toMatchObject({
      fields: { name: expect.any(Array), email: expect.any(Array), password: expect.any(Array) },
    });
  });

  test('an operator’s password reset ends the sessions of the account', async () => {
    const { email } = await createPerson(app);
    const token = await signIn(app, email);
    const password = await resetPasswordByOperator(app.deps, email.toUpperCase());
    expect(await profileStatus(app, token)).toBe(401);
    await signIn(app, email, password);
    await expect(resetPasswordByOperator(app.deps, 'nada@hiperaurora.example')).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
test('creates the first administrator once, even concurrently', async () => {
  const app = await freshApp({ ADMIN_EMAIL: 'chefe@hiperaurora.example' });
  const results = await Promise.all([ensureFirstAdmin(app.deps), ensureFirstAdmin(app.deps)]);
  const [admin] = results.filter((result) => result !== null);
  expect(results.filter((result) => result === null)).toHaveLength(1);
  expect(admin?.email).toBe('chefe@hiperaurora.example');
  await signIn(app, 'chefe@hiperaurora.example', admin?.password ?? '');
  expect(await ensureFirstAdmin(app.deps)).toBeNull();
});

test('creates the first administrator with the configured password and does not print it', async () => {
  const app = await freshApp({ ADMIN_EMAIL: 'chefe@hiperaurora.example', ADMIN_PASSWORD: PASSWORD });
  expect(await ensureFirstAdmin(app.deps)).toMatchObject({ password: null });
  await signIn(app, 'chefe@hiperaurora.example');
});
