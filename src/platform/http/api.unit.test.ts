import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { features } from '../../server/features.ts';
import type { Endpoint } from '../../shared/endpoint.ts';
import { authFailureEnvelope, failureEnvelope, isAuthPath } from '../../shared/failure.ts';
import { registerApi } from './api.ts';

let app: TestApp;
let endpoints: Endpoint[];

beforeAll(async () => {
  app = await createTestApp();
  endpoints = features.flatMap((feature) => feature.routes?.(app.deps) ?? []).map((route) => route.endpoint);
});
afterAll(() => app.remove());

const addressOf = (endpoint: Endpoint) => `/api${endpoint.path.replace(/:\w+/g, randomUUID())}`;

function expectFailure(answer: Awaited<ReturnType<TestApp['request']>>, status: number) {
  expect(answer.statusCode).toBe(status);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
  // Parsed without `code`, which auth paths omit.
  const body = authFailureEnvelope.parse(answer.json());
  expect(body.message).toBe(body.error);
  expect(body.error).not.toMatch(/select|stack|\/src\/|undefined/i);
  return body;
}

describe('authorization of every endpoint', () => {
  test('every admin endpoint needs a permission, reads and writes apart, and no other endpoint needs any', () => {
    expect(endpoints.length).toBeGreaterThan(90);
    // Endpoints that serve any signed-in user: they show only what the user's permissions allow.
    const own = /^\/admin\/(profile|changes|dashboard|find|bin|access|views)\b(?!.*(restore|erase))/;
    for (const { method, path, needs, needsFor } of endpoints) {
      const reads = method === 'GET' || needsFor;
      const kind = own.test(path)
        ? /^signed-in$/
        : reads
          ? /^[a-zA-Z]+\.read$/
          : /^[a-zA-Z]+\.(write|publish|delete)$/;
      if (path.startsWith('/admin/')) expect(needs, `${method} ${path}`).toMatch(kind);
      else expect(needs, `${method} ${path}`).toBeUndefined();
    }
  });

  test('rejects a cached endpoint that needs a permission or has a limit', async () => {
    for (const endpoint of endpoints)
      if (endpoint.cached) expect(endpoint.needs, endpoint.path).toBeUndefined();
    const cachedEndpoint = { method: 'GET', path: '/x', summary: '', answers: {}, cached: true } as const;
    for (const refusing of [
      { endpoint: { ...cachedEndpoint, needs: 'signed-in' as const } },
      { endpoint: cachedEndpoint, limit: { points: 1, seconds: 1 } },
    ]) {
      const routes = [{ ...refusing, handler: async () => null }];
      await expect(registerApi(Fastify(), app.deps, routes, '/api')).rejects.toThrow(
        'cached for all clients',
      );
    }
  });

  test('rejects a missing, an empty and a wrong token at every staff endpoint before it reads the body', async () => {
    const refused = endpoints.filter((endpoint) => endpoint.needs);
    expect(refused.length).toBeGreaterThan(5);
    for (const endpoint of refused) {
      for (const authorization of ['', 'Bearer', 'Bearer ', `Bearer ${randomUUID()}`, 'Basic eDp4']) {
        const answer = await app.request(endpoint.method, addressOf(endpoint), {
          headers: { authorization, 'content-type': 'application/json' },
          payload: '{ this is not JSON',
        });
        expectFailure(answer, 401);
      }
    }
  });

  test('ignores an invalid token at public endpoints', async () => {
    for (const endpoint of endpoints.filter(
      ({ needs, method, path }) => !needs && method === 'GET' && !path.includes(':'),
    )) {
      for (const authorization of ['', 'Bearer', 'Bearer morto']) {
        const answer = await app.request('GET', addressOf(endpoint), { headers: { authorization } });
        expect([200, 204], endpoint.path).toContain(answer.statusCode);
      }
    }
  });
});

describe('failures', () => {
  test('rejects invalid JSON with 400', async () => {
    expectFailure(
      await app.request('POST', '/api/auth/login', {
        headers: { 'content-type': 'application/json' },
        payload: '{',
      }),
      400,
    );
  });
  test('rejects an unknown address and an unknown record with 404', async () => {
    expectFailure(await app.request('GET', '/api/nada'), 404);
    expectFailure(await app.request('GET', `/api/site/branches/details/${randomUUID()}`), 404);
    expectFailure(await app.request('GET', '/api/site/branches/details/nao-e-um-uuid'), 404);
  });
  test('rejects another method with 405 and lists the allowed ones', async () => {
    const answer = await app.request('DELETE', '/api/site/home');
    expectFailure(answer, 405);
    expect(answer.headers.allow).toBe('GET, HEAD');
  });
  test('rejects a body beyond the limit with 413', async () => {
    expectFailure(
      await app.request('POST', '/api/auth/login', { json: { email: 'x'.repeat(2_000_000) } }),
      413,
    );
  });
  test('rejects a content type that the endpoint does not accept with 415', async () => {
    const headers = { 'content-type': 'text/xml' };
    expectFailure(await app.request('POST', '/api/auth/login', { headers, payload: '<a/>' }), 415);
    // Types that a form on another site could send without a CORS preflight.
    for (const [type, payload] of [
      ['text/plain', JSON.stringify({ email: 'a@b.example', password: 'a' })],
      ['application/x-www-form-urlencoded', 'email=a%40b.example&password=a'],
    ] as const)
      expectFailure(
        await app.request('POST', '/api/auth/login', { headers: { 'content-type': type }, payload }),
        415,
      );
    const form = new FormData();
    form.set('email', 'a@b.example');
    expectFailure(await app.request('POST', '/api/auth/login', { form }), 415);
  });
  test('rejects invalid fields with 422 and messages by field', async () => {
    const body = expectFailure(await app.request('POST', '/api/auth/login', { json: { email: 'x' } }), 422);
    expect(body.errors).toMatchObject({ email: [expect.any(String)], password: ['Informe a senha.'] });
  });
  test('rejects JSON other than an object with 422 instead of crashing', async () => {
    for (const payload of ['null', '[]', '"x"', '1', '']) {
      const body = expectFailure(
        await app.request('POST', '/api/auth/login', {
          headers: { 'content-type': 'application/json' },
          payload,
        }),
        422,
      );
      expect(body.errors).toEqual({ email: ['Informe o e-mail.'], password: ['Informe a senha.'] });
    }
  });
  test('includes a code in every failure except those of auth endpoints', async () => {
    const json = { 'content-type': 'application/json' };
    const wrong = (url: string): [Parameters<TestApp['request']>, number][] => [
      [['POST', url, { headers: json, payload: '{' }], 400],
      [['POST', url, { json: {} }], 422],
      [['POST', url, { json: { a: 'x'.repeat(2_000_000) } }], 413],
      [['POST', url, { headers: { 'content-type': 'text/xml' }, payload: '<a/>' }], 415],
      [['PATCH', url, {}], 405],
      [['POST', `${url}/nada`, {}], 404],
    ];
    const auth = endpoints.filter(({ path }) => isAuthPath(path));
    expect(auth).toHaveLength(8);
    for (const { path } of auth) {
      for (const [call, status] of wrong(`/api${path}`)) {
        const answer = await app.request(...call);
        if (answer.statusCode === 200) continue; // a logout without a token is one
        expectFailure(answer, status);
        expect(answer.json(), path).not.toHaveProperty('code');
      }
    }
    const login = { email: 'ninguem@rede.example', password: 'uma senha errada' };
    const refused = await app.request('POST', '/api/auth/login', { json: login });
    expect(refused.json()).toEqual({
      error: expect.any(String),
      message: expect.any(String),
      status: 401,
      data: false,
    });
    for (const [call, status] of wrong('/api/site/work-with-us')) {
      const answer = await app.request(...call);
      expectFailure(answer, status);
      expect(failureEnvelope.parse(answer.json()).status).toBe(status);
    }
  });
  test('hides the cause of a 500', async () => {
    const broken = await createTestApp();
    broken.deps.db.selectFrom = () => {
      throw new Error('select * from segredo');
    };
    const body = expectFailure(await broken.request('GET', '/api/site/branches'), 500);
    expect(JSON.stringify(body)).not.toContain('segredo');
    await broken.remove();
  });
});

describe('messages of fields', () => {
  test('every message about an invalid field is in Portuguese', async () => {
    const english = /\b(too (big|small)|invalid|expected|required|received|must|unrecognized)\b/i;
    const wrong = [
      undefined,
      null,
      '',
      'x'.repeat(100_000),
      1e20,
      true,
      {},
      [],
      ['x'],
      Array(2000).fill('x'),
    ];
    let messages = 0;
    for (const { body, path } of endpoints) {
      const shape = (body?.schema as { shape?: Record<string, unknown> } | undefined)?.shape;
      for (const field of Object.keys(shape ?? {})) {
        for (const value of wrong) {
          const issues = body?.schema.safeParse({ [field]: value }).error?.issues ?? [];
          messages += issues.length;
          for (const { message } of issues) expect(message, `${path} ${field}`).not.toMatch(english);
        }
      }
    }
    expect(messages).toBeGreaterThan(100);
  });
});

describe('compatibility with the existing client', () => {
  test('accepts any body of a DELETE, with or without a content type', async () => {
    const token = await app.signIn();
    const url = `/api/admin/banners/destroy/${randomUUID()}`;
    const bodies: { payload?: string; headers?: Record<string, string> }[] = [
      {},
      { payload: '', headers: { 'content-type': 'application/json' } },
      { payload: '{}', headers: { 'content-type': 'application/json' } },
      { payload: '{ broken', headers: { 'content-type': 'application/json' } },
      { payload: '{"a":1}' },
      { payload: 'x', headers: { 'content-type': 'application/octet-stream' } },
    ];
    for (const body of bodies) expectFailure(await app.request('DELETE', url, { token, ...body }), 404);
  });

  test('ignores unknown query parameters and body fields', async () => {
    expect((await app.request('GET', '/api/site/home?nada=1')).statusCode).toBe(200);
    const answer = await app.request('POST', '/api/auth/validate-token', { json: { token: 'x', nada: 1 } });
    expect(answer.json()).toEqual({ data: { user: null } });
  });

  test('treats an address with a trailing slash as the same', async () => {
    expect((await app.request('GET', '/api/site/home/')).statusCode).toBe(200);
  });
});

describe('public reads', () => {
  test('answers 204 without a body for a single record that was never saved', async () => {
    for (const path of ['/site/information', '/site/booklets/fortnightly', '/site/about-credit-cards']) {
      const answer = await app.request('GET', `/api${path}`);
      expect(answer.statusCode, path).toBe(204);
      expect(answer.payload).toBe('');
    }
  });

  test('serves the home data in the shape of the contract on an empty database', async () => {
    expect((await app.request('GET', '/api/site/home')).json()).toEqual({
      data: {
        banners: [],
        booklet_fortnightly: null,
        about_hypermarket: null,
        about_credit_card: null,
        branches: [],
      },
    });
  });

  test('compresses a cached response, gives it a strong ETag and answers 304', async () => {
    const plain = await app.request('GET', '/api/site/home');
    const brotli = await app.request('GET', '/api/site/home', { headers: { 'accept-encoding': 'gzip, br' } });
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.headers.etag).toMatch(/^"[\w-]+-identity"$/);
    expect(plain.headers['cache-control']).toMatch(/^public, max-age=0, s-maxage=1, stale-if-error=\d+$/);
    const again = await app.request('GET', '/api/site/home', {
      headers: { 'if-none-match': plain.headers.etag as string },
    });
    expect(again.statusCode).toBe(304);
    expect(again.payload).toBe('');
    expect((await app.request('HEAD', '/api/site/home')).statusCode).toBe(200);
  });
});

describe('operations', () => {
  test('serves /healthz and /readyz, and no metrics without a token', async () => {
    expect((await app.request('GET', '/healthz')).json()).toEqual({ status: 'ok' });
    expect((await app.request('GET', '/readyz')).json()).toEqual({
      status: 'ok',
      database: 'ok',
      schedule: 'ok',
      files: 'ok',
      disk: 'ok',
      changes: 'ok',
    });
    expect((await app.request('GET', '/metrics')).statusCode).toBe(404);
  });

  test('the API document lists every status of an endpoint and the envelope of each failure', async () => {
    const document = (await app.request('GET', '/api/docs/json')).json() as {
      components: Record<'responses' | 'schemas', Record<string, unknown>>;
      paths: Record<string, Record<string, { responses: Record<string, { $ref?: string }> }>>;
    };
    /** Returns the fields of a failure, which the document names by reference. */
    const envelopeOf = (path: string, method: string, status: string) => {
      const named = (text: string) => text.split('/').at(-1) ?? '';
      const response = document.paths[`/api${path}`]?.[method]?.responses[status]?.$ref ?? '';
      const schema = JSON.stringify(document.components.responses[named(response)]).match(
        /schemas\/\w+/,
      )?.[0];
      return JSON.stringify(document.components.schemas[named(schema ?? '')]);
    };
    const statusesOf = (path: string, method: string) =>
      Object.keys(document.paths[`/api${path}`]?.[method]?.responses ?? {});
    expect(statusesOf('/admin/banners/update/{uuid}', 'post')).toEqual([
      '200',
      '400',
      '401',
      '403',
      '404',
      '408',
      '409',
      '413',
      '415',
      '422',
      '429',
      '431',
      '500',
      '503',
    ]);
    expect(statusesOf('/auth/login', 'post')).toEqual([
      '200',
      '400',
      '401',
      '403',
      '408',
      '413',
      '415',
      '422',
      '429',
      '431',
      '500',
      '503',
    ]);
    expect(statusesOf('/site/home', 'get')).toEqual(['200', '304', '400', '431', '500', '503']);
    expect(envelopeOf('/auth/login', 'post', '422')).not.toContain('"code"');
    expect(envelopeOf('/admin/banners', 'get', '401')).toContain('"code"');
  });

  test('the API document lists every endpoint', async () => {
    const document = (await app.request('GET', '/api/docs/json')).json() as { paths: Record<string, object> };
    for (const endpoint of endpoints) {
      const path = `/api${endpoint.path.replace(/:(\w+)/g, '{$1}')}`;
      expect(document.paths[path], path).toHaveProperty(endpoint.method.toLowerCase());
    }
  });

  test('rendering the API document yields to other requests every few paths', async () => {
    const fresh = await createTestApp();
    let turns = 0;
    let timer: NodeJS.Immediate | undefined;
    const count = () => {
      turns += 1;
      timer = setImmediate(count);
    };
    count();
    const document = (await fresh.request('GET', '/api/docs/json')).json() as {
      paths: Record<string, object>;
    };
    clearImmediate(timer);
    expect(turns).toBeGreaterThan(Object.keys(document.paths).length / 8);
    await fresh.remove();
  });

  test('the API document is served from the response cache, compressed and with a strong ETag', async () => {
    const ask = (headers = {}) => app.request('GET', '/api/docs/json', { headers });
    const [first, second] = await Promise.all([ask(), ask({ 'accept-encoding': 'br' })]);
    expect(first.headers.etag).toMatch(/^"[\w-]+-identity"$/);
    expect(second.headers).toMatchObject({
      'content-encoding': 'br',
      vary: expect.stringContaining('accept'),
    });
    expect(second.rawPayload.length).toBeLessThan(first.rawPayload.length / 10);
    const again = await ask({ 'if-none-match': second.headers.etag as string });
    expect([again.statusCode, again.payload]).toEqual([304, '']);
    const { results } = app.deps.responseCache.stats();
    const { made } = results;
    await ask();
    expect(app.deps.responseCache.stats().results.made).toBe(made);
  });

  test('the API document is not served as YAML', async () => {
    expect((await app.request('GET', '/api/docs/yaml')).statusCode).toBe(404);
  });
});
