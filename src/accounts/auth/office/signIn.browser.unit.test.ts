import { afterEach, expect, test, vi } from 'vitest';
import { getSession, signIn } from '../../../records/office/session.ts';
import { destinationOf, isSessionInvalid, signInWith, signOutWithServer } from './signIn.browser.ts';

const origin = 'https://loja.example';

test.each([
  ['/admin/banners/index?page=2#fim', '/admin/banners/index?page=2#fim'],
  ['/admin', '/admin'],
  [`${origin}/admin/phones/index`, '/admin/phones/index'],
])('redirects to %s after the sign-in', (next, path) => {
  expect(destinationOf(next, origin)).toBe(path);
});

test.each([
  null,
  '',
  '/',
  '/branches',
  '/administrator',
  '/admin/../branches',
  '//malvado.example/admin/',
  '/\\malvado.example/admin/',
  'https://malvado.example/admin/dashboard',
  'https://loja.example@malvado.example/admin/',
  'http://loja.example/admin/dashboard',
  'javascript:alert(1)//admin/',
  'http://[',
])('redirects %s to the dashboard', (next) => {
  expect(destinationOf(next, origin)).toBe('/admin/dashboard');
});

const rosangela = { uuid: 'r', name: 'Rosângela', email: 'rosangela@hiperaurora.example' };

function stubFetch(answer: () => Response | Promise<Response>) {
  vi.stubGlobal('document', { querySelector: () => null, documentElement: { dataset: {} } });
  const fetched = vi.fn(answer);
  vi.stubGlobal('fetch', fetched);
  signIn(rosangela, 'um-token');
  return fetched;
}

afterEach(() => vi.unstubAllGlobals());

test('forgets a token that the server does not know', async () => {
  stubFetch(() => Response.json({ data: { user: null } }));
  expect(await isSessionInvalid()).toBe(true);
  expect(getSession()).toEqual({ token: null, user: null, confirmed: false });
});

test.each([
  ['a network error', () => Promise.reject(new TypeError('network'))],
  ['a 503', () => Response.json({ error: 'fora', message: 'fora', code: 'unavailable' }, { status: 503 })],
  ['a proxy’s page', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
])('keeps the token after %s', async (_, answer) => {
  stubFetch(answer);
  expect(await isSessionInvalid()).toBe(false);
  expect(getSession().token).toBe('um-token');
});

test('ignores a response about an older token', async () => {
  stubFetch(() => {
    signIn(rosangela, 'outro-token');
    return Response.json({ data: { user: null } });
  });
  expect(await isSessionInvalid()).toBe(false);
  expect(getSession().token).toBe('outro-token');
});

test.each([
  ['answers', () => Response.json({ data: { message: 'Até logo.' } })],
  ['is unreachable', () => Promise.reject(new TypeError('network'))],
])('a sign-out forgets the token before it asks the server, which %s', (_, answer) => {
  let tokenDuringCall: string | null | undefined;
  const fetched = stubFetch(() => {
    tokenDuringCall = getSession().token;
    return answer();
  });
  signOutWithServer();
  expect(fetched).toHaveBeenCalledWith(
    '/api/auth/logout',
    expect.objectContaining({ body: '{"token":"um-token"}', keepalive: true }),
  );
  expect(tokenDuringCall).toBeNull();
  expect(getSession()).toEqual({ token: null, user: null, confirmed: false });
});

test('sends the token of the session that the sign-in replaces', async () => {
  const given = { access_token: 'outro-token', expires_at: '2026-11-30T12:00:00.000Z' };
  const fetched = stubFetch(() => Response.json({ data: { user: rosangela, token: given, message: 'Oi.' } }));
  const credentials = { email: rosangela.email, password: 'uma senha de teste' };
  await signInWith(credentials);
  expect(fetched).toHaveBeenCalledWith(
    '/api/auth/login',
    expect.objectContaining({ body: JSON.stringify({ ...credentials, replaces: 'um-token' }) }),
  );
  expect(getSession().token).toBe('outro-token');
});
