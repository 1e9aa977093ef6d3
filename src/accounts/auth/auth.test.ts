import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { mailsIn } from '../../../test/mails.ts';
import { freePort } from '../../../test/port.ts';
import { useProductionTiming } from '../../../test/productionTiming.ts';
import { createMetrics } from '../../platform/observability/metrics.ts';
import { createOutages } from '../../platform/observability/outages.ts';
import { PASSWORD_HASH_COST, passwordHashing, secretHash } from '../../platform/security/secrets.ts';
import { texts } from '../../shared/text/texts.ts';
import { permissions } from '../users/rolePermissions.ts';
import {
  createUser,
  ensureFirstAdmin,
  listUsers,
  resetPasswordByOperator,
} from './operatorAccounts.service.ts';

const PASSWORD = 'café com pão 12';
const NEW_PASSWORD = 'pão de queijo 34';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Runs behind a proxy, so that each test can use client addresses of its own. */
const behindProxy = { TRUST_PROXY: '127.0.0.1' };

let people = 0;
const newPerson = async (app: TestApp) => {
  const email = `Pessoa.${++people}@hiperaurora.example`;
  await createUser(app.deps, { name: `Pessoa ${people}`, email, password: PASSWORD });
  return email;
};

let callers = 0;
const newAddress = () => `198.51.${++callers >> 8}.${callers & 255}`;

interface Options {
  token?: string;
  ip?: string;
  cookie?: string;
}

function call(
  app: TestApp,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  json?: unknown,
  options: Options = {},
) {
  return app.request(method, `/api${path}`, {
    ...(json !== undefined && { json }),
    ...(options.token !== undefined && { token: options.token }),
    headers: {
      'x-forwarded-for': options.ip ?? newAddress(),
      ...(options.cookie && { cookie: options.cookie }),
    },
  });
}

const login = (app: TestApp, email: string, password = PASSWORD, options: Options = {}) =>
  call(app, 'POST', '/auth/login', { email, password }, options);

async function signIn(app: TestApp, email: string, password = PASSWORD): Promise<string> {
  const answer = await login(app, email, password);
  expect(answer.statusCode).toBe(200);
  return answer.json().data.token.access_token;
}

const profileStatus = async (app: TestApp, token: string) =>
  (await call(app, 'GET', '/admin/profile', undefined, { token })).statusCode;

const mails = ({ dataDir }: TestApp) => mailsIn(dataDir);

const codeIn = (text: string | undefined) => /^[0-9A-Z]{5}-[0-9A-Z]{5}$/m.exec(text ?? '')?.[0] ?? '';

async function mailedCode(app: TestApp, email: string): Promise<string> {
  await call(app, 'POST', '/auth/forgot-it', { email });
  await app.deps.mailer.flush();
  const own = (await mails(app)).filter((mail) => mail.to?.[0]?.address === email);
  const codes = own.map((mail) => codeIn(mail.text));
  const pending = await app.deps.db
    .selectFrom('recovery_codes')
    .select('hash')
    .where('kind', '=', 'mail')
    .execute();
  return codes.find((code) => pending.some(({ hash }) => hash === secretHash(code))) ?? '';
}

async function resetToken(app: TestApp, email: string): Promise<string> {
  const answer = await call(app, 'POST', '/auth/verification-code', { code: await mailedCode(app, email) });
  expect(answer.statusCode).toBe(200);
  return answer.json().code;
}

const reset = (app: TestApp, code: string, password = NEW_PASSWORD, confirmation = password) =>
  call(app, 'POST', '/auth/reset-password', { code, password, password_confirmation: confirmation });

describe('one installation', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ env: behindProxy });
  });
  afterAll(() => app.remove());

  describe('sign-in', () => {
    test('returns the user and a token, in any case of the address', async () => {
      const email = await newPerson(app);
      const answer = await login(app, `  ${email.toUpperCase()} `);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['cache-control']).toBe('no-store');
      const { user, token, message } = answer.json().data;
      expect(user).toEqual({
        id: expect.any(Number),
        uuid: expect.any(String),
        name: `Pessoa ${people}`,
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
      const email = await newPerson(app);
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
      const email = await newPerson(app);
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
      const email = await newPerson(app);
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
      const email = await newPerson(app);
      const cookieOf = (answer: Awaited<ReturnType<typeof login>>) =>
        [answer.headers['set-cookie'] ?? []]
          .flat()
          .find((cookie) => cookie.startsWith('vitrine_device='))
          ?.split(';')[0] ?? '';
      const own = cookieOf(await login(app, email));
      const foreign = cookieOf(await login(app, await newPerson(app)));
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
      const email = await newPerson(app);
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
      const email = await newPerson(app);
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
      const ended = await signIn(app, await newPerson(app));
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
      const email = await newPerson(app);
      for (const authorization of ['', 'Bearer', 'Bearer ', `Bearer ${'a'.repeat(43)}`]) {
        const answer = await app.request('POST', '/api/auth/login', {
          json: { email, password: PASSWORD },
          headers: { authorization, 'x-forwarded-for': newAddress() },
        });
        expect(answer.statusCode).toBe(200);
      }
    });

    test('signing out ends only this session, and always succeeds', async () => {
      const email = await newPerson(app);
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
      const email = await newPerson(app);
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
      const other = await newPerson(app);
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
      const email = await newPerson(app);
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

  describe('recovery by mail', () => {
    test('recovers a password by a code from a mail file if there is no mail server', async () => {
      const email = await newPerson(app);
      const session = await signIn(app, email);
      const requested = await call(app, 'POST', '/auth/forgot-it', { email: email.toLowerCase() });
      expect(requested.statusCode).toBe(200);
      expect(requested.json()).toEqual({ status: 200, message: expect.stringContaining('10 minutos') });
      await app.deps.mailer.flush();
      const mail = (await mails(app)).find(({ to }) => to?.[0]?.address === email);
      expect(mail?.from?.address).toBe('nao-responda@hiperaurora.example');
      expect(mail?.subject).toContain('Hiper Aurora');
      for (const part of [mail?.text, mail?.html]) {
        expect(part).toContain(codeIn(mail?.text));
        expect(part).toContain('10 minutos');
        expect(part).toContain('Não pediu?');
        expect(part).toContain('/auth/verification-code');
      }
      const code = codeIn(mail?.text);
      expect(code).not.toBe('');

      const verified = await call(app, 'POST', '/auth/verification-code', { code });
      expect(verified.json()).toEqual({
        status: 200,
        message: expect.any(String),
        code: expect.stringMatching(/^[\w-]{43}$/),
      });
      const done = await reset(app, verified.json().code);
      expect(done.statusCode).toBe(200);
      expect(done.json()).toEqual({ status: 200, message: expect.any(String) });

      expect(await profileStatus(app, session)).toBe(401);
      expect((await login(app, email)).statusCode).toBe(401);
      await signIn(app, email, NEW_PASSWORD);

      const audit = await app.deps.db
        .selectFrom('audit_log')
        .selectAll()
        .where('action', '=', 'reset_password')
        .execute();
      expect(audit.at(-1)).toMatchObject({ entity: 'user', before: null, after: null });
    });

    test('recovery responds equally and as late for an unknown address, and mails nothing', async () => {
      useProductionTiming();
      const email = await newPerson(app);
      const timed = async (address: string) => {
        const start = performance.now();
        const answer = await call(app, 'POST', '/auth/forgot-it', { email: address });
        return { status: answer.statusCode, body: answer.json(), milliseconds: performance.now() - start };
      };
      const known = await timed(email);
      const unknown = await timed('ninguem@hiperaurora.example');
      expect(unknown).toMatchObject({ status: known.status, body: known.body });
      expect(known.milliseconds).toBeGreaterThan(240);
      expect(unknown.milliseconds).toBeGreaterThan(240);
      await app.deps.mailer.flush();
      const sent = await mails(app);
      expect(sent.some(({ to }) => to?.[0]?.address === 'ninguem@hiperaurora.example')).toBe(false);
    });

    test('stores neither mails nor recovery codes in plain text', async () => {
      const email = await newPerson(app);
      await call(app, 'POST', '/auth/forgot-it', { email });
      const waiting = await app.deps.db
        .selectFrom('mail_outbox')
        .selectAll()
        .where('state', '=', 'waiting')
        .execute();
      expect(waiting).toHaveLength(1);
      expect(waiting[0]?.content).not.toMatch(/Pessoa|hiperaurora/);
      await app.deps.mailer.flush();
      const rows = await app.deps.db.selectFrom('mail_outbox').selectAll().execute();
      expect(rows.every((row) => row.state === 'sent' && row.content === null && row.finished_at)).toBe(true);
      const code = await mailedCode(app, email);
      const codes = await app.deps.db.selectFrom('recovery_codes').selectAll().execute();
      expect(JSON.stringify(codes)).not.toContain(code);
    });

    test('mail files and the secret key are readable only by their owner', async () => {
      await mailedCode(app, await newPerson(app));
      const directory = join(app.dataDir, 'mail');
      const [name = ''] = await readdir(directory);
      expect(name).toMatch(/^[\dT.Z-]+-[\da-f]{8}\.eml$/);
      expect((await stat(join(directory, name))).mode & 0o777).toBe(0o600);
      expect((await stat(join(app.dataDir, 'secret.key'))).mode & 0o777).toBe(0o600);
    });

    test.each([
      ['in lower case', (code: string) => code.toLowerCase()],
      ['without the dash', (code: string) => code.replace('-', '')],
      ['with spaces around and for the dash', (code: string) => ` ${code.replace('-', ' ')} `],
      ['with letters for digits', (code: string) => code.replaceAll('0', 'o').replaceAll('1', 'l')],
    ])('accepts a recovery code typed %s', async (_, typed) => {
      const code = await mailedCode(app, await newPerson(app));
      const answer = await call(app, 'POST', '/auth/verification-code', { code: typed(code) });
      expect(answer.statusCode).toBe(200);
    });

    test('a recovery code works once, even in concurrent requests', async () => {
      const code = await mailedCode(app, await newPerson(app));
      const tries = [1, 2, 3].map(() => call(app, 'POST', '/auth/verification-code', { code }));
      const statuses = (await Promise.all(tries)).map((answer) => answer.statusCode).sort();
      expect(statuses).toEqual([200, 422, 422]);
    });

    test('a reset token works once, even in concurrent requests', async () => {
      const token = await resetToken(app, await newPerson(app));
      const answers = await Promise.all([reset(app, token), reset(app, token)]);
      expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 422]);
      const again = await reset(app, token);
      expect(again.statusCode).toBe(422);
      expect(again.json()).toMatchObject({
        status: 422,
        error: expect.any(String),
        errors: { code: [expect.any(String)] },
      });
    });

    test('a new recovery code invalidates the earlier one and its reset token', async () => {
      const email = await newPerson(app);
      const first = await mailedCode(app, email);
      const second = await mailedCode(app, email);
      expect(second).not.toBe(first);
      expect((await call(app, 'POST', '/auth/verification-code', { code: first })).statusCode).toBe(422);
      const verified = await call(app, 'POST', '/auth/verification-code', { code: second });
      const third = await mailedCode(app, email);
      expect((await reset(app, verified.json().code)).statusCode).toBe(422);
      expect((await call(app, 'POST', '/auth/verification-code', { code: third })).statusCode).toBe(200);
    });

    test('repeated recovery requests mail three codes and leave the last one valid', async () => {
      const email = await newPerson(app);
      for (let round = 0; round < 3; round++) await mailedCode(app, email);
      const last = await mailedCode(app, email);
      const sent = (await mails(app)).filter((mail) => mail.to?.[0]?.address === email);
      expect(sent).toHaveLength(3);
      expect((await call(app, 'POST', '/auth/verification-code', { code: last })).statusCode).toBe(200);
    });

    test('reports wrong and missing codes at their field, with the status in the body', async () => {
      for (const code of ['AAAAA-AAAAA', 'curto', '!!!!!-!!!!!', 'x'.repeat(100)]) {
        const answer = await call(app, 'POST', '/auth/verification-code', { code });
        expect(answer.statusCode).toBe(422);
        const { message, errors, error, status } = answer.json();
        expect({ error, errors, status }).toEqual({
          error: message,
          errors: { code: [message] },
          status: 422,
        });
      }
      const missing = await call(app, 'POST', '/auth/verification-code', { code: ' ' });
      expect(missing.json()).toMatchObject({
        status: 422,
        message: texts.needCode,
        errors: { code: [texts.needCode] },
      });
    });

    test('stops guesses at codes from one client address and not from others', async () => {
      const ip = newAddress();
      for (let round = 0; round < 10; round++) {
        await app.deps.limits.consume('recovery guesses', ip, { points: 10, seconds: 600 });
      }
      const code = await mailedCode(app, await newPerson(app));
      const stopped = await call(app, 'POST', '/auth/verification-code', { code }, { ip });
      expect(stopped.statusCode).toBe(429);
      expect(stopped.json().status).toBe(429);
      expect((await call(app, 'POST', '/auth/verification-code', { code })).statusCode).toBe(200);
    });

    test('a refused new password leaves the reset token usable', async () => {
      const email = await newPerson(app);
      const token = await resetToken(app, email);
      const short = await reset(app, token, 'curta');
      expect(short.statusCode).toBe(422);
      expect(short.json()).toMatchObject({
        status: 422,
        errors: { password: [expect.stringContaining('10 caracteres')] },
      });
      const different = await reset(app, token, NEW_PASSWORD, 'não é a mesma');
      expect(different.json().errors).toEqual({ password_confirmation: [texts.samePasswords] });
      expect((await reset(app, 'a'.repeat(43))).statusCode).toBe(422);
      expect((await reset(app, token)).statusCode).toBe(200);
    });

    test('a password reset lets a user in after too many failed sign-ins', async () => {
      const email = await newPerson(app);
      const ip = newAddress();
      await Promise.all(Array.from({ length: 11 }, () => login(app, email, 'esqueci mesmo', { ip })));
      const code = await resetToken(app, email);
      await call(
        app,
        'POST',
        '/auth/reset-password',
        { code, password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD },
        { ip },
      );
      expect((await login(app, email, NEW_PASSWORD, { ip })).statusCode).toBe(200);
    });
  });

  describe('profile', () => {
    test('shows and changes name and e-mail of the profile', async () => {
      const email = await newPerson(app);
      const token = await signIn(app, email);
      const before = (await call(app, 'GET', '/admin/profile', undefined, { token })).json().data;
      expect(before).toMatchObject({ email, version: 1 });
      const changed = {
        name: '  Ana  Conceição ',
        email: `nova.${email}`,
        current_password: PASSWORD,
        version: before.version,
      };
      const answer = await call(app, 'PUT', '/admin/profile/update', changed, { token });
      expect(answer.statusCode).toBe(200);
      expect(answer.json().data).toEqual({
        message: expect.any(String),
        user: {
          id: before.id,
          uuid: before.uuid,
          role: 'admin',
          role_name: 'Administrador',
          permissions: [...permissions],
          branches: null,
          photo: null,
          name: 'Ana  Conceição',
          email: `nova.${email}`,
        },
      });
      const after = (await call(app, 'GET', '/admin/profile', undefined, { token })).json().data;
      expect(after.version).toBe(2);
      await signIn(app, `nova.${email}`);
      expect((await login(app, email)).statusCode).toBe(401);
    });

    test('refuses a profile with an outdated version and accepts a profile without one', async () => {
      const email = await newPerson(app);
      const token = await signIn(app, email);
      const save = (version?: number) =>
        call(
          app,
          'PUT',
          '/admin/profile/update',
          { name: 'Nome', email, ...(version && { version }) },
          { token },
        );
      expect((await save(1)).statusCode).toBe(200);
      const behind = await save(1);
      expect(behind.statusCode).toBe(409);
      expect((await save()).statusCode).toBe(200);
    });

    test('reports an e-mail in use at its field', async () => {
      const taken = await newPerson(app);
      const email = await newPerson(app);
      const token = await signIn(app, email);
      const answer = await call(
        app,
        'PUT',
        '/admin/profile/update',
        { name: 'Nome', email: taken.toUpperCase(), current_password: PASSWORD },
        { token },
      );
      expect(answer.statusCode).toBe(422);
      expect(answer.json().errors).toEqual({ email: ['Este e-mail já é de outra conta.'] });
      expect((await call(app, 'GET', '/admin/profile', undefined, { token })).json().data.email).toBe(email);
    });

    test('a changed e-mail invalidates the code that went to the old address', async () => {
      const email = await newPerson(app);
      const token = await signIn(app, email);
      const code = await mailedCode(app, email);
      const changed = { name: 'Nome', email: `nova.${email}`, current_password: PASSWORD };
      expect((await call(app, 'PUT', '/admin/profile/update', changed, { token })).statusCode).toBe(200);
      expect((await call(app, 'POST', '/auth/verification-code', { code })).statusCode).toBe(422);
    });

    test('a new password ends the user’s other sessions', async () => {
      const email = await newPerson(app);
      const [here, elsewhere] = [await signIn(app, email), await signIn(app, email)];
      const stranger = await signIn(app, await newPerson(app));
      const body = {
        current_password: PASSWORD,
        password: NEW_PASSWORD,
        password_confirmation: NEW_PASSWORD,
      };
      expect((await call(app, 'PUT', '/admin/profile/password', body, { token: here })).statusCode).toBe(200);
      expect(await profileStatus(app, here)).toBe(200);
      expect(await profileStatus(app, elsewhere)).toBe(401);
      expect(await profileStatus(app, stranger)).toBe(200);
      await signIn(app, email, NEW_PASSWORD);
    });

    test('reports a wrong current password at its field, and stops after ten', async () => {
      const email = await newPerson(app);
      const token = await signIn(app, email);
      const body = {
        current_password: 'não é esta',
        password: NEW_PASSWORD,
        password_confirmation: NEW_PASSWORD,
      };
      const change = () => call(app, 'PUT', '/admin/profile/password', body, { token });
      const wrong = await change();
      expect(wrong.statusCode).toBe(422);
      expect(wrong.json().errors).toEqual({ current_password: ['A senha atual não confere.'] });
      for (let round = 1; round < 10; round++) expect((await change()).statusCode).toBe(422);
      expect((await change()).statusCode).toBe(429);
      await signIn(app, email);
    });
  });

  describe('operators', () => {
    test('operators create accounts with a given or a generated password, and list them', async () => {
      const email = 'operada@hiperaurora.example';
      const { password } = await createUser(app.deps, { name: 'Operada', email });
      expect(password).toMatch(/^([0-9a-z]{5}-){5}[0-9a-z]{5}$/);
      await signIn(app, email, password ?? '');
      expect(await listUsers(app.deps)).toContainEqual(expect.objectContaining({ email, name: 'Operada' }));
      await expect(createUser(app.deps, { name: 'Outra', email: email.toUpperCase() })).rejects.toMatchObject(
        {
          fields: { email: ['Este e-mail já é de outra conta.'] },
        },
      );
      const invalid = createUser(app.deps, { name: ' ', email: 'x', password: 'curta' });
      await expect(invalid).rejects.toMatchObject({
        fields: { name: expect.any(Array), email: expect.any(Array), password: expect.any(Array) },
      });
    });

    test('an operator’s password reset ends the sessions of the account', async () => {
      const email = await newPerson(app);
      const token = await signIn(app, email);
      const password = await resetPasswordByOperator(app.deps, email.toUpperCase());
      expect(await profileStatus(app, token)).toBe(401);
      await signIn(app, email, password);
      await expect(resetPasswordByOperator(app.deps, 'nada@hiperaurora.example')).rejects.toMatchObject({
        code: 'not_found',
      });
    });
  });
});

describe('own installation and clock', () => {
  const apps: TestApp[] = [];
  const fresh = async (env: Record<string, string> = {}) => {
    const app = await createTestApp({ env: { ...behindProxy, ...env } });
    apps.push(app);
    return app;
  };
  afterEach(async () => {
    for (const app of apps.splice(0)) await app.remove();
  });

  test('a session ends when it is idle for too long, and at its absolute expiry', async () => {
    const app = await fresh({ SESSION_IDLE: '2h', SESSION_ABSOLUTE: '5h' });
    const email = await newPerson(app);
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
    const app = await fresh();
    const token = await signIn(app, await newPerson(app));
    const lastUsed = async () =>
      (await app.deps.db.selectFrom('sessions').select('last_used_at').executeTakeFirstOrThrow())
        .last_used_at;
    const start = await lastUsed();
    app.clock.advance(MINUTE - 1);
    await profileStatus(app, token);
    expect(await lastUsed()).toBe(start);
    app.clock.advance(1);
    await profileStatus(app, token);
    expect(Date.parse(await lastUsed())).toBe(Date.parse(start) + MINUTE);
  });

  test('codes and reset tokens expire after ten minutes, rate limits after their window', async () => {
    const app = await fresh();
    const email = await newPerson(app);
    const late = await mailedCode(app, email);
    app.clock.advance(10 * MINUTE);
    expect((await call(app, 'POST', '/auth/verification-code', { code: late })).statusCode).toBe(422);
    const token = await resetToken(app, email);
    app.clock.advance(10 * MINUTE);
    expect((await reset(app, token)).statusCode).toBe(422);
    const ip = newAddress();
    await Promise.all(Array.from({ length: 11 }, () => login(app, email, 'errada', { ip })));
    expect((await login(app, email, PASSWORD, { ip })).statusCode).toBe(429);
    app.clock.advance(15 * MINUTE);
    expect((await login(app, email, PASSWORD, { ip })).statusCode).toBe(200);
    const left = await app.deps.db.selectFrom('rate_limits').select('expires_at').execute();
    expect(left.every(({ expires_at }) => expires_at > app.clock.now())).toBe(true);
  });

  test('many wrong codes slow all callers down and block none', async () => {
    const app = await fresh();
    const code = await mailedCode(app, await newPerson(app));
    const verify = async (typed: string) => {
      const start = performance.now();
      const answer = await call(app, 'POST', '/auth/verification-code', { code: typed });
      return { status: answer.statusCode, milliseconds: performance.now() - start };
    };
    for (let round = 0; round < 30; round++) {
      await app.deps.limits.count('recovery failures', 'all', { seconds: 600 });
    }
    const wrong = await verify('AAAAA-AAAAA');
    expect(wrong.status).toBe(422);
    expect(wrong.milliseconds).toBeGreaterThan(480);
    // Without a longest delay, the next answer would take more than an hour.
    await app.deps.db
      .updateTable('rate_limits')
      .set({ points: 100_000 })
      .where('key', 'like', 'recovery failures %')
      .execute();
    const right = await verify(code);
    expect(right.status).toBe(200);
    expect(right.milliseconds).toBeGreaterThan(1900);
  });

  test('creates the first administrator once, even concurrently', async () => {
    const app = await fresh({ ADMIN_EMAIL: 'chefe@hiperaurora.example' });
    const results = await Promise.all([ensureFirstAdmin(app.deps), ensureFirstAdmin(app.deps)]);
    const [admin] = results.filter((result) => result !== null);
    expect(results.filter((result) => result === null)).toHaveLength(1);
    expect(admin?.email).toBe('chefe@hiperaurora.example');
    await signIn(app, 'chefe@hiperaurora.example', admin?.password ?? '');
    expect(await ensureFirstAdmin(app.deps)).toBeNull();
  });

  test('creates the first administrator with the configured password and does not print it', async () => {
    const app = await fresh({ ADMIN_EMAIL: 'chefe@hiperaurora.example', ADMIN_PASSWORD: PASSWORD });
    expect(await ensureFirstAdmin(app.deps)).toMatchObject({ password: null });
    await signIn(app, 'chefe@hiperaurora.example');
  });

  test('sends recovery mails over a mail server', async () => {
    const server = await startSmtp();
    const app = await fresh({ SMTP_URL: server.url, MAIL_FROM: 'Loja <loja@hiperaurora.example>' });
    app.startWorkers();
    const email = await newPerson(app);
    await call(app, 'POST', '/auth/forgot-it', { email });
    await expect.poll(() => server.received.length).toBe(1);
    const [{ envelope, raw } = { envelope: null, raw: '' }] = server.received;
    expect(envelope).toEqual({ from: 'loja@hiperaurora.example', to: [email] });
    const mail = await PostalMime.parse(raw);
    expect(mail.from).toEqual({ name: 'Loja', address: 'loja@hiperaurora.example' });
    expect(mail.html).toContain(codeIn(mail.text));
    const verified = await call(app, 'POST', '/auth/verification-code', { code: codeIn(mail.text) });
    expect((await reset(app, verified.json().code)).statusCode).toBe(200);
    await signIn(app, email, NEW_PASSWORD);
    await server.close();
    expect(await mails(app)).toEqual([]);
  });

  test('a mail server outage delays the mail and nothing else', async () => {
    const port = await freePort();
    const app = await fresh({ SMTP_URL: `smtp://127.0.0.1:${port}` });
    const email = await newPerson(app);
    expect((await call(app, 'POST', '/auth/forgot-it', { email })).statusCode).toBe(200);
    await app.deps.mailer.flush();
    const row = () => app.deps.db.selectFrom('mail_outbox').selectAll().executeTakeFirstOrThrow();
    const sending = () => jobOf(app);
    expect(await row()).toMatchObject({ state: 'waiting', content: expect.any(String) });
    expect(await sending()).toMatchObject({ state: 'waiting', attempts: 1, last_error: 'ESOCKET' });
    const server = await startSmtp(port);
    await app.deps.mailer.flush();
    expect(server.received).toHaveLength(0);
    app.clock.advance(5000);
    await app.deps.mailer.flush();
    expect(server.received).toHaveLength(1);
    expect(await row()).toMatchObject({ state: 'sent', content: null });
    expect(await sending()).toBeUndefined();
    const { text } = await PostalMime.parse(server.received[0]?.raw ?? '');
    expect((await call(app, 'POST', '/auth/verification-code', { code: codeIn(text) })).statusCode).toBe(200);
    await server.close();
  });

  test('a mail that cannot be delivered for a day fails, and its text is deleted', async () => {
    const app = await fresh({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}` });
    await call(app, 'POST', '/auth/forgot-it', { email: await newPerson(app) });
    const row = () => app.deps.db.selectFrom('mail_outbox').selectAll().executeTakeFirstOrThrow();
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const waits: number[] = [];
    for (let last = app.clock.now(); (await row()).state === 'waiting' && waits.length < 100; ) {
      await app.deps.mailer.flush();
      if ((await row()).state !== 'waiting') break;
      app.clock.set((await jobOf(app))?.run_at ?? '');
      waits.push(app.clock.now() - last);
      last = app.clock.now();
    }
    expect(waits.slice(0, 4)).toEqual([5000, 15_000, 45_000, 135_000]);
    expect(Math.max(...waits)).toBe(HOUR);
    const total = waits.reduce((sum, wait) => sum + wait, 0);
    expect(total).toBeGreaterThan(22 * HOUR);
    expect(total).toBeLessThanOrEqual(24 * HOUR);
    expect(await row()).toMatchObject({ state: 'failed', content: null, finished_at: expect.any(String) });
    const given = await jobOf(app);
    expect(given).toMatchObject({ state: 'failed', last_error: expect.any(String) });
    expect(JSON.stringify(given)).not.toContain('@');
    app.clock.advance(31 * 24 * HOUR);
    await app.deps.mailer.flush();
    expect(await app.deps.db.selectFrom('mail_outbox').select('id').execute()).toEqual([]);
  });

  test('two instances never send one mail twice', async () => {
    const app = await fresh();
    const { createMailer } = await import('../../platform/mail/mailer.ts');
    const { createJobs } = await import('../../platform/jobs/jobs.ts');
    const { config, keys, database, write, clock, log } = app.deps;
    const jobs = createJobs({ database, write, clock, log, metrics: createMetrics() });
    const other = createMailer({
      config,
      keys,
      database,
      jobs,
      clock,
      outage: createOutages(() => log).mail,
    });
    for (let round = 0; round < 4; round++)
      await call(app, 'POST', '/auth/forgot-it', { email: await newPerson(app) });
    await Promise.all([app.deps.mailer.flush(), other.flush()]);
    expect(await mails(app)).toHaveLength(4);
  });
});

const jobOf = ({ deps }: TestApp) =>
  deps.db.selectFrom('jobs').selectAll().where('kind', 'like', 'mail.%').executeTakeFirst();

/** Starts a mail server that accepts and records every mail. */
async function startSmtp(port = 0) {
  const received: { envelope: { from: string; to: string[] }; raw: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          envelope: { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) },
          raw: Buffer.concat(chunks).toString(),
        });
        callback();
      });
    },
  });
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  const actual = typeof address === 'object' && address ? address.port : port;
  return {
    received,
    url: `smtp://127.0.0.1:${actual}`,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}
