import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { Pieces } from '../pieces.ts';
import { toFailure } from './failures.ts';
import { createLongAnswers, textOf } from './long.ts';

let app: FastifyInstance | undefined;
let made = 0;
let ended = 0;
afterEach(() => app?.close());

/** Without an end, as whoever reads slowly sees it. */
const endless = new Pieces(async function* () {
  try {
    for (;;) {
      made += 1;
      yield [{ text: 'x'.repeat(50_000) }];
    }
  } finally {
    ended += 1;
  }
});

async function serve(limits?: { most: number; patienceMs: number }): Promise<string> {
  [made, ended] = [0, 0];
  const long = createLongAnswers(limits);
  app = Fastify({ forceCloseConnections: true });
  const server = app;
  server.setErrorHandler((error, _request, reply) => {
    const { status, retryAfter } = toFailure(error);
    return reply.code(status).header('retry-after', String(retryAfter)).send({});
  });
  server.get('/', async (_request, reply) => long.send(reply.type('application/json'), endless, true));
  await server.listen({ host: '127.0.0.1', port: 0 });
  return `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
}

/** Somebody who asks and reads nothing of the answer. */
async function ask(url: string): Promise<IncomingMessage> {
  const request = get(url, { agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.on('error', () => {});
  return response;
}

const until = async (holds: () => boolean) => {
  while (!holds()) await new Promise((wait) => setTimeout(wait, 5));
};

test('nothing is made for who does not read, nor for who has left', async () => {
  const url = await serve();
  const slow = await ask(url);
  let last = -1;
  await until(() => {
    const rests = made === last;
    last = made;
    return rests;
  });
  expect(made).toBeLessThan(500);
  slow.destroy();
  await until(() => ended === 1);
});

test('where there are too many, one who came is told to come again; then who reads most slowly ends', async () => {
  const limits = { most: 2, patienceMs: Number.POSITIVE_INFINITY };
  const url = await serve(limits);
  const [slow, fast] = [await ask(url), await ask(url)];
  let read = 0;
  fast.on('data', ({ length }: Buffer) => {
    read += length;
  });
  const refused = await ask(url);
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '10']);

  const cut = new Promise((closed) => slow.once('close', closed));
  // More than stands between two ends of a connection.
  await until(() => read > 20_000_000);
  limits.patienceMs = 0;
  const third = await ask(url);
  expect(third.statusCode).toBe(200);
  slow.resume();
  await cut;
  expect([slow.complete, fast.destroyed, third.destroyed]).toEqual([false, false, false]);
});

test('the text of a short list is whole, that of a long one is nobody’s', async () => {
  const rows = new Pieces(async function* () {
    yield [{ a: 1 }, { a: 2 }];
    yield [];
    yield [{ a: 3 }];
  });
  expect(await textOf(rows)).toBe('{"data":[{"a":1},{"a":2},{"a":3}]}');
  expect(await textOf(new Pieces(async function* () {}))).toBe('{"data":[]}');
  ended = 0;
  expect(await textOf(endless)).toBeNull();
  expect(ended).toBe(1);
});
