import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { insertResumeFile } from '../../../test/resumeFile.ts';
import { setAccess } from '../../accounts/auth/access.service.ts';
import { createUser, resetPasswordByOperator } from '../../accounts/auth/operatorAccounts.service.ts';
import { secretHash } from '../../platform/security/secrets.ts';
import { pathOf } from '../../shared/endpoint.ts';
import { features } from '../features.ts';
import { builtPages } from './builtPages.ts';

const PASSWORD = 'café com pão 12';
const HOUR = 3_600_000;

async function withPages(env: Record<string, string> = {}): Promise<TestApp> {
  return createTestApp({
    env,
    pages: builtPages,
  });
}

interface SignedIn {
  email: string;
  name: string;
  token: string;
  /** The `Set-Cookie` header of the response. */
  line: string;
  /** Other cookies that the response sets. */
  others: string[];
  /** The `Cookie` header that the browser sends. */
  cookie: string;
}

let people = 0;
async function signIn(app: TestApp, headers: Record<string, string> = {}): Promise<SignedIn> {
  const name = `Pessoa ${++people}`;
  const email = `pessoa.${people}@hiperaurora.example`;
  await createUser(app.deps, { name, email, password: PASSWORD });
  return { name, ...(await again(app, email, headers)) };
}

async function again(app: TestApp, email: string, headers: Record<string, string> = {}) {
  const answer = await app.request('POST', '/api/auth/login', {
    json: { email, password: PASSWORD },
    headers,
  });
  expect(answer.statusCode).toBe(200);
  const [line = '', ...others] = [answer.headers['set-cookie'] ?? ''].flat();
  return {
    email,
    others,
    token: answer.json().data.token.access_token as string,
    line,
    cookie: line.split(';')[0] ?? '',
  };
}

const page = (app: TestApp, url: string, cookie = '', headers: Record<string, string> = {}) =>
  app.request('GET', url, { headers: { ...(cookie && { cookie }), ...headers } });

const isFor = (html: string, { email }: Pick<SignedIn, 'email'>) =>
  html.includes('data-reader') && html.includes(email);
/** Returns whether the page is the shell for anonymous callers, with the API calls that its script makes. */
const isNobodys = (html: string) => !html.includes('data-reader') && html.includes('data-asks="/api/');

const validate = (app: TestApp, token: string) =>
  app.request('POST', '/api/auth/validate-token', { json: { token } });

let app: TestApp;
let ana: SignedIn;
beforeAll(async () => {
  app = await withPages();
  ana = await signIn(app);
  await app.request('POST', '/api/admin/revenue-categories/store', {
    token: ana.token,
    json: { name: 'Doces de festa' },
  });
});
afterAll(() => app.remove());
beforeEach(() => app.deps.db.deleteFrom('rate_limits').execute());

const LIST = '/admin/revenue-categories/index';

describe('the page key', () => {
  test('sign-in sets a page key for this host and session, unreadable by scripts', async () => {
    const week = app.deps.config.SESSION_ABSOLUTE / 1000;
    expect(ana.line).toMatch(
      new RegExp(`^vitrine_pages=[\\w-]{43}; Path=/; Max-Age=${week}; HttpOnly; SameSite=Strict$`),
    );
    const stored = await app.deps.db.selectFrom('sessions').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(ana.cookie.slice('vitrine_pages='.length));
  });

  test('the page key requires TLS if the site is configured so or a trusted proxy reports TLS', async () => {
    const safe = '[\\w-]{43}; Path=/; Max-Age=\\d+; HttpOnly; SameSite=Strict';
    const secure = new RegExp(`^__Host-vitrine_pages=${safe}; Secure$`);
    const device = new RegExp(`^__Host-vitrine_device=${safe}; Secure$`);
    const forwarded = { 'x-forwarded-proto': 'https' };
    for (const [env, headers] of [
      [{ PUBLIC_URL: 'https://www.rede.example' }, {}],
      [{ TRUST_PROXY: '127.0.0.1' }, forwarded],
    ] as const) {
      const behind = await withPages(env);
      const { line, others, cookie, email } = await signIn(behind, headers);
      expect(line).toMatch(secure);
      // The device cookie follows the same rule. There is no other cookie.
      expect(others).toEqual([expect.stringMatching(device)]);
      expect(isFor((await page(behind, LIST, cookie, headers)).payload, { email })).toBe(true);
      // A neighbour below the same domain could have set this cookie.
      const plain = cookie.replace('__Host-', '');
      expect(isNobodys((await page(behind, LIST, plain, headers)).payload)).toBe(true);
      await behind.remove();
    }
    const open = await signIn(app, forwarded);
    expect(open.line).not.toContain('Secure');
    expect(open.others).toEqual([expect.stringMatching(new RegExp(`^vitrine_device=${safe}$`))]);
  });

  test('an API-only process sets no page key', async () => {
    const alone = await createTestApp({ env: { API_PREFIX: '/', CORS_ORIGINS: 'https://www.rede.example' } });
    await createUser(alone.deps, { name: 'Ana', email: 'ana@rede.example', password: PASSWORD });
    const json = { email: 'ana@rede.example', password: PASSWORD };
    const { headers, statusCode } = await alone.request('POST', '/auth/login', { json });
    expect(statusCode).toBe(200);
    expect(headers['set-cookie']).toBeUndefined();
    await alone.remove();
  });

  test('a valid token sets the page key again for the rest of its session', async () => {
    const bia = await signIn(app);
    app.clock.advance(HOUR);
    const { headers, payload } = await validate(app, bia.token);
    expect(JSON.parse(payload).data.user.email).toBe(bia.email);
    const secondsLeft = (app.deps.config.SESSION_ABSOLUTE - HOUR) / 1000;
    expect(headers['set-cookie']).toBe(bia.line.replace(/Max-Age=\d+/, `Max-Age=${secondsLeft}`));
    expect(headers['cache-control']).toBe('no-store');
  });

  test('a session that is older than page keys gets one', async () => {
    const bia = await signIn(app);
    const { db } = app.deps;
    const own = db.updateTable('sessions').where('token_hash', '=', secretHash(bia.token));
    await own.set({ page_key_hash: null }).execute();
    expect(isNobodys((await page(app, LIST, bia.cookie)).payload)).toBe(true);
    await validate(app, bia.token);
    expect(isFor((await page(app, LIST, bia.cookie)).payload, bia)).toBe(true);
  });

  test('sign-out and an invalid token remove the page key', async () => {
    const removal = 'vitrine_pages=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict';
    const bia = await signIn(app);
    const out = await app.request('POST', '/api/auth/logout', { json: { token: bia.token } });
    expect(out.headers['set-cookie']).toBe(removal);
    expect((await validate(app, bia.token)).headers['set-cookie']).toBe(removal);
    expect((await validate(app, 'nada')).headers['set-cookie']).toBe(removal);
  });

  test('a page key ends with its session, whatever ends that', async () => {
    const ends: Record<string, (person: SignedIn) => Promise<unknown>> = {
      'sign-out': ({ token }) => app.request('POST', '/api/auth/logout', { json: { token } }),
      'access switched off': ({ email }) => setAccess(app.deps, email, false),
      'password set by an operator': ({ email }) => resetPasswordByOperator(app.deps, email),
      'password changed in another session': async ({ email }) => {
        const { token } = await again(app, email);
        const json = {
          current_password: PASSWORD,
          password: 'pão de queijo 34',
          password_confirmation: 'pão de queijo 34',
        };
        const { statusCode } = await app.request('PUT', '/api/admin/profile/password', { token, json });
        expect(statusCode).toBe(200);
      },
      idleness: async () => app.clock.advance(app.deps.config.SESSION_IDLE + 1),
    };
    for (const [what, end] of Object.entries(ends)) {
      const person = await signIn(app);
      expect(isFor((await page(app, LIST, person.cookie)).payload, person), what).toBe(true);
      await end(person);
      expect(isNobodys((await page(app, LIST, person.cookie)).payload), what).toBe(true);
    }
    ana = { ...ana, ...(await again(app, ana.email)) };
  });

  test('a page key does not keep a session alive: only the token does', async () => {
    const bia = await signIn(app);
    const half = app.deps.config.SESSION_IDLE / 2 + 1;
    app.clock.advance(half);
    expect(isFor((await page(app, LIST, bia.cookie)).payload, bia)).toBe(true);
    app.clock.advance(half);
    expect(isNobodys((await page(app, LIST, bia.cookie)).payload)).toBe(true);
    ana = { ...ana, ...(await again(app, ana.email)) };
  });
});

describe('limits of the page key', () => {
  test('no endpoint reads the page key: responses are the same as without it', async () => {
    const routes = features.flatMap((feature) => feature.routes?.(app.deps) ?? []);
    expect(routes.length).toBeGreaterThan(90);
    const params = {
      uuid: '00000000-0000-4000-8000-000000000000',
      table: 'shops',
      version: '1',
      list: 'phones',
      area: 'banners',
      key: 'admin',
      id: '1',
      from: '2026-12-24',
      until: '2026-12-25',
    };
    // The challenge of a passkey differs each time.
    const bodyOf = ({ payload }: { payload: string }) => payload.replace(/"challenge":"[\w-]+"/, '');
    for (const { endpoint } of routes) {
      const { method, path, needs } = endpoint;
      const url = `/api${pathOf(path, params)}`;
      const json = endpoint.body ? { json: { token: null } } : {};
      const none = await app.request(method, url, json);
      await app.deps.db.deleteFrom('rate_limits').execute();
      const alone = await app.request(method, url, { ...json, headers: { cookie: ana.cookie } });
      if (needs) expect(alone.statusCode, path).toBe(401);
      expect([alone.statusCode, bodyOf(alone)], path).toEqual([none.statusCode, bodyOf(none)]);
    }
    const audited = await app.deps.db.selectFrom('audit_log').select('entity_uuid').execute();
    expect(audited.length).toBeGreaterThan(0);
  });

  test('public pages are the same with a page key, from the same cache', async () => {
    for (const url of ['/', '/shops', '/api/site/home']) {
      const [plain, withKey] = [await page(app, url), await page(app, url, ana.cookie)];
      expect(withKey.payload).toBe(plain.payload);
      expect(withKey.headers.etag).toBe(plain.headers.etag);
      expect(withKey.headers['cache-control']).toBe(plain.headers['cache-control']);
    }
  });

  test('a page key opens screens for navigations only, not for images, frames, scripts or prefetches', async () => {
    for (const [name, value] of [
      ['sec-fetch-dest', 'empty'],
      ['sec-fetch-dest', 'iframe'],
      ['sec-fetch-dest', 'script'],
      ['sec-purpose', 'prefetch;prerender'],
    ] as const)
      expect(isNobodys((await page(app, LIST, ana.cookie, { [name]: value })).payload), value).toBe(true);
    const there = await page(app, LIST, ana.cookie, { 'sec-fetch-dest': 'document' });
    expect(isFor(there.payload, ana)).toBe(true);
  });

  test('only the key of a valid session is accepted', async () => {
    for (const cookie of [
      'vitrine_pages=',
      'vitrine_pages=nada',
      `vitrine_pages=${ana.token}`,
      `outro=1; xvitrine_pages=${ana.cookie.slice('vitrine_pages='.length)}`,
      `vitrine_pages=${secretHash(ana.token)}`,
    ])
      expect(isNobodys((await page(app, LIST, cookie)).payload), cookie).toBe(true);
    const profile = await app.request('GET', '/api/admin/profile', {
      token: ana.cookie.slice('vitrine_pages='.length),
    });
    expect(profile.statusCode).toBe(401);
  });
});

describe('a screen for a signed-in user', () => {
  test('a screen contains its rows, has the policy of all pages and is not cached', async () => {
    const { statusCode, headers, payload } = await page(app, LIST, `a=b; ${ana.cookie}; c=d`);
    expect(statusCode).toBe(200);
    expect(payload).toMatch(/<tr>.*Doces de festa.*<\/tr>/);
    expect(payload).not.toContain('data-asks');
    expect(payload).not.toMatch(/<[^>]+\sstyle="/);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['set-cookie']).toBeUndefined();
    expect(headers['content-security-policy']).not.toContain('unsafe');
    // Scripts are fetched last, because they would compete for bandwidth with the page.
    expect(payload).toContain('<link rel="later" href="/assets/');
    expect(payload.match(/<script\b[^>]* type="\w+"/g)).toEqual([expect.stringMatching(/ type="later"$/)]);
    expect(payload).not.toMatch(/rel="modulepreload"|type="module"/);
  });

  test("a screen contains the user's own data", async () => {
    const bia = await signIn(app);
    for (const [person, otherPerson] of [
      [ana, bia],
      [bia, ana],
    ] as const) {
      const { payload } = await page(app, '/admin/users/profile', person.cookie);
      expect(payload).toContain(`value="${person.email}"`);
      expect(payload).not.toContain(otherPerson.email);
      expect(payload).not.toContain(person.token);
      expect(payload).not.toContain(person.cookie.slice('vitrine_pages='.length));
    }
  });

  test('a screen redirects like its shell', async () => {
    const { statusCode, headers } = await page(app, '/admin', ana.cookie);
    expect([statusCode, headers.location]).toEqual([302, '/admin/dashboard']);
    expect(headers['cache-control']).toBe('no-store');
  });

  test('compresses a screen, but not with a signed link beside text of anonymous callers', async () => {
    const encoding = async (url: string) =>
      (await page(app, url, ana.cookie, { 'accept-encoding': 'br' })).headers['content-encoding'];
    expect(await encoding(LIST)).toBe('br');
    const { db } = app.deps;
    const file = await insertResumeFile(db);
    const uuid = '11111111-0000-4000-8000-000000000000';
    const { generateApplications } = await import('../../../bench/applications.ts');
    const [application] = generateApplications(1);
    await db
      .insertInto('job_applications')
      .values({ ...(application as object), uuid, file_id: file.id } as never)
      .execute();
    const shown = await page(app, `/admin/work-with-us/show/${uuid}`, ana.cookie, {
      'accept-encoding': 'br',
    });
    expect(shown.payload).toContain('data-reader');
    expect(shown.headers['content-encoding']).toBeUndefined();
    expect(await encoding('/admin/work-with-us/index')).toBe('br');
    await db.deleteFrom('job_applications').where('uuid', '=', uuid).execute();
    await db.deleteFrom('files').where('id', '=', file.id).execute();
  });

  test('sends the shell of a screen if a read fails or is slow', async () => {
    const { callAs } = app.deps;
    const broken = [() => Promise.reject(new Error('segredo')), () => new Promise<never>(() => {})];
    for (const call of broken) {
      app.deps.callAs = () => call as never;
      const { statusCode, payload } = await page(app, LIST, ana.cookie);
      expect(statusCode).toBe(200);
      expect(isNobodys(payload)).toBe(true);
      expect(payload).not.toContain('segredo');
    }
    app.deps.callAs = callAs;
    const { userOfPageKey } = app.deps;
    app.deps.userOfPageKey = () => Promise.reject(new Error('connect ECONNREFUSED'));
    expect(isNobodys((await page(app, LIST, ana.cookie)).payload)).toBe(true);
    app.deps.userOfPageKey = userOfPageKey;
  });

  test("a screen reads through the API's request pipeline and cannot write", async () => {
    const { callAs } = app.deps;
    const calls: string[] = [];
    app.deps.callAs = (caller) => (endpoint, input) => {
      calls.push(`${caller.kind} ${endpoint.method} ${endpoint.path}`);
      return callAs(caller)(endpoint, input);
    };
    await page(app, LIST, ana.cookie);
    await page(app, '/admin/revenues/create', ana.cookie);
    app.deps.callAs = callAs;
    // The rows of the list and its filters, then the options of the form.
    expect(calls.filter((call) => !call.includes('/views/'))).toEqual(
      Array(3).fill('person GET /admin/revenue-categories'),
    );
  });
});
