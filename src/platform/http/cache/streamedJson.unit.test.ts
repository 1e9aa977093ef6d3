import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { Batches } from '../../processes/batches.ts';
import { toFailure } from '../failures.ts';
import { createJsonStreams, shortListText } from './streamedJson.ts';

let app: FastifyInstance | undefined;
let batches = 0;
let ended = 0;
afterEach(() => app?.close());

/** Never ends, so that the tests can observe slow readers. */
const endless = new Batches(async function* () {
  try {
    for (;;) {
      batches += 1;
      yield [{ text: 'x'.repeat(50_000) }];
    }
  } finally {
    ended += 1;
  }
});

async function serve(limits?: { most: number; each: number; patienceMs: number }): Promise<string> {
  [batches, ended] = [0, 0];
  const streams = createJsonStreams(limits);
  app = Fastify({ forceCloseConnections: true, trustProxy: true });
  const server = app;
  server.setErrorHandler((error, _request, reply) => {
    const { status, retryAfter } = toFailure(error);
    return reply.code(status).header('retry-after', String(retryAfter)).send({});
  });
  server.get('/', async (_request, reply) => streams.send(reply.type('application/json'), endless, true));
  await server.listen({ host: '127.0.0.1', port: 0 });
  return `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
}

/** Sends a request and does not read the response. */
async function ask(url: string, from = '203.0.113.1'): Promise<IncomingMessage> {
  const request = get(url, { agent: false, headers: { 'x-forwarded-for': from } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.on('error', () => {});
  return response;
}

const until = async (condition: () => boolean) => {
  while (!condition()) await new Promise((wait) => setTimeout(wait, 5));
};

test('renders nothing for a client that does not read or has left', async () => {
  const url = await serve();
  const slow = await ask(url);
  let last = -1;
  await until(() => {
    const isIdle = batches === last;
    last = batches;
    return isIdle;
  });
  expect(batches).toBeLessThan(500);
  slow.destroy();
  await until(() => ended === 1);
});

test('refuses a stream beyond the limit with 503, and ends the slowest one after the patience', async () => {
  const limits = { most: 2, each: 2, patienceMs: Number.POSITIVE_INFINITY };
  const url = await serve(limits);
  const [slow, fast] = [await ask(url), await ask(url)];
  let read = 0;
  fast.on('data', ({ length }: Buffer) => {
    read += length;
  });
  const refused = await ask(url);
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '10']);

  const cut = new Promise((closed) => slow.once('close', closed));
  // More than the buffers of both ends of a connection hold.
  await until(() => read > 20_000_000);
  limits.patienceMs = 0;
  const third = await ask(url);
  expect(third.statusCode).toBe(200);
  slow.resume();
  await cut;
  expect([slow.complete, fast.destroyed, third.destroyed]).toEqual([false, false, false]);
});

test('refuses an address beyond its limit of streams, and serves other addresses', async () => {
  const url = await serve({ most: 4, each: 2, patienceMs: Number.POSITIVE_INFINITY });
  await ask(url);
  await ask(url);
  expect((await ask(url)).statusCode).toBe(503);
  expect((await ask(url, '203.0.113.2')).statusCode).toBe(200);
});

test('ends a stream of the address with the most when an address without any needs a slot', async () => {
  const url = await serve({ most: 4, each: 3, patienceMs: Number.POSITIVE_INFINITY });
  const crowd = [await ask(url), await ask(url), await ask(url)];
  const other = await ask(url, '203.0.113.2');
  const cut = Promise.race(crowd.map((list) => new Promise((closed) => list.once('close', closed))));
  expect((await ask(url, '203.0.113.3')).statusCode).toBe(200);
  // Two, one and one are fair: no address gives up a stream for another's second one.
  expect((await ask(url, '203.0.113.2')).statusCode).toBe(503);
  for (const list of crowd) list.resume();
  await cut;
  expect([crowd.filter(({ destroyed }) => destroyed).length, other.destroyed]).toEqual([1, false]);
});

test('frees the slots of queued streams when their connection ends', async () => {
  const url = await serve({ most: 4, each: 4, patienceMs: Number.POSITIVE_INFINITY });
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => {});
  const line = 'GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.1\r\n\r\n';
  socket.write(line.repeat(4));
  await once(socket, 'data');
  await until(() => batches > 3);
  socket.destroy();
  await until(() => ended > 0);
  await new Promise((wait) => setTimeout(wait, 50));
  for (let count = 0; count < 4; count += 1) expect((await ask(url)).statusCode).toBe(200);
});

test('builds a short list as text, and returns null for a long one', async () => {
  const rows = new Batches(async function* () {
    yield [{ a: 1 }, { a: 2 }];
    yield [];
    yield [{ a: 3 }];
  });
  expect(await shortListText(rows)).toBe('{"data":[{"a":1},{"a":2},{"a":3}]}');
  expect(await shortListText(new Batches(async function* () {}))).toBe('{"data":[]}');
  ended = 0;
  expect(await shortListText(endless)).toBeNull();
  expect(ended).toBe(1);
});
