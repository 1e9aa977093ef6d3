import { execFileSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { type ConnectionOptions, connect } from 'node:tls';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newDataDir, removeDataDir, root } from '../bench/product.ts';
import { jpeg } from '../test/images.ts';
import { freePort } from '../test/port.ts';
import { createTestDatabase, type TestDatabase } from '../test/postgres.ts';
import {
  certify,
  isInstalled,
  NAME,
  openStream,
  type Product,
  type ProxyResponse,
  type ProxyServer,
  requestThrough,
  startCaddy,
  startNginx,
  startProduct,
  until,
} from '../test/proxies.ts';
import { openVideoHead } from '../test/videos.ts';

// Runs the built product behind nginx and behind Caddy, with the files of `deploy/`.

const TOKEN = 'um-segredo-para-medir';
const MB = 1024 * 1024;
const VIDEO = 300 * MB;
/** Longer than the default timeout of the proxies. */
const SLOW_MS = 66_000;

const admin = { email: 'drill@hiperaurora.example', password: 'senha da prova' };

const json = (value: unknown) => ({
  body: JSON.stringify(value),
  headers: { 'content-type': 'application/json' },
});

async function signIn(proxy: ProxyServer): Promise<Record<string, string>> {
  const answer = await requestThrough(proxy, '/api/auth/login', { method: 'POST', ...json(admin) });
  expect(answer.status, answer.text).toBe(200);
  return { authorization: `Bearer ${JSON.parse(answer.text).data.token.access_token}` };
}

const HEADER = openVideoHead();
const PICTURES = Buffer.alloc(MB, 'vitrine ');

/** Returns a form with a video of `VIDEO` bytes as a stream, never complete in memory. */
function filmForm(): { body: Readable; headers: Record<string, string> } {
  const boundary = 'vitrine-drill';
  const head = Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="video"; filename="a.mp4"\r\nContent-Type: video/mp4\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const parts = function* () {
    yield head;
    yield HEADER;
    for (let left = VIDEO - HEADER.length; left > 0; left -= MB)
      yield PICTURES.subarray(0, Math.min(left, MB));
    yield tail;
  };
  return {
    body: Readable.from(parts()),
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(head.length + VIDEO + tail.length),
    },
  };
}

function expectHstsOnce({ names, headers }: ProxyResponse) {
  expect(names.filter((name) => name === 'strict-transport-security')).toHaveLength(1);
  expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
}

function tlsOf(
  proxy: ProxyServer,
  options: ConnectionOptions,
): Promise<{ protocol: string | null; cipher: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect(
      { host: '127.0.0.1', port: proxy.tls, servername: NAME, rejectUnauthorized: false, ...options },
      () => {
        resolve({ protocol: socket.getProtocol(), cipher: socket.getCipher().name });
        socket.destroy();
      },
    );
    socket.on('error', reject);
  });
}

async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

describe.each([
  ['nginx', startNginx],
  ['caddy', startCaddy],
] as const)('behind %s', (program, startProxy) => {
  describe.runIf(isInstalled(program))('with the file in deploy/', () => {
    let directory: string;
    let dataDir: string;
    let database: TestDatabase;
    let product: Product;
    let proxy: ProxyServer;
    let staff: Record<string, string>;

    const environment = () => ({
      DATABASE_URL: database.url,
      DATABASE_TIMEOUT: '100s',
      DEMO_CONTENT: '1',
      METRICS_TOKEN: TOKEN,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
    });

    beforeAll(async () => {
      directory = await mkdtemp(join(tmpdir(), `vitrine-${program}-`));
      // The workers of nginx run as an unprivileged user and read and write here.
      execFileSync('chmod', ['777', directory]);
      await mkdir(join(directory, 'deploy'));
      await copyFile(join(root, 'deploy/fora-do-ar.html'), join(directory, 'deploy/fora-do-ar.html'));
      certify(directory);
      dataDir = await newDataDir();
      database = await createTestDatabase();
      product = await startProduct(await freePort(), dataDir, environment());
      proxy = await startProxy({ directory, product: product.port });
      staff = await signIn(proxy);
    });
    afterAll(async () => {
      await proxy?.stop();
      await product?.stop();
      await database?.drop();
      await removeDataDir(dataDir);
      await rm(directory, { recursive: true, force: true });
    });

    test('streams saves immediately, and keeps an idle stream open', {
      timeout: 120_000,
    }, async () => {
      const accept = 'text/event-stream';
      const { heard, end } = await openStream(proxy, '/api/admin/changes', { ...staff, accept });
      await until(async () => /^data: /m.test(heard()), 2000);
      // Only heartbeats pass, for longer than the default timeout of the proxies.
      await wait(SLOW_MS);
      const begun = performance.now();
      const phone = { contact: 'Central', ddi: '55', ddd: '85', number: '30001000', type: 1 };
      await requestThrough(proxy, '/api/admin/phones/store', {
        method: 'POST',
        ...json(phone),
        headers: { ...staff, 'content-type': 'application/json' },
      });
      await until(async () => heard().includes('"entity":"phones"'), 2000);
      expect(performance.now() - begun).toBeLessThan(2000);
      end();
    });

    test('passes pages and files unchanged', async () => {
      const page = await requestThrough(proxy, '/', { headers: { 'accept-encoding': 'br' } });
      expect(page.status).toBe(200);
      expect(page.headers).toMatchObject({
        'content-encoding': 'br',
        etag: expect.stringMatching(/^"[\w-]+-br"$/),
      });
      expect(page.text).toContain('</html>');
      const known = { 'if-none-match': String(page.headers.etag), 'accept-encoding': 'br' };
      expect((await requestThrough(proxy, '/', { headers: known })).status).toBe(304);
      const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(page.text) ?? [];
      const asset = await requestThrough(proxy, script, { headers: { 'accept-encoding': 'br' } });
      expect(asset.headers).toMatchObject({
        'content-encoding': 'br',
        'cache-control': expect.stringContaining('immutable'),
      });
    });

    test('redirects plain HTTP and sends HSTS once', async () => {
      const plain = await requestThrough(proxy, '/branches?x=1', { plain: true });
      expect([301, 308]).toContain(plain.status);
      expect(plain.headers.location).toMatch(new RegExp(`^https://${NAME}(:\\d+)?/branches\\?x=1$`));
      for (const path of ['/', '/api/nada', '/brand/icon.svg'])
        expectHstsOnce(await requestThrough(proxy, path));
    });

    test('refuses API calls over plain HTTP, so that no client keeps sending tokens that way', async () => {
      const plain = await requestThrough(proxy, '/api/site/home', { plain: true, headers: staff });
      expect(plain.status).toBe(403);
      expect(plain.headers.location).toBeUndefined();
      expect(plain.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(JSON.parse(plain.text)).toMatchObject({ status: 403, message: expect.stringMatching(/https/) });
    });

    test('accepts TLS 1.3, and 1.2 with forward secrecy, and nothing older', async () => {
      expect(await tlsOf(proxy, {})).toMatchObject({ protocol: 'TLSv1.3' });
      expect(await tlsOf(proxy, { maxVersion: 'TLSv1.2' })).toMatchObject({
        protocol: 'TLSv1.2',
        cipher: expect.stringMatching(/^ECDHE-.*(GCM|POLY1305)/),
      });
      // A current client would not even offer these without security level 0.
      const old = { minVersion: 'TLSv1', ciphers: 'DEFAULT:@SECLEVEL=0' } as const;
      for (const options of [
        { ...old, maxVersion: 'TLSv1.1' },
        { maxVersion: 'TLSv1.2', ciphers: 'AES256-SHA:AES128-SHA' },
        { maxVersion: 'TLSv1.2', ciphers: 'AES256-GCM-SHA384' },
        { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES256-SHA384:ECDHE-ECDSA-AES128-SHA' },
      ] as const)
        await expect(tlsOf(proxy, options), JSON.stringify(options)).rejects.toThrow();
    });

    test.runIf(program === 'nginx')('sends the security headers with its own refusals', async () => {
      const refused = await requestThrough(proxy, '/', { headers: { 'x-long': 'x'.repeat(70_000) } });
      expect(refused.status).toBe(400);
      expectHstsOnce(refused);
      expect(refused.headers['content-security-policy']).toMatch(
        /^default-src 'none'; .*frame-ancestors 'none'/,
      );
    });

    test('saves a picture and serves it', async () => {
      const form = new FormData();
      form.set('title', 'Atrás do proxy');
      const picture = await jpeg({ width: 800, height: 400 });
      form.set('image', new Blob([picture as Uint8Array<ArrayBuffer>], { type: 'image/jpeg' }), 'a.jpg');
      const sent = new Request('http://x', { method: 'POST', body: form });
      const saved = await requestThrough(proxy, '/api/admin/banners/store', {
        method: 'POST',
        headers: { ...staff, 'content-type': sent.headers.get('content-type') ?? '' },
        body: Buffer.from(await sent.arrayBuffer()),
      });
      expect(saved.status, saved.text).toBe(201);
      expect((await requestThrough(proxy, '/')).text).toContain('Atrás do proxy');
    });

    test('streams a 300 MB video in, and out by ranges', { timeout: 300_000 }, async () => {
      const before = await residentMegabytes(product.pid);
      let peak = before;
      const watching = setInterval(async () => {
        peak = Math.max(peak, await residentMegabytes(product.pid));
      }, 50);
      const begun = performance.now();
      const { body, headers } = filmForm();
      const saved = await requestThrough(proxy, '/api/admin/videos/store', {
        method: 'POST',
        headers: { ...headers, ...staff },
        body,
      });
      clearInterval(watching);
      expect([200, 201], saved.text).toContain(saved.status);
      console.log(
        `${program}: 300 MB in ${((performance.now() - begun) / 1000).toFixed(1)} s, memory ${before.toFixed(0)} to ${peak.toFixed(0)} MB`,
      );
      expect(peak - before).toBeLessThan(120);

      const { data } = JSON.parse((await requestThrough(proxy, '/api/site/video')).text);
      const { pathname } = new URL(data.file.url_s3, `https://${NAME}`);
      const start = 200 * MB + 5;
      const part = await requestThrough(proxy, pathname, {
        headers: { range: `bytes=${start}-${start + 99}` },
      });
      expect(part.status).toBe(206);
      expect(part.headers['content-range']).toBe(`bytes ${start}-${start + 99}/${VIDEO}`);
      expect(
        part.bytes.equals(
          Buffer.concat([PICTURES, PICTURES])
            .subarray((start - HEADER.length) % MB)
            .subarray(0, 100),
        ),
      ).toBe(true);
    });

    test('passes a refusal on before the body was sent', async () => {
      const { body, headers } = filmForm();
      const refused = await requestThrough(proxy, '/api/admin/videos/store', {
        method: 'POST',
        headers,
        body,
      }).catch(() => null);
      // Some proxies close the connection before the body is complete; the client then reads no response.
      if (refused)
        expect(JSON.parse(refused.text)).toMatchObject({
          status: 401,
          message: expect.stringMatching(/sessão/),
        });
      body.destroy();
    });

    test('identifies callers by their real addresses, which they cannot forge', async () => {
      const wrong = (from: string, forged: string) =>
        requestThrough(proxy, '/api/auth/login', {
          method: 'POST',
          body: JSON.stringify({ email: 'ninguem@rede.example', password: 'uma senha qualquer' }),
          headers: {
            'content-type': 'application/json',
            'x-forwarded-for': forged,
            forwarded: `for=${forged}`,
            'x-real-ip': forged,
          },
          from,
        });
      let tries = 0;
      for (; tries < 200; tries += 1)
        if ((await wrong('127.0.0.21', `198.51.100.${tries}`)).status === 429) break;
      expect(tries).toBeLessThan(100);
      expect(
        (
          await requestThrough(proxy, '/api/auth/login', {
            method: 'POST',
            ...json(admin),
            from: '127.0.0.22',
          })
        ).status,
      ).toBe(200);
    });

    test("sets the request id itself, not from an anonymous caller's header", async () => {
      const { headers } = await requestThrough(proxy, '/api/nada', {
        headers: { 'x-request-id': 'emprestado-123' },
      });
      expect(headers['x-request-id']).toMatch(/^([0-9a-f]{32}|[0-9a-f-]{36})$/);
    });

    test('waits as long as the product for a slow response', { timeout: 120_000 }, async () => {
      const holder = new pg.Client({ connectionString: database.url });
      await holder.connect();
      await holder.query('begin; lock table banners in access exclusive mode');
      const begun = performance.now();
      const pending = requestThrough(proxy, '/api/admin/banners', { headers: staff });
      await wait(SLOW_MS);
      await holder.query('rollback');
      await holder.end();
      const answer = await pending;
      expect(answer.status, answer.text).toBe(200);
      expect(performance.now() - begun).toBeGreaterThan(SLOW_MS);
    });

    test('hides the metrics', async () => {
      const headers = { authorization: `Bearer ${TOKEN}` };
      expect((await fetch(`http://127.0.0.1:${product.port}/metrics`, { headers })).status).toBe(200);
      for (const path of ['/metrics', '/metrics?x', '/%6Detrics']) {
        const answer = await requestThrough(proxy, path, { headers });
        expect(answer.status, path).toBe(404);
        expect(answer.text).not.toContain('vitrine_');
      }
    });

    test('sends people a page and programs a JSON message during a restart', async () => {
      await product.stop();
      const page = await requestThrough(proxy, '/branches');
      expect(page.status).toBe(503);
      expect(page.headers).toMatchObject({ 'retry-after': '10', 'cache-control': 'no-store' });
      expect(page.headers['content-type']).toMatch(/^text\/html; ?charset=utf-8/i);
      expect(page.text).toContain('Voltamos já');
      const call = await requestThrough(proxy, '/api/site/home');
      expect(call.status).toBe(503);
      expect(call.headers['content-type']).toMatch(/^application\/json/);
      expect(JSON.parse(call.text)).toMatchObject({
        code: 'unavailable',
        status: 503,
        message: expect.stringMatching(/instabilidade/),
      });
      for (const answer of [page, call]) {
        expectHstsOnce(answer);
        expect(answer.names.filter((name) => name === 'content-security-policy')).toHaveLength(1);
        expect(answer.headers['content-security-policy']).toMatch(
          /^default-src 'none'; .*base-uri 'none'; .*frame-ancestors 'none'/,
        );
      }
      product = await startProduct(product.port, dataDir, environment());
      await until(async () => (await requestThrough(proxy, '/branches')).status === 200, 15_000);
    });

    test('logs addresses of callers and no other data of them', async () => {
      await requestThrough(proxy, '/?busca=segredo-na-busca', { from: '127.0.0.23' });
      await requestThrough(proxy, '/api/files/private/assinatura-secreta', {
        headers: { referer: 'https://x.example/de-onde' },
      });
      await requestThrough(proxy, '/auth/reset-password/codigo-que-abre', { from: '127.0.0.24' });
      await until(async () => (await readFile(join(directory, 'access.log'), 'utf8')).includes('127.0.0.24'));
      const log = await readFile(join(directory, 'access.log'), 'utf8');
      expect(log).toContain('/api/files/private/');
      expect(log).toContain('/auth/reset-password/');
      expect(log).toContain('127.0.0.23');
      expect(log).not.toMatch(/segredo-na-busca|assinatura-secreta|codigo-que-abre|de-onde|Bearer/);
    });

    test.runIf(program === 'nginx')(
      'sends one request for a crowd within a second, if that is enabled',
      async () => {
        const crowd = await startNginx({ directory, product: product.port }, true);
        try {
          const path = '/contacts';
          const answers = await Promise.all(Array.from({ length: 60 }, () => requestThrough(crowd, path)));
          expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
          const kinds = answers.map(({ headers }) => String(headers['x-cache']));
          expect(kinds.filter((kind) => kind === 'MISS').length).toBeLessThanOrEqual(2);
          for (const answer of answers) {
            expectHstsOnce(answer);
            expect(answer.names.filter((name) => name === 'content-security-policy')).toHaveLength(1);
          }
          // Browsers see the normal `cache-control`, and no client gets stale content.
          expect(answers[0]?.headers['cache-control']).toMatch(
            /^public, max-age=0, s-maxage=1, stale-if-error=\d+$/,
          );
          const phone = { contact: 'Da multidão', ddi: '55', ddd: '85', number: '30002000', type: 1 };
          const saved = await requestThrough(crowd, '/api/admin/phones/store', {
            method: 'POST',
            ...json(phone),
            headers: { ...staff, 'content-type': 'application/json' },
          });
          expect(saved.status, saved.text).toBe(201);
          await wait(2000);
          for (const page of await Promise.all(Array.from({ length: 20 }, () => requestThrough(crowd, path))))
            expect(page.text).toContain('Da multidão');
          const office = await requestThrough(crowd, '/api/admin/banners', { headers: staff });
          expect(office.status).toBe(200);
          expect(office.headers['x-cache']).not.toBe('HIT');
          expect((await requestThrough(crowd, '/api/admin/banners')).status).toBe(401);
        } finally {
          await crowd.stop();
        }
      },
    );
  });
});
