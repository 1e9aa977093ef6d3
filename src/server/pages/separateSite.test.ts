import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { fileOf } from '../../../test/images.ts';
import { pdf } from '../../../test/sampleFiles.ts';
import { openConnection } from '../../../test/slowClients.ts';
import { readConfig } from '../../platform/config/config.ts';
import {
  CHANGE_STREAM_PATH,
  DEPENDENCIES_HEADER,
  opaqueDependency,
} from '../../platform/http/remoteProtocol.ts';
import { builtPages } from './builtPages.ts';
import { createSiteProcess, type SiteProcess } from './siteProcess.ts';

const SITE = 'https://www.rede.example';
/** Address of the visitor, as the proxy before the site forwards it. */
const VISITOR = '203.0.113.9';

let api: TestApp;
let site: SiteProcess;
let line: Line;
let token: string;

/** A proxy between the two hosts that can interrupt the connection. */
interface Line {
  url: string;
  /** Behaviour for calls: pass, refuse, never respond, or pass all except the change stream. */
  state: 'open' | 'refused' | 'silent' | 'without pulse';
  paths: string[];
  close(): Promise<void>;
}

async function createLine(target: () => number): Promise<Line> {
  const open = new Set<IncomingMessage>();
  const between: Server = createServer((incoming, response) => {
    const { url = '', method = 'GET', headers } = incoming;
    self.paths.push(url);
    if (self.state === 'refused' || (self.state === 'without pulse' && url.endsWith(CHANGE_STREAM_PATH)))
      return void incoming.socket.destroy();
    if (self.state === 'silent') return;
    const passed = send({ host: '127.0.0.1', port: target(), path: url, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.rawHeaders);
      answer.pipe(response);
      open.add(answer);
      answer.once('close', () => open.delete(answer));
    });
    passed.on('error', () => response.destroy());
    response.on('close', () => passed.destroy());
    incoming.pipe(passed);
  });
  between.listen(0, '127.0.0.1');
  await once(between, 'listening');
  const self: Line = {
    url: `http://127.0.0.1:${(between.address() as AddressInfo).port}`,
    state: 'open',
    paths: [],
    async close() {
      between.closeAllConnections();
      between.close();
    },
  };
  return new Proxy(self, {
    set(of, name, value) {
      // Also cut open connections.
      if (name === 'state' && value !== 'open') for (const answer of open) answer.destroy();
      return Reflect.set(of, name, value);
    },
  });
}

describe.each([
  ['/api', '/api'],
  ['/', ''],
])('separate site and API processes, API_PREFIX=%s', (API_PREFIX, prefix) => {
  const admin = (path: string, json: unknown) =>
    api.request('POST', `${prefix}/admin${path}`, { token, json });
  const vacancy = (name: string) => admin('/vacancies/store', { name, type: 1 });
  const look = (url: string, headers: Record<string, string> = {}) =>
    site.server.inject({ method: 'GET', url, headers });
  const rendersOf = async (page: string) =>
    Number(
      new RegExp(`vitrine_render_duration_seconds_count\\{page="${page}"\\} (\\d+)`).exec(
        await site.renderMetrics(),
      )?.[1] ?? 0,
    );

  const formOf = (changes: Record<string, string | File> = {}) => {
    const form = new FormData();
    const fields = {
      name: 'Maria José da Silva',
      email: 'maria.jose@exemplo.example',
      phone: '(85) 90000-0012',
      vacancy: 'Padeiro ou padeira',
      other_vacancy: '',
      doc: fileOf(pdf('Currículo'), 'currículo.pdf', 'application/pdf'),
      website: '',
      ...changes,
    };
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    return form;
  };
  const post = async (form: FormData, headers: Record<string, string> = {}) => {
    const { body, headers: own } = await encoded(form);
    if (!site.server.server.listening) await site.server.listen({ port: 0, host: '127.0.0.1' });
    const { port } = site.server.server.address() as AddressInfo;
    return fetch(`http://127.0.0.1:${port}/work-with-us`, {
      method: 'POST',
      redirect: 'manual',
      headers: { ...own, 'x-forwarded-for': VISITOR, ...headers },
      body,
    });
  };

  beforeAll(async () => {
    api = await createTestApp({
      env: {
        SERVE: 'api',
        API_PREFIX,
        CORS_ORIGINS: SITE,
        PUBLIC_URL: 'https://api.rede.example',
        TRUST_PROXY: '127.0.0.1',
      },
      pages: builtPages,
    });
    await api.server.listen({ port: 0, host: '127.0.0.1' });
    const login = { name: 'Rosângela', email: 'rosangela@rede.example', password: 'uma senha de teste' };
    const { createUser } = await import('../../accounts/auth/operatorAccounts.service.ts');
    await createUser(api.deps, login);
    const answer = await api.request('POST', `${prefix}/auth/login`, { json: login });
    token = answer.json().data.token.access_token;
    line = await createLine(() => (api.server.server.address() as AddressInfo).port);
    site = createSiteProcess({
      config: readConfig({
        SERVE: 'site',
        API_URL: line.url + API_PREFIX,
        PUBLIC_URL: SITE,
        TRUST_PROXY: '127.0.0.1',
        LOG_LEVEL: 'silent',
        METRICS: '1',
      }),
      clock: api.clock,
      pages: builtPages,
    });
    await site.server.ready();
    await vacancy('Padeiro ou padeira');
  });
  afterAll(async () => {
    await site.close();
    await line.close();
    await api.remove();
  });
  beforeEach(async () => {
    await vi.waitFor(async () => expect((await look('/readyz')).json().changes).toBe('ok'));
  });
  afterEach(() => {
    line.state = 'open';
  });

  test("pages show the API's content below the address of the site", async () => {
    const page = await look('/vacancies');
    expect(page.statusCode).toBe(200);
    expect(page.payload).toContain('Padeiro ou padeira');
    expect(page.payload).toContain(`rel="canonical" href="${SITE}/vacancies"`);
    expect(page.payload).toContain(`name="api-base" content="${line.url}${prefix}"`);
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain(`connect-src 'self' ${line.url};`);
    expect(policy).toContain(`img-src 'self' data: blob: ${line.url};`);
    expect(policy.match(/https?:/g)).toHaveLength(3);
    expect((await look('/shops/7e5ba13f-8b2e-4b80-a24e-0b6f7c1a7e11')).statusCode).toBe(404);
    expect((await look('/nada')).statusCode).toBe(404);
    const map = (await look('/sitemap.xml')).payload;
    expect(map).toContain(`<loc>${SITE}/vacancies/`);
    expect((await look('/robots.txt')).payload).toContain(`Sitemap: ${SITE}/sitemap.xml`);
    expect((await api.request('GET', '/robots.txt')).payload).toContain('Disallow: /\n');
    expect((await api.request('GET', '/vacancies')).statusCode).toBe(404);
  });

  test('sends the back office without rows and lets it call the API itself', async () => {
    const screen = await look('/admin/vacancies/index');
    expect(screen.statusCode).toBe(200);
    expect(screen.payload).toContain(`data-asks="${line.url}${prefix}/admin/vacancies?`);
    const preflight = await api.request('OPTIONS', `${prefix}/admin/vacancies`, {
      headers: {
        origin: SITE,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      },
    });
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': SITE,
      'access-control-allow-headers': 'authorization',
      'access-control-max-age': '600',
    });
    const rows = await api.request('GET', `${prefix}/admin/vacancies`, { token, headers: { origin: SITE } });
    expect(rows.headers['access-control-expose-headers']).toBe('x-request-id, retry-after');
    expect(rows.headers['set-cookie']).toBeUndefined();
  });

  test('passes a form without JavaScript to the API and counts it for the visitor', async () => {
    const sent = await post(formOf());
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/work-with-us?enviada=confirmada']);
    const applications = await api.deps.db.selectFrom('job_applications').select('name').execute();
    expect(applications).toEqual([{ name: 'Maria José da Silva' }]);
    await post(formOf(), { 'x-forwarded-for': '203.0.113.10' });
    const counted = await api.deps.db.selectFrom('rate_limits').select('key').execute();
    expect(counted.filter(({ key }) => key.startsWith('/site/work-with-us '))).toHaveLength(2);
  });

  // The rest is the same for any prefix.
  if (prefix === '') return;

  test('names dependencies of a response by digests, only for calls with the header', async () => {
    const path = `${prefix}/site/vacancies`;
    expect((await api.request('GET', path)).headers[DEPENDENCIES_HEADER]).toBeUndefined();
    const response = await api.request('GET', path, { headers: { [DEPENDENCIES_HEADER]: '1' } });
    expect(String(response.headers[DEPENDENCIES_HEADER]).split(',').map(decodeURIComponent)).toContain(
      opaqueDependency('vacancies'),
    );
    expect(String(response.headers[DEPENDENCIES_HEADER])).not.toContain('vacanc');
    const fresh = await api.request('GET', `${prefix}/site/turn`, {
      headers: { [DEPENDENCIES_HEADER]: '1' },
    });
    expect(String(fresh.headers[DEPENDENCIES_HEADER]).split(',').map(decodeURIComponent)).toContain(
      opaqueDependency('banners'),
    );
    expect(String(fresh.headers[DEPENDENCIES_HEADER])).not.toContain('banners');
  });

  test('ends a connection with too many requests and still serves files and pages to others', async () => {
    if (!site.server.server.listening) await site.server.listen({ port: 0, host: '127.0.0.1' });
    const { port } = site.server.server.address() as AddressInfo;
    const page = await (await fetch(`http://127.0.0.1:${port}/`)).text();
    const { closed } = await openConnection(
      { port },
      'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(100),
    );
    await closed;
    const asset = /\/assets\/[\w-]+\.\w+/.exec(page)?.[0];
    for (const path of ['/', asset])
      expect((await fetch(`http://127.0.0.1:${port}${path}`)).status).toBe(200);
    const measures = await site.renderMetrics();
    expect(measures).toMatch(/^vitrine_connections_ended_total\{reason="pipelined"\} 1$/m);
    expect(measures).toMatch(/^vitrine_http_unsent_bytes 0$/m);
    expect(measures).toMatch(/^vitrine_http_open_files 0$/m);
  });

  test('names tables in the change stream by the same digests as responses', async () => {
    const { port } = api.server.server.address() as AddressInfo;
    const ended = new AbortController();
    const answer = await fetch(`http://127.0.0.1:${port}${prefix}${CHANGE_STREAM_PATH}`, {
      signal: ended.signal,
    });
    await vacancy('Fiscal de caixa');
    let text = '';
    const decoder = new TextDecoder();
    for await (const part of answer.body as ReadableStream<Uint8Array>) {
      text += decoder.decode(part, { stream: true });
      if (text.includes(opaqueDependency('vacancies'))) break;
    }
    ended.abort();
    expect(text).not.toContain('vacanc');
  });

  test('drops cached pages at a save that they show, and keeps the others', async () => {
    const shown = async (name: string) => expect((await look('/vacancies')).payload).toContain(name);
    await vi.waitFor(() => shown('Fiscal de caixa'));
    // Changes are emitted a second time after a second.
    await new Promise((wait) => setTimeout(wait, 1200));
    await look('/privacy');
    await look('/vacancies');
    const [privacy, asked] = [await rendersOf('/privacy'), line.paths.length];
    expect((await look('/vacancies')).payload).not.toContain('Repositor noturno');
    expect(line.paths.slice(asked).filter((path) => !path.endsWith(CHANGE_STREAM_PATH))).toEqual([]);
    await vacancy('Repositor noturno');
    await vi.waitFor(() => shown('Repositor noturno'), { interval: 20 });
    await look('/privacy');
    expect(await rendersOf('/privacy')).toBe(privacy);
  });

  test('limits the change streams of one address', async () => {
    const { port } = api.server.server.address() as AddressInfo;
    const ended = new AbortController();
    const { signal } = ended;
    const answers = await Promise.all(
      Array.from({ length: 9 }, () =>
        fetch(`http://127.0.0.1:${port}${prefix}${CHANGE_STREAM_PATH}`, { signal }),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort();
    // The site itself holds one of the eight streams.
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 200, 429, 429]);
    ended.abort();
  });

  test('shows a scheduled change on schedule', async () => {
    const at = new Date(api.clock.now() + 3_600_000).toISOString();
    const planned = await admin('/vacancies/store', { name: 'Açougueira', type: 1, publish_at: at });
    expect(planned.statusCode).toBe(201);
    // The site learns of a later change after this one.
    await vacancy('Copeira');
    await vi.waitFor(async () => expect((await look('/vacancies')).payload).toContain('Copeira'));
    expect((await look('/vacancies')).payload).not.toContain('Açougueira');
    api.clock.advance(3_600_001);
    expect((await look('/vacancies')).payload).toContain('Açougueira');
  });

  test('serves cached pages while the API is unavailable, explains the others, and recovers without a restart', async () => {
    await look('/contacts');
    line.state = 'refused';
    await vi.waitFor(async () => expect((await look('/readyz')).json().changes).toBe('assumed'));
    const cached = await look('/contacts');
    expect(cached.statusCode).toBe(200);
    const uncached = await look('/cinema');
    expect(uncached.statusCode).toBe(503);
    expect(uncached.payload).toContain('</html>');
    expect((await look('/readyz')).statusCode).toBe(503);
    expect((await look('/healthz')).statusCode).toBe(200);
    expect(await site.renderMetrics()).toContain('vitrine_unavailable{part="api"} 1');
    line.state = 'open';
    await vi.waitFor(async () => expect((await look('/cinema')).statusCode).toBe(200));
    expect((await look('/readyz')).json()).toMatchObject({ status: 'ok', api: 'ok' });
  });

  test('treats everything as changed after a second without the change stream', async () => {
    line.state = 'without pulse';
    await vi.waitFor(async () => expect((await look('/readyz')).json().changes).toBe('assumed'));
    await look('/vacancies');
    await vacancy('Fiscal de caixa');
    await vi.waitFor(async () => expect((await look('/vacancies')).payload).toContain('Fiscal de caixa'));
  });

  describe('a form without JavaScript', () => {
    test('returns the form with the typed values and the messages', async () => {
      const answer = await post(formOf({ email: 'maria' }));
      const html = await answer.text();
      expect(answer.status).toBe(422);
      expect(html).toContain('value="Maria José da Silva"');
      expect(html).toContain('e-mail');
    });

    test('refuses a form from another site, and a body that is not a form', async () => {
      expect((await post(formOf(), { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
      expect((await post(formOf(), { 'content-type': 'text/plain' })).status).toBe(415);
    });

    test('explains the outage while the API is unavailable', async () => {
      line.state = 'refused';
      const answer = await post(formOf());
      expect(answer.status).toBe(503);
      expect(await answer.text()).toContain('volte uma página no navegador');
    });
  });
});

async function encoded(form: FormData) {
  const request = new Request('http://localhost', { method: 'POST', body: form });
  return {
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    body: Buffer.from(await request.arrayBuffer()),
  };
}
