import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { Client } from 'pg';
import { ALLOCATOR_ENV, V8_FLAGS } from '../scripts/lib/project.mjs';
import { readConfig } from '../src/platform/config/config.ts';
import { createApp } from '../src/server/app.ts';
import { sitemapPages } from '../src/shared/sitePages.ts';
import { freePort } from '../test/port.ts';
import { startCluster } from '../test/postgresCluster.ts';
import { certify, NAME, type ProxyServer, startNginx, until } from '../test/proxies.ts';
import { seededRandom } from './applications.ts';
import type { Figure } from './figures.ts';
import { doBackgroundWork } from './largeDatabase.ts';
import { generateOffers } from './offers.ts';
import { newDataDir, removeDataDir, root, untilFirstOk } from './product.ts';
import { generateRecipes } from './recipes.ts';

// Worst morning of a chain: nginx with its cache of one second (deploy/nginx.conf) before two instances on
// one PostgreSQL, a site of 5,000 addresses requested by a Zipf law, and a save each second.

const ADDRESSES = 5000;
const FILLED = { recipes: 2000, offers: 4400 };
const CONNECTIONS = (process.env.CONNECTIONS ?? '32,128,512,1024').split(',').map(Number);
const SECONDS = Number(process.env.SECONDS ?? 20);
/** Share of the reached maximum at which latency is measured. */
const SHARE = 0.7;
/** Pages per second in the worst minute of a chain's worst morning, from docs/scale.md. */
const MORNING = 2800;
const LIMITS = { age: 2000, p99: 50, asked: 1 };

interface Instance {
  url: string;
  child: ChildProcess;
}

interface Load {
  requests: number;
  seconds: number;
  bytes: number;
  failed: number;
  p50: number;
  p95: number;
  p99: number;
  most: number;
}

type Part = 'nginx' | 'product' | 'database' | 'wrk';
type Cpu = Record<Part, number>;

const admin = { email: 'medida@hiperaurora.example', password: 'régua e balança' };

async function startInstance(dataDir: string, env: Record<string, string>): Promise<Instance> {
  const port = await freePort();
  const child = fork(resolve(root, 'build/server/main.js'), [], {
    cwd: root,
    execArgv: [...V8_FLAGS, '--import', resolve(root, 'bench/requestRecorder.ts')],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      ...ALLOCATOR_ENV,
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO_CONTENT: '1',
      AVIF: '0',
      PUBLIC_URL: `https://${NAME}`,
      TRUST_PROXY: '127.0.0.1',
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      LOG_LEVEL: 'error',
      ...env,
    },
  });
  const url = `http://127.0.0.1:${port}`;
  await untilFirstOk(`${url}/readyz`, child);
  return { url, child };
}

async function stopInstance({ child }: Instance): Promise<void> {
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** Adds the records that a chain has beyond the demo content, with the demo's pictures. */
async function fill(dataDir: string, env: Record<string, string>): Promise<void> {
  const app = await createApp({ config: readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...env }) });
  try {
    const { db, clock } = app.deps;
    const at = new Date(clock.now() - 86_400_000).toISOString();
    const own = () => ({ uuid: randomUUID(), version: 1, created_at: at, updated_at: at });
    const filesOf = async (table: 'recipes' | 'offers') => {
      const rows = await db.selectFrom(table).select('file_id').where('file_id', 'is not', null).execute();
      return rows.map(({ file_id }) => file_id);
    };
    const categories = await db.selectFrom('recipe_categories').select('id').execute();
    for (const [table, all] of [
      ['recipes', generateRecipes(FILLED.recipes)],
      ['offers', generateOffers(FILLED.offers, clock.now())],
    ] as const) {
      const files = await filesOf(table);
      const rows = [...all].map((row: object, index) => ({
        ...row,
        ...own(),
        file_id: files[index % files.length],
        ...('recipe_category_id' in row && {
          recipe_category_id: categories[Number(row.recipe_category_id) % categories.length]?.id,
        }),
      }));
      for (let from = 0; from < rows.length; from += 500)
        await db
          .insertInto(table)
          .values(rows.slice(from, from + 500) as never)
          .execute();
    }
    await doBackgroundWork(app.deps);
    await sql`vacuum analyze`.execute(db);
  } finally {
    await app.close();
  }
}

/**
 * Returns the site's addresses, most popular first: its pages, then all others in an order that depends on
 * the site alone.
 */
async function addressesOf(url: string): Promise<string[]> {
  const read = async (path: string) => (await fetch(url + path)).text();
  const named = (xml: string) =>
    Array.from(xml.matchAll(/<loc>([^<]+)<\/loc>/g), ([, address = '']) => {
      const { pathname, search } = new URL(address.replaceAll('&amp;', '&'));
      return pathname + search;
    });
  const index = await read('/sitemap.xml');
  const all = index.includes('<sitemapindex')
    ? (await Promise.all(named(index).map(async (path) => named(await read(path))))).flat()
    : named(index);
  const lists = Array.from({ length: 29 }, (_, at) => [
    `/offers?pagina=${at + 2}`,
    `/tips-and-recipes?pagina=${at + 2}`,
  ]).flat();
  const random = seededRandom(3);
  const listed = new Set<string>(sitemapPages);
  const rest = [...all.filter((path) => !listed.has(path)), ...lists]
    .map((path) => ({ path, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ path }) => path);
  if (sitemapPages.length + rest.length < ADDRESSES)
    throw new Error(`only ${sitemapPages.length + rest.length} addresses`);
  return [...sitemapPages, ...rest].slice(0, ADDRESSES);
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

interface Answer {
  status: number;
  headers: Record<string, unknown>;
  bytes: Buffer;
}

function askNginx(front: ProxyServer, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((done, failed) => {
    request(
      {
        host: '127.0.0.1',
        port: front.tls,
        path,
        agent,
        servername: NAME,
        rejectUnauthorized: false,
        headers: { host: NAME, ...headers },
      },
      async (answer) => {
        const chunks: Buffer[] = [];
        for await (const chunk of answer) chunks.push(chunk as Buffer);
        done({ status: answer.statusCode ?? 0, headers: answer.headers, bytes: Buffer.concat(chunks) });
      },
    )
      .on('error', failed)
      .end();
  });
}

// --- CPU and memory
// ---------------------------------------------------------------------------------------------

/** Returns the CPU seconds of a process, with all its children if `withChildren` is set. */
function cpuOf(pid: number, withChildren = true): number {
  try {
    const fields = (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1] ?? '').split(' ').map(Number);
    const own = ((fields[11] ?? 0) + (fields[12] ?? 0)) / 100;
    // Children that have ended.
    const ended = ((fields[13] ?? 0) + (fields[14] ?? 0)) / 100;
    if (!withChildren) return own;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    return own + ended + children.reduce((sum, child) => sum + cpuOf(Number(child)), 0);
  } catch {
    return 0;
  }
}

function memoryOf(pid: number): number {
  const own = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  return own + children.reduce((sum, child) => sum + memoryOf(Number(child)), 0);
}

// --- load
// -------------------------------------------------------------------------------------------------------

interface Wrk {
  port: number;
  addresses: string;
  connections: number;
  seconds?: number;
  /** Requests per second over all connections. Default: as many as possible. */
  rate?: number;
}

const script = resolve(root, 'bench/crowd.lua');

async function crowd({ port, addresses, connections, seconds = SECONDS, rate }: Wrk) {
  const rest = rate ? (connections / rate) * 1000 : 0;
  const child = spawn(
    'wrk',
    [
      ...['-t', '1', '-c', String(connections), '-d', `${seconds}s`, '--timeout', '10s'],
      ...['-s', script, `https://127.0.0.1:${port}/`],
    ],
    {
      env: { PATH: process.env.PATH, CROWD_ADDRESSES: addresses, CROWD_PAUSE: String(rest) },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  child.on('error', () => {});
  let cpu = 0;
  const watch = setInterval(() => {
    cpu = Math.max(cpu, cpuOf(child.pid ?? 0, false));
  }, 200);
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  const [code] = (await once(child, 'close')) as [number];
  clearInterval(watch);
  const output = /^JSON(.*)$/m.exec(text)?.[1];
  if (code !== 0 || !output) throw new Error(`wrk ended with ${code}: ${text}`);
  return { load: JSON.parse(output) as Load, cpu };
}

// --- saves and readers
// ------------------------------------------------------------------------------------------

interface WatchedRecord {
  kind: string;
  page: string;
  save(turn: number): Promise<void>;
  /** Times of the acknowledgements, by number of the save. */
  acknowledged: number[];
}

const TURN = /Medida (\d+) (?:sempre|raro)/;

/** Creates records that are saved in turns, alternating between the instances. */
async function watchedRecords([one, other]: [Instance, Instance]): Promise<{
  often: WatchedRecord[];
  seldom: WatchedRecord;
}> {
  const login = await fetch(`${one.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  });
  const { data } = (await login.json()) as { data: { token: { access_token: string } } };
  const headers = { authorization: `Bearer ${data.token.access_token}` };
  const today = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  let times = 0;
  const send = async (path: string, fields: Record<string, string>, method: string, isForm: boolean) => {
    times += 1;
    const { url } = times % 2 ? one : other;
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    const answer = await fetch(`${url}/api/admin/${path}`, {
      method,
      headers: isForm ? headers : { ...headers, 'content-type': 'application/json' },
      body: isForm ? form : JSON.stringify(fields),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    return JSON.parse(text) as { data?: { uuid?: string } };
  };
  const first = async (path: string) => {
    const answer = await fetch(`${one.url}/api/admin/${path}?page=1&per_page=1&sort=id`, { headers });
    return ((await answer.json()) as { data: Record<string, unknown>[] }).data[0] ?? {};
  };
  const recipe = await first('revenues');
  const category = (recipe.revenue_category_id as { id: number }).id;
  const offer = (name: string) => ({
    ...{ product: name, size: '1', unit: 'kg', price: '9.99', department: 'produce' },
    ...{ valid_from: today(-1), valid_until: today(5) },
  });
  const storeOffer = async (name: string) => {
    const { data } = await send('offers/store', offer(name), 'POST', true);
    return data?.uuid ?? '';
  };
  const [often, seldom, vacancy] = [
    await storeOffer('Medida 0 sempre'),
    await storeOffer('Medida 0 raro'),
    String((await first('vacancies')).uuid),
  ];
  const watched = (kind: string, page: string, put: (name: string) => Promise<unknown>, word = 'sempre') => {
    const record: WatchedRecord = {
      kind,
      page,
      acknowledged: [],
      async save(turn) {
        await put(`Medida ${turn} ${word}`);
        record.acknowledged[turn] = performance.now();
      },
    };
    return record;
  };
  return {
    often: [
      watched('offer', `/offers/details/${often}`, (name) =>
        send(`offers/update/${often}`, offer(name), 'POST', true),
      ),
      watched('recipe', `/tips-and-recipes/details/${recipe.uuid}`, (name) =>
        send(`revenues/update/${recipe.uuid}`, { name, revenue_category_id: String(category) }, 'POST', true),
      ),
      watched('vacancy', `/vacancies/${vacancy}`, (name) =>
        send(`vacancies/update/${vacancy}`, { name, type: '1' }, 'PUT', false),
      ),
    ],
    seldom: watched(
      'offer that nobody looks at',
      `/offers/details/${seldom}`,
      (name) => send(`offers/update/${seldom}`, offer(name), 'POST', true),
      'raro',
    ),
  };
}

interface Ages {
  nginx: number[];
  product: number[];
  seldom: number[];
  saves: number[];
}

/**
 * Returns the age in ms of the shown version at the time of the request, counted from the acknowledgement of
 * the next one.
 */
function ageOf({ acknowledged }: WatchedRecord, html: string, asked: number): number | null {
  const turn = Number(TURN.exec(html)?.[1] ?? Number.NaN);
  if (Number.isNaN(turn)) return null;
  const next = acknowledged.findIndex((at, other) => other > turn && at !== undefined);
  const since = next < 0 ? Number.POSITIVE_INFINITY : (acknowledged[next] ?? 0);
  return asked > since ? asked - since : 0;
}

let saveCount = 0;

/**
 * Saves one record per second and reads its page through nginx and on both instances, until the returned
 * function is called.
 */
function staffAndReaders(
  front: ProxyServer,
  instances: [Instance, Instance],
  { often, seldom }: { often: WatchedRecord[]; seldom: WatchedRecord },
) {
  let ended = false;
  const ages: Ages = { nginx: [], product: [], seldom: [], saves: [] };
  const look = async (watched: WatchedRecord, into: number[], read: () => Promise<string>) => {
    const asked = performance.now();
    const age = ageOf(watched, await read(), asked);
    if (age !== null) into.push(age);
  };
  const through = (page: string) => async () => (await askNginx(front, page)).bytes.toString();
  const direct = (instance: Instance, page: string) => async () => (await fetch(instance.url + page)).text();
  const save = async () => {
    for (let second = 0; !ended; second += 1) {
      const begun = performance.now();
      saveCount += 1;
      // Every tenth save changes a record that is read only six seconds later, by several readers at once.
      await (second % 10 === 1 ? seldom : (often[second % often.length] as WatchedRecord)).save(saveCount);
      ages.saves.push(performance.now() - begun);
      if (second % 10 === 7)
        await Promise.all(Array.from({ length: 4 }, () => look(seldom, ages.seldom, through(seldom.page))));
      await pause(Math.max(0, 1000 - (performance.now() - begun)));
    }
  };
  const reader = async (watched: WatchedRecord) => {
    while (!ended) {
      await Promise.all([
        look(watched, ages.nginx, through(watched.page)),
        ...instances.map((instance) => look(watched, ages.product, direct(instance, watched.page))),
      ]);
      await pause(50);
    }
  };
  const all = Promise.all([save(), ...often.map(reader)]);
  return async () => {
    ended = true;
    await all;
    return ages;
  };
}

// --- requests that reach the product
// ----------------------------------------------------------------------------

async function takeRequests(instances: Instance[]): Promise<[string, number][]> {
  const all = await Promise.all(
    instances.map(async ({ child }) => {
      const message = once(child, 'message');
      child.send('');
      return (await message)[0] as [string, number][];
    }),
  );
  return all.flat();
}

/**
 * Returns the number of requests for the addresses, and the most for one address within a second of nginx's
 * clock.
 */
function countRequests(requests: [string, number][], known: ReadonlySet<string>) {
  const perSecond = new Map<string, number>();
  let maximum = 0;
  let total = 0;
  let above = 0;
  for (const [address, second] of requests) {
    if (!known.has(address)) continue;
    total += 1;
    const key = `${second} ${address}`;
    const count = (perSecond.get(key) ?? 0) + 1;
    perSecond.set(key, count);
    if (count > 1) above += 1;
    maximum = Math.max(maximum, count);
  }
  return { total, most: maximum, above };
}

// --- all measurements
// -------------------------------------------------------------------------------------------

const ms = (value: number) => value.toFixed(value < 10 ? 1 : 0);
const share = (values: number[], part: number) => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(Math.floor(sorted.length * part), sorted.length - 1)] ?? Number.NaN;
};

/** Starts nginx with the same bytes as static files and the same TLS, for comparison. */
async function startStatic(directory: string, fronts: ProxyServer[]): Promise<ProxyServer> {
  const port = await freePort();
  await writeFile(
    join(directory, 'static.conf'),
    `user root; daemon off; pid ${directory}/static.pid; error_log ${directory}/static.error.log;
worker_processes auto; worker_rlimit_nofile 8192; events { worker_connections 4096; }
http { sendfile on; tcp_nopush on; access_log off; default_type text/html; open_file_cache max=10000;
server { listen 127.0.0.1:${port} ssl; ssl_certificate ${directory}/fullchain.pem;
ssl_certificate_key ${directory}/privkey.pem; ssl_session_tickets off; add_header Content-Encoding br;
root ${directory}/static; } }`,
  );
  const child = spawn('nginx', ['-c', join(directory, 'static.conf')], { stdio: 'inherit' });
  const front: ProxyServer = {
    plain: 0,
    tls: port,
    pid: child.pid,
    async stop() {
      child.kill('SIGQUIT');
      await once(child, 'exit');
    },
  };
  fronts.push(front);
  await until(async () => (await askNginx(front, '/0')).status === 200);
  return front;
}

async function postmasterOf(url: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('select pg_backend_pid() as pid');
  const status = readFileSync(`/proc/${rows[0].pid}/status`, 'utf8');
  await client.end();
  return Number(/PPid:\s+(\d+)/.exec(status)?.[1]);
}

export async function worstMorning(): Promise<Figure[]> {
  const figures: Figure[] = [];
  const directory = await mkdtemp(join(tmpdir(), 'vitrine-crowd-'));
  execFileSync('chmod', ['777', directory]);
  certify(directory);
  const dataDir = await newDataDir();
  const cluster = await startCluster();
  const instances: Instance[] = [];
  const fronts: ProxyServer[] = [];
  try {
    const env = { DATABASE_URL: cluster.adminUrl };
    const seeding = await startInstance(dataDir, env);
    await stopInstance(seeding);
    await fill(dataDir, { ...env, PUBLIC_URL: `https://${NAME}` });
    for (let at = 0; at < 2; at += 1) instances.push(await startInstance(dataDir, env));
    const both = instances as [Instance, Instance];
    const [port = 0, second = 0] = instances.map(({ url }) => Number(new URL(url).port));
    const front = await startNginx({ directory, product: port, second }, true);
    fronts.push(front);
    const addresses = await addressesOf(both[0].url);
    const known = new Set(addresses);
    const postmaster = await postmasterOf(cluster.adminUrl);
    const cpu = (of = front): Cpu => ({
      nginx: cpuOf(of.pid ?? 0),
      product: instances.reduce((sum, { child }) => sum + cpuOf(child.pid ?? 0), 0),
      database: cpuOf(postmaster),
      wrk: 0,
    });
    const used = (before: Cpu, after: Cpu): Cpu =>
      Object.fromEntries(
        (Object.keys(before) as Part[]).map((part) => [part, after[part] - before[part]]),
      ) as Cpu;

    // Requests each page for the first time, to measure its size and the cost of rendering.
    await mkdir(join(directory, 'static'));
    const ownAddresses = join(directory, 'addresses');
    const staticAddresses = join(directory, 'static.addresses');
    await writeFile(ownAddresses, `${addresses.join('\n')}\n`);
    await writeFile(staticAddresses, `${addresses.map((_, at) => `/${at}`).join('\n')}\n`);
    const beforeWalk = cpu();
    const begun = performance.now();
    let bytes = 0;
    const walkAll = async (see: (answer: Answer, at: number) => unknown) => {
      const queue = addresses.entries();
      await Promise.all(
        Array.from({ length: 8 }, async () => {
          for (const [at, path] of queue) {
            const answer = await askNginx(front, path, { 'accept-encoding': 'br' });
            if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
            await see(answer, at);
          }
        }),
      );
    };
    await walkAll((answer, at) => {
      bytes += answer.bytes.length;
      return writeFile(join(directory, 'static', String(at)), answer.bytes);
    });
    const walk = used(beforeWalk, cpu());
    const walked = (performance.now() - begun) / 1000;
    const each = (seconds: number, count: number) => `${((seconds / count) * 1000).toFixed(2)} ms`;
    console.log(
      `\n${addresses.length} pages for the first time: ${ms(addresses.length / walked)} a second, ${(bytes / addresses.length / 1000).toFixed(1)} KB (brotli) on average; each ${each(walk.product, addresses.length)} of the product, ${each(walk.database, addresses.length)} of PostgreSQL, ${each(walk.nginx, addresses.length)} of nginx`,
    );

    const files = await startStatic(directory, fronts);

    const records = await watchedRecords(both);
    console.log(
      '\n| | connections | requests/s | MB/s | p50, p95, p99, most: ms | failed | asked of the product, per s | one address in a second, at most | age: nginx, product, seldom seen: ms | a save: ms | cores: nginx, product, PostgreSQL, wrk |\n|---|---|---|---|---|---|---|---|---|---|---|',
    );
    const measure = async (name: string, wrk: Wrk, saving: boolean) => {
      await takeRequests(instances);
      const of = wrk.port === front.tls ? front : files;
      const before = cpu(of);
      const stop = saving ? staffAndReaders(front, both, records) : async () => null;
      const { load, cpu: ofWrk } = await crowd(wrk);
      const parts = { ...used(before, cpu(of)), wrk: ofWrk };
      const ages = await stop();
      const asked = countRequests(await takeRequests(instances), known);
      const cores = Object.values(parts).map((seconds) => (seconds / load.seconds).toFixed(2));
      const most = (values: number[] | undefined) => (values?.length ? ms(Math.max(...values)) : '–');
      console.log(
        `| ${name} | ${wrk.connections} | ${Math.round(load.requests / load.seconds)} | ${(load.bytes / load.seconds / 1e6).toFixed(1)} | ${[load.p50, load.p95, load.p99, load.most].map(ms).join(', ')} | ${load.failed} | ${Math.round(asked.total / load.seconds)} | ${asked.most} (${asked.above} more than one) | ${most(ages?.nginx)}, ${most(ages?.product)}, ${most(ages?.seldom)} | ${ages ? `${ms(share(ages.saves, 0.5))}, ${most(ages.saves)} at most` : '–'} | ${cores.join(', ')} |`,
      );
      return { load, asked, ages, parts };
    };
    /** Measures the cost of each part of the work, one after the other. */
    const parts = async () => {
      const few = join(directory, 'few.addresses');
      await writeFile(few, `${addresses.slice(0, 100).join('\n')}\n`);
      const own = { port: front.tls, connections: 128 };
      const hot = await measure('100 pages, nobody saves', { ...own, addresses: few }, false);
      await walkAll(() => undefined);
      const calm = await measure('all, nobody saves', { ...own, addresses: ownAddresses }, false);
      const { nginx: hit } = hot.parts;
      const questions = Math.max(1, calm.asked.total);
      const ofOffers = addresses.filter((path) => path.startsWith('/offers/details/')).slice(0, 500);
      const [one] = both;
      const walkOffers = async () => {
        for (const path of ofOffers) await (await fetch(one.url + path)).arrayBuffer();
      };
      await walkOffers();
      await records.seldom.save(++saveCount);
      const beforeAgain = cpu();
      await walkOffers();
      const again = used(beforeAgain, cpu());
      const beforeSaves = cpu();
      for (let save = 0; save < 50; save += 1) await records.seldom.save(++saveCount);
      const saves = used(beforeSaves, cpu());
      console.log(
        `\n| a part, of one processor's time | nginx | product | PostgreSQL |\n|---|---|---|---|
| a page from nginx' cache, TLS and all | ${each(hit, hot.load.requests)} | | |
| the question of nginx each second | ${each(calm.parts.nginx - (hit / hot.load.requests) * calm.load.requests, questions)} | ${each(calm.parts.product, questions)} | |
| a page for the first time | ${each(walk.nginx, addresses.length)} | ${each(walk.product, addresses.length)} | ${each(walk.database, addresses.length)} |
| a page after a save of another record of its kind | | ${each(again.product, ofOffers.length)} | ${each(again.database, ofOffers.length)} |
| a save | | ${each(saves.product, 50)} | ${each(saves.database, 50)} |`,
      );
    };
    for (const connections of CONNECTIONS) {
      await measure('files', { port: files.tls, addresses: staticAddresses, connections }, false);
      const own = { port: front.tls, addresses: ownAddresses, connections };
      const full = await measure('all that there can be', own, true);
      const rate = (full.load.requests / full.load.seconds) * SHARE;
      const some = await measure(`${SHARE * 100} % of that`, { ...own, rate }, true);
      const morning = rate > MORNING ? await measure('the morning', { ...own, rate: MORNING }, true) : null;
      const seen = [full, some, ...(morning ? [morning] : [])];
      const worst = (of: (ages: Ages) => number[]) =>
        Math.max(...seen.flatMap(({ ages }) => (ages ? of(ages) : [])));
      const figure = (what: string, measured: string, goal: string, reached: boolean) =>
        figures.push({ what: `${connections} connections: ${what}`, measured, goal, reached });
      figure(
        'one address asked of the product within a second',
        `${Math.max(...seen.map(({ asked }) => asked.most))} at most`,
        `≤ ${LIMITS.asked}`,
        seen.every(({ asked }) => asked.most <= LIMITS.asked),
      );
      const age = Math.max(
        worst(({ nginx }) => nginx),
        worst(({ seldom }) => seldom),
      );
      figure('age of a page', `${ms(age)} ms at most`, `≤ ${LIMITS.age} ms`, age <= LIMITS.age);
      figure(
        `p99 at ${SHARE * 100} % of ${Math.round(full.load.requests / full.load.seconds)} requests/s`,
        `${ms(some.load.p99)} ms (${ms(full.load.p99)} at all of them)`,
        `≤ ${LIMITS.p99} ms`,
        some.load.p99 <= LIMITS.p99,
      );
      if (morning)
        figure(
          `p99 of the worst minute, ${MORNING} requests/s`,
          `${ms(morning.load.p99)} ms`,
          `≤ ${LIMITS.p99} ms`,
          morning.load.p99 <= LIMITS.p99,
        );
      figure(
        'errors',
        String(seen.reduce((sum, { load }) => sum + load.failed, 0)),
        '0',
        seen.every(({ load }) => load.failed === 0),
      );
    }
    await parts();
    const megabytes = (pid: number) => `${memoryOf(pid).toFixed(0)} MB`;
    const cached = (await readdir(join(directory, 'crowd'), { recursive: true })).length;
    console.log(
      `\nmemory: nginx ${megabytes(front.pid ?? 0)}, instances ${instances.map(({ child }) => megabytes(child.pid ?? 0)).join(' and ')}; ${cached} files in nginx' cache`,
    );
    return figures;
  } finally {
    for (const front of fronts) await front.stop();
    for (const instance of instances) await stopInstance(instance);
    await cluster.stop();
    agent.destroy();
    await removeDataDir(dataDir);
    await rm(directory, { recursive: true, force: true });
  }
}
