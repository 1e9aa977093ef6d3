import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  INTERNAL_ADDRESSES,
  INTERNAL_RESOLUTIONS,
  INTERNAL_URLS,
  REFUSED_URLS,
} from '../../../test/internalAddresses.ts';
import { openReceiver, type WebhookReceiver } from '../../../test/webhookReceiver.ts';
import { webhookAddressProblem } from '../../shared/webhookAddress.ts';
import {
  createOutgoing,
  isPublicAddress,
  MAX_RESPONSE_BYTES,
  mayBePublic,
  type OutgoingOverrides,
} from './outgoing.ts';

let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await openReceiver();
});
afterAll(() => receiver.close());
beforeEach(() => receiver.reset());

const ADDRESS = 'https://receiver.example/avisos?de=site';

const post = (
  address = ADDRESS,
  ways: Partial<OutgoingOverrides> = {},
  signal = new AbortController().signal,
) =>
  createOutgoing({ ...receiver.outgoing, ...ways }).post(address, {
    headers: { 'content-type': 'application/json' },
    body: '{"título":"Pão"}',
    signal,
  });

describe('public addresses', () => {
  test.each([...INTERNAL_ADDRESSES, ['none', '', 'localhost', '127.0.0.1.', '1.2.3.4/8', 'fe80::1%eth0']])(
    'a private or invalid address is refused: %s',
    (_, ...addresses) => {
      for (const address of addresses) expect(isPublicAddress(address), address).toBe(false);
    },
  );

  test('public addresses are accepted', () => {
    for (const address of [
      '8.8.8.8',
      '172.15.0.1',
      '172.32.0.1',
      '100.63.0.1',
      '200.160.2.3',
      '2a00:1450:4001::1',
    ])
      expect(isPublicAddress(address), address).toBe(true);
  });
});

describe('entered addresses', () => {
  test.each(REFUSED_URLS)('%s is refused with a message', (address, words) => {
    expect(webhookAddressProblem(address)).toMatch(words);
    expect(mayBePublic(address)).toBe(false);
  });

  test.each(INTERNAL_URLS)('%s does not lead outside', (address) => {
    expect(mayBePublic(address)).toBe(false);
  });

  test.each(['https://receiver.example/', 'https://receiver.example:8443/x', 'https://8.8.8.8/'])(
    '%s may lead outside',
    (address) => {
      expect(webhookAddressProblem(address)).toBeNull();
      expect(mayBePublic(address)).toBe(true);
    },
  );
});

describe('outgoing requests', () => {
  test('sends the body to the named host and returns its response', async () => {
    receiver.respondWith((_, response) => void response.writeHead(202, { 'x-a': 'b' }).end('certo'));
    const { status, body } = await post();
    expect([status, body.toString()]).toEqual([202, 'certo']);
    expect(receiver.received).toMatchObject([
      {
        path: '/avisos?de=site',
        body: '{"título":"Pão"}',
        headers: { host: 'receiver.example', 'content-type': 'application/json', 'content-length': '18' },
      },
    ]);
    expect(receiver.resolved).toEqual(['receiver.example']);
    expect(receiver.reached).toEqual(['8.8.8.8']);
  });

  test('resolves a name once per request, so that DNS rebinding is ineffective', async () => {
    receiver.resolveNamesTo(['8.8.8.8'], ['127.0.0.1']);
    expect((await post()).status).toBe(204);
    expect(receiver.resolved).toHaveLength(1);
    expect(receiver.reached).toEqual(['8.8.8.8']);
    // Now the name resolves to a private address: no connection is made.
    await expect(post()).rejects.toMatchObject({ problem: 'refused_address' });
    expect(receiver.resolved).toHaveLength(2);
    expect(receiver.reached).toHaveLength(1);
    expect(receiver.received).toHaveLength(1);
  });

  test.each(INTERNAL_RESOLUTIONS.map((addresses) => [addresses]))(
    'refuses a name with one private address: %j',
    async (addresses) => {
      receiver.resolveNamesTo([...addresses]);
      await expect(post()).rejects.toMatchObject({ problem: 'refused_address' });
      expect(receiver.reached).toEqual([]);
    },
  );

  test('refuses a private address without a DNS lookup', async () => {
    for (const address of ['https://127.0.0.1/', 'https://[::1]:8443/', 'http://receiver.example/'])
      await expect(post(address)).rejects.toMatchObject({ problem: 'refused_address' });
    expect(receiver.resolved).toEqual([]);
    expect(receiver.reached).toEqual([]);
  });

  test('follows no redirects', async () => {
    receiver.respondWith(
      (_, response) => void response.writeHead(302, { location: 'https://127.0.0.1/' }).end(),
    );
    expect((await post()).status).toBe(302);
    receiver.respondWith((_, response) => void response.writeHead(308, { location: ADDRESS }).end());
    expect((await post()).status).toBe(308);
    expect(receiver.received).toHaveLength(2);
  });

  test('refuses a certificate of another name or of an unknown authority', async () => {
    await expect(post('https://other.example/')).rejects.toMatchObject({ problem: 'certificate' });
    await expect(post(ADDRESS, { ca: undefined })).rejects.toMatchObject({ problem: 'certificate' });
    expect(receiver.received).toEqual([]);
  });

  test('reads at most 64 KB of the response', async () => {
    let sent = 0;
    let isOpen = true;
    receiver.respondWith((_, response) => {
      response.writeHead(200);
      response.on('close', () => {
        isOpen = false;
      });
      const more = () => {
        while (isOpen && response.write(Buffer.alloc(16 * 1024, 'a'))) sent += 16 * 1024;
      };
      response.on('drain', more);
      more();
    });
    const { status, body } = await post();
    expect(status).toBe(200);
    expect(body).toHaveLength(MAX_RESPONSE_BYTES);
    await expect.poll(() => isOpen).toBe(false);
    expect(sent).toBeLessThan(64 * MAX_RESPONSE_BYTES);
  });

  test('gives up after five seconds, whether name, response or its end is slow', async () => {
    const startedAt = performance.now();
    const silent = post(ADDRESS, { resolve: () => new Promise(() => {}) });
    receiver.respondWith((_, response) => {
      const drip = setInterval(() => response.write('.'), 300);
      response.on('close', () => clearInterval(drip));
      response.writeHead(200);
    });
    const dripping = post();
    for (const slow of [silent, dripping]) await expect(slow).rejects.toMatchObject({ problem: 'timeout' });
    receiver.respondWith(() => {});
    expect(performance.now() - startedAt).toBeGreaterThan(4900);
  });

  test('reports the problem: unknown name, broken connection, abort', async () => {
    receiver.resolveNamesTo([]);
    await expect(post()).rejects.toMatchObject({ problem: 'unknown_name' });
    const unknown = Object.assign(new Error('none'), { code: 'ENOTFOUND' });
    await expect(post(ADDRESS, { resolve: () => Promise.reject(unknown) })).rejects.toMatchObject({
      problem: 'unknown_name',
    });
    receiver.resolveNamesTo(['8.8.8.8']);
    receiver.respondWith((_, response) => void response.socket?.destroy());
    await expect(post()).rejects.toMatchObject({ problem: 'connection' });
    receiver.respondWith((_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('a');
      setTimeout(() => response.socket?.destroy(), 20);
    });
    await expect(post()).rejects.toMatchObject({ problem: 'connection' });
    receiver.respondWith(() => {});
    const stop = new AbortController();
    const stopped = post(ADDRESS, {}, stop.signal);
    setTimeout(() => stop.abort(new Error('stopped')), 50);
    await expect(stopped).rejects.toThrow('stopped');
  });
});
