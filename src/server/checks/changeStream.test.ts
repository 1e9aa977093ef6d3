import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { CHANGE_STREAM_PATH } from '../../platform/http/remoteProtocol.ts';

let app: TestApp;
let address: string;
const ended = new AbortController();

beforeAll(async () => {
  app = await createTestApp({
    env: {
      SERVE: 'api',
      CORS_ORIGINS: 'https://www.rede.example',
      PUBLIC_URL: 'https://api.rede.example',
      TRUST_PROXY: '127.0.0.1',
    },
  });
  await app.server.listen({ port: 0, host: '127.0.0.1' });
  address = `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}/api${CHANGE_STREAM_PATH}`;
});
afterAll(async () => {
  ended.abort();
  await app.remove();
});

/** Opens a stream for a caller that the proxy forwards, or for the host in TRUST_PROXY itself. */
async function listen(caller?: string) {
  const answer = await fetch(address, {
    signal: ended.signal,
    headers: caller ? { 'x-forwarded-for': caller } : {},
  });
  const stream = { status: answer.status, isOpen: answer.status === 200 };
  const read = async () => {
    for await (const _ of answer.body ?? []);
  };
  const close = () => {
    stream.isOpen = false;
  };
  read().then(close, close);
  return stream;
}

test("anonymous callers on all streams of changes cannot end the site's own streams", async () => {
  const site = await listen();
  expect(site.status).toBe(200);
  const anonymous: Awaited<ReturnType<typeof listen>>[] = [];
  for (let host = 1; host <= 8; host += 1)
    for (let count = 0; count < 8; count += 1) anonymous.push(await listen(`203.0.113.${host}`));
  expect(anonymous.every(({ status }) => status === 200)).toBe(true);
  expect((await listen('203.0.113.1')).status).toBe(429);

  // Another address gets in, because an address with eight streams loses its oldest.
  expect((await listen('203.0.113.9')).status).toBe(200);
  await vi.waitFor(() => expect(anonymous.filter(({ isOpen }) => !isOpen)).toHaveLength(1));
  expect(anonymous[0]?.isOpen).toBe(false);

  // Anonymous callers from many addresses cannot end a stream of the site either.
  for (let host = 10; host < 80; host += 1) expect((await listen(`203.0.113.${host}`)).status).toBe(200);
  const again = await listen();
  expect(again.status).toBe(200);
  await vi.waitFor(() => expect(anonymous.every(({ isOpen }) => !isOpen)).toBe(true));
  expect(site.isOpen && again.isOpen).toBe(true);
});
