import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import { createTestApp } from '../../../../test/app.ts';
import { openConnection } from '../../../../test/slowClients.ts';
import { serveCacheHits } from '../cache/cacheHits.ts';
import { serverLimits, TRAFFIC_LIMITS, type TrafficLimits } from './traffic.ts';
import { callerKeyOf, createProxyTrust } from './trustedProxies.ts';
import { createUnsentLimiter } from './unsentLimiter.ts';

const MB = 1024 * 1024;
/** Timeout for busy machines. */
const PATIENT = { timeout: 30_000 };
const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const ask = (path = '/', more = '') => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${more}\r\n`;

/** Serves 8 MB at every path but `/late`, as one buffer. The loopback interface buffers part of it. */
async function serving(overrides: Partial<TrafficLimits>, proxies = '') {
  const reasons: string[] = [];
  const trusts = createProxyTrust(proxies);
  const limits = { ...TRAFFIC_LIMITS, ...overrides };
  const unsent = createUnsentLimiter({
    limits,
    callerOf: (request) => callerKeyOf(request, trusts),
    ended: (reason) => reasons.push(reason),
  });
  const options = serverLimits(limits);
  const server: FastifyInstance = Fastify({
    ...options,
    http: { ...options.http, ServerResponse: unsent.ServerResponse },
  });
  serveCacheHits(server, { hit: () => undefined }, () => {}, null);
  const body = Buffer.alloc(8 * MB);
  let requests = 0;
  const { promise: late, resolve: answerLate } = Promise.withResolvers<void>();
  ends.push(async () => answerLate());
  server.get('/late', async () => {
    requests += 1;
    await late;
    return 'late';
  });
  server.get('/*', (_request, reply) => {
    requests += 1;
    return reply.send(body);
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  ends.push(() => server.close());
  const { port } = server.server.address() as AddressInfo;
  /** Opens a client that never reads. */
  const unread = async (from: string, text = ask()) => {
    const client = await openConnection({ port, from });
    client.socket.pause();
    client.socket.write(text);
    ends.unshift(async () => client.socket.destroy());
    return client;
  };
  const read = async (from: string, more = 'connection: close\r\n') => {
    const { socket, closed } = await openConnection({ port, from }, ask('/', more));
    await closed;
    return socket.bytesRead;
  };
  return { port, unsent, reasons, unread, read, asked: () => requests };
}

describe('unread responses', () => {
  test('limits the unread responses of an address, and still serves a quick reader of that address', async () => {
    const { unsent, unread, read, reasons, asked } = await serving({ unsentPerAddress: 32 * MB });
    let max = 0;
    for (let round = 0; round < 30; round += 1) {
      await Promise.all(Array.from({ length: 5 }, () => unread('127.0.0.2')));
      max = Math.max(max, unsent.bytes());
      if (round % 10 === 9) expect(await read('127.0.0.2')).toBeGreaterThan(8 * MB);
    }
    await expect.poll(asked, PATIENT).toBe(153);
    expect(max).toBeGreaterThan(16 * MB);
    expect(Math.max(max, unsent.bytes())).toBeLessThanOrEqual(32 * MB);
    expect(new Set(reasons)).toEqual(new Set(['unsent']));
    expect(await read('127.0.0.3')).toBeGreaterThan(8 * MB);
  });

  test('limits the unread responses of all addresses together, at the expense of the heaviest address', async () => {
    const { unsent, unread, read, asked } = await serving({
      unsentPerAddress: 400 * MB,
      totalUnsent: 64 * MB,
    });
    const light = await unread('127.0.0.4');
    for (let index = 0; index < 30; index += 1) await unread(index % 3 ? '127.0.0.2' : '127.0.0.3');
    await expect.poll(asked, PATIENT).toBe(31);
    expect(unsent.bytes()).toBeLessThanOrEqual(64 * MB);
    expect(await read('127.0.0.5')).toBeGreaterThan(8 * MB);
    light.socket.resume();
    await expect.poll(() => light.socket.bytesRead, PATIENT).toBeGreaterThan(8 * MB);
  });

  test('counts unread responses by the address that a trusted proxy forwards', async () => {
    const { unsent, unread, asked } = await serving({ unsentPerAddress: 16 * MB }, '127.0.0.1');
    const as = (ip: string) => unread('127.0.0.1', ask('/', `x-forwarded-for: ${ip}\r\n`));
    for (let index = 0; index < 10; index += 1) await as('203.0.113.7');
    await expect.poll(asked, PATIENT).toBe(10);
    expect(unsent.bytes()).toBeLessThanOrEqual(16 * MB);
    const other = await as('203.0.113.8');
    await expect.poll(asked, PATIENT).toBe(11);
    other.socket.resume();
    await expect.poll(() => other.socket.bytesRead, PATIENT).toBeGreaterThan(8 * MB);
  });

  test('counts a response no more once it is read or its connection ends', async () => {
    const { unsent, unread, asked } = await serving({});
    const [reader, lost] = [await unread('127.0.0.2'), await unread('127.0.0.2')];
    await expect.poll(asked, PATIENT).toBe(2);
    expect(unsent.bytes()).toBeGreaterThan(0);
    reader.socket.resume();
    lost.socket.resetAndDestroy();
    await expect.poll(unsent.bytes, PATIENT).toBe(0);
  });

  test('never ends a connection for a single response beyond the limit', async () => {
    const { unread, asked } = await serving({ unsentPerAddress: MB });
    const { socket } = await unread('127.0.0.2');
    await expect.poll(asked, PATIENT).toBe(1);
    socket.resume();
    await expect.poll(() => socket.bytesRead, PATIENT).toBeGreaterThan(8 * MB);
  });
});

describe('pipelined requests', () => {
  test('answers pipelined requests in order up to the limit, and counts their queued responses', async () => {
    const { unsent, unread, asked } = await serving({ unsentPerAddress: 200 * MB });
    const { socket } = await unread('127.0.0.2', ask().repeat(16));
    await expect.poll(asked, PATIENT).toBe(16);
    expect(unsent.bytes()).toBeGreaterThan(15 * 8 * MB);
    socket.resume();
    await expect.poll(() => socket.bytesRead, PATIENT).toBeGreaterThan(16 * 8 * MB);
    expect(unsent.bytes()).toBe(0);
    socket.write(ask().repeat(16));
    await expect.poll(() => socket.bytesRead, PATIENT).toBeGreaterThan(32 * 8 * MB);
  });

  test('ends a connection beyond the limit of pipelined requests without starting the rest', async () => {
    const { unread, read, reasons, asked } = await serving({});
    await Promise.all(Array.from({ length: 24 }, () => unread('127.0.0.2', ask('/late').repeat(900))));
    const refused = () => reasons.filter((reason) => reason === 'pipelined').length;
    await expect.poll(refused, PATIENT).toBe(24);
    expect(asked()).toBeLessThanOrEqual(24 * TRAFFIC_LIMITS.pipelinedPerConnection);
    expect(await read('127.0.0.2')).toBeGreaterThan(8 * MB);
  });
});

test('counts every response of the product, and exports the unsent bytes as a metric', async () => {
  const bound = 24 * MB;
  const app = await createTestApp({
    env: { METRICS_TOKEN: 'x'.repeat(40) },
    trafficLimits: { unsentPerAddress: bound },
  });
  ends.push(app.remove);
  await app.server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.server.address() as AddressInfo;
  const unsent = async () => Number(/^vitrine_http_unsent_bytes (\d+)/m.exec(await app.renderMetrics())?.[1]);
  // The API document is the longest response of a fresh installation. All but the first are cache hits.
  await app.request('GET', '/api/docs/json');
  for (let index = 0; index < 20; index += 1) {
    const client = await openConnection({ port, from: '127.0.0.2' });
    ends.unshift(async () => client.socket.destroy());
    client.socket.pause();
    client.socket.write(ask('/api/docs/json').repeat(8));
  }
  await expect.poll(unsent, PATIENT).toBeGreaterThan(0);
  expect(await unsent()).toBeLessThanOrEqual(bound);
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
});

test('records a queued request that is lost with its connection as 499', async () => {
  const app = await createTestApp({ env: { METRICS_TOKEN: 'x'.repeat(40) } });
  ends.push(app.remove);
  await app.server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.server.address() as AddressInfo;
  const { socket } = await openConnection({ port });
  socket.pause();
  // The loopback interface takes a few documents from the process, but not ten.
  socket.write(ask('/api/docs/json').repeat(10) + ask('/api/admin/audit'));
  await expect.poll(app.renderMetrics, PATIENT).toMatch(/^vitrine_http_unsent_bytes [1-9]/m);
  socket.resetAndDestroy();
  await expect
    .poll(app.renderMetrics, PATIENT)
    .toMatch(/^vitrine_http_request_duration_seconds_count\{[^}]*\/admin\/audit[^}]*499[^}]*\} 1$/m);
});
