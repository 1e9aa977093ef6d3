import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { fileOf, jpeg } from '../../../test/images.ts';
import { formOf } from '../../../test/uploads.ts';
import { getProfile, login } from '../../accounts/auth/auth.contract.ts';
import { applyForVacancy } from '../../content/applications/application.contract.ts';
import {
  getBranch,
  listBranches,
  orderBranches,
  siteBranch,
  siteBranches,
} from '../../content/branches/branch.contract.ts';
import { getDashboard } from '../../office/dashboard/dashboard.contract.ts';
import type { Actor } from '../../platform/database/write.ts';
import { createInProcessApi, runCall } from '../../platform/http/pipeline.ts';
import { HandlerResponse, type Route, route } from '../../platform/http/route.ts';
import { type Caller, SERVER } from '../../platform/security/access.ts';
import type { CallInput } from '../../shared/caller.ts';
import { data, type Endpoint, endpoint, pathOf } from '../../shared/endpoint.ts';
import { Failure } from '../../shared/failure.ts';
import { listResponse } from '../../shared/list.ts';
import { features } from '../features.ts';
import { builtPages } from '../pages/builtPages.ts';

let app: TestApp;
let token: string;
let routes: Route[];

beforeAll(async () => {
  app = await createTestApp({
    pages: builtPages,
  });
  token = await app.signIn();
  routes = features.flatMap((feature) => feature.routes?.(app.deps) ?? []);
});
afterAll(() => app.remove());
beforeEach(() => app.deps.db.deleteFrom('rate_limits').execute());

const visitor = (token: string | null = null): Caller => ({ kind: 'visitor', ip: '203.0.113.7', token });

const failureOf = async (call: Promise<unknown>): Promise<Failure> => {
  const failure = await call.then(
    () => null,
    (error: unknown) => error,
  );
  if (failure instanceof Failure) return failure;
  throw new Error('it did not fail', { cause: failure });
};

describe('access, over HTTP and in the process', () => {
  test('refuses anonymous callers at every endpoint with a permission, whatever they send', async () => {
    const closed = routes.filter(({ endpoint }) => endpoint.needs);
    expect(closed.length).toBeGreaterThan(60);
    for (const { endpoint } of closed) {
      for (const caller of [visitor(), visitor(randomUUID())]) {
        const call = app.deps.callAs(caller)(endpoint as Endpoint, { params: { uuid: 'nada' } } as never);
        expect((await failureOf(call)).code, endpoint.path).toBe('unauthenticated');
      }
    }
  });

  test('lets the server itself read public data only and change nothing', async () => {
    for (const { endpoint } of routes) {
      if (endpoint.method === 'GET' && !endpoint.needs) continue;
      const { code } = await failureOf(app.deps.callAs(SERVER)(endpoint as Endpoint));
      expect(code, endpoint.path).toBe(endpoint.method === 'GET' ? 'unauthenticated' : 'forbidden');
    }
    await expect(app.deps.callAs(SERVER)(siteBranches)).resolves.toEqual({ data: [] });
  });

  test('gives a token and its user the same access in the process as over HTTP', async () => {
    const { data: own } = await app.deps.callAs(visitor(token))(getProfile);
    expect(own.email).toBe('rosangela@hiperaurora.example');
    const actor = (await app.deps.authenticate(token)) as Actor;
    const person: Caller = { kind: 'person', ip: '203.0.113.7', actor };
    expect((await app.deps.callAs(person)(getProfile)).data).toEqual(own);
  });

  test('passes no user to the handler of a public endpoint', async () => {
    const open = endpoint({ method: 'GET', path: '/site/eu', summary: '', answers: { 200: data(z.null()) } });
    const calls = createInProcessApi(app.deps, [route(open, async ({ actor }) => ({ data: actor }))]);
    await expect(calls(visitor(token))(open)).resolves.toEqual({ data: null });
  });

  test('accepts only existing permissions as the need of an endpoint', () => {
    const declared = { method: 'GET', path: '/admin/x', summary: '', answers: {} } as const;
    // @ts-expect-error: there is no such area
    expect(endpoint({ ...declared, needs: 'baners.read' }).needs).toBe('baners.read');
    // @ts-expect-error: there is no such verb
    expect(endpoint({ ...declared, needs: 'banners.reed' }).needs).toBe('banners.reed');
  });
});

describe('response data', () => {
  const row = z.object({ name: z.string(), of: z.object({ id: z.number() }).nullable() });
  const leaking = { name: 'a', segredo: 'x', of: { id: 1, segredo: 'x' } };
  const endpoints = {
    one: endpoint({ method: 'GET', path: '/site/um', summary: '', answers: { 200: data(row) } }),
    many: endpoint({ method: 'GET', path: '/site/todos', summary: '', answers: { 200: listResponse(row) } }),
    either: endpoint({
      method: 'GET',
      path: '/site/ou',
      summary: '',
      answers: { 200: data(row), 201: data(row.pick({ name: true })) },
    }),
  };
  const routes = [
    route(endpoints.one, async () => ({ data: leaking, segredo: 'x' })),
    route(endpoints.many, async () => ({ data: [leaking], segredo: 'x' })),
    route(endpoints.either, async () => new HandlerResponse(201, { data: leaking })),
  ];

  test('a response contains only what the endpoint declares for the status', async () => {
    const call = createInProcessApi(app.deps, routes)(SERVER);
    const shown = { name: 'a', of: { id: 1 } };
    expect(await call(endpoints.one)).toEqual({ data: shown });
    expect(await call(endpoints.many)).toEqual({ data: [shown] });
    expect(await runCall(app.deps, routes[2] as Route, {}, SERVER)).toEqual({
      status: 201,
      body: { data: { name: 'a' } },
    });
  });

  test('no response, page or page data contains undeclared fields', async () => {
    const fields = {
      name: 'Aurora Centro',
      email: 'centro@aurora.example',
      phone: '(85) 3222-4400',
      number: '48',
      road: 'Rua das Flores',
      district: 'Centro',
      city: 'Fortaleza',
      state: 'CE',
      zip_code: '60025-100',
      hours: JSON.stringify([{ weekday: 1, opens: '07:00', closes: '12:00' }]),
      image: fileOf(await jpeg()),
    };
    const form = formOf(fields);
    const stored = await app.request('POST', '/api/admin/branches/store', { token, form });
    const { uuid } = stored.json().data;
    const { db } = app.deps;
    await sql`alter table branches add column bastidores text default 'margem-de-lucro'`.execute(db);
    try {
      const hours = [{ weekday: 1, opens: '07:00', closes: '12:00', bastidores: 'margem-de-lucro' }];
      await db
        .updateTable('branches')
        .set({ hours: JSON.stringify(hours) })
        .execute();
      app.deps.responseCache.invalidate();
      for (const url of [
        '/branches',
        `/branches/${uuid}`,
        '/',
        '/api/site/home',
        '/api/site/branches',
        `/api/site/branches/details/${uuid}`,
        '/api/admin/branches',
        `/api/admin/branches/details/${uuid}`,
        '/sitemap.xml',
      ]) {
        const { statusCode, payload } = await app.request('GET', url, { token });
        expect(statusCode, url).toBe(200);
        expect(payload, url).toContain(url.startsWith('/sitemap') ? uuid : 'Aurora Centro');
        expect(payload, url).not.toMatch(/bastidores|margem-de-lucro/);
      }
    } finally {
      await sql`alter table branches drop column bastidores`.execute(db);
      await db
        .updateTable('branches')
        .set({ hours: fields.hours as string })
        .execute();
      app.deps.responseCache.invalidate();
    }
  });
});

describe('rate limits', () => {
  const used = (ip: string) => app.deps.limits.used(applyForVacancy.path, ip);

  test('counts each call of an address once, over HTTP, in the process and by a form', async () => {
    const input = { body: {} } as CallInput<typeof applyForVacancy>;
    expect((await failureOf(app.deps.callAs(visitor())(applyForVacancy, input))).code).toBe('invalid');
    expect(await used('203.0.113.7')).toBe(1);
    await app.request('POST', '/api/site/work-with-us', { json: {} });
    expect(await used('127.0.0.1')).toBe(1);
    expect((await app.request('POST', '/work-with-us', { form: new FormData() })).statusCode).toBe(422);
    expect(await used('127.0.0.1')).toBe(2);
  });

  test('refuses further calls of an address at its rate limit by every way, and no other address', async () => {
    const call = () =>
      app.deps.callAs(visitor())(applyForVacancy, { body: {} } as CallInput<typeof applyForVacancy>);
    const codes = await Promise.all(Array.from({ length: 61 }, () => failureOf(call())));
    expect(codes.map(({ code }) => code).sort()).toEqual([...Array(60).fill('invalid'), 'too_many']);
    const otherCaller = await app.request('POST', '/api/site/work-with-us', { json: {} });
    expect(otherCaller.statusCode).toBe(422);
  });
});

describe('invalid calls', () => {
  const wrong: [string, Endpoint, { params?: Record<string, string>; body?: unknown }][] = [
    ['an address that names no record', siteBranch, { params: { uuid: 'nada' } }],
    ['a record that is not there', siteBranch, { params: { uuid: randomUUID() } }],
    ['an address of staff’s that names none', getBranch, { params: { uuid: 'nada' } }],
    ['fields that are missing', login, { body: {} }],
    ['fields that are wrong', login, { body: { email: 'x', password: 1 } }],
    ['a body that is no object', login, { body: ['x'] }],
    ['items of a list', orderBranches, { body: { uuids: ['x', 'y'] } }],
    ['a form with neither fields nor file', applyForVacancy, { body: {} }],
  ];
  test.each(wrong)(
    'an invalid call fails alike over HTTP and in the process: %s',
    async (_, endpoint, call) => {
      const failure = await failureOf(app.deps.callAs(visitor(token))(endpoint, call as never));
      const answer = await app.request(endpoint.method, `/api${pathOf(endpoint.path, call.params)}`, {
        token,
        ...(endpoint.body && { json: call.body }),
      });
      expect(answer.statusCode).toBe(failure.status);
      const { message, errors } = answer.json();
      expect({ message, errors }).toEqual({ message: failure.message, errors: failure.fields });
    },
  );

  test('an invalid query falls back to defaults in the process as over HTTP', async () => {
    const query = { per_page: 1, page: 'x', sort: 'nada' } as never;
    const answer = await app.deps.callAs(visitor(token))(listBranches, { query });
    const url = '/api/admin/branches?per_page=1&page=x&sort=nada';
    expect(answer).toEqual((await app.request('GET', url, { token })).json());
  });
});

test('the dashboard contains only data that the user may read', async () => {
  const { data } = await app.deps.callAs(visitor(token))(getDashboard);
  expect(data.waiting.booklet).toBe('missing');
  expect(data.leaflets).toEqual([]);
});
