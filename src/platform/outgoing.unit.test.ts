import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openReceiver, type Receiver } from '../../test/receiver.ts';
import { whyNotSentTo } from '../contract/outgoing.ts';
import { createOutgoing, isPublic, MOST_READ, mayLeadOutside, type OutgoingWays } from './outgoing.ts';

let receiver: Receiver;
beforeAll(async () => {
  receiver = await openReceiver();
});
afterAll(() => receiver.close());
beforeEach(() => receiver.reset());

const ADDRESS = 'https://receiver.example/avisos?de=site';

const post = (address = ADDRESS, ways: Partial<OutgoingWays> = {}, signal = new AbortController().signal) =>
  createOutgoing({ ...receiver.ways, ...ways }).post(address, {
    headers: { 'content-type': 'application/json' },
    body: '{"título":"Pão"}',
    signal,
  });

describe('an address of the network', () => {
  test.each([
    ['this machine', '127.0.0.1', '127.255.255.254', '::1', '0.0.0.0', '0.1.2.3', '::'],
    ['private', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12:3456::1'],
    ['link-local', '169.254.169.254', 'fe80::1', 'febf::1', 'fec0::1'],
    ['carrier-grade NAT', '100.64.0.1', '100.127.255.255'],
    ['multicast', '224.0.0.1', '239.255.255.255', 'ff02::1'],
    ['reserved', '240.0.0.1', '255.255.255.255', '192.0.0.1', '192.0.2.1', '198.18.0.1', '198.51.100.1'],
    ['reserved too', '203.0.113.1', '192.88.99.1', '2001:db8::1', '3fff::1', '5f00::1', '100::1'],
    [
      'IPv4 in IPv6',
      '::ffff:127.0.0.1',
      '::ffff:7f00:1',
      '::ffff:8.8.8.8',
      '::ffff:0:10.0.0.1',
      '::127.0.0.1',
    ],
    ['6to4', '2002:7f00:1::', '2002:a00:1::1', '2002:808:808::1'],
    ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2', '2001::1'],
    ['NAT64', '64:ff9b::7f00:1', '64:ff9b::8.8.8.8', '64:ff9b:1::a00:1'],
    ['ISATAP', '2a00:1450::5efe:7f00:1', '2a00:1450::200:5efe:a00:1'],
    ['none', '', 'localhost', '127.0.0.1.', '1.2.3.4/8', 'fe80::1%eth0'],
  ])('is refused: %s', (_, ...addresses) => {
    for (const address of addresses) expect(isPublic(address), address).toBe(false);
  });

  test('is taken where it is somebody’s', () => {
    for (const address of [
      '8.8.8.8',
      '172.15.0.1',
      '172.32.0.1',
      '100.63.0.1',
      '200.160.2.3',
      '2a00:1450:4001::1',
    ])
      expect(isPublic(address), address).toBe(true);
  });
});

describe('what one types', () => {
  test.each([
    ['http://receiver.example/', /https/],
    ['ftp://receiver.example/', /https/],
    ['receiver.example', /https/],
    ['javascript:alert(1)', /https/],
    ['https://', /https/],
    ['https://ana:senha@receiver.example/', /usuário/],
    ['https://ana@receiver.example/', /usuário/],
    ['https://receiver.example:8080/', /443/],
    ['https://receiver.example:22/', /443/],
  ])('%s is refused in words', (address, words) => {
    expect(whyNotSentTo(address)).toMatch(words);
    expect(mayLeadOutside(address)).toBe(false);
  });

  test.each([
    'https://127.0.0.1/', 'https://127.1/', 'https://2130706433/', 'https://0x7f.0.0.1/', 'https://0177.0.0.1/',
    'https://0x7f000001/', 'https://[::1]/', 'https://[::ffff:127.0.0.1]/', 'https://[64:ff9b::7f00:1]/',
    'https://１２７.０.０.１/', 'https://127.0.0.1./', 'https://localhost/', 'https://localhost./',
    'https://LOCALHOST/', 'https://a.localhost/', 'https://169.254.169.254/latest/meta-data',
    'https://10.0.0.1:8443/', 'https://0/',
  ])('%s leads nowhere outside', (address) => {
    expect(mayLeadOutside(address)).toBe(false);
  }); // biome-ignore format: a list

  test.each(['https://receiver.example/', 'https://receiver.example:8443/x', 'https://8.8.8.8/'])(
    '%s may lead outside',
    (address) => {
      expect(whyNotSentTo(address)).toBeNull();
      expect(mayLeadOutside(address)).toBe(true);
    },
  );
});

describe('sending', () => {
  test('brings the body to the name it is for, and answers what it was answered', async () => {
    receiver.answers((_, response) => void response.writeHead(202, { 'x-a': 'b' }).end('certo'));
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

  test('resolves a name once: what it would be a moment later is asked by nobody', async () => {
    receiver.names(['8.8.8.8'], ['127.0.0.1']);
    expect((await post()).status).toBe(204);
    expect(receiver.resolved).toHaveLength(1);
    expect(receiver.reached).toEqual(['8.8.8.8']);
    // Now it leads inside, and nothing is connected to.
    await expect(post()).rejects.toMatchObject({ problem: 'refused_address' });
    expect(receiver.resolved).toHaveLength(2);
    expect(receiver.reached).toHaveLength(1);
    expect(receiver.received).toHaveLength(1);
  });

  test.each([
    [['127.0.0.1']],
    [['8.8.8.8', '10.0.0.1']],
    [['::ffff:8.8.8.8']],
    [['2a00:1450:4001::1', '::1']],
    [['169.254.169.254']],
  ])('refuses a name with one address inside: %j', async (addresses) => {
    receiver.names(addresses);
    await expect(post()).rejects.toMatchObject({ problem: 'refused_address' });
    expect(receiver.reached).toEqual([]);
  });

  test('refuses an address inside without asking anybody', async () => {
    for (const address of ['https://127.0.0.1/', 'https://[::1]:8443/', 'http://receiver.example/'])
      await expect(post(address)).rejects.toMatchObject({ problem: 'refused_address' });
    expect(receiver.resolved).toEqual([]);
    expect(receiver.reached).toEqual([]);
  });

  test('follows nothing', async () => {
    receiver.answers((_, response) => void response.writeHead(302, { location: 'https://127.0.0.1/' }).end());
    expect((await post()).status).toBe(302);
    receiver.answers((_, response) => void response.writeHead(308, { location: ADDRESS }).end());
    expect((await post()).status).toBe(308);
    expect(receiver.received).toHaveLength(2);
  });

  test('believes no certificate of another name, nor of somebody unknown', async () => {
    await expect(post('https://other.example/')).rejects.toMatchObject({ problem: 'certificate' });
    await expect(post(ADDRESS, { ca: undefined })).rejects.toMatchObject({ problem: 'certificate' });
    expect(receiver.received).toEqual([]);
  });

  test('reads 64 KB and no more, however much there is', async () => {
    let sent = 0;
    let isOpen = true;
    receiver.answers((_, response) => {
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
    expect(body).toHaveLength(MOST_READ);
    await expect.poll(() => isOpen).toBe(false);
    expect(sent).toBeLessThan(64 * MOST_READ);
  });

  test('waits five seconds for all of it: for the name, for an answer, for the end of one', {
    timeout: 10_000,
  }, async () => {
    const begun = performance.now();
    const silent = post(ADDRESS, { resolve: () => new Promise(() => {}) });
    receiver.answers((_, response) => {
      const drip = setInterval(() => response.write('.'), 300);
      response.on('close', () => clearInterval(drip));
      response.writeHead(200);
    });
    const dripping = post();
    for (const slow of [silent, dripping]) await expect(slow).rejects.toMatchObject({ problem: 'timeout' });
    receiver.answers(() => {});
    expect(performance.now() - begun).toBeGreaterThan(4900);
    expect(performance.now() - begun).toBeLessThan(6500);
  });

  test('says what went wrong: a name that nobody has, a connection that breaks, a stop', async () => {
    receiver.names([]);
    await expect(post()).rejects.toMatchObject({ problem: 'unknown_name' });
    const unknown = Object.assign(new Error('none'), { code: 'ENOTFOUND' });
    await expect(post(ADDRESS, { resolve: () => Promise.reject(unknown) })).rejects.toMatchObject({
      problem: 'unknown_name',
    });
    receiver.names(['8.8.8.8']);
    receiver.answers((_, response) => void response.socket?.destroy());
    await expect(post()).rejects.toMatchObject({ problem: 'connection' });
    receiver.answers((_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('a');
      setTimeout(() => response.socket?.destroy(), 20);
    });
    await expect(post()).rejects.toMatchObject({ problem: 'connection' });
    receiver.answers(() => {});
    const stop = new AbortController();
    const stopped = post(ADDRESS, {}, stop.signal);
    setTimeout(() => stop.abort(new Error('stopped')), 50);
    await expect(stopped).rejects.toThrow('stopped');
  });
});
