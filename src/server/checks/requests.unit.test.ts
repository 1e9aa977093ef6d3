import { randomUUID } from 'node:crypto';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, staff, type TestApp } from '../../../test/app.ts';
import { collectLogLines } from '../../../test/logLines.ts';
import { failures } from '../../shared/failure.ts';
import { builtPages } from '../pages/builtPages.ts';

const CODE = /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{2}$/;
const PROXY = '127.0.0.1';
const OTHERS = 'https://app.example';

const lines = collectLogLines();
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({
    env: { LOG_LEVEL: 'warn', ACCESS_LOG: '1', TRUST_PROXY: PROXY, CORS_ORIGINS: OTHERS },
    pages: builtPages,
    logTo: lines.logTo,
  });
  await app.server.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.remove({ rewritten: true }));
beforeEach(() => lines.clear());

/** Makes queries of `table` fail unexpectedly while `work` runs. */
async function without<T>(table: string, work: () => Promise<T>): Promise<T> {
  await sql`alter table ${sql.table(table)} rename to ${sql.table(`${table}_gone`)}`.execute(app.deps.db);
  app.deps.responseCache.invalidate('all');
  try {
    return await work();
  } finally {
    await sql`alter table ${sql.table(`${table}_gone`)} rename to ${sql.table(table)}`.execute(app.deps.db);
    app.deps.responseCache.invalidate('all');
  }
}

const request = (url: string, headers: Record<string, string> = {}) => app.request('GET', url, { headers });

describe('request id', () => {
  test('creates an id for each request, in response and log', async () => {
    const answers = await Promise.all(
      ['/healthz', '/healthz', '/nada', '/api/nada'].map((url) => request(url)),
    );
    const [first, second, , api] = answers.map(({ headers }) => headers['x-request-id']);
    for (const id of [first, second, api]) expect(id).toMatch(CODE);
    expect(first).not.toBe(second);
    expect(lines.withMessage('request').map(({ request }) => request)).toEqual(
      expect.arrayContaining([first, second, api]),
    );
  });

  test('accepts a valid id from a trusted proxy and logs it beside its own', async () => {
    const traceId = '4f3c2b1a99887766554433221100ffee';
    const { headers } = await request('/healthz', { 'x-request-id': traceId });
    expect(headers['x-request-id']).toBe(traceId);
    expect(lines.withMessage('request')).toMatchObject([
      { request: expect.stringMatching(CODE), trace: traceId },
    ]);
    for (const bad of ['x', 'a b c d e f', `${'a'.repeat(65)}`, 'abcdef"\\n{"level":60}']) {
      const answer = await request('/healthz', { 'x-request-id': bad });
      expect(answer.headers['x-request-id'], bad).toMatch(CODE);
    }
  });

  test('ignores an id from other callers', async () => {
    const stranger = await createTestApp();
    const answer = await stranger.request('GET', '/healthz', { headers: { 'x-request-id': 'abcdef123' } });
    expect(answer.headers['x-request-id']).toMatch(CODE);
    await stranger.remove();
  });

  test('exposes the id to other origins, and omits it from cacheable responses', async () => {
    const failed = await request('/api/nada', { origin: OTHERS });
    expect(failed.headers['access-control-expose-headers']).toBe('x-request-id, retry-after');
    for (const url of ['/api/site/home', '/', '/brand/icon.svg', '/robots.txt']) {
      const { headers, statusCode } = await request(url);
      expect(statusCode, url).toBe(200);
      expect(headers, url).not.toHaveProperty('x-request-id');
    }
  });
});

describe('server errors', () => {
  test("the API's response and the log line with the stack have the same code", async () => {
    const token = await app.signIn();
    const answer = await without('recipes', () => app.request('GET', '/api/admin/revenues', { token }));
    expect(answer.statusCode).toBe(500);
    const { request, error } = answer.json();
    expect(request).toMatch(CODE);
    expect(request).toBe(answer.headers['x-request-id']);
    expect(error).toBe(failures.internal.text);
    expect(lines.withMessage('internal')).toMatchObject([
      {
        request,
        method: 'GET',
        route: '/api/admin/revenues',
        err: { message: expect.stringContaining('recipes'), stack: expect.stringContaining('list.ts') },
      },
    ]);
  });

  test("the API's response has the code also after a body was read", async () => {
    const json = { email: staff.email, password: staff.password };
    const answer = await without('users', () => app.request('POST', '/api/auth/login', { json }));
    expect(answer.statusCode).toBe(500);
    expect(lines.withMessage('internal')).toMatchObject([
      { request: answer.json().request, route: '/api/auth/login' },
    ]);
  });

  test('pages show the code in the frame of the site', async () => {
    const { statusCode, body } = await without('branches', () =>
      request('/branches/2b3c1f0e-8f0e-4b5c-9d7a-0f1e2d3c4b5a'),
    );
    expect(statusCode).toBe(500);
    const code = /Código\u00a0([0-9A-Z-]{7})</.exec(body)?.[1];
    expect(code).toMatch(CODE);
    expect(body).toContain('Algo caiu da prateleira');
    expect(lines.withMessage('internal')).toContainEqual(
      expect.objectContaining({ request: code, endpoint: '/site/branches/details/:uuid' }),
    );
  });

  test('returned forms show the code', async () => {
    const form = new FormData();
    form.set('name', 'Ana');
    const { statusCode, body } = await without('rate_limits', () =>
      app.request('POST', '/work-with-us', { form }),
    );
    expect(statusCode).toBe(500);
    // A line of an earlier test may arrive late.
    const codes = lines.withMessage('internal').map(({ request }) => request);
    expect(codes).toContain(/Código\u00a0([\w-]+)/.exec(body)?.[1]);
  });

  test('client errors have no code', async () => {
    const answer = await app.request('POST', '/api/auth/login', { json: {} });
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).not.toHaveProperty('request');
    expect((await request('/nada')).body).not.toContain('Código');
  });

  test('logs a stack three times a minute, then short lines with the code', async () => {
    const token = await app.signIn();
    await without('vacancies', async () => {
      const url = `/api/admin/vacancies/details/${randomUUID()}`;
      for (let time = 0; time < 16; time += 1) await app.request('GET', url, { token });
    });
    const failures = lines.withMessage('internal');
    // A rejected promise may be reported through several await paths, with different stacks.
    const ways = Map.groupBy(failures, ({ same }) => same);
    expect(ways.size).toBeLessThan(4);
    for (const way of ways.values()) {
      const stackCount = way.filter((line) => 'err' in line).length;
      // An earlier test may have logged the same stack.
      expect(stackCount).toBeLessThanOrEqual(3);
      expect(way.map((line) => 'err' in line)).toEqual(way.map((_, at) => at < stackCount));
    }
    expect(failures.some((line) => !('err' in line))).toBe(true);
    for (const { request } of failures) expect(request).toMatch(CODE);
  });
});

describe('access log', () => {
  const own = (url: string) => request(url).then(() => lines.withMessage('request'));

  test.each([
    ['/?busca=ana', '/'],
    ['/shops/2b3c1f0e-8f0e-4b5c-9d7a-0f1e2d3c4b5a', '/shops/:uuid'],
    ['/ana@exemplo.example', 'none'],
    ['/api/ana@exemplo.example', 'none'],
    ['/api/admin/revenues/details/2b3c1f0e-8f0e-4b5c-9d7a-0f1e2d3c4b5a', '/api/admin/revenues/details/:uuid'],
    ['/admin/dashboard', '/admin/dashboard'],
    ['/media/2b3c1f0e-8f0e-4b5c-9d7a-0f1e2d3c4b5a/ana.webp', '/media/:uuid/:name'],
    ['/brand/icon.svg?v=ana', '/brand/*'],
  ])('logs %s by its pattern', async (url, route) => {
    expect(await own(url)).toMatchObject([{ route, method: 'GET', hit: false }]);
  });

  test('logs cache hits too, with their sent bytes', async () => {
    const { port } = app.server.server.address() as AddressInfo;
    const receive = () =>
      new Promise<number>((done, failed) => {
        get({ port, path: '/api/site/home', agent: false }, (answer) => {
          answer.resume().on('end', () => done(Number(answer.headers['content-length'])));
        }).on('error', failed);
      });
    await receive();
    lines.clear();
    const length = await receive();
    await expect
      .poll(() => lines.withMessage('request'))
      .toMatchObject([
        { route: '/api/site/home', status: 200, hit: true, request: expect.stringMatching(CODE) },
      ]);
    const [line] = lines.withMessage('request');
    expect(line?.bytes).toBeGreaterThan(length);
    expect(Object.keys(line ?? {}).sort()).toEqual(
      'bytes hit hostname level method ms msg pid request route status time'.split(' '),
    );
  });
});
