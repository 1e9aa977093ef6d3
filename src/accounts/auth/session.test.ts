import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bodyOf, createTestApp, staff, type TestApp, testClock } from '../../../test/app.ts';
import { isPerson } from '../../platform/security/access.ts';
import { listSessions } from './session.contract.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';

const confirmed = { current_password: staff.password };

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ clock: testClock('2026-11-23T12:00:00Z'), env: { TRUST_PROXY: '127.0.0.1' } });
});
afterAll(() => app.remove());
beforeEach(() => app.deps.db.deleteFrom('rate_limits').execute());

async function newPerson() {
  const token = await app.signInAs('editor');
  const { id, email } = (await app.deps.authenticate(token)) as { id: number; email: string };
  await app.deps.db.deleteFrom('sessions').where('user_id', '=', id).execute();
  await app.deps.db.deleteFrom('devices').where('user_id', '=', id).execute();
  return { id, email };
}

interface OpenedSession {
  token: string;
  /** Cookies of the browser after the sign-in. */
  cookie: string;
}

async function signIn(email: string, { agent = CHROME, cookie = '' } = {}): Promise<OpenedSession> {
  const answer = await app.request('POST', '/api/auth/login', {
    json: { email, password: staff.password },
    headers: { 'user-agent': agent, ...(cookie && { cookie }) },
  });
  expect(answer.statusCode, answer.payload).toBe(200);
  const cookies = [answer.headers['set-cookie'] ?? []].flat().map((text) => text.split(';')[0] ?? '');
  const device = cookies.find((text) => text.startsWith('vitrine_device='));
  return { token: answer.json().data.token.access_token, cookie: device ?? cookie };
}

const subjectsTo = async (email: string) => (await app.mailsTo(email)).map(({ subject }) => subject);

const sessionsOf = async (token: string) =>
  bodyOf(listSessions.answers[200], await app.request('GET', '/api/admin/profile/sessions', { token })).data;

describe('sessions of a user', () => {
  it('lists the sessions of the user only, with browser names, the current one first', async () => {
    const { email } = await newPerson();
    const { email: other } = await newPerson();
    await signIn(other);
    const phone = await signIn(email, { agent: PHONE });
    app.clock.advance(60_000);
    const desk = await signIn(email);
    expect(await sessionsOf(desk.token)).toMatchObject([
      { browser: 'Chrome no Windows', current: true, shared_at: null },
      { browser: 'Safari no iOS', current: false },
    ]);
    expect((await sessionsOf(phone.token)).map(({ current }) => current)).toEqual([true, false]);
    expect(JSON.stringify(await sessionsOf(desk.token))).not.toContain(desk.token);
  });

  it('ends one session or all others, after the password is confirmed', async () => {
    const { email } = await newPerson();
    const opened = [await signIn(email), await signIn(email), await signIn(email)];
    const [own, second, third] = opened as [OpenedSession, OpenedSession, OpenedSession];
    const mine = await sessionsOf(own.token);
    const end = (path: string, token = own.token, json: object = confirmed) =>
      app.request('POST', `/api/admin/profile/sessions/${path}`, { token, json });
    const alive = () =>
      Promise.all(
        [own, second, third].map(async ({ token }) => (await app.deps.authenticate(token)) !== null),
      );
    const [, ended] = mine;
    // A session alone must not end others: it takes the password.
    for (const path of [`end/${ended?.id}`, 'end-others'])
      for (const json of [{}, { current_password: 'não é esta' }]) {
        const answer = await end(path, own.token, json);
        expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['current_password']]);
      }
    expect(await alive()).toEqual([true, true, true]);
    expect((await end(`end/${ended?.id}`)).json().data.message).toBe('Quem a usava precisa entrar de novo.');
    expect((await end(`end/${ended?.id}`)).statusCode).toBe(404);
    expect((await end('end/0')).statusCode).toBe(404);
    expect((await end('end-others')).json().data.message).toBe('1 sessão encerrada.');
    expect((await end('end-others')).json().data.message).toBe('Só esta está aberta.');
    expect(await alive()).toEqual([true, false, false]);
    expect((await end('end-others', 'nada')).statusCode).toBe(401);
  });

  it('refuses to end a session of another user with 404', async () => {
    const [one, other] = [await newPerson(), await newPerson()];
    const theirs = await signIn(other.email);
    const [{ id } = { id: 0 }] = await sessionsOf(theirs.token);
    const { token } = await signIn(one.email);
    const end = await app.request('POST', `/api/admin/profile/sessions/end/${id}`, {
      token,
      json: confirmed,
    });
    expect(end.statusCode).toBe(404);
    expect(await app.deps.authenticate(theirs.token)).not.toBeNull();
  });
});

describe('sign-in with a new browser', () => {
  it('mails the user about a new browser once', async () => {
    const { email } = await newPerson();
    const first = await signIn(email);
    expect(await subjectsTo(email)).toEqual([]);
    // The same browser again, with its cookie.
    await signIn(email, { cookie: first.cookie });
    expect(await subjectsTo(email)).toEqual([]);
    const phone = await signIn(email, { agent: PHONE });
    expect(await subjectsTo(email)).toEqual(['Hiper Aurora: entrada em um aparelho novo']);
    expect(phone.cookie).not.toBe(first.cookie);
    await signIn(email, { agent: PHONE, cookie: phone.cookie });
    expect(await subjectsTo(email)).toHaveLength(1);
    // The cookie of another account does not make the browser known.
    const { email: stranger } = await newPerson();
    const elsewhere = await signIn(stranger, { agent: PHONE });
    await signIn(email, { agent: PHONE, cookie: elsewhere.cookie });
    expect(await subjectsTo(email)).toHaveLength(2);
  });

  it('recognizes a client without cookies by its user agent', async () => {
    const { email } = await newPerson();
    await signIn(email, { agent: 'Caixa/1.0' });
    await signIn(email, { agent: 'Caixa/1.0' });
    expect(await subjectsTo(email)).toEqual([]);
    await signIn(email, { agent: CHROME });
    expect(await subjectsTo(email)).toHaveLength(1);
  });

  it('remembers the twenty most recently used browsers', async () => {
    const { id, email } = await newPerson();
    const first = await signIn(email);
    for (let time = 0; time < 24; time += 1) {
      app.clock.advance(1000);
      await app.deps.db.deleteFrom('rate_limits').execute();
      await signIn(email);
      await signIn(email, { cookie: first.cookie });
    }
    const known = await app.deps.db.selectFrom('devices').select('id').where('user_id', '=', id).execute();
    expect(known).toHaveLength(20);
    const before = (await subjectsTo(email)).length;
    await signIn(email, { cookie: first.cookie });
    expect(await subjectsTo(email)).toHaveLength(before);
  });
});

describe('one session in two places', () => {
  const ask = (token: string, agent: string, ip: string) =>
    app.request('GET', '/api/admin/profile', {
      token,
      headers: { 'user-agent': agent, 'x-forwarded-for': ip },
    });

  it('reports a session used by two browsers at once, by one mail and in the list of sessions', async () => {
    const { email } = await newPerson();
    const { token } = await signIn(email);
    for (const agent of [CHROME, PHONE, CHROME]) {
      app.clock.advance(10_000);
      expect((await ask(token, agent, '203.0.113.7')).statusCode).toBe(200);
    }
    await expect
      .poll(() => subjectsTo(email))
      .toEqual(['Hiper Aurora: a sua sessão está em uso em dois lugares']);
    const [own] = await sessionsOf(token);
    expect(own?.shared_at).not.toBeNull();
    for (const agent of [PHONE, CHROME, PHONE]) await ask(token, agent, '203.0.113.7');
    expect(await subjectsTo(email)).toHaveLength(1);
  });

  it('does not report a session that changes its network and later returns', async () => {
    const { email } = await newPerson();
    const { token } = await signIn(email);
    for (const ip of ['203.0.113.7', '198.51.100.9', '203.0.113.7']) {
      app.clock.advance(30_000);
      await ask(token, CHROME, ip);
    }
    app.clock.advance(600_000);
    for (const agent of [CHROME, PHONE]) await ask(token, agent, '203.0.113.7');
    app.clock.advance(600_000);
    await ask(token, CHROME, '203.0.113.7');
    expect((await sessionsOf(token))[0]?.shared_at).toBeNull();
  });

  it('reports a session that alternates between two networks', async () => {
    const { email } = await newPerson();
    const { token } = await signIn(email);
    for (let time = 0; time < 6; time += 1) {
      app.clock.advance(5000);
      await ask(token, CHROME, time % 2 ? '203.0.113.7' : '198.51.100.9');
    }
    await expect.poll(() => subjectsTo(email)).toHaveLength(1);
  });
});

it('a link is valid for its purpose only, and ends when the session loses a permission', async () => {
  const token = await app.signIn();
  const role = { name: 'Seleção', permissions: ['applications.read', 'vacancies.read'] };
  const made = await app.request('POST', '/api/admin/roles/store', { token, json: role });
  const { uuid } = made.json().data;
  const actor = await app.deps.authenticate(await app.signInAs(uuid));
  if (!actor || !isPerson(actor)) throw new Error('nobody signed in');
  const link = (await app.deps.links.signer(actor, 'prova'))('um-registro');
  expect((await app.deps.links.open('prova', link)).subject).toBe('um-registro');
  await expect(app.deps.links.open('outra', link)).rejects.toMatchObject({ code: 'forbidden' });
  const less = { ...role, permissions: ['vacancies.read'] };
  await app.request('PUT', `/api/admin/roles/update/${uuid}`, { token, json: less });
  await expect(app.deps.links.open('prova', link)).rejects.toMatchObject({ code: 'forbidden' });
});
