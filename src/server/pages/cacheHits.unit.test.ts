import { request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp, testClock } from '../../../test/app.ts';
import { openConnection } from '../../../test/slowClients.ts';
import type { TrafficLimits } from '../../platform/http/limits/traffic.ts';
import { builtPages } from './builtPages.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function listening(env: Record<string, string> = {}, trafficLimits: Partial<TrafficLimits> = {}) {
  const app: TestApp = await createTestApp({
    env: { PUBLIC_URL: 'https://loja.example', ...env },
    clock: testClock('2026-11-21T15:00:00Z'),
    pages: builtPages,
    trafficLimits,
  });
  ends.push(app.remove);
  await app.server.listen({ port: 0, host: '127.0.0.1' });
  return { app, port: (app.server.server.address() as AddressInfo).port };
}

interface Received {
  status: number | undefined;
  /** Headers in order, names as written; only the value of `date` is left out. */
  lines: [string, string][];
  body: string;
}

function receive(
  port: number,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Received> {
  return new Promise((done, failed) => {
    const sent = ask({ host: '127.0.0.1', port, path, method, headers, agent: false }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      const { rawHeaders, statusCode: status } = response;
      const lines = rawHeaders.flatMap((name, at): [string, string][] =>
        at % 2 ? [] : [[name, name.toLowerCase() === 'date' ? '' : (rawHeaders[at + 1] ?? '')]],
      );
      done({ status, lines, body: Buffer.concat(chunks).toString('base64') });
    });
    sent.on('error', failed);
    sent.end();
  });
}

const PATHS = [
  '/',
  '/branches',
  '/nao-encontrada',
  '/shops?busca=livros',
  '/api/site/home',
  '/api/site/booklets/fortnightly',
  '/robots.txt',
  '/sw.js',
];

/** Requests that are cache hits, in the ways that clients write them. */
const WAYS: [string, string, (etag: string) => Record<string, string>][] = [
  ['uncompressed', 'GET', () => ({})],
  ['brotli', 'GET', () => ({ 'accept-encoding': 'gzip, deflate, br' })],
  ['gzip', 'GET', () => ({ 'accept-encoding': 'gzip' })],
  ['its head', 'HEAD', () => ({ 'accept-encoding': 'br' })],
  ['known', 'GET', (etag) => ({ 'if-none-match': etag })],
  ['known in another form', 'GET', () => ({ 'if-none-match': '"nada-br"' })],
];

describe('cache hits before routing', () => {
  test.each([
    ['the site', {}],
    ['an API that others may call', { CORS_ORIGINS: 'https://app.example' }],
  ])('cache hits equal the response of the normal route byte by byte, from %s', async (_, env) => {
    const { app, port } = await listening(env);
    const ordinary = vi.spyOn(app.deps.responseCache, 'get');
    for (const path of PATHS) {
      // A parameter that no page reads changes the address, not the response.
      const longer = `${path}${path.includes('?') ? '&' : '?'}zz=1`;
      const { lines } = await receive(port, path);
      const etag = lines.find(([name]) => name === 'etag')?.[1] ?? '';
      expect(etag, path).toMatch(/^"/);
      for (const [way, method, headersOf] of WAYS) {
        const headers = headersOf(etag);
        ordinary.mockClear();
        const short = await receive(port, path, headers, method);
        expect(ordinary, `${path}, ${way}`).not.toHaveBeenCalled();
        const long = await receive(port, longer, headers, method);
        expect(ordinary, `${path}, ${way}`).toHaveBeenCalledOnce();
        expect(short, `${path}, ${way}`).toEqual(long);
        if (way === 'known') expect(short.status).toBe(304);
      }
    }
  });

  test('cache hits exclude requests that need a route', async () => {
    const { app, port } = await listening({ CORS_ORIGINS: 'https://app.example' });
    const path = '/api/site/home';
    await receive(port, path);
    const ordinary = vi.spyOn(app.deps.responseCache, 'get');
    const foreign = await receive(port, path, { origin: 'https://app.example' });
    expect(foreign.lines).toContainEqual(['access-control-allow-origin', 'https://app.example']);
    await receive(port, path, { 'content-length': '0' });
    await receive(port, '/API/site/home');
    expect(ordinary).toHaveBeenCalledTimes(3);
    expect((await receive(port, path, {}, 'POST')).status).toBe(405);
    const { received, closed } = await openConnection(
      { port },
      `GET ${path} HTTP/1.1\r\nconnection: close\r\n\r\n`,
    );
    await closed;
    expect(received()).toMatch(/^HTTP\/1.1 400 /);
  });

  test('cache hits count as requests of their route', async () => {
    const { app, port } = await listening({ METRICS: '1' });
    const count = async () =>
      Number(/vitrine_cache_hits_total\{route="\/branches"\} (\d+)/.exec(await app.renderMetrics())?.[1]);
    await receive(port, '/branches');
    expect(await count()).toBe(0);
    for (let time = 0; time < 5; time += 1) await receive(port, '/branches');
    expect(await count()).toBe(5);
  });

  test('a cache hit ends its connection while the process closes', async () => {
    const { app, port } = await listening();
    await receive(port, '/robots.txt');
    const text = 'GET /robots.txt HTTP/1.1\r\nhost: x\r\n\r\n';
    const { socket, received, closed } = await openConnection({ port }, text);
    await expect.poll(received).toMatch(/^HTTP\/1.1 200 /);
    const sentRequest = Promise.withResolvers<void>();
    // Runs after the close hooks, while connections are still open.
    const { close } = app.server.server;
    app.server.server.close = function (...rest) {
      socket.write(text);
      setTimeout(sentRequest.resolve, 200);
      return close.apply(this, rest);
    };
    app.server.server.closeIdleConnections = () => {};
    const closing = app.server.close();
    await sentRequest.promise;
    await expect.poll(() => received().split('HTTP/1.1 ')[2]).toMatch(/^200 .*\r\nconnection: close\r\n/is);
    socket.destroy();
    await Promise.all([closing, closed]);
  });

  test('a cache hit ends if the client stops reading', async () => {
    const { app, port } = await listening({}, { checkMs: 50, answerMs: 400, minBytes: 1024 });
    const body = 'x'.repeat(30 * 1024 * 1024);
    await app.deps.responseCache.get('/prova', async () => ({ status: 200, type: 'text/plain', body }));
    const { socket, closed } = await openConnection({ port }, 'GET /prova HTTP/1.1\r\nhost: x\r\n\r\n');
    socket.pause();
    const open = () =>
      new Promise<number>((done) => app.server.server.getConnections((_error, count) => done(count)));
    await expect.poll(open).toBe(0);
    socket.destroy();
    await closed;
  });
});
