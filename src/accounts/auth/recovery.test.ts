import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  behindProxy,
  call,
  codeIn,
  createPerson,
  freshApp,
  login,
  mailedCode,
  NEW_PASSWORD,
  newAddress,
  PASSWORD,
  profileStatus,
  signIn,
} from '../../../test/accounts.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { startMailServer } from '../../../test/mailServer.ts';
import { freePort } from '../../../test/port.ts';
import { useProductionTiming } from '../../../test/productionTiming.ts';
import { texts } from '../../shared/text/texts.ts';

const MINUTE = 60_000;

async function resetToken(app: TestApp, email: string): Promise<string> {
  const answer = await call(app, 'POST', '/auth/verification-code', { code: await mailedCode(app, email) });
  expect(answer.statusCode).toBe(200);
  return answer.json().code;
}

const reset = (app: TestApp, code: string, password = NEW_PASSWORD, confirmation = password) =>
  call(app, 'POST', '/auth/reset-password', { code, password, password_confirmation: confirmation });

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: behindProxy });
});
afterAll(() => app.remove());

describe('recovery by mail', () => {
  test('recovers a password by a code from a mail file if there is no mail server', async () => {
    const { email } = await createPerson(app);
    const session = await signIn(app, email);
    const requested = await call(app, 'POST', '/auth/forgot-it', { email: email.toLowerCase() });
    expect(requested.statusCode).toBe(200);
    expect(requested.json()).toEqual({ status: 200, message: expect.stringContaining('10 minutos') });
    const [mail] = await app.mailsTo(email);
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
    const { email } = await createPerson(app);
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
    const sent = await app.mails();
    expect(sent.some(({ to }) => to?.[0]?.address === 'ninguem@hiperaurora.example')).toBe(false);
  });

  test('stores neither mails nor recovery codes in plain text', async () => {
    const { email } = await createPerson(app);
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
    await mailedCode(app, (await createPerson(app)).email);
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
    const code = await mailedCode(app, (await createPerson(app)).email);
    const answer = await call(app, 'POST', '/auth/verification-code', { code: typed(code) });
    expect(answer.statusCode).toBe(200);
  });

  test('a recovery code works once, even in concurrent requests', async () => {
    const code = await mailedCode(app, (await createPerson(app)).email);
    const tries = [1, 2, 3].map(() => call(app, 'POST', '/auth/verification-code', { code }));
    const statuses = (await Promise.all(tries)).map((answer) => answer.statusCode).sort();
    expect(statuses).toEqual([200, 422, 422]);
  });

  test('a reset token works once, even in concurrent requests', async () => {
    const token = await resetToken(app, (await createPerson(app)).email);
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
    const { email } = await createPerson(app);
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
    const { email } = await createPerson(app);
    for (let round = 0; round < 3; round++) await mailedCode(app, email);
    const last = await mailedCode(app, email);
    const sent = await app.mailsTo(email);
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
    const code = await mailedCode(app, (await createPerson(app)).email);
    const stopped = await call(app, 'POST', '/auth/verification-code', { code }, { ip });
    expect(stopped.statusCode).toBe(429);
    expect(stopped.json().status).toBe(429);
    expect((await call(app, 'POST', '/auth/verification-code', { code })).statusCode).toBe(200);
  });

  test('a refused new password leaves the reset token usable', async () => {
    const { email } = await createPerson(app);
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
    const { email } = await createPerson(app);
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

test('codes and reset tokens expire after ten minutes, rate limits after their window', async () => {
  const app = await freshApp();
  const { email } = await createPerson(app);
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
  const app = await freshApp();
  const code = await mailedCode(app, (await createPerson(app)).email);
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

test('sends recovery mails over a mail server', async () => {
  const server = await startMailServer();
  const app = await freshApp({ SMTP_URL: server.url, MAIL_FROM: 'Loja <loja@hiperaurora.example>' });
  app.startWorkers();
  const { email } = await createPerson(app);
  await call(app, 'POST', '/auth/forgot-it', { email });
  await expect.poll(() => server.received.length).toBe(1);
  const [received] = server.received;
  expect(received).toMatchObject({ from: 'loja@hiperaurora.example', to: [email] });
  expect(received?.mail.from).toEqual({ name: 'Loja', address: 'loja@hiperaurora.example' });
  const code = codeIn(received?.mail.text);
  expect(received?.mail.html).toContain(code);
  const verified = await call(app, 'POST', '/auth/verification-code', { code });
  expect((await reset(app, verified.json().code)).statusCode).toBe(200);
  await signIn(app, email, NEW_PASSWORD);
  await server.close();
  expect(await app.mails()).toEqual([]);
});

test('a mail server outage delays the mail and nothing else', async () => {
  const port = await freePort();
  const app = await freshApp({ SMTP_URL: `smtp://127.0.0.1:${port}` });
  const { email } = await createPerson(app);
  expect((await call(app, 'POST', '/auth/forgot-it', { email })).statusCode).toBe(200);
  await app.deps.mailer.flush();
  const row = () => app.deps.db.selectFrom('mail_outbox').selectAll().executeTakeFirstOrThrow();
  const sending = () =>
    app.deps.db.selectFrom('jobs').selectAll().where('kind', 'like', 'mail.%').executeTakeFirst();
  expect(await row()).toMatchObject({ state: 'waiting', content: expect.any(String) });
  expect(await sending()).toMatchObject({ state: 'waiting', attempts: 1, last_error: 'ESOCKET' });
  const server = await startMailServer({}, port);
  await app.deps.mailer.flush();
  expect(server.received).toHaveLength(0);
  app.clock.advance(5000);
  await app.deps.mailer.flush();
  expect(server.received).toHaveLength(1);
  expect(await row()).toMatchObject({ state: 'sent', content: null });
  expect(await sending()).toBeUndefined();
  const code = codeIn(server.received[0]?.mail.text);
  expect((await call(app, 'POST', '/auth/verification-code', { code })).statusCode).toBe(200);
  await server.close();
});
