import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { authFailureEnvelope, failureEnvelope } from '../../shared/failure.ts';
import { builtPages } from './builtPages.ts';

const SITE = 'https://www.rede.example';

async function createApp(env: Record<string, string>): Promise<TestApp> {
  const app = await createTestApp({
    env: { PUBLIC_URL: 'https://api.rede.example', ...env },
    pages: builtPages,
  });
  await app.server.listen({ port: 0, host: '127.0.0.1' });
  return app;
}

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Sends exactly these bytes on a new connection; returns the response. */
async function send(app: TestApp, bytes: string): Promise<Answer> {
  const { port } = app.server.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.setEncoding('latin1').setTimeout(60_000, () => socket.destroy(new Error('no answer')));
  socket.write(bytes, 'latin1');
  const [head = '', ...rest] = Buffer.from(await text(socket), 'latin1')
    .toString('utf8')
    .split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  return {
    status: Number(first.split(' ')[1]),
    headers: Object.fromEntries(
      lines.map((line) => [line.split(':', 1)[0]?.toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    ),
    body: rest.join('\r\n\r\n'),
  };
}

/** Sends `VERB /path` with the path unchanged. */
const ask = (app: TestApp, call: string, lines: string[] = [], body = '') =>
  send(app, [`${call} HTTP/1.1`, 'Host: x', 'Connection: close', ...lines, '', body].join('\r\n'));

const ENGLISH =
  /\b(not found|bad request|invalid|error:|unsupported|method|route|client|server|forbidden|must)\b/i;

function expectOurs({ headers, body }: Answer) {
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': expect.any(String),
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'cache-control': 'no-store',
  });
  expect(
    body.replace(/<script[\s\S]*?<\/script>|<[^>]+>|"(error|code|status|message)"|"code":"\w+"/g, ''),
  ).not.toMatch(ENGLISH);
}

function expectEnvelope(answer: Answer, status: number, allow?: string) {
  expect([answer.status, answer.headers.allow]).toEqual([status, allow]);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expectOurs(answer);
  expect(failureEnvelope.parse(JSON.parse(answer.body)).status).toBe(status);
}

function expectPage(answer: Answer, status: number, allow?: string) {
  expect([answer.status, answer.headers.allow]).toEqual([status, allow]);
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  expectOurs(answer);
  expect(answer.body).toMatch(/<!DOCTYPE html><html lang="pt-BR"/);
}

const LONG = 'x'.repeat(3000);

describe.each([
  ['/api', {}],
  ['/v1/rede', {}],
  ['', { CORS_ORIGINS: SITE }],
])('an API below «%s»', (prefix, env: Record<string, string>) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createApp({ API_PREFIX: prefix || '/', ...env });
  });
  afterAll(() => app.remove());

  test('serves the API below its prefix', async () => {
    expect((await ask(app, `GET ${prefix}/site/home`)).status).toBe(200);
    expect((await ask(app, `GET ${prefix}/docs/json`)).status).toBe(200);
  });

  test.each([
    'GET /nada',
    'GET /site/home/nada',
    'HEAD /nada',
    'POST /nada',
    'PROPFIND /nada',
    'TRACE /nada',
    'GET /site/branches/details/nao-e-um-uuid',
    `GET /site/branches/details/${LONG}`,
    'GET /site/branches/details/%zz',
    'GET /%E0%A4%A',
    'GET /site/branches/details/%00',
  ])('%s: responds with 404 in the envelope', async (call) => {
    const answer = await ask(app, call.replace(' /', ` ${prefix}/`));
    if (call.startsWith('HEAD')) expect(answer.status).toBe(404);
    else expectEnvelope(answer, 404);
  });

  test.each([
    ['GET /auth/login', 'POST'],
    ['GET /admin/banners/store', 'POST'],
    ['GET /admin/banners/destroy/x', 'DELETE'],
    ['DELETE /site/home', 'GET, HEAD'],
    ['PATCH /site/home/', 'GET, HEAD'],
    ['OPTIONS /admin/phones/update/x', 'PUT'],
    ['PROPFIND /site/home', 'GET, HEAD'],
    ['TRACE /site/home', 'GET, HEAD'],
    ['M-SEARCH /docs/json', 'GET, HEAD'],
  ])('%s: responds with 405 and Allow %s', async (call, allow) => {
    const answer = await ask(app, call.replace(' /', ` ${prefix}/`));
    if (env.CORS_ORIGINS && call.startsWith('OPTIONS')) return expect(answer.status).toBe(204);
    expect([answer.status, answer.headers.allow]).toEqual([405, allow]);
    expectOurs(answer);
    const envelope = call.includes('/auth/') ? authFailureEnvelope : failureEnvelope;
    expect(envelope.parse(JSON.parse(answer.body)).status).toBe(405);
  });

  test('the reference serves no other file', async () => {
    const answer = await ask(app, `GET ${prefix}/docs/static/../../../package.json`);
    expect(answer.status).toBe(404);
    expect(failureEnvelope.parse(JSON.parse(answer.body)).code).toBe('not_found');
  });

  test('reads no body for an unknown address', async () => {
    const lines = ['Content-Type: text/xml', 'Content-Length: 4'];
    expectEnvelope(await ask(app, `POST ${prefix}/nada`, lines, '<a/>'), 404);
    expectEnvelope(await ask(app, `PROPFIND ${prefix}/site/home`, lines, '<a/>'), 405, 'GET, HEAD');
  });
});

describe('an API without a prefix', () => {
  test('serves no pages, and links mails to the site', async () => {
    const app = await createApp({ API_PREFIX: '/', CORS_ORIGINS: `${SITE},https://outro.example` });
    for (const path of ['/', '/branches', '/admin', '/assets/x.js', '/sitemap.xml', '/work-with-us'])
      expectEnvelope(await ask(app, `GET ${path}`), 404);
    expect(app.deps.siteUrl()).toBe(SITE);
    expect(app.deps.mediaUrl('x', 'original.jpg')).toBe('https://api.rede.example/media/x/original.jpg');
    await app.remove();
  });
});

describe('addresses outside the API', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createApp({});
  });
  afterAll(() => app.remove());

  test.each([
    ['POST /', 'GET, HEAD'],
    ['POST /branches', 'GET, HEAD'],
    ['PUT /work-with-us', 'GET, HEAD, POST'],
    ['DELETE /admin/banners/index', 'GET, HEAD'],
    ['PROPFIND /', 'GET, HEAD'],
    ['TRACE /branches', 'GET, HEAD'],
    ['OPTIONS /', 'GET, HEAD'],
    ['POST /apis', 'GET, HEAD'],
  ])('%s: shows a page with 405 and Allow %s', async (call, allow) => {
    const answer = await ask(app, call);
    expectPage(answer, 405, allow);
    expect(answer.body).toContain('não aceita esse tipo de pedido');
    expect(answer.body).toContain('</footer>');
    // One page serves all addresses: the router would otherwise show the page of this address.
    expect(answer.body).not.toContain('__reactRouter');
  });

  test('does not read a form that is posted to a page without one', async () => {
    const lines = ['Content-Type: application/x-www-form-urlencoded', 'Content-Length: 3'];
    expectPage(await ask(app, 'POST /contacts', lines, 'a=1'), 405, 'GET, HEAD');
  });

  test('renders the page of a refusal once, and again after a content change', async () => {
    const { get } = app.deps.responseCache;
    let renders = 0;
    app.deps.responseCache.get = (key, produce) =>
      get(key, () => {
        renders += 1;
        return produce();
      });
    app.deps.responseCache.invalidate();
    for (const path of ['/a', '/b', '/c?d']) expectPage(await ask(app, `POST ${path}`), 405, 'GET, HEAD');
    expect(renders).toBe(1);
    app.deps.responseCache.get = get;
  });

  test.each(['GET /%zz', 'GET /branches/%E0%A4%A', 'GET /assets/nada.js', 'GET /brand/%00'])(
    '%s: shows the page for unknown addresses',
    async (call) => {
      const answer = await ask(app, call);
      expectPage(answer, 404);
      expect(answer.body).toContain('Página não encontrada');
    },
  );

  test.each([
    '/assets/../../package.json',
    '/brand/../../../../etc/passwd',
    '/assets/..%2f..%2fpackage.json',
  ])('GET %s: responds with 404', async (path) => expectPage(await ask(app, `GET ${path}`), 404));

  // Neither the source tree nor a directory listing is served.
  test.each(['/.git/HEAD', '/.env', '/package.json', '/assets/', '/assets', '/brand/', '/media/'])(
    'GET %s: responds with 404, as for any unknown address',
    async (path) => {
      const [answer, nowhere] = [await ask(app, `GET ${path}`), await ask(app, 'GET /nao-existe')];
      expect([answer.status, nowhere.status]).toEqual([404, 404]);
      expect(answer.body).toBe(nowhere.body);
      expect(answer.body).toContain('Página não encontrada');
    },
  );

  test.each([
    '/healthz',
    '/readyz',
    '/robots.txt',
    '/manifest.webmanifest',
    '/brand/icon.svg',
    '/api/docs/',
    '/media/x/y',
    '/api/docs/json',
  ])('GET %s has the security headers', async (path) => {
    const { headers } = await ask(app, `GET ${path}`);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'strict-transport-security': expect.any(String),
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    for (const part of ["base-uri 'none'", "frame-ancestors 'none'"])
      expect(headers['content-security-policy']).toContain(part);
  });

  test('states the encoding of brand images', async () => {
    const { headers } = await ask(app, 'GET /brand/icon.svg');
    expect(headers['content-type']).toBe('image/svg+xml; charset=utf-8');
  });
});

describe('odd addresses of pages and files', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createApp({});
  });
  afterAll(() => app.remove());

  const UUID = '00000000-0000-4000-8000-000000000000';
  const ODD = [
    '%00',
    'a%00b',
    '%zz',
    '%2f',
    '..%2f..%2fx',
    '%F0%9F%98%80',
    '%ED%A0%80',
    '__proto__',
    LONG,
    UUID,
  ];

  test.each([
    ...['/', '/branches/', '/shops/', '/cinema/', '/vacancies/', '/tips-and-recipes/details/', '/admin/'],
    ...[
      '/?',
      '/branches?cidade=',
      '/shops?q=',
      '/tips-and-recipes?q=',
      '/work-with-us?enviada=',
      '/booklet?q=',
    ],
    ...[
      '/media/',
      `/media/${UUID}/`,
      '/api/admin/work-with-us/resume/',
      '/api/files/private/poster/',
      '/assets/',
      '/brand/',
      '/auth/reset-password/',
    ],
    ...[
      '/sitemap.xml?',
      '/robots.txt?',
      '/healthz?',
      '/readyz?',
      '/sw.js?',
      '/shops/x.data?',
      '/__manifest?p=',
      '/api/docs/',
    ],
  ])('%s…: responds with the content or with a message in Portuguese', async (base) => {
    for (const odd of ODD) {
      for (const verb of ['GET', 'HEAD']) {
        const { status, headers, body } = await ask(app, `${verb} ${base}${odd}`);
        const what = `${verb} ${base}${odd.slice(0, 40)}: ${status}`;
        expect(status, what).toBeLessThan(500);
        expect(headers, what).toMatchObject({
          'x-content-type-options': 'nosniff',
          'strict-transport-security': expect.any(String),
        });
        if (verb === 'HEAD') expect(body, what).toBe('');
        else if (status >= 400)
          expect(body, what).toMatch(/^<!DOCTYPE html><html lang="pt-BR"|^\{.*"status":4\d\d|^\[/);
      }
    }
  });
});

describe('malformed requests', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createApp({});
  });
  afterAll(() => app.remove());

  test.each([
    ['an unknown verb', 'BREW /api/site/home HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['garbage', '\x16\x03\x01\x02\x00\x01\x00\r\n\r\n', 400],
    ['a header without a name', 'GET / HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n', 400],
    [
      'two lengths',
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
    ],
    ...['chunked', 'xchunked', 'chunked, identity'].map(
      (coding) =>
        [
          `a length beside the coding «${coding}»`,
          `POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: ${coding}\r\n\r\n0\r\n\r\n`,
          400,
        ] as [string, string, number],
    ),
    [
      'a coding that is none',
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['too many headers', `GET / HTTP/1.1\r\nHost: x\r\nCookie: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['an address that is too long', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
    ['no host', 'GET /api/site/home HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['two hosts', 'GET /api/site/home HTTP/1.1\r\nHost: x\r\nhost: y\r\nConnection: close\r\n\r\n', 400],
    [
      'the same host twice',
      'GET /api/site/home HTTP/1.0\r\nHost: x\r\nHost: x\r\nConnection: close\r\n\r\n',
      400,
    ],
    ['a tunnel', 'CONNECT x.example:443 HTTP/1.1\r\nHost: x.example:443\r\n\r\n', 405],
  ])('%s: responds with the envelope', async (_, bytes, status) => {
    expectEnvelope(await send(app, bytes), status);
  });

  test('refuses a request with two Host headers also if the response is cached', async () => {
    const call = 'GET /api/site/phones HTTP/1.1';
    for (let times = 0; times < 2; times += 1)
      expect((await ask(app, 'GET /api/site/phones')).status).toBe(200);
    const twice = await send(app, `${call}\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n`);
    expectEnvelope(twice, 400);
  });

  test('ignores an unknown Expect header', async () => {
    expect((await ask(app, 'GET /api/site/home', ['Expect: o-impossivel'])).status).toBe(200);
  });

  test('serves a request on an open connection while the process closes', async () => {
    const leaving = await createApp({});
    const { server } = leaving.server;
    const { port } = server.address() as AddressInfo;
    const accepted = once(server, 'connection');
    const socket = connect(port, '127.0.0.1');
    const [connection] = (await accepted) as [Socket];
    // In flight, so that the connection stays open.
    const begun = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const { get } = leaving.deps.responseCache;
    leaving.deps.responseCache.get = async (key, produce) => {
      begun.resolve();
      await released.promise;
      return get(key, produce);
    };
    const [first, second] = ['home', 'phones'].map(
      (page) => `GET /api/site/${page} HTTP/1.1\r\nHost: x\r\n\r\n`,
    ) as [string, string];
    socket.write(first);
    await begun.promise;
    const closed = leaving.server.close();
    await expect.poll(() => server.listening).toBe(false);
    socket.write(second);
    await expect.poll(() => connection.bytesRead).toBe(first.length + second.length);
    released.resolve();
    const responses = await text(socket.setEncoding('utf8'));
    expect(responses.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200']);
    expect(responses.toLowerCase().match(/connection: close/g)).toHaveLength(1);
    await closed;
    await leaving.remove();
  });
});
