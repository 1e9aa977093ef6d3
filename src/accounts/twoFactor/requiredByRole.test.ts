import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { confirmation, createTestApp, type TestApp, testClock } from '../../../test/app.ts';
import { features } from '../../server/features.ts';
import { type Endpoint, pathOf } from '../../shared/endpoint.ts';

const PASSWORD = 'uma senha de teste';
const NOBODY = '00000000-0000-4000-8000-000000000000';
const clock = testClock('2026-11-23T12:00:10.000Z');
let app: TestApp;
let admin: string;
let endpoints: Endpoint[];

beforeAll(async () => {
  app = await createTestApp({ clock });
  admin = await app.signIn();
  const routes = features.flatMap((feature) => feature.routes?.(app.deps) ?? []);
  endpoints = routes.map(({ endpoint }) => endpoint).filter(({ needs }) => needs);
});
afterAll(() => app.remove());

const ask = (key: string, needs: unknown, token = admin) =>
  app.request('PUT', `/api/admin/roles/built-in/${key}`, {
    token,
    json: { needs_second_factor: needs, ...confirmation },
  });

const addressOf = ({ path, params }: Endpoint) => {
  const names = Object.keys((params as { shape?: object } | undefined)?.shape ?? {});
  return `/api${pathOf(path, Object.fromEntries(names.map((name) => [name, NOBODY])))}`;
};

/** Returns the endpoints that reject the token for lack of a second factor, except the event stream. */
async function refusedTo(token: string): Promise<Set<string>> {
  const refused = new Set<string>();
  for (const endpoint of endpoints) {
    const name = `${endpoint.method} ${endpoint.path}`;
    if (name === 'GET /admin/changes') continue;
    const answer = await app.request(endpoint.method, addressOf(endpoint), {
      token,
      ...(endpoint.body?.type === 'json' && { json: {} }),
    });
    const { lacks_second_factor, error } = answer.payload.startsWith('{') ? answer.json() : {};
    if (answer.statusCode !== 403 || !lacks_second_factor) continue;
    expect(error).toBe(
      'O seu papel pede a verificação em duas etapas. Ligue-a no seu perfil para continuar.',
    );
    refused.add(name);
  }
  return refused;
}

describe('role that requires a second factor', () => {
  test('a required second factor blocks every call except its setup at once', async () => {
    const token = await app.signInAs('editor');
    const other = await app.signInAs('reader');
    const banners = async (by: string) =>
      (await app.request('GET', '/api/admin/banners', { token: by })).statusCode;
    expect(await banners(token)).toBe(200);
    const answer = await ask('editor', true);
    expect([answer.statusCode, answer.json().data.message]).toEqual([
      200,
      'Quem tem o papel Editor liga a verificação em duas etapas antes de continuar.',
    ]);

    const refused = await refusedTo(token);
    const open = endpoints
      .map(({ method, path }) => `${method} ${path}`)
      .filter((name) => name !== 'GET /admin/changes' && !refused.has(name));
    expect(open.toSorted()).toEqual([
      'GET /admin/profile',
      'GET /admin/profile/second-factor',
      'POST /admin/profile/passkeys/challenge',
      'POST /admin/profile/passkeys/new',
      'POST /admin/profile/passkeys/store',
      'POST /admin/profile/second-factor/app',
      'PUT /admin/profile/second-factor/app',
    ]);
    const stream = await app.request('GET', '/api/admin/changes', {
      token,
      headers: { accept: 'text/event-stream' },
    });
    expect([stream.statusCode, stream.json().lacks_second_factor]).toEqual([403, true]);
    expect([await banners(token), await banners(other)]).toEqual([403, 200]);
    // Open streams end.
    const { sessionId } = (await app.deps.authenticate(token)) ?? {};
    expect(await app.deps.signedInUsersOf([sessionId ?? 0])).toEqual(new Map());

    const validated = await app.request('POST', '/api/auth/validate-token', { json: { token } });
    expect(validated.json().data.user.lacks_second_factor).toBe(true);

    const path = '/api/admin/profile/second-factor/app';
    const confirmed = { current_password: PASSWORD };
    const { key } = (await app.request('POST', path, { token, json: confirmed })).json().data;
    const secret = Secret.fromBase32(key.replaceAll(' ', ''));
    const codeNow = () => new TOTP({ secret }).generate({ timestamp: clock.now() });
    expect((await app.request('PUT', path, { token, json: { code: codeNow() } })).statusCode).toBe(200);
    expect(await banners(token)).toBe(200);
    // The last factor cannot be removed.
    const switchOff = () => {
      clock.advance(30_000);
      return app.request('POST', `${path}/off`, { token, json: { ...confirmed, otp: codeNow() } });
    };
    const off = await switchOff();
    expect([off.statusCode, off.json().error]).toEqual([409, expect.stringContaining('Ligue outra forma')]);

    const later = await app.signInAs('editor');
    expect(await banners(later)).toBe(403);
    expect((await app.request('POST', '/api/auth/logout', { json: { token: later } })).statusCode).toBe(200);
    expect((await ask('editor', false)).statusCode).toBe(200);
    expect((await switchOff()).statusCode).toBe(200);
  }, 60_000);

  test('rejects signed links of a session that lacks a required second factor', async () => {
    const token = await app.signInAs('editor');
    const actor = await app.deps.authenticate(token);
    if (!actor) throw new Error('nobody is signed in');
    const sign = await app.deps.links.signer(actor, 'test');
    const link = sign(NOBODY);
    const opens = () =>
      app.deps.links.open('test', link).then(
        ({ subject }) => subject,
        ({ code }) => code,
      );
    expect(await opens()).toBe(NOBODY);
    await ask('editor', true);
    expect(await opens()).toBe('forbidden');
    await ask('editor', false);
    expect(await opens()).toBe(NOBODY);
    const { db } = app.deps;
    const until = new Date(clock.now() + 3_600_000).toISOString();
    await db.updateTable('users').set({ password_until: until }).where('id', '=', actor.id).execute();
    expect(await opens()).toBe('forbidden');
  });

  test('a custom role can require a factor, and an update without the field leaves it unchanged', async () => {
    const role = { name: 'Cinema', permissions: ['movies.read'] };
    const created = await app.request('POST', '/api/admin/roles/store', {
      token: admin,
      json: { ...role, needs_second_factor: true },
    });
    const { uuid } = created.json().data;
    const details = async () =>
      (await app.request('GET', `/api/admin/roles/details/${uuid}`, { token: admin })).json().data;
    const update = (json: object) =>
      app.request('PUT', `/api/admin/roles/update/${uuid}`, {
        token: admin,
        json: { ...json, ...confirmation },
      });
    const token = await app.signInAs(uuid);
    const movies = async () => (await app.request('GET', '/api/admin/movies', { token })).statusCode;
    expect([(await details()).needs_second_factor, await movies()]).toEqual([true, 403]);
    expect((await update({ ...role, version: 1 })).statusCode).toBe(200);
    expect([(await details()).needs_second_factor, await movies()]).toEqual([true, 403]);
    expect((await update({ ...role, needs_second_factor: false, version: 2 })).statusCode).toBe(200);
    expect([(await details()).needs_second_factor, await movies()]).toEqual([false, 200]);
    expect((await update({ ...role, needs_second_factor: 'talvez', version: 3 })).statusCode).toBe(422);
  });

  test('changing the requirement needs all rights of the role', async () => {
    expect((await ask('admin', true, await app.signInAs('reader'))).statusCode).toBe(403);
    expect((await app.request('PUT', '/api/admin/roles/built-in/admin', { json: {} })).statusCode).toBe(401);
    expect((await ask('nada', true)).statusCode).toBe(404);
    expect((await ask('reader', 'sim')).statusCode).toBe(422);
    const created = await app.request('POST', '/api/admin/roles/store', {
      token: admin,
      json: { name: 'Gente', permissions: ['users.write'] },
    });
    const token = await app.signInAs(created.json().data.uuid);
    expect((await ask('admin', true, token)).statusCode).toBe(403);
    const { data } = (await app.request('GET', '/api/admin/roles', { token: admin })).json();
    expect(data.map((role: { needs_second_factor: boolean }) => role.needs_second_factor)).not.toContain(
      true,
    );
  });
});
