import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import Fastify from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../../test/app.ts';
import { openConnection, requestHead, signInHead, trickle } from '../../../../test/slowClients.ts';
import { authFailureEnvelope } from '../../../shared/failure.ts';
import { guardTraffic, serverLimits, TRAFFIC_LIMITS, type TrafficLimits } from './traffic.ts';

const QUICK: Partial<TrafficLimits> = {
  headersMs: 300,
  checkMs: 50,
  bodyMs: 400,
  answerMs: 400,
  minBytes: 1024,
};

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** Starts the product with deadlines that are short enough for a test. */
async function listening(traffic: Partial<TrafficLimits> = {}, env: Record<string, string> = {}) {
  const app: TestApp = await createTestApp({ env, trafficLimits: { ...QUICK, ...traffic } });
  ends.push(app.remove);
  await app.server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.server.address() as AddressInfo;
  const healthy = async () => (await fetch(`http://127.0.0.1:${port}/healthz`)).status;
  return { app, port, healthy };
}

function expectRefusal(answer: string, status: number) {
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  const body = authFailureEnvelope.parse(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)));
  expect(body.message).toMatch(/tente de novo/);
}

const FORM = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': 50_000 };
const FIELD = '--x\r\ncontent-disposition: form-data; name="name"\r\n\r\nMar';
const FILE =
  '--x\r\ncontent-disposition: form-data; name="doc"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n%PDF';

describe('stalled connections', () => {
  test.each([
    ['JSON', `${signInHead(10_000)}{"email":`],
    ['JSON without any data', signInHead(10_000)],
    ['a field', requestHead('/api/site/work-with-us', FORM) + FIELD],
    ['a file', requestHead('/api/site/work-with-us', FORM) + FILE],
  ])('answers 408 and closes when the client stalls within %s', async (_, text) => {
    const { port, app } = await listening();
    const { received, closed } = await openConnection({ port }, text);
    await closed;
    expectRefusal(received(), 408);
    expect(app.server.server.listening).toBe(true);
  });

  test('closes a connection that moves too slowly or sends no request', async () => {
    const { port, healthy } = await listening();
    const slow = await openConnection({ port }, signInHead(10_000));
    trickle(slow, 20);
    const silent = await openConnection({ port });
    const half = await openConnection({ port }, 'GET / HTTP/1.1\r\nhost: x\r\n');
    await Promise.all([slow, silent, half].map(({ closed }) => closed));
    expectRefusal(slow.received(), 408);
    expect(await healthy()).toBe(200);
  });

  test('lets a body take longer than any deadline while it moves', async () => {
    const { port } = await listening({ bodyMs: 1200 });
    const body = JSON.stringify({ email: 'ana@hiperaurora.example', password: 'x', nada: 'x'.repeat(9000) });
    const { socket, received, closed } = await openConnection(
      { port },
      signInHead(body.length, { connection: 'close' }),
    );
    for (let at = 0; at < body.length; at += 600) {
      socket.write(body.slice(at, at + 600));
      await wait(100);
    }
    await closed;
    expect(received()).toMatch(/^HTTP\/1.1 401 /);
  });
});

describe('stalled responses', () => {
  async function sender(answerMs = 400) {
    const limits = { ...TRAFFIC_LIMITS, ...QUICK, answerMs };
    const server = Fastify(serverLimits(limits));
    guardTraffic(server, limits, () => false, {});
    const chunk = Buffer.alloc(64 * 1024);
    let ended = false;
    server.get('/', (_request, reply) => {
      const stream = new Readable({ read: () => void stream.push(chunk) });
      stream.once('close', () => {
        ended = true;
      });
      return reply.send(stream);
    });
    await server.listen({ port: 0, host: '127.0.0.1' });
    ends.push(() => server.close());
    return { port: (server.server.address() as AddressInfo).port, ended: () => ended };
  }

  test('ends a response that the client does not read', async () => {
    const { port, ended } = await sender();
    const { socket } = await openConnection({ port }, 'GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    socket.pause();
    await expect.poll(ended).toBe(true);
    socket.destroy();
  });

  test('continues a response that the client reads slowly', async () => {
    const { port, ended } = await sender(1200);
    const { socket } = await openConnection({ port }, 'GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    for (let round = 0; round < 15; round += 1) {
      const before = socket.bytesRead;
      socket.resume();
      await expect.poll(() => socket.bytesRead - before, { interval: 1 }).toBeGreaterThan(2_000_000);
      socket.pause();
      await wait(100);
    }
    expect(ended()).toBe(false);
    socket.destroy();
  });
});

describe('limits by address', () => {
  test('limits the connections of an address without affecting other addresses', async () => {
    const { port, healthy } = await listening({ connectionsPerAddress: 3, headersMs: 5000 });
    const from = '127.0.0.2';
    const open = await Promise.all(Array.from({ length: 3 }, () => openConnection({ port, from })));
    const refused = await openConnection({ port, from });
    await refused.closed;
    expectRefusal(refused.received(), 429);
    expect(await healthy()).toBe(200);
    for (const { socket } of open) socket.destroy();
    await expect
      .poll(async () => {
        const { received, closed } = await openConnection(
          { port, from },
          'GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
        );
        await closed;
        return received();
      })
      .toMatch(/^HTTP\/1.1 200 /);
  });

  test('limits concurrent bodies by the address that a trusted proxy forwards', async () => {
    const { port } = await listening(
      { bodiesPerAddress: 2, connectionsPerAddress: 2, bodyMs: 10_000 },
      { TRUST_PROXY: '127.0.0.1' },
    );
    const send = (ip: string) =>
      openConnection({ port }, signInHead(100, { 'x-forwarded-for': ip, connection: 'close' }));
    const open = [await send('203.0.113.7:4001'), await send('203.0.113.7:4002')];
    const refused = await send('[::ffff:203.0.113.7]:4003');
    refused.socket.write('x'.repeat(100));
    await refused.closed;
    expectRefusal(refused.received(), 429);
    const other = await send('203.0.113.8');
    other.socket.write('x'.repeat(100));
    await other.closed;
    expect(other.received()).toMatch(/^HTTP\/1.1 400 /);

    open[0]?.socket.destroy();
    await expect
      .poll(async () => {
        const again = await send('203.0.113.7');
        again.socket.write('x'.repeat(100));
        await again.closed;
        return again.received();
      })
      .toMatch(/^HTTP\/1.1 400 /);
    open[1]?.socket.destroy();
  });

  test.each(['end', 'resetAndDestroy', 'destroy'] as const)(
    'frees the slots of an address after refused bodies broke off with %s()',
    async (method) => {
      const { port } = await listening({ bodiesPerAddress: 2, bodyMs: 60_000, drainMs: 60_000 });
      const from = '127.0.0.3';
      const refusedBody = requestHead('/api/admin/profile/password', {
        'content-type': 'application/json',
        'content-length': 100,
      }).replace('POST', 'PUT');
      for (let round = 0; round < 5; round += 1) {
        const { socket, received, closed } = await openConnection({ port, from }, `${refusedBody}{"half":`);
        await expect.poll(received).toMatch(/^HTTP\/1.1 401 /);
        socket[method]();
        await closed;
      }
    },
  );

  test("frees a body's slot as soon as the response is sent", async () => {
    const { port } = await listening({ bodiesPerAddress: 2, bodyMs: 60_000, drainMs: 60_000 });
    const from = '127.0.0.4';
    for (let round = 0; round < 5; round += 1) {
      const { received } = await openConnection({ port, from }, signInHead(3_000_000));
      await expect.poll(received).toMatch(/^HTTP\/1.1 413 /);
    }
  });

  test('ends the slowest body of an address when all its slots are taken', async () => {
    const { port } = await listening({ bodiesPerAddress: 2, bodyMs: 60_000, bodyPatienceMs: 100 });
    const from = '127.0.0.5';
    const slowest = await openConnection({ port, from }, signInHead(5000));
    const faster = await openConnection({ port, from }, signInHead(5000));
    faster.socket.write('x'.repeat(4000));
    await wait(300);
    const next = await openConnection({ port, from }, signInHead(100, { connection: 'close' }));
    next.socket.write('x'.repeat(100));
    await next.closed;
    expect(next.received()).toMatch(/^HTTP\/1.1 400 /);
    await slowest.closed;
    expectRefusal(slowest.received(), 408);
    expect(faster.socket.destroyed).toBe(false);
    faster.socket.destroy();
  });

  test('frees the connection of a CONNECT, even if the client never closes', async () => {
    const { port, healthy } = await listening({ connectionsPerAddress: 3 });
    const from = '127.0.0.6';
    for (let round = 0; round < 8; round += 1) {
      const socket = connect({ port, host: '127.0.0.1', localAddress: from, allowHalfOpen: true });
      ends.push(async () => socket.destroy());
      socket.on('error', () => {}).write('CONNECT x:443 HTTP/1.1\r\nhost: x:443\r\n\r\n');
      expect(await text(socket)).toMatch(/^HTTP\/1.1 405 /);
    }
    expect(await healthy()).toBe(200);
  });

  test('frees the connection of an Upgrade, which it serves like any request', async () => {
    const { port, healthy } = await listening({
      connectionsPerAddress: 3,
      headersMs: 15_000,
      bodyMs: 15_000,
    });
    const from = '127.0.0.7';
    const upgrade =
      'GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-key: x\r\n\r\n';
    for (let round = 0; round < 8; round += 1) {
      const { socket, received, closed } = await openConnection({ port, from }, upgrade);
      await expect.poll(received).toMatch(/^HTTP\/1.1 200 /);
      socket.end();
      await closed;
    }
    expect(await healthy()).toBe(200);
  });

  test('counts an address once, however a proxy writes its port', async () => {
    const { app } = await listening({}, { TRUST_PROXY: '127.0.0.1, 10.0.0.0/8' });
    const counted = async (forwarded: string[]) => {
      await app.deps.db.deleteFrom('rate_limits').execute();
      for (const ip of forwarded)
        await app.request('POST', '/api/site/work-with-us', { json: {}, headers: { 'x-forwarded-for': ip } });
      return (await app.deps.db.selectFrom('rate_limits').select('key').execute()).length;
    };
    expect(await counted(['203.0.113.7', '203.0.113.7:1', '203.0.113.7:2, 10.0.0.5:80'])).toBe(1);
    expect(await counted(['[2001:db8::1]:1', '[2001:db8::2]:2', '2001:db8::3'])).toBe(1);
    expect(await counted(['unknown', 'x', 'y:1', '_hidden'])).toBe(1);
    expect(await counted(['203.0.113.7', '203.0.113.8'])).toBe(2);
  });
});

describe('rest of a refused body', () => {
  test('reads past the rest of a refused body, so that the client gets the response and keeps the connection', async () => {
    const { port } = await listening();
    const { socket, received } = await openConnection({ port }, signInHead(3_000_000));
    await expect.poll(received).toMatch(/^HTTP\/1.1 413 /);
    socket.write('x'.repeat(3_000_000));
    socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
    await expect.poll(received).toMatch(/HTTP\/1.1 200 OK/);
  });

  test('reads past the rest of a refused body only up to a limit', async () => {
    const { port } = await listening({ drainBytes: 500_000, bodyMs: 60_000 });
    const { socket, received, closed } = await openConnection({ port }, signInHead(30_000_000));
    await expect.poll(received).toMatch(/^HTTP\/1.1 413 /);
    socket.write('x'.repeat(3_000_000));
    await closed;
  });

  test('ends the connection if the rest of a refused body does not arrive', async () => {
    const { port } = await listening();
    const { received, closed } = await openConnection({ port }, signInHead(3_000_000));
    await closed;
    expect(received()).toMatch(/^HTTP\/1.1 413 /);
  });
});
