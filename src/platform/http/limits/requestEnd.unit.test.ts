import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import Fastify, { type FastifyRequest } from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import { onBodyEnd, onRequestEnd, pairRequests, requestSignal } from './requestEnd.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/** Starts a server that hands over each exchange and sends no response by itself. */
async function listening() {
  const exchanges: Exchange[] = [];
  const server = createServer((request, response) => exchanges.push({ request, response }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  const send = async (bytes: string): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    ends.push(() => socket.destroy());
    await once(socket, 'connect');
    socket.write(bytes);
    return socket;
  };
  const received = async (count: number) => {
    await expect.poll(() => exchanges.length).toBe(count);
    return exchanges as [Exchange, ...Exchange[]];
  };
  return { send, received };
}

const GET = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n';
const UNFINISHED = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nhalf';

function counter() {
  let calls = 0;
  const call = () => {
    calls += 1;
  };
  return { call, calls: () => calls };
}

describe('onRequestEnd', () => {
  test('calls the release once when the response finished', async () => {
    const { send, received } = await listening();
    const socket = await send(GET);
    const [{ response }] = await received(1);
    const { call, calls } = counter();
    const release = onRequestEnd(response, call);
    expect(calls()).toBe(0);
    response.end('done');
    await expect.poll(calls).toBe(1);
    socket.destroy();
    await once(response.req.socket, 'close');
    release();
    expect(calls()).toBe(1);
  });

  test('calls the release of a request when its response leaves before the body arrived', async () => {
    const { send, received } = await listening();
    await send(UNFINISHED);
    const [{ response }] = await received(1);
    const { call, calls } = counter();
    onRequestEnd(response, call);
    response.end('refused');
    await expect.poll(calls).toBe(1);
  });

  test.each(['end', 'resetAndDestroy'] as const)(
    'calls the release when the client breaks off a body with %s()',
    async (method) => {
      const { send, received } = await listening();
      const socket = await send(UNFINISHED);
      const [{ response }] = await received(1);
      const { call, calls } = counter();
      onRequestEnd(response, call);
      socket[method]();
      await expect.poll(calls).toBe(1);
    },
  );

  test('calls the release of a queued response when its socket closes', async () => {
    const { send, received } = await listening();
    const socket = await send(GET.repeat(3));
    const exchanges = await received(3);
    const { call, calls } = counter();
    for (const { response } of exchanges) onRequestEnd(response, call);
    expect(exchanges[0].request.socket.listenerCount('close')).toBeLessThan(5);
    socket.destroy();
    await expect.poll(calls).toBe(3);
  });

  test('calls the release at once when the request has already ended', async () => {
    const { send, received } = await listening();
    await send(GET);
    const [{ response }] = await received(1);
    response.end();
    await once(response, 'close');
    const finished = counter();
    onRequestEnd(response, finished.call);
    expect(finished.calls()).toBe(1);

    const socket = await send(GET);
    const lost = (await received(2))[1] as Exchange;
    socket.resetAndDestroy();
    await expect.poll(() => lost.request.socket.destroyed).toBe(true);
    const closed = counter();
    onRequestEnd(lost.response, closed.call);
    expect(closed.calls()).toBe(1);
  });

  test('calls the release only once after an early release', async () => {
    const { send, received } = await listening();
    await send(GET);
    const [{ response }] = await received(1);
    const { call, calls } = counter();
    onRequestEnd(response, call)();
    expect(calls()).toBe(1);
    response.end();
    await once(response, 'close');
    expect(calls()).toBe(1);
  });
});

describe('onBodyEnd', () => {
  test('calls the release when the body was read, before the response', async () => {
    const { send, received } = await listening();
    const socket = await send(UNFINISHED);
    const [{ request, response }] = await received(1);
    const { call, calls } = counter();
    onBodyEnd(response, call);
    request.resume();
    socket.write('x'.repeat(96));
    await expect.poll(calls).toBe(1);
    expect(response.writableEnded).toBe(false);
    const late = counter();
    onBodyEnd(response, late.call);
    expect(late.calls()).toBe(1);
  });

  test('calls the release of a body when the response leaves before the body arrived', async () => {
    const { send, received } = await listening();
    await send(UNFINISHED);
    const [{ response }] = await received(1);
    const { call, calls } = counter();
    onBodyEnd(response, call);
    response.end('refused');
    await expect.poll(calls).toBe(1);
  });
});

describe('requestSignal', () => {
  test('returns the same signal for each call and aborts it when the client leaves', async () => {
    const { send, received } = await listening();
    const socket = await send(GET);
    const [{ response }] = await received(1);
    const signal = requestSignal(response);
    expect(requestSignal(response)).toBe(signal);
    expect(signal.aborted).toBe(false);
    socket.destroy();
    await expect.poll(() => signal.aborted).toBe(true);
  });
});

describe('pairRequests', () => {
  test('pairs a Fastify request with its response, so that the request alone signals its end', async () => {
    const app = Fastify();
    pairRequests(app);
    const { call, calls } = counter();
    const signals: AbortSignal[] = [];
    const listen = (request: FastifyRequest) => {
      onRequestEnd(request, call);
      signals.push(requestSignal(request.raw));
    };
    app.get('/', async (request) => {
      listen(request);
      return 'done';
    });
    ends.push(() => app.close());
    await app.inject('/');
    await expect.poll(calls).toBe(1);
    await fetch(await app.listen({ port: 0, host: '127.0.0.1' }));
    await expect.poll(calls).toBe(2);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  });
});
