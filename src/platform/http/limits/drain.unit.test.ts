import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import Fastify, { type FastifyReply } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { createDrain } from './drain.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function serve() {
  const app = Fastify({ forceCloseConnections: 'idle', return503OnClosing: false });
  const replies: FastifyReply[] = [];
  app.get('/quick', async () => 'quick');
  app.get('/slow', (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-length': '4' });
    reply.raw.write('sl');
    replies.push(reply);
  });
  const drain = createDrain(app);
  await app.listen({ port: 0, host: '127.0.0.1' });
  ends.push(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  return { app, drain, port, finish: () => replies.map((reply) => reply.raw.end('ow')) };
}

async function open(port: number) {
  const socket: Socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const received = { text: '' };
  socket.setEncoding('utf8').on('data', (part: string) => {
    received.text += part;
  });
  const ended = once(socket, 'end');
  ends.push(() => socket.destroy());
  return {
    ended,
    heard: () => received.text,
    ask: (path: string) => socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`),
  };
}

test('serves a request on an open connection while draining, and closes the connection after it', async () => {
  const { drain, port } = await serve();
  const connection = await open(port);
  connection.ask('/quick');
  await expect.poll(connection.heard).toContain('quick');
  expect(connection.heard()).toContain('keep-alive');
  drain.begin();
  expect(drain.isDraining()).toBe(true);
  connection.ask('/quick');
  await connection.ended;
  const [, , second = ''] = connection.heard().split('HTTP/1.1 200 OK');
  expect(second.toLowerCase()).toContain('connection: close');
  expect(second).toContain('quick');

  const later = await open(port);
  later.ask('/quick');
  await later.ended;
  expect(later.heard()).toContain('quick');
});

test('closes idle and unused connections, and a busy one after its response', async () => {
  const { app, port, finish } = await serve();
  const [idle, unused, busy] = [await open(port), await open(port), await open(port)];
  idle.ask('/quick');
  await expect.poll(idle.heard).toContain('quick');
  busy.ask('/slow');
  await expect.poll(busy.heard).toContain('sl');
  const closed = app.close();
  await Promise.all([idle.ended, unused.ended]);
  expect(busy.heard()).toContain('sl');
  finish();
  await busy.ended;
  expect(busy.heard()).toContain('slow');
  await closed;
});

test('leaves by closing the port first, serves requests on open connections, and lets the server close', async () => {
  const { app, drain, port } = await serve();
  const connection = await open(port);
  connection.ask('/quick');
  await expect.poll(connection.heard).toContain('quick');
  const left = drain.leave();
  const isRefused = () =>
    open(port).then(
      () => false,
      () => true,
    );
  await expect.poll(isRefused).toBe(true);
  connection.ask('/quick');
  await connection.ended;
  expect(connection.heard().match(/HTTP\/1\.1 200/g)).toHaveLength(2);
  await left;
  await app.close();
});
