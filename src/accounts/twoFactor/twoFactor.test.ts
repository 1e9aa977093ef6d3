import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp, testClock } from '../../../test/app.ts';
import { collectLogLines } from '../../../test/logLines.ts';
import { loadKeys, rotateKey } from '../../platform/security/keys.ts';
import { secretHash } from '../../platform/security/secrets.ts';
import { removeUser } from '../auth/access.service.ts';
import { createUser } from '../auth/operatorAccounts.service.ts';
import { resealApps, sealAppSecret } from './authenticatorApp.service.ts';
import { removeSecondFactors } from './twoFactor.service.ts';

const PASSWORD = 'uma senha de teste';
const STEP = 30_000;
const QUARTER_HOUR = 15 * 60_000;

const lines = collectLogLines();
const clock = testClock('2026-11-23T12:00:10.000Z');
let app: TestApp;
let people = 0;
/** Keys and codes that may appear in responses only. */
const secrets = new Set<string>();

beforeAll(async () => {
  app = await createTestApp({ clock, logTo: lines.logTo, env: { LOG_LEVEL: 'info' } });
});
afterAll(() => app.remove());

const call = (method: 'GET' | 'POST' | 'PUT', path: string, json?: object, token?: string, ip?: string) =>
  app.request(method, `/api${path}`, {
    ...(json && { json }),
    ...(token && { token }),
    ...(ip && { headers: { 'x-forwarded-for': ip } }),
  });

const signInAnswer = (email: string, more: object = {}, password = PASSWORD) =>
  call('POST', '/auth/login', { email, password, ...more });

async function newPerson() {
  people += 1;
  const email = `fator-${people}@hiperaurora.example`;
  const { uuid } = await createUser(app.deps, { name: `Fátima ${people}`, email, password: PASSWORD });
  const token = (await signInAnswer(email)).json().data.token.access_token as string;
  return { email, uuid, token };
}

const codeAt = (key: string, at = clock.now()) =>
  new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) }).generate({ timestamp: at });

const confirmed = { current_password: PASSWORD };
const PATH = '/admin/profile/second-factor';

/** Creates a person with an app and advances the clock by one step after the first code. */
async function withApp() {
  const person = await newPerson();
  const started = await call('POST', `${PATH}/app`, confirmed, person.token);
  expect(started.statusCode, started.payload).toBe(200);
  const { key } = started.json().data as { key: string };
  secrets.add(key.replaceAll(' ', ''));
  const done = await call('PUT', `${PATH}/app`, { code: codeAt(key) }, person.token);
  expect(done.statusCode, done.payload).toBe(200);
  const { recovery_codes: codes } = done.json().data as { recovery_codes: string[] };
  for (const code of codes) secrets.add(code);
  clock.advance(STEP);
  return { ...person, key, codes };
}

const statusOf = async (token: string) => (await call('GET', '/admin/profile', undefined, token)).statusCode;
const stateOf = async (token: string) => (await call('GET', PATH, undefined, token)).json().data;
/** Returns the newest mail with this subject; mails of one instant have no order. */
const mailTo = async (email: string, subject: string) =>
  (await app.mailsTo(email)).findLast((mail) => mail.subject?.includes(subject));
const audited = (action: string, uuid: string) =>
  app.deps.db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', action)
    .where('entity_uuid', '=', uuid)
    .orderBy('id')
    .execute();

describe('authenticator app', () => {
  test('sets up an app with the password, a key, its QR code and a first code', async () => {
    const { email, uuid, token } = await newPerson();
    const elsewhere = (await signInAnswer(email)).json().data.token.access_token;
    expect(await stateOf(token)).toEqual({
      app_since: null,
      passkeys: [],
      recovery_codes_left: 0,
      required: false,
    });

    const unsure = await call('POST', `${PATH}/app`, {}, token);
    expect([unsure.statusCode, unsure.json().errors]).toEqual([
      422,
      { current_password: ['Informe a senha atual.'] },
    ]);
    const wrong = await call('POST', `${PATH}/app`, { current_password: 'outra senha' }, token);
    expect([wrong.statusCode, wrong.json().errors]).toEqual([
      422,
      { current_password: ['A senha atual não confere.'] },
    ]);

    const { key, uri, qr } = (await call('POST', `${PATH}/app`, confirmed, token)).json().data;
    expect(key).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
    expect(uri).toContain(`secret=${key.replaceAll(' ', '')}`);
    expect(qr.path).toMatch(/^(M\d+ \d+h\d+v1h-\d+z)+$/);
    // Sign-in needs no code before the first code is confirmed.
    expect((await signInAnswer(email)).statusCode).toBe(200);

    const mistyped = await call('PUT', `${PATH}/app`, { code: '12 34' }, token);
    expect(mistyped.json().errors).toEqual({ code: ['Digite os 6 números do aplicativo.'] });
    const code = codeAt(key);
    const off = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    const refused = await call('PUT', `${PATH}/app`, { code: off }, token);
    expect(refused.json().errors).toEqual({
      code: ['O código não confere. Digite o que o aplicativo mostra agora.'],
    });

    const done = await call('PUT', `${PATH}/app`, { code: `${code.slice(0, 3)} ${code.slice(3)}` }, token);
    expect(done.statusCode, done.payload).toBe(200);
    expect(new Set(done.json().data.recovery_codes).size).toBe(10);
    expect(await stateOf(token)).toMatchObject({
      app_since: expect.stringContaining('2026-11-23'),
      recovery_codes_left: 10,
    });
    expect([await statusOf(token), await statusOf(elsewhere)]).toEqual([200, 401]);
    const [mail] = await app.mailsTo(email);
    expect(mail?.subject).toBe('Hiper Aurora: a verificação em duas etapas foi ligada');
    expect(await audited('second_factor_app_on', uuid)).toHaveLength(1);
    expect((await call('POST', `${PATH}/app`, confirmed, token)).statusCode).toBe(409);
    expect((await call('PUT', `${PATH}/app`, { code }, token)).statusCode).toBe(409);
  });

  test('the setup of an app expires after 15 minutes', async () => {
    const { token } = await newPerson();
    const { key } = (await call('POST', `${PATH}/app`, confirmed, token)).json().data;
    clock.advance(QUARTER_HOUR);
    const late = await call('PUT', `${PATH}/app`, { code: codeAt(key) }, token);
    expect([late.statusCode, late.json().error]).toEqual([409, expect.stringContaining('Comece de novo')]);
  });

  test('endpoints of the second factor respond with 401 without a session', async () => {
    for (const [method, path] of [
      ['GET', PATH],
      ['POST', `${PATH}/app`],
      ['PUT', `${PATH}/app`],
      ['POST', `${PATH}/app/off`],
      ['POST', `${PATH}/recovery-codes`],
    ] as const)
      expect((await call(method, path, method === 'GET' ? undefined : {})).statusCode, path).toBe(401);
  });

  test('removing the app needs password and code, and deletes the recovery codes', async () => {
    const { email, token, key } = await withApp();
    expect((await call('POST', `${PATH}/app/off`, {}, token)).statusCode).toBe(422);
    expect((await call('POST', `${PATH}/app/off`, confirmed, token)).statusCode).toBe(422);
    const both = { ...confirmed, otp: codeAt(key) };
    expect((await call('POST', `${PATH}/app/off`, both, token)).statusCode).toBe(200);
    expect(await stateOf(token)).toMatchObject({ app_since: null, recovery_codes_left: 0 });
    expect((await signInAnswer(email)).statusCode).toBe(200);
    expect((await app.mailsTo(email)).map(({ subject }) => subject)).toContain(
      'Hiper Aurora: o aplicativo autenticador foi desligado',
    );
    expect((await call('POST', `${PATH}/app/off`, confirmed, token)).statusCode).toBe(409);
    expect((await call('POST', `${PATH}/recovery-codes`, confirmed, token)).statusCode).toBe(409);
  });

  test('an operator can remove the factors of a person without the password', async () => {
    const { email, token } = await withApp();
    expect(await removeSecondFactors(app.deps, email)).toBe(true);
    expect(await statusOf(token)).toBe(401);
    expect((await signInAnswer(email)).statusCode).toBe(200);
    expect(await removeSecondFactors(app.deps, email)).toBe(false);
    const mail = await mailTo(email, 'a verificação em duas etapas foi desligada');
    expect(mail?.text).toContain('Quem cuida do sistema desligou');
    await expect(removeSecondFactors(app.deps, 'ninguem@hiperaurora.example')).rejects.toThrow(
      'Não há ninguém',
    );
  });

  test('removing a person deletes their app', async () => {
    const { email } = await withApp();
    const count = async () =>
      (await app.deps.db.selectFrom('authenticator_apps').select('id').execute()).length;
    const before = await count();
    await removeUser(app.deps, email);
    expect(await count()).toBe(before - 1);
  });
});

describe('sign-in', () => {
  test('rejects a sign-in without a code with 401 and asks for the code', async () => {
    const { email, uuid } = await withApp();
    for (const otp of [undefined, '', '  ']) {
      const answer = await signInAnswer(email, otp === undefined ? {} : { otp });
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toEqual({
        data: false,
        two_factor: true,
        app: true,
        error: 'Digite o código do seu aplicativo autenticador, ou um código de recuperação.',
        message: 'Digite o código do seu aplicativo autenticador, ou um código de recuperação.',
        status: 401,
      });
    }
    // A missing code is not a failed attempt.
    expect(await audited('login_refused', uuid)).toEqual([]);
    expect(await audited('second_factor_refused', uuid)).toEqual([]);
    const wrongPassword = await signInAnswer(email, {}, 'outra senha');
    expect(wrongPassword.json()).not.toHaveProperty('two_factor');
  });

  test('accepts each code of an app once at sign-in', async () => {
    const { email, key } = await withApp();
    const otp = codeAt(key);
    const answer = await signInAnswer(email, { otp });
    expect(answer.statusCode, answer.payload).toBe(200);
    expect(await statusOf(answer.json().data.token.access_token)).toBe(200);
    const again = await signInAnswer(email, { otp });
    expect([again.statusCode, again.json().two_factor]).toEqual([401, true]);
    expect(again.json().error).toContain('Este código já foi usado.');
    // An older code is rejected after a later one was used.
    expect((await signInAnswer(email, { otp: codeAt(key, clock.now() - STEP) })).statusCode).toBe(401);
  });

  test('accepts one of two concurrent sign-ins with the same code', async () => {
    const { email, key } = await withApp();
    const otp = codeAt(key);
    const answers = await Promise.all([signInAnswer(email, { otp }), signInAnswer(email, { otp })]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 401]);
  });

  test.each([
    [-2, 401],
    [-1, 200],
    [1, 200],
    [2, 401],
  ])('responds to a clock that is %i steps off with %i', async (steps, status) => {
    const { email, key } = await withApp();
    // The time step of the first code is used already.
    clock.advance(2 * STEP);
    const otp = codeAt(key, clock.now() + steps * STEP);
    expect((await signInAnswer(email, { otp })).statusCode).toBe(status);
  });

  test('rejects the code that confirmed the setup', async () => {
    const { email, key } = await withApp();
    expect((await signInAnswer(email, { otp: codeAt(key, clock.now() - STEP) })).statusCode).toBe(401);
  });

  test('accepts a recovery code once, mails its use and counts the remaining ones', async () => {
    const { email, uuid, codes } = await withApp();
    // 125 bits, without characters that are easily confused.
    for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{5}-){4}[0-9A-HJKMNP-TV-Z]{5}$/);
    const otp = codes[3]?.toLowerCase().replaceAll('-', ' ') ?? '';
    const answer = await signInAnswer(email, { otp });
    expect(answer.statusCode, answer.payload).toBe(200);
    expect((await stateOf(answer.json().data.token.access_token)).recovery_codes_left).toBe(9);
    const again = await signInAnswer(email, { otp });
    expect(again.statusCode).toBe(401);
    const mail = await mailTo(email, 'um código de recuperação foi usado');
    expect(mail?.text).toContain('Restam 9 códigos');
    expect(await audited('use_recovery_code', uuid)).toHaveLength(1);
  });

  test('accepts a shorter recovery code of an earlier release once', async () => {
    const { email, uuid } = await withApp();
    const { db } = app.deps;
    const { id } = await db
      .selectFrom('users')
      .select('id')
      .where('uuid', '=', uuid)
      .executeTakeFirstOrThrow();
    const created_at = new Date(clock.now()).toISOString();
    const hash = secretHash('7K3MQ-0V9XD-2RT8A');
    await db.insertInto('factor_codes').values({ user_id: id, hash, created_at }).execute();
    expect((await signInAnswer(email, { otp: '7k3mq ov9xd 2rt8a' })).statusCode).toBe(200);
    expect((await signInAnswer(email, { otp: '7K3MQ-0V9XD-2RT8A' })).statusCode).toBe(401);
  });

  test('responds equally to every wrong code and locks the account after five', async () => {
    const { email, uuid, key, codes } = await withApp();
    const other = await withApp();
    const words = new Set<string>();
    const long = 'AAAAA-BBBBB-CCCCC-DDDDD-EEEEE';
    const wrong = ['000000', long, 'AAAAA-BBBBB-CCCCC', other.codes[0] ?? '', codeAt(other.key)];
    for (const otp of wrong) {
      const answer = await signInAnswer(email, { otp });
      expect([answer.statusCode, answer.json().two_factor, answer.json().data]).toEqual([401, true, false]);
      words.add(answer.json().error);
    }
    expect(words.size).toBe(1);
    for (const otp of [codeAt(key), codes[0]]) {
      const stopped = await signInAnswer(email, { otp });
      expect([stopped.statusCode, stopped.json().data]).toEqual([429, false]);
      expect(Number(stopped.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect(await audited('second_factor_refused', uuid)).toHaveLength(5);
    expect(await audited('second_factor_locked', uuid)).toHaveLength(2);
    // Other accounts are not limited.
    expect((await signInAnswer(other.email, { otp: codeAt(other.key) })).statusCode).toBe(200);
    clock.advance(QUARTER_HOUR);
    expect((await signInAnswer(email, { otp: codeAt(key) })).statusCode).toBe(200);
  });

  test('a correct code resets the count of wrong ones', async () => {
    const { email, key } = await withApp();
    for (let round = 0; round < 3; round++) {
      for (let wrong = 0; wrong < 4; wrong++)
        expect((await signInAnswer(email, { otp: '000000' })).statusCode).toBe(401);
      expect((await signInAnswer(email, { otp: codeAt(key) })).statusCode).toBe(200);
      clock.advance(STEP);
    }
  });

  test('still requires the code after a password reset by mail', async () => {
    const { email, key } = await withApp();
    await call('POST', '/auth/forgot-it', { email });
    const mail = await mailTo(email, 'o seu código de verificação');
    const code = /[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}/.exec(mail?.text ?? '')?.[0] ?? '';
    const { code: reset } = (await call('POST', '/auth/verification-code', { code })).json();
    const password = 'tamborete girassol neblina';
    const given = { code: reset, password, password_confirmation: password };
    const done = await call('POST', '/auth/reset-password', given);
    expect(done.statusCode, done.payload).toBe(200);
    expect((await signInAnswer(email, {}, password)).json().two_factor).toBe(true);
    expect((await signInAnswer(email, { otp: codeAt(key) }, password)).statusCode).toBe(200);
  });

  test('an account without a second factor ignores a code at sign-in', async () => {
    const { email } = await newPerson();
    const answer = await signInAnswer(email, { otp: '123456' });
    expect(answer.statusCode).toBe(200);
    expect(Object.keys(answer.json().data.user)).not.toContain('lacks_second_factor');
    expect((await signInAnswer(email, { otp: '1'.repeat(61) })).statusCode).toBe(422);
  });
});

describe('protected change of an account with an app', () => {
  const NEW_PASSWORD = 'tamborete girassol neblina';
  const another = { password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD };
  /** Changes with their requests, without the proof; `email` is that of the account. */
  const changes: [string, 'POST' | 'PUT', string, (email: string) => object][] = [
    ['the app off', 'POST', `${PATH}/app/off`, () => ({})],
    ['recovery codes', 'POST', `${PATH}/recovery-codes`, () => ({})],
    ['a passkey', 'POST', '/admin/profile/passkeys/new', () => ({})],
    ['the e-mail', 'PUT', '/admin/profile/update', (email) => ({ name: 'F', email: `nova-${email}` })],
    ['the password', 'PUT', '/admin/profile/password', () => another],
    ['the other sessions', 'POST', '/admin/profile/sessions/end-others', () => ({})],
  ];
  const CODE_REQUIRED = 'Digite o código do seu aplicativo autenticador, ou um código de recuperação.';
  const WRONG =
    'O código não confere. Espere o próximo código do aplicativo, ou use um código de recuperação.';
  const USED =
    'Este código já foi usado. Espere o aplicativo mostrar o próximo, em até 30 segundos, ou use um código de recuperação.';

  test.each(changes)(
    '%s: requires the password and a code, which is used up',
    async (_what, method, path, bodyOf) => {
      const { email, uuid, token, key, codes } = await withApp();
      const send = (proof: object) => call(method, path, { ...bodyOf(email), ...proof }, token);
      const refused = async (proof: object, errors: object) => {
        const answer = await send(proof);
        expect([answer.statusCode, answer.json().errors], JSON.stringify(proof)).toEqual([422, errors]);
      };
      for (const otp of [undefined, '', ' ']) await refused({ ...confirmed, otp }, { otp: [CODE_REQUIRED] });
      await refused({ ...confirmed, otp: '000000' }, { otp: [WRONG] });
      const otp = codeAt(key);
      await refused(
        { current_password: 'não é esta', otp },
        { current_password: ['A senha atual não confere.'] },
      );
      // None of these requests changed anything, and the code is still valid.
      expect((await stateOf(token)).app_since).not.toBeNull();
      expect((await signInAnswer(email)).json().two_factor).toBe(true);
      const done = await send({ ...confirmed, otp });
      expect(done.statusCode, done.payload).toBe(200);
      expect(await audited('second_factor_refused', uuid)).toHaveLength(1);

      if (path.endsWith('/off')) return;
      const password = path.endsWith('/password') ? NEW_PASSWORD : PASSWORD;
      const address = path.endsWith('/update') ? `nova-${email}` : email;
      const again = await signInAnswer(address, { otp }, password);
      expect([again.statusCode, again.json().two_factor]).toEqual([401, true]);
      if (path.endsWith('/recovery-codes')) return;
      expect((await signInAnswer(address, { otp: codes[0] }, password)).statusCode).toBe(200);
    },
  );

  test('rejects a code that a failed call has used, and advises to wait for the next one', async () => {
    const { email, token, key } = await withApp();
    const otp = codeAt(key);
    const invite = (to: string, code: string) =>
      call(
        'POST',
        '/admin/users/store',
        { name: 'Gente', email: to, role: 'admin', ...confirmed, otp: code },
        token,
      );
    const taken = await invite(email, otp);
    expect([taken.statusCode, Object.keys(taken.json().errors)]).toEqual([422, ['email']]);
    const fresh = `${randomUUID()}@hiperaurora.example`;
    const again = await invite(fresh, otp);
    expect([again.statusCode, again.json().errors]).toEqual([422, { otp: [USED] }]);
    clock.advance(STEP);
    expect((await invite(fresh, codeAt(key))).statusCode).toBe(201);
  });

  test('accepts a recovery code once for a protected change and mails its use', async () => {
    const { email, token, codes } = await withApp();
    const renew = () =>
      call('POST', '/admin/profile/sessions/end-others', { ...confirmed, otp: codes[1] }, token);
    expect((await renew()).statusCode).toBe(200);
    expect((await renew()).json().errors).toEqual({ otp: [WRONG] });
    expect((await stateOf(token)).recovery_codes_left).toBe(9);
    expect((await mailTo(email, 'um código de recuperação foi usado'))?.text).toContain(
      'mudar o que a protege',
    );
  });

  test('reports a missing password and a missing code together', async () => {
    const { token } = await withApp();
    const answer = await call('POST', `${PATH}/app/off`, {}, token);
    expect(answer.json().errors).toEqual({
      current_password: ['Informe a senha atual.'],
      otp: [CODE_REQUIRED],
    });
    expect((await call('POST', `${PATH}/app/off`, { otp: '1'.repeat(61) }, token)).statusCode).toBe(422);
  });

  test('counts wrong codes of changes and sign-ins together', async () => {
    const { email, uuid, token, key } = await withApp();
    const off = (otp: string) => call('POST', `${PATH}/app/off`, { ...confirmed, otp }, token);
    for (let wrong = 0; wrong < 3; wrong++) expect((await off('000000')).statusCode).toBe(422);
    for (let wrong = 0; wrong < 2; wrong++)
      expect((await signInAnswer(email, { otp: '000000' })).statusCode).toBe(401);
    const stopped = await off(codeAt(key));
    expect([stopped.statusCode, stopped.json().code]).toEqual([429, 'too_many']);
    expect((await signInAnswer(email, { otp: codeAt(key) })).statusCode).toBe(429);
    expect(await audited('second_factor_locked', uuid)).toHaveLength(2);
    clock.advance(QUARTER_HOUR);
    expect((await off(codeAt(key))).statusCode).toBe(200);
  });

  test('an unchanged or weak new password is rejected without using the code', async () => {
    const { token, key, email } = await withApp();
    const otp = codeAt(key);
    for (const password of [PASSWORD, 'password12']) {
      const body = { ...confirmed, otp, password, password_confirmation: password };
      const answer = await call('PUT', '/admin/profile/password', body, token);
      expect(Object.keys(answer.json().errors)).toEqual(['password']);
    }
    expect((await signInAnswer(email, { otp })).statusCode).toBe(200);
  });

  test('an account without a second factor ignores a code for a protected change', async () => {
    const { email, token } = await newPerson();
    const moved = { name: 'F', email: `nova-${email}`, ...confirmed, otp: '123456' };
    expect((await call('PUT', '/admin/profile/update', moved, token)).statusCode).toBe(200);
    const body = { ...confirmed, ...another, otp: '' };
    expect((await call('PUT', '/admin/profile/password', body, token)).statusCode).toBe(200);
    const { data } = (await call('GET', '/admin/profile', undefined, token)).json();
    expect([data.has_app, data.has_passkeys]).toEqual([false, false]);
  });
});

test('renews recovery codes after confirmation and revokes the former ones', async () => {
  const { email, token, key, codes } = await withApp();
  expect((await call('POST', `${PATH}/recovery-codes`, {}, token)).statusCode).toBe(422);
  const renewed = await call('POST', `${PATH}/recovery-codes`, { ...confirmed, otp: codeAt(key) }, token);
  const [next] = renewed.json().data.recovery_codes as string[];
  expect((await signInAnswer(email, { otp: codes[0] })).statusCode).toBe(401);
  expect((await signInAnswer(email, { otp: next })).statusCode).toBe(200);
  expect((await app.mailsTo(email)).map(({ subject }) => subject)).toContain(
    'Hiper Aurora: códigos de recuperação novos',
  );
});

test('stores the secret sealed, and a key rotation seals it anew', async () => {
  const { email, uuid, key, codes } = await withApp();
  const stored = () =>
    app.deps.db
      .selectFrom('authenticator_apps')
      .innerJoin('users', 'users.id', 'authenticator_apps.user_id')
      .select('authenticator_apps.secret')
      .where('users.uuid', '=', uuid)
      .executeTakeFirstOrThrow();
  expect((await stored()).secret).not.toContain(key.replaceAll(' ', ''));

  const { config, db, keys } = app.deps;
  await rotateKey(config, db, false, async (trx, former, own) => {
    expect(await resealApps(trx, former as Buffer, own)).toBeGreaterThan(0);
  });
  const next = await loadKeys(config, db);
  // A process that started before the rotation cannot open it, and suggests a recovery code.
  const early = await signInAnswer(email, { otp: codeAt(key) });
  expect([early.statusCode, early.json().error]).toEqual([
    503,
    expect.stringContaining('código de recuperação'),
  ]);
  expect((await signInAnswer(email, { otp: codes[0] })).statusCode).toBe(200);
  const former = { ...keys };
  Object.assign(keys, next);
  expect((await signInAnswer(email, { otp: codeAt(key) })).statusCode).toBe(200);

  // A secret sealed with the former key is opened, and sealed with the new key at the next sign-in.
  const old = sealAppSecret(former, key.replaceAll(' ', ''));
  await db.updateTable('authenticator_apps').set({ secret: old }).execute();
  clock.advance(STEP);
  expect((await signInAnswer(email, { otp: codeAt(key) })).statusCode).toBe(200);
  expect((await stored()).secret.slice(0, 9)).toBe(sealAppSecret(next, 'x').slice(0, 9));
});

test('no key or code appears in logs or in plain text in the database', async () => {
  expect(secrets.size).toBeGreaterThan(100);
  const { db } = app.deps;
  const written = [
    lines.text(),
    JSON.stringify(await db.selectFrom('audit_log').selectAll().execute()),
    JSON.stringify(await db.selectFrom('authenticator_apps').selectAll().execute()),
    JSON.stringify(await db.selectFrom('factor_codes').selectAll().execute()),
  ].join('\n');
  expect([...secrets].filter((secret) => written.includes(secret))).toEqual([]);
});

test('a sign-in records its methods and the caller in the log and the audit log', async () => {
  const { email, uuid, key, codes } = await withApp();
  const plain = await newPerson();
  lines.clear();
  expect((await signInAnswer(email, { otp: codeAt(key) })).statusCode).toBe(200);
  expect((await signInAnswer(email, { otp: codes[0] })).statusCode).toBe(200);
  expect((await signInAnswer(plain.email)).statusCode).toBe(200);
  const entries = [
    ...(await audited('login', uuid)).slice(-2),
    ...(await audited('login', plain.uuid)).slice(-1),
  ];
  const details = entries.map(({ after }) => JSON.parse(after ?? ''));
  expect(details.map(({ by }) => by)).toEqual([
    ['password', 'app'],
    ['password', 'recovery_code'],
    ['password'],
  ]);
  expect(details[0].caller).toMatch(/^[\w-]{10}$/);
  expect(new Set(details.map(({ caller }) => caller)).size).toBe(1);
  const logged = lines.withMessage('security event').filter(({ action }) => action === 'login');
  expect(logged).toMatchObject(
    [uuid, uuid, plain.uuid].map((person, at) => ({ person, ...details[at], level: 40 })),
  );
  expect(entries.map(({ request }) => request)).toEqual(logged.map(({ request }) => request));
});

test('creating a token requires a code, each accepted once, if the account has an app', async () => {
  const { token, key, codes } = await withApp();
  const create = (given: object) =>
    call(
      'POST',
      '/admin/tokens/store',
      {
        name: `Sistema ${randomUUID()}`,
        permissions: ['banners.read'],
        branches: null,
        expires_on: new Date(clock.now() + 48 * 3_600_000).toISOString().slice(0, 10),
        ...given,
      },
      token,
    );
  const bare = await create(confirmed);
  expect([bare.statusCode, Object.keys(bare.json().errors)]).toEqual([422, ['otp']]);
  expect((await create({ otp: codeAt(key) })).json().errors).toHaveProperty('current_password');
  const both = { ...confirmed, otp: codeAt(key) };
  const created = await create(both);
  expect(created.statusCode, created.payload).toBe(201);
  expect((await create(both)).json().errors).toHaveProperty('otp');
  expect((await create({ ...confirmed, otp: codes[0] })).statusCode).toBe(201);
});
