import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { fileOf, jpeg } from './images.ts';
import { mp4, pdf } from './sampleFiles.ts';
import { type HeldConnection, openConnection } from './slowClients.ts';

// Interrupted requests for every entry point of the product. A new entry point gets a row in `entryPoints`.

/**
 * Repetitions of each disturbance in a drill: above the limits of 64 bodies and 128 open files per address.
 */
export const REPETITIONS = Number(process.env.TIMES ?? 140);

/** Names of the entry points to disturb, as a regular expression. Default: all. */
export const ENTRY_POINT = new RegExp(process.env.WAY ?? '');

export interface InterruptTarget {
  port: number;
  /** Bearer token of an administrator. */
  token: string;
  dataDir: string;
  /** Part of the product that this process serves. */
  serves: 'all' | 'api';
  /** Returns the gauges of `/metrics` by name. */
  gauges(): Promise<Map<string, number>>;
  /** Returns the number of open descriptors of the process. */
  descriptors(): Promise<number>;
}

export interface EntryPoint {
  name: string;
  /** The whole request. */
  bytes: Buffer;
  /** Length of the head in bytes. */
  head: number;
  /**
   * Statuses of an undisturbed request. 429 is among them where the number of requests per address or user is
   * limited.
   */
  statuses: number[];
  /** Whether the response continues until the client ends it. */
  isStream?: boolean;
  /** Whether the request takes seconds of CPU. */
  isHeavy?: boolean;
}

const GAUGES_AT_REST = [
  'vitrine_http_unsent_bytes',
  'vitrine_http_open_files',
  'vitrine_http_streams',
  'vitrine_connected_sites',
  'vitrine_database_pool_waiting',
];

/** Descriptors that the product may open meanwhile, such as connections of a pool or a log. */
const MORE_DESCRIPTORS = 12;
const REST_MS = 60_000;

interface Content {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  json?: unknown;
  form?: FormData;
}

async function bytesOf(path: string, { method = 'GET', headers = {}, json, form }: Content) {
  const request = new Request('http://localhost', {
    method,
    headers: { ...headers, ...(json !== undefined && { 'content-type': 'application/json' }) },
    ...(form ? { body: form } : json !== undefined && { body: JSON.stringify(json) }),
  });
  const body = Buffer.from(await request.arrayBuffer());
  const lines = [...request.headers].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const length = method === 'POST' ? `content-length: ${body.length}\r\n` : '';
  const head = Buffer.from(`${method} ${path} HTTP/1.1\r\nhost: localhost\r\n${lines}${length}\r\n`);
  return { bytes: Buffer.concat([head, body]), head: head.length };
}

const form = (fields: Record<string, string | File>) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
};

/** Creates the records that the requests use, and returns the entry points of the product. */
export async function entryPoints(target: InterruptTarget): Promise<EntryPoint[]> {
  const url = `http://127.0.0.1:${target.port}`;
  const headers = { authorization: `Bearer ${target.token}` };
  const store = async (path: string, body: FormData | object) => {
    const isForm = body instanceof FormData;
    const answer = await fetch(`${url}/api/admin${path}`, {
      method: 'POST',
      headers: { ...headers, ...(!isForm && { 'content-type': 'application/json' }) },
      body: isForm ? body : JSON.stringify(body),
    });
    const text = await answer.text();
    expect([200, 201], text).toContain(answer.status);
    return (JSON.parse(text) as { data: { uuid: string } }).data.uuid;
  };
  const textOf = async (path: string) => (await fetch(url + path, { headers })).text();
  const matchIn = async (path: string, pattern: RegExp) => {
    const text = await textOf(path);
    expect(text).toMatch(pattern);
    return pattern.exec(text)?.[0] as string;
  };

  const picture = await jpeg({ width: 800, height: 400 });
  const banner = await store('/banners/store', form({ title: 'Feira', image: fileOf(picture) }));
  const version = (await textOf('/api/admin/videos')).match(/"version":(\d+)/)?.[1];
  const film = fileOf(mp4(Buffer.alloc(12_000_000, 1)), 'loja.mp4', 'video/mp4');
  await store('/videos/store', form({ video: film, ...(version && { version }) }));
  const dayFrom = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const [past, day] = [dayFrom(-2), dayFrom(1)];
  const doc = fileOf(pdf('Encarte', 12_000_000), 'encarte.pdf', 'application/pdf');
  const before = /"version":(\d+)/.exec(await textOf('/api/admin/booklets/fortnightly'))?.[1];
  await store(
    '/booklets/fortnightly/store',
    form({ doc, valid_from: past, valid_until: day, ...(before && { version: before }) }),
  );
  const offer = await store(
    '/offers/store',
    form({
      ...{ product: 'Café torrado', brand: 'Serra Alta', size: '500', unit: 'g', price: '12,99' },
      ...{ department: 'grocery', valid_from: day, valid_until: day },
    }),
  );

  const image = await matchIn(`/api/admin/banners/details/${banner}`, /\/media\/[\w-]+\/\d+\.webp/);
  const video = await matchIn('/api/admin/videos', /\/media\/[\w-]+\/original\.mp4/);
  const document = await matchIn('/api/admin/booklets/fortnightly', /\/media\/[\w-]+\/original\.pdf/);
  const way = async (
    name: string,
    statuses: number[],
    path: string,
    content: Content = {},
  ): Promise<EntryPoint> => ({
    name,
    statuses,
    ...(await bytesOf(path, content)),
  });
  const post = (content: Content): Content => ({ ...content, method: 'POST' });
  const upload = {
    title: '',
    name: '',
    image: fileOf(picture),
    doc: fileOf(pdf(), 'x.pdf', 'application/pdf'),
  };
  const leaflet = {
    title: 'Feira',
    valid_from: day,
    valid_until: day,
    theme: 'orange',
    layout: 4,
    offers: [offer],
  };

  const ways = [
    way('a list', [200], '/api/site/branches'),
    way('a long list', [200, 503], '/api/site/revenues'),
    way('the document of the API', [200], '/api/docs/json'),
    way('a list that is never cached', [200], '/api/site/search?q=caf%C3%A9'),
    way('a list of staff', [200], '/api/admin/audit', { headers }),
    way('a call without a session', [401], '/api/admin/audit'),
    way('a picture', [200], image),
    way('a range of a film', [206], video, { headers: { range: 'bytes=1000-' } }),
    way('a document', [200], document),
    way('a sign-in', [400, 422, 429], '/api/auth/login', post({ json: {} })),
    way('an upload', [422], '/api/admin/banners/store', post({ headers, form: form(upload) })),
    way('an application', [422, 429], '/api/site/work-with-us', post({ form: form(upload) })),
    way(
      'a preview of a form',
      [200, 429],
      '/api/admin/preview/banners',
      post({ headers, json: { uuid: banner, fields: { title: 'Feira nova' } } }),
    ),
    way(
      'an import',
      [200, 422, 429],
      '/api/admin/offers/import',
      post({ headers, json: { csv: 'x', trial: true } }),
    ),
    way('a call that is a form', [403, 404, 405], '/api/site/branches', post({ form: form({ x: 'y' }) })),
    way('a preview of a leaflet', [200, 429], '/api/admin/leaflets/preview', {
      ...post({ headers, json: { ...leaflet, format: 'story', page: 1 } }),
    }).then((way) => ({ ...way, isHeavy: true })),
    way('the stream of changes', [200], '/api/admin/changes', {
      headers: { ...headers, accept: 'text/event-stream' },
    }).then((one) => ({ ...one, isStream: true })),
  ];
  if (target.serves === 'api')
    ways.push(way('the pulse', [200], '/api/site/pulse').then((way) => ({ ...way, isStream: true })));
  else {
    const asset = await matchIn('/', /\/assets\/[\w-]+\.\w+/);
    ways.push(
      way('a cached page', [200], '/'),
      way('a page that is made for each', [200], '/search?q=arroz'),
      way('a screen of the back office', [200], '/admin/dashboard'),
      way('a file of the build', [200], asset),
      way('a form of a page', [200, 413, 422, 429], '/work-with-us', post({ form: form(upload) })),
    );
  }
  return Promise.all(ways);
}

/** Parts of a request after which it is interrupted; null if the request has no such part. */
const PHASES: Record<string, (way: EntryPoint) => Buffer | null> = {
  'within its head': ({ bytes, head }) => bytes.subarray(0, head >> 1),
  'within its body': ({ bytes, head }) =>
    bytes.length > head ? bytes.subarray(0, (head + bytes.length) >> 1) : null,
  'when it was sent': ({ bytes }) => bytes,
  'within its answer': ({ bytes }) => bytes,
};

interface Disturbance {
  connection: HeldConnection;
  way: EntryPoint;
  part: Buffer;
  phase: string;
  isAnswered: () => Promise<void>;
}

const HOLD_MS = 150;

/** Six ways to interrupt a request. Each gets a connection and leaves it closed on the client's side. */
const SHAPES: Record<string, (disturbance: Disturbance) => Promise<void>> = {
  async closes({ connection, part, isAnswered }) {
    connection.socket.write(part);
    await isAnswered();
  },
  async resets({ connection, part, isAnswered }) {
    connection.socket.write(part);
    await isAnswered();
    connection.socket.resetAndDestroy();
  },
  async 'half-closes'({ connection, part, isAnswered }) {
    connection.socket.end(part);
    await isAnswered();
    await wait(HOLD_MS);
  },
  async dribbles({ connection, way, part, isAnswered }) {
    connection.socket.write(part);
    const rest = way.bytes.subarray(part.length, part.length + 5);
    for (const byte of rest.length > 0 ? rest : Buffer.from('GET /')) {
      connection.socket.write(Buffer.from([byte]));
      await wait(HOLD_MS / 5);
    }
    await isAnswered();
  },
  async 'never reads'({ connection, part }) {
    connection.socket.pause();
    connection.socket.write(part);
    await wait(HOLD_MS);
  },
  async pipelines({ connection, way, part, isAnswered }) {
    connection.socket.write(Buffer.concat([...Array.from({ length: 6 }, () => way.bytes), part]));
    await isAnswered();
    connection.socket.resetAndDestroy();
  },
};

export interface InterruptOptions {
  /** Connections of each kind, above any limit. */
  times: number;
  /** Connections at the same time. */
  atOnce: number;
}

/**
 * Interrupts `way` in every phase and shape, mixed, from one address. Returns the number of connections used.
 */
export async function interrupt(
  { port }: InterruptTarget,
  way: EntryPoint,
  from: string,
  { times, atOnce }: InterruptOptions,
) {
  let connections = 0;
  const once = async (shape: string, phase: string, part: Buffer) => {
    // A busy server may leave a connection in its queue until the system gives up.
    const connection = await openConnection({ port, from }).catch(() => null);
    if (!connection) return;
    connections += 1;
    const isAnswered = async () => {
      if (phase !== 'within its answer') return;
      for (let tries = 0; tries < 100 && !connection.received() && !connection.socket.destroyed; tries += 1)
        await wait(10);
    };
    await SHAPES[shape]?.({ connection, way, part, phase, isAnswered });
    connection.socket.destroy();
  };
  const kinds = Object.keys(SHAPES).flatMap((shape) =>
    Object.entries(PHASES).flatMap(([phase, partOf]) => {
      const part = partOf(way);
      return part ? [{ shape, phase, part }] : [];
    }),
  );
  const todo = Array.from({ length: times }, () => kinds).flat();
  const work = async () => {
    for (let next = todo.pop(); next; next = todo.pop()) await once(next.shape, next.phase, next.part);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return connections;
}

/** Sends the same request undisturbed and returns the status. */
export async function sendUndisturbed(
  { port }: InterruptTarget,
  { bytes, isStream }: EntryPoint,
  from: string,
): Promise<number> {
  const { socket, received, closed } = await openConnection({ port, from });
  const line = Buffer.from('HTTP/1.1\r\nconnection: close\r\n');
  const at = bytes.indexOf('HTTP/1.1\r\n');
  socket.write(Buffer.concat([bytes.subarray(0, at), line, bytes.subarray(at + 10)]));
  if (isStream) await expect.poll(received).not.toBe('');
  else await closed;
  socket.destroy();
  return Number(/^HTTP\/1.1 (\d+)/.exec(received())?.[1]);
}

const HEALTH: EntryPoint = {
  name: 'the health check',
  bytes: Buffer.from('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n'),
  head: 0,
  statuses: [200],
};

/** Expects that both addresses are served. */
export async function expectServed(
  target: InterruptTarget,
  way: EntryPoint,
  addresses: string[],
): Promise<void> {
  for (const from of addresses)
    for (const each of [HEALTH, way])
      expect(each.statuses, `${each.name} from ${from}`).toContain(await sendUndisturbed(target, each, from));
}

/** Expects the process to hold nothing for requests: gauges, descriptors and received files. */
export async function expectNothingHeld(target: InterruptTarget, descriptors: number): Promise<void> {
  const busy = async () => {
    const gauges = await target.gauges();
    expect([...gauges.keys()]).toEqual(expect.arrayContaining(GAUGES_AT_REST.slice(0, 3)));
    const found: Record<string, number> = {};
    for (const name of GAUGES_AT_REST) if (gauges.get(name)) found[name] = gauges.get(name) as number;
    const open = await target.descriptors();
    if (open > descriptors + MORE_DESCRIPTORS) found.descriptors = open;
    const received = await readdir(join(target.dataDir, 'tmp')).catch(() => []);
    if (received.length > 0) found.received = received.length;
    return found;
  };
  await expect.poll(busy, { timeout: REST_MS, interval: 250 }).toEqual({});
}

/** Returns the gauges without labels of a Prometheus response. */
export function gaugesIn(text: string): Map<string, number> {
  return new Map(
    Array.from(text.matchAll(/^([a-z_]+) ([\d.e+]+)$/gm), ([, name = '', value]) => [name, Number(value)]),
  );
}
