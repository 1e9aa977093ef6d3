import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp, testClock } from '../../../test/app.ts';
import { createPasskey, type TestPasskey } from '../../../test/authenticator.ts';
import { setAccess } from '../auth/access.service.ts';
import { createUser, resetPasswordByOperator } from '../auth/operatorAccounts.service.ts';
import { MAX_PASSKEYS } from './twoFactor.contract.ts';

const PASSWORD = 'uma senha de teste';
const ORIGIN = 'https://www.rede.example';
const PAGE = { origin: ORIGIN, rpId: 'www.rede.example' };

const clock = testClock('2026-11-23T12:00:10.000Z');
let app: TestApp;
let people = 0;

beforeAll(async () => {
  app = await createTestApp({ clock, env: { PUBLIC_URL: ORIGIN } });
});
afterAll(() => app.remove());

const call = (method: 'GET' | 'POST' | 'PUT', path: string, json?: object, token?: string) =>
  app.request(method, `/api${path}`, { ...(json && { json }), ...(token && { token }) });

const KEYS = '/admin/profile/passkeys';
const confirmed = { current_password: PASSWORD };

async function newPerson() {
  people += 1;
  const email = `chave-${people}@hiperaurora.example`;
  const { uuid } = await createUser(app.deps, { name: `Zélia ${people}`, email, password: PASSWORD });
  const token = (await signIn(email)).json().data.token.access_token as string;
  return { email, uuid, token };
}

const signIn = (email: string, more: object = {}) =>
  call('POST', '/auth/login', { email, password: PASSWORD, ...more });

const challengeToCreate = async (token: string, proof: object = {}) => {
  const answer = await call('POST', `${KEYS}/new`, { ...confirmed, ...proof }, token);
  expect(answer.statusCode, answer.payload).toBe(200);
  return answer.json().data as { challenge: string; rp: { id: string }; excludeCredentials: object[] };
};

const store = (token: string, passkey: object, name = 'Meu celular') =>
  call('POST', `${KEYS}/store`, { name, passkey }, token);

async function withPasskey() {
  const person = await newPerson();
  const key = createPasskey();
  const { challenge } = await challengeToCreate(person.token);
  const answer = await store(person.token, key.register(challenge, PAGE));
  expect(answer.statusCode, answer.payload).toBe(201);
  const { uuid: keyUuid, recovery_codes: codes } = answer.json().data;
  return { ...person, key, keyUuid, codes };
}

const challengeToSignIn = async () => {
  const answer = await call('POST', '/auth/passkey/challenge');
  expect(answer.statusCode, answer.payload).toBe(200);
  return answer.json().data as { challenge: string; rpId: string; userVerification: string };
};

const byPasskey = (passkey: object) => call('POST', '/auth/passkey/login', { passkey });
const stateOf = async (token: string) =>
  (await call('GET', '/admin/profile/second-factor', undefined, token)).json().data;

describe('passkey', () => {
  test('creates a passkey with the password for this site; the first one brings recovery codes', async () => {
    const { email, token } = await newPerson();
    const elsewhere = (await signIn(email)).json().data.token.access_token;
    expect((await call('POST', `${KEYS}/new`, {}, token)).statusCode).toBe(422);
    expect((await call('POST', `${KEYS}/new`, {})).statusCode).toBe(401);

    const key = createPasskey();
    const options = await challengeToCreate(token);
    expect(options).toMatchObject({
      rp: { id: 'www.rede.example', name: 'Hiper Aurora' },
      attestation: 'none',
    });
    const nameless = await store(token, key.register(options.challenge, PAGE), ' ');
    expect(nameless.json().errors).toEqual({ name: ['Informe um nome para a chave.'] });
    const answer = await store(token, key.register(options.challenge, PAGE));
    expect(answer.statusCode, answer.payload).toBe(201);
    expect(answer.json().data.recovery_codes).toHaveLength(10);
    expect((await stateOf(token)).passkeys).toEqual([
      {
        uuid: answer.json().data.uuid,
        name: 'Meu celular',
        created_at: expect.any(String),
        last_used_at: null,
      },
    ]);
    expect((await call('GET', '/admin/profile', undefined, elsewhere)).statusCode).toBe(401);
    const mails = await app.mailsTo(email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Hiper Aurora: uma chave de acesso nova']);

    // A second passkey brings no recovery codes.
    const [otp] = answer.json().data.recovery_codes;
    const next = await challengeToCreate(token, { otp });
    expect(next.excludeCredentials).toMatchObject([{ id: key.id }]);
    const second = await store(token, createPasskey().register(next.challenge, PAGE), 'Chave USB');
    expect([second.statusCode, second.json().data.recovery_codes]).toEqual([201, null]);
  });

  test.each<[string, (key: TestPasskey, challenge: string) => object | Promise<object>]>([
    [
      'from another page',
      (key, challenge) => key.register(challenge, { ...PAGE, origin: 'https://rede.example.phish' }),
    ],
    [
      'for another host',
      (key, challenge) => key.register(challenge, { ...PAGE, rpId: 'rede.example.phish' }),
    ],
    ['to a challenge that was never issued', (key) => key.register('A'.repeat(43), PAGE)],
    [
      'to the challenge of a sign-in',
      async (key) => key.register((await challengeToSignIn()).challenge, PAGE),
    ],
    [
      'with an algorithm that was not offered (ES384)',
      (_key, challenge) => createPasskey({ kind: 'ES384' }).register(challenge, PAGE),
    ],
    [
      'of garbage',
      (key, challenge) => {
        const registration = key.register(challenge, PAGE) as { response: object };
        return { ...registration, response: { ...registration.response, attestationObject: 'bGl4bw' } };
      },
    ],
  ])('rejects a registration %s', async (_what, answer) => {
    const { token } = await newPerson();
    const { challenge } = await challengeToCreate(token);
    const refused = await store(token, await answer(createPasskey(), challenge));
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'conflict']);
    expect((await stateOf(token)).passkeys).toEqual([]);
  });

  test('rejects a registration with a foreign, used or expired challenge', async () => {
    const [owner, other] = [await newPerson(), await newPerson()];
    const foreign = await challengeToCreate(other.token);
    const key = createPasskey();
    expect((await store(owner.token, key.register(foreign.challenge, PAGE))).statusCode).toBe(409);

    const { challenge } = await challengeToCreate(owner.token);
    const stored = await store(owner.token, key.register(challenge, PAGE));
    expect(stored.statusCode).toBe(201);
    expect((await store(owner.token, createPasskey().register(challenge, PAGE))).statusCode).toBe(409);

    const late = await challengeToCreate(owner.token, { otp: stored.json().data.recovery_codes[0] });
    clock.advance(5 * 60_000);
    expect((await store(owner.token, createPasskey().register(late.challenge, PAGE))).statusCode).toBe(409);

    // Another account cannot register the same passkey.
    const again = await challengeToCreate(other.token);
    const twice = await store(other.token, key.register(again.challenge, PAGE));
    expect([twice.statusCode, twice.json().error]).toEqual([409, 'Esta chave de acesso já está em uso.']);
  });

  test('limits an account to ten passkeys', async () => {
    const { token, codes } = await withPasskey();
    for (let count = 1; count < MAX_PASSKEYS; count++) {
      const { challenge } = await challengeToCreate(token, { otp: codes.pop() });
      expect((await store(token, createPasskey().register(challenge, PAGE))).statusCode).toBe(201);
    }
    expect((await call('POST', `${KEYS}/new`, confirmed, token)).statusCode).toBe(409);
  });

  test('only the owner can remove a passkey, with the passkey itself or with password and recovery code', async () => {
    const { email, token, key, keyUuid } = await withPasskey();
    const remove = (body: object, by = token, uuid = keyUuid) =>
      call('POST', `${KEYS}/remove/${uuid}`, body, by);
    const other = await newPerson();
    expect((await remove(confirmed, other.token)).statusCode).toBe(404);
    expect((await call('POST', `${KEYS}/remove/${keyUuid}`, confirmed)).statusCode).toBe(401);
    expect((await remove({})).statusCode).toBe(422);
    expect((await remove(confirmed)).json().errors).toEqual({
      otp: ['Confirme com a sua chave de acesso, ou digite um código de recuperação.'],
    });
    expect((await call('POST', `${KEYS}/challenge`, undefined, other.token)).statusCode).toBe(409);

    const options = (await call('POST', `${KEYS}/challenge`, undefined, token)).json().data;
    expect(options).toMatchObject({ userVerification: 'required', allowCredentials: [{ id: key.id }] });
    const unverified = await remove({ passkey: key.assert(options.challenge, PAGE, { verified: false }) });
    expect(unverified.json().errors.current_password).toEqual([expect.stringContaining('não foi aceita')]);
    const { challenge } = (await call('POST', `${KEYS}/challenge`, undefined, token)).json().data;
    const answer = await remove({ passkey: key.assert(challenge, PAGE) });
    expect(answer.statusCode, answer.payload).toBe(200);
    expect(await stateOf(token)).toMatchObject({ passkeys: [], recovery_codes_left: 0 });
    expect((await signIn(email)).statusCode).toBe(200);
    expect((await remove(confirmed)).statusCode).toBe(404);
  });
});

describe('sign-in with a passkey alone', () => {
  test('a passkey opens the same session as a password', async () => {
    const { email, uuid, key, token } = await withPasskey();
    const { challenge, rpId, userVerification } = await challengeToSignIn();
    expect([rpId, userVerification]).toEqual(['www.rede.example', 'required']);
    const userHandle = Buffer.from(uuid).toString('base64url');
    const answer = await byPasskey(key.assert(challenge, PAGE, { userHandle }));
    expect(answer.statusCode, answer.payload).toBe(200);
    expect(answer.json().data).toMatchObject({ user: { email, role: 'admin' }, message: expect.any(String) });
    expect(String(answer.headers['set-cookie'])).toContain('vitrine_pages=');
    const entry = await app.deps.db
      .selectFrom('audit_log')
      .select('after')
      .where('action', '=', 'login')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(entry.after ?? '').by).toEqual(['passkey']);
    const ownToken = answer.json().data.token.access_token;
    expect((await call('GET', '/admin/banners', undefined, ownToken)).statusCode).toBe(200);
    expect((await stateOf(token)).passkeys[0].last_used_at).not.toBeNull();
  });

  test.each<[string, (key: TestPasskey, challenge: string) => object]>([
    [
      'on another page',
      (key, challenge) => key.assert(challenge, { ...PAGE, origin: 'https://www.rede.example.phish' }),
    ],
    ['for another host', (key, challenge) => key.assert(challenge, { ...PAGE, rpId: 'rede.example' })],
    ['without user verification', (key, challenge) => key.assert(challenge, PAGE, { verified: false })],
    ['with the counter of a copy', (key, challenge) => key.assert(challenge, PAGE, { counter: 1 })],
    ['for another user', (key, challenge) => key.assert(challenge, PAGE, { userHandle: 'b3V0cmE' })],
    ['to a challenge that was never issued', (key) => key.assert('A'.repeat(43), PAGE)],
    [
      'signed by another key under a known id',
      (key, challenge) => createPasskey({ as: key.id }).assert(challenge, PAGE, { counter: 9 }),
    ],
    ['of an unknown passkey', (_key, challenge) => createPasskey().assert(challenge, PAGE)],
  ])('rejects a passkey sign-in %s', async (_what, answer) => {
    const { key } = await withPasskey();
    const used = await byPasskey(key.assert((await challengeToSignIn()).challenge, PAGE));
    expect(used.statusCode).toBe(200);
    const { challenge } = await challengeToSignIn();
    const refused = await byPasskey(answer(key, challenge));
    expect([refused.statusCode, refused.json().data]).toEqual([401, false]);
    expect(refused.json().error).toBe(
      'A chave de acesso não foi aceita. Tente de novo, ou entre com e-mail e senha.',
    );
    // The failed attempt used up the challenge, unless it answered a different one.
    const again = await byPasskey(key.assert(challenge, PAGE));
    expect(again.statusCode).toBe(_what.includes('never issued') ? 200 : 401);
  });

  test('rejects a used or expired challenge, and a user without access', async () => {
    const { email, key } = await withPasskey();
    const { challenge } = await challengeToSignIn();
    expect((await byPasskey(key.assert(challenge, PAGE))).statusCode).toBe(200);
    expect((await byPasskey(key.assert(challenge, PAGE))).statusCode).toBe(401);
    const late = await challengeToSignIn();
    clock.advance(5 * 60_000);
    expect((await byPasskey(key.assert(late.challenge, PAGE))).statusCode).toBe(401);
    await setAccess(app.deps, email, false);
    const { challenge: last } = await challengeToSignIn();
    expect((await byPasskey(key.assert(last, PAGE))).statusCode).toBe(401);
  });

  test('a passkey sign-in ends the session that it replaces', async () => {
    const { token, key } = await withPasskey();
    const { challenge } = await challengeToSignIn();
    const given = { passkey: key.assert(challenge, PAGE), replaces: token };
    const answer = await call('POST', '/auth/passkey/login', given);
    expect(answer.statusCode, answer.payload).toBe(200);
    const status = async (by: string) => (await call('GET', '/admin/profile', undefined, by)).statusCode;
    expect([await status(token), await status(answer.json().data.token.access_token)]).toEqual([401, 200]);
  });

  test('rejects a malformed passkey response with 422', async () => {
    for (const passkey of [undefined, 'lixo', {}, { id: 'a'.repeat(2000) }])
      expect((await call('POST', '/auth/passkey/login', { passkey })).statusCode).toBe(422);
  });
});

describe('password of an account with a passkey', () => {
  test('a password needs the passkey or a recovery code beside it', async () => {
    const { email, key, codes } = await withPasskey();
    const required = (await signIn(email)).json();
    expect(required).toMatchObject({
      data: false,
      two_factor: true,
      app: false,
      passkey: {
        rpId: 'www.rede.example',
        allowCredentials: [{ id: key.id }],
        userVerification: 'preferred',
      },
      error: 'Confirme com a sua chave de acesso, ou digite um código de recuperação.',
    });
    // The password identified the user, so a touch without verification is enough.
    const answer = key.assert(required.passkey.challenge, PAGE, { verified: false });
    expect((await signIn(email, { passkey: answer })).statusCode).toBe(200);
    const again = await signIn(email, { passkey: answer });
    expect([again.statusCode, again.json().two_factor]).toEqual([401, true]);
    expect((await signIn(email, { otp: codes[0] })).statusCode).toBe(200);
    expect((await signIn(email, { otp: codes[0] })).statusCode).toBe(401);
  });

  test('rejects the passkey of another user beside the password', async () => {
    const [owner, other] = [await withPasskey(), await withPasskey()];
    const { passkey } = (await signIn(owner.email)).json();
    const answer = other.key.assert(passkey.challenge, PAGE);
    expect((await signIn(owner.email, { passkey: answer })).statusCode).toBe(401);
  });

  test('a passkey still works when codes are locked', async () => {
    const { email, token, key, codes } = await withPasskey();
    const proof = { ...confirmed, otp: codes[0] };
    const started = await call('POST', '/admin/profile/second-factor/app', proof, token);
    const secret = Secret.fromBase32(started.json().data.key.replaceAll(' ', ''));
    const code = new TOTP({ secret }).generate({ timestamp: clock.now() });
    const on = await call('PUT', '/admin/profile/second-factor/app', { code }, token);
    expect([on.statusCode, on.json().data.recovery_codes]).toEqual([200, null]);
    for (let wrong = 0; wrong < 5; wrong++) await signIn(email, { otp: '000000' });
    expect((await signIn(email, { otp: '000000' })).statusCode).toBe(429);
    const required = (await signIn(email)).json();
    expect(required).toMatchObject({ app: true, error: expect.stringContaining('chave de acesso') });
    const passkey = key.assert(required.passkey.challenge, PAGE);
    expect((await signIn(email, { passkey })).statusCode).toBe(200);
  });
});

describe('change of the e-mail address', () => {
  const move = (token: string, email: string, more: object = {}) =>
    call('PUT', '/admin/profile/update', { name: 'Zélia', email, ...more }, token);
  const challenge = async (token: string) =>
    (await call('POST', `${KEYS}/challenge`, undefined, token)).json().data.challenge as string;

  test('accepts the user’s own passkey once in place of the password', async () => {
    const [person, other] = [await withPasskey(), await withPasskey()];
    const { token, key } = person;
    expect((await call('GET', '/admin/profile', undefined, token)).json().data.has_passkeys).toBe(true);
    expect((await move(token, `nova-${person.email}`)).json().errors.current_password).toBeDefined();

    const foreign = other.key.assert(await challenge(token), PAGE);
    const refused = await move(token, `nova-${person.email}`, { passkey: foreign });
    expect([refused.statusCode, refused.json().errors.current_password[0]]).toEqual([
      422,
      'A chave de acesso não foi aceita. Tente de novo, ou use a senha.',
    ]);

    const passkey = key.assert(await challenge(token), PAGE);
    const moved = await move(token, `nova-${person.email}`, { passkey });
    expect([moved.statusCode, moved.json().data.user.email]).toEqual([200, `nova-${person.email}`]);
    expect((await move(token, person.email, { passkey })).statusCode).toBe(422);
    expect((await signIn(person.email)).statusCode).toBe(401);
  });
});

describe('change of the password', () => {
  const PASSWORDS = ['tamborete girassol neblina', 'cajueiro lanterna xadrez'] as const;
  const change = (token: string, current_password: string, password: string, more: object = {}) =>
    call(
      'PUT',
      '/admin/profile/password',
      { current_password, password, password_confirmation: password, ...more },
      token,
    );
  const answerTo = async (token: string, key: TestPasskey, verified = true) => {
    const { challenge } = (await call('POST', `${KEYS}/challenge`, undefined, token)).json().data;
    return key.assert(challenge, PAGE, { verified });
  };

  test('always requires the current password, with a passkey that verified the user', async () => {
    const { token, key } = await withPasskey();
    const [first, second] = PASSWORDS;
    const errors = async (answer: ReturnType<typeof change>) => (await answer).json().errors;
    const alone = { password: first, password_confirmation: first, passkey: await answerTo(token, key) };
    const none = await call('PUT', '/admin/profile/password', alone, token);
    expect(Object.keys(none.json().errors)).toEqual(['current_password']);
    expect(await errors(change(token, PASSWORD, first))).toEqual({
      otp: ['Confirme com a sua chave de acesso, ou digite um código de recuperação.'],
    });
    const touched = { passkey: await answerTo(token, key, false) };
    expect(await errors(change(token, PASSWORD, first, touched))).toEqual({
      otp: ['A chave de acesso não foi aceita. Tente de novo, ou digite um código de recuperação.'],
    });
    const given = { passkey: await answerTo(token, key) };
    expect((await change(token, PASSWORD, first, given)).statusCode).toBe(200);
    expect(await errors(change(token, first, second, given))).toHaveProperty('otp');
  });

  test('a passkey can confirm the change of a generated password', async () => {
    const { email, token, key } = await withPasskey();
    const passkey = await answerTo(token, key);
    const printed = await resetPasswordByOperator(app.deps, email);
    const { challenge } = await challengeToSignIn();
    const entered = (await byPasskey(key.assert(challenge, PAGE))).json().data;
    expect(entered.user.must_change_password).toBe(true);
    const ownToken = entered.token.access_token;
    expect((await change(token, printed, PASSWORDS[0], { passkey })).statusCode).toBe(401);
    const given = { passkey: await answerTo(ownToken, key) };
    expect((await change(ownToken, printed, PASSWORDS[0], given)).statusCode).toBe(200);
  });
});

describe('site without a configured public address', () => {
  let open: TestApp;
  beforeAll(async () => {
    open = await createTestApp();
  });
  afterAll(() => open.remove());
  const challenge = (origin?: string) =>
    open.request('POST', '/api/auth/passkey/challenge', { ...(origin && { headers: { origin } }) });

  test('passkeys belong to the host of the requesting page, which must not be an IP address', async () => {
    expect((await challenge('https://loja.rede.example')).json().data.rpId).toBe('loja.rede.example');
    expect((await challenge()).json().data.rpId).toBe('localhost');
    for (const origin of ['http://127.0.0.1:3000', 'http://[::1]:3000']) {
      const answer = await challenge(origin);
      expect([answer.statusCode, answer.json().error]).toEqual([
        422,
        expect.stringContaining('endereço com nome'),
      ]);
    }
  });
});

test('accepts a passkey once in place of password and code to relax a role', async () => {
  const { token, key } = await withPasskey();
  const ask = (needs_second_factor: boolean, given: object = {}) =>
    call('PUT', '/admin/roles/built-in/recruitment', { needs_second_factor, ...given }, token);
  expect((await ask(true)).statusCode).toBe(200);
  expect((await ask(false)).json()).toMatchObject({ status: 403, confirm: true });
  const { challenge } = (await call('POST', `${KEYS}/challenge`, undefined, token)).json().data;
  const given = { passkey: key.assert(challenge, PAGE, { verified: true }) };
  expect((await ask(false, given)).statusCode).toBe(200);
  expect((await ask(true)).statusCode).toBe(200);
  expect((await ask(false, given)).json().errors).toEqual({
    current_password: ['A chave de acesso não foi aceita. Tente de novo, ou use a senha.'],
  });
});
