import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { Client } from 'pg';
import { ALLOCATOR_ENV, V8_FLAGS } from '../scripts/lib/project.mjs';
import { type Endpoint, pathOf } from '../src/shared/endpoint.ts';
import { freePort } from '../test/port.ts';
import { startCluster } from '../test/postgresCluster.ts';
import type { Figure } from './figures.ts';
import { fillLargeDatabase } from './largeDatabase.ts';
import { BRANCH } from './offers.ts';
import { pageKinds } from './pages.ts';
import { median, newDataDir, removeDataDir, root } from './product.ts';
import { FILM_WORDS } from './screenings.ts';

const SMALL = 1000;
const LARGE = 100_000;
const ROUNDS = 3;
const LIST_ROUNDS = 30;
/** Longer than SQLite's poll for the writes of other processes. */
const HEARD_MS = 1300;

const LIMITS = { list: 20, ratio: 2, page: 100, blocked: 50, healthz: 50, megabytes: 300 };

const WORDS = {
  revenues: [
    'leite',
    'bolo milho',
    'jambu',
    'fermento cenoura',
    'palavra',
    'bolos',
    'pa',
    'wz',
    'leite wz',
    'e',
    'w',
  ],
  offers: [
    'leite',
    'cafe serra',
    'jambu',
    'arroz 12',
    'palavra',
    'acougue',
    'pa',
    'wz',
    'leite wz',
    'e',
    'w',
  ],
  'work-with-us': [
    'silva',
    'maria caixa',
    'zuleide tavora',
    'gmail',
    'palavra',
    'jo',
    'wz',
    'repositor jo',
    'e',
    'w',
  ],
  screenings: FILM_WORDS,
};

interface Grown {
  count: number;
  url: string;
  token: string;
  child: ChildProcess;
  pulse: Worker;
  /** Invalidates all caches, as a change by another process does. */
  change(): Promise<void>;
  /** Invalidates the cached totals of lists. */
  forget(): Promise<void>;
  stop(): Promise<void>;
}

/** Measures each endpoint and page on a small and a large database, on both engines. */
export async function databaseGrowth(): Promise<Figure[]> {
  const only = process.env.ONLY;
  const figures = only === 'postgres' ? [] : await measure('SQLite', openOnSqlite);
  try {
    if (only !== 'sqlite') figures.push(...(await measure('PostgreSQL', openOnPostgres)));
  } catch (error) {
    console.log(`PostgreSQL is left out: ${(error as Error).message}`);
  }
  return figures;
}

async function openOnSqlite(count: number): Promise<Grown> {
  // A filled database (a folder; for PostgreSQL a URL) may be given, for repeated measurements.
  const existing = process.env[`GROWN_${count}`];
  const dataDir = existing ?? (await newDataDir());
  if (!existing) await fillLargeDatabase(dataDir, count, {});
  const product = await start(count, dataDir, {});
  const write = (text: string) => {
    const database = new DatabaseSync(join(dataDir, 'vitrine.db'));
    database.exec(`pragma busy_timeout = 5000; ${text}`);
    database.close();
  };
  return {
    ...product,
    async change() {
      write('update content_revision set revision = revision + 1');
      await pause(HEARD_MS);
    },
    async forget() {
      write(AN_ENTRY);
    },
    async stop() {
      await product.stop();
      if (!existing) await removeDataDir(dataDir);
    },
  };
}

async function openOnPostgres(count: number): Promise<Grown> {
  const existing = process.env[`GROWN_${count}`];
  const cluster = existing ? null : await startCluster();
  // The encryption key is in the folder that the database was filled with.
  const existingDir = process.env[`GROWN_${count}_DATA`];
  const dataDir = existingDir ?? (await newDataDir());
  const env = { DATABASE_URL: existing ?? cluster?.adminUrl ?? '' };
  if (!existing) await fillLargeDatabase(dataDir, count, env);
  const product = await start(count, dataDir, env);
  const client = new Client({ connectionString: env.DATABASE_URL });
  await client.connect();
  return {
    ...product,
    async change() {
      await client.query("select pg_notify('vitrine_content', '')");
      await pause(100);
    },
    async forget() {
      await client.query(AN_ENTRY);
    },
    async stop() {
      await client.end();
      await product.stop();
      await cluster?.stop();
      if (!existingDir) await removeDataDir(dataDir);
    },
  };
}

/** Statement that adds an audit entry, as each write does. */
const AN_ENTRY =
  "insert into audit_log (at, action, entity) values ('2026-01-01T00:00:00.000Z', 'login', 'user')";

const pause = (ms: number) => new Promise((wait) => setTimeout(wait, ms));

async function start(count: number, dataDir: string, env: Record<string, string>) {
  const port = await freePort();
  const admin = { email: 'medida@hiperaurora.example', password: 'régua e balança' };
  const child = fork(resolve(root, 'build/server/main.js'), [], {
    cwd: root,
    execArgv: [...V8_FLAGS, '--import', resolve(root, 'bench/eventLoopProbe.ts')],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      ...ALLOCATOR_ENV,
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO_CONTENT: '0',
      // Records must not expire during the measurement.
      RETENTION_MONTHS: '120',
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      ...env,
    },
  });
  const url = `http://127.0.0.1:${port}`;
  const begun = performance.now();
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the product ended with ${child.exitCode}`);
    if (
      await fetch(`${url}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      break;
    await pause(10);
  }
  console.log(`${count}: answers ${Math.round(performance.now() - begun)} ms after its start`);
  const token = await signInWhenPossible(url, admin);
  const pulse = new Worker(new URL('pulse.ts', import.meta.url), { workerData: url });
  return {
    count,
    url,
    token,
    child,
    pulse,
    async stop() {
      await pulse.terminate();
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** The first administrator is created after the first response. */
async function signInWhenPossible(url: string, admin: object): Promise<string> {
  for (;;) {
    const login = await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(admin),
    });
    if (login.ok)
      return ((await login.json()) as { data: { token: { access_token: string } } }).data.token.access_token;
    await login.arrayBuffer();
    await pause(100);
  }
}

interface Measurement {
  took: number;
  first: number;
  bytes: number;
  status: number;
  blocked: number;
  healthz: number;
}

/** Sends a request, reads and discards the response, and measures the effect on other requests. */
async function call({ url, token, child, pulse }: Grown, path: string, watched = true): Promise<Measurement> {
  if (watched) await readProbes(child, pulse);
  const begun = performance.now();
  const answer = await fetch(url + path, {
    headers: path.startsWith('/api/admin') ? { authorization: `Bearer ${token}` } : {},
    redirect: 'manual',
  });
  const first = performance.now() - begun;
  let bytes = 0;
  for await (const chunk of answer.body ?? []) bytes += chunk.length;
  const took = performance.now() - begun;
  if (answer.status >= 500) throw new Error(`${path} answered ${answer.status}`);
  if (!watched) return { took, first, bytes, status: answer.status, blocked: 0, healthz: 0 };
  // Waits until work that still blocks others is done.
  await pause(30);
  const { blocked, healthz } = await readProbes(child, pulse);
  return { took, first, bytes, status: answer.status, blocked, healthz };
}

async function readProbes(child: ChildProcess, pulse: Worker) {
  const inside = once(child, 'message');
  child.send('');
  const [{ blocked, rss }] = (await inside) as [{ blocked: number; rss: number }];
  const outside = once(pulse, 'message');
  pulse.postMessage('');
  const [healthz] = (await outside) as [number];
  return { blocked, rss, healthz };
}

/** Returns the peak resident memory since the start in MB. */
async function peakMemory({ child }: Grown): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

/** Returns every GET address of the API and every page, with existing records. */
async function addresses(grown: Grown): Promise<{ api: string[]; pages: string[] }> {
  const modules = await Promise.all(
    globSync('src/content/**/*.contract.ts', { cwd: root }).map((file) => import(resolve(root, file))),
  );
  const endpoints = modules
    .flatMap((module) => Object.values(module as object))
    .filter((value): value is Endpoint => value?.method === 'GET' && typeof value.path === 'string');
  const uuidIn = async (path: string) => {
    const answer = await fetch(`${grown.url}/api/admin/${path}?per_page=1&sort=-id`, {
      headers: { authorization: `Bearer ${grown.token}` },
    });
    const { data } = (await answer.json()) as { data?: { uuid: string }[] };
    return Array.isArray(data) ? data[0]?.uuid : undefined;
  };
  const api = new Set<string>();
  for (const { path } of endpoints) {
    const [, name = ''] = /^\/(?:admin|site)\/(.+)\/details\/:uuid$/.exec(path) ?? [];
    const uuid = path.includes(':uuid') ? ((await uuidIn(name || 'revenues')) ?? null) : '';
    if (uuid !== null) api.add(`/api${pathOf(path, { uuid, table: 'recipes', from: dayAhead(1) })}`);
  }
  const [recipe, offer] = [await uuidIn('revenues'), await uuidIn('offers')];
  const map = await (await fetch(`${grown.url}/sitemap.xml`)).text();
  const parts = Array.from(
    map.matchAll(/<sitemap><loc>[^<]*?(\/sitemap[^<]*)<\/loc>/g),
    ([, part = '']) => part,
  );
  const kinds = parts.length > 0 ? await (await fetch(grown.url + parts[0])).text() : map;
  return {
    api: [...api],
    pages: [
      ...new Set([
        ...pageKinds(kinds).filter((path) => !path.includes('details')),
        `/tips-and-recipes/details/${recipe}`,
        '/tips-and-recipes?pagina=2',
        `/tips-and-recipes?pagina=${Math.ceil(grown.count / 24)}`,
        '/tips-and-recipes?categoria=bolos',
        '/tips-and-recipes?categoria=bolos&pagina=40',
        '/tips-and-recipes?busca=leite',
        '/tips-and-recipes?busca=jambu',
        '/tips-and-recipes?busca=wz',
        '/tips-and-recipes?busca=leite&categoria=bolos&pagina=3',
        '/tips-and-recipes?tempo=30',
        '/tips-and-recipes?tempo=60&categoria=bolos&dificuldade=1',
        `/cinema?dia=${dayAhead(1)}`,
        `/cinema?dia=${dayAhead(9)}`,
        '/offers?pagina=2',
        '/offers?pagina=200',
        '/offers?departamento=hortifruti&ordem=preco',
        '/offers?ordem=desconto&pagina=100',
        `/offers?filial=${BRANCH}`,
        `/offers?departamento=hortifruti&filial=${BRANCH}&ordem=desconto&pagina=9`,
        '/offers?busca=leite',
        '/offers?busca=jambu',
        '/offers?busca=wz',
        `/offers?busca=leite&filial=${BRANCH}&ordem=preco`,
        `/offers/details/${offer}`,
        '/nada',
        '/sitemap.xml',
        ...parts.slice(0, 2),
        ...parts.slice(-1),
        '/robots.txt',
        '/manifest.webmanifest',
      ]),
    ],
  };
}

const dayAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const LISTS: Record<string, string[]> = {
  revenues: ['id', 'name', 'revenue_category_id'],
  offers: ['id', 'product', 'price'],
  'work-with-us': ['id', 'name', 'vacancy'],
  screenings: ['id', 'starts_at', 'room'],
};

/** Filters of lists: alone, combined, and with words that occur in many, few or no records. */
const NARROWED: Record<string, string[]> = {
  revenues: [
    'category=3',
    'category=18',
    'alt=missing',
    'attention=yes',
    'standing=waiting',
    'category=3&alt=missing',
    'category=3&attention=yes',
    'alt=missing&standing=shown',
    'category=3&search=leite',
    'category=3&search=pa',
    'category=3&search=wz',
    'category=18&search=leite',
    'category=3&alt=missing&search=leite',
    'alt=missing&search=leite',
    'standing=shown&search=leite',
    'standing=waiting&search=leite',
  ],
  offers: [
    'department=produce',
    'department=electronics',
    'state=current',
    'state=coming',
    'state=ended',
    'highlight=yes',
    'alt=missing',
    'attention=yes',
    'standing=shown',
    'department=produce&state=current',
    'department=produce&search=leite',
    'state=current&search=pa',
  ],
  'work-with-us': [
    'stage=new',
    'stage=interview',
    'stage=new&ending=1',
    'stage=new&search=silva',
    'stage=new&search=jo',
    'stage=new&search=wz',
    'stage=interview&search=silva',
    'stage=new&ending=1&search=silva',
  ],
  screenings: [
    'when=today',
    'when=coming',
    'when=past',
    'movie=20',
    'movie=60',
    'room=sala+3',
    'standing=draft',
    'standing=shown',
    'when=coming&movie=60',
    'when=past&movie=20',
    'when=coming&room=sala+3',
    'movie=20&room=sala+3',
    'when=coming&search=jangada',
    'room=sala+3&search=noite',
    'movie=20&search=legendado',
    'when=past&room=sala+3',
    'when=past&search=do',
    'room=sala+3&search=do',
    'movie=20&room=sala+3&search=e',
    'standing=draft&search=vip',
    'movie=20&standing=waiting',
  ],
};
const PICTURES = ['', 'usage=used', 'usage=former', 'usage=unused', 'usage=former&search=wz'];

/**
 * Returns lists of 50 rows as the back office requests them (each order in both directions; first, middle and
 * last page; searches; filters) and the picture library.
 */
function listsOf(count: number): Record<string, string> {
  const lists: Record<string, string> = {};
  for (const [path, columns] of Object.entries(LISTS)) {
    const base = `/api/admin/${path}?per_page=50`;
    for (const sort of columns.flatMap((name) => [name, `-${name}`])) {
      lists[`${path}, ${sort}`] = `${base}&page=1&sort=${sort}`;
      lists[`${path}, ${sort}, page 200 or last`] = `${base}&page=${Math.min(200, count / 50)}&sort=${sort}`;
      lists[`${path}, ${sort}, last page`] = `${base}&page=${count / 50}&sort=${sort}`;
    }
    for (const word of WORDS[path as keyof typeof WORDS])
      for (const sort of ['id', `-${columns[1]}`, columns[2]])
        lists[`${path}, “${word}”, ${sort}`] =
          `${base}&page=1&sort=${sort}&search=${encodeURIComponent(word)}`;
    for (const narrowed of NARROWED[path] ?? [])
      for (const sort of ['id', `-${columns[1]}`, columns[2]])
        lists[`${path}, ${narrowed}, ${sort}`] = `${base}&page=1&sort=${sort}&${narrowed}`;
  }
  for (const query of PICTURES) lists[`pictures, ${query || 'all'}`] = `/api/admin/pictures?${query}`;
  return lists;
}

const share = (values: number[], part: number) => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(Math.floor(sorted.length * part), sorted.length - 1)] ?? Number.NaN;
};

async function measure(engine: string, open: (count: number) => Promise<Grown>): Promise<Figure[]> {
  const both: Grown[] = [];
  // PART selects one half, for repeated measurements.
  const part = process.env.PART;
  try {
    for (const count of [SMALL, LARGE]) both.push(await open(count));
    const [small, large] = both as [Grown, Grown];
    // Warms up lazy modules.
    for (const grown of both)
      for (const path of (await addresses(grown)).pages) await call(grown, path, false);
    const worst = { page: 0, blocked: 0, healthz: 0 };
    const note = ({ blocked, healthz }: Measurement, what: string) => {
      if (blocked > LIMITS.blocked || healthz > LIMITS.healthz)
        console.log(`  ! ${what}: blocked ${blocked.toFixed(0)} ms, /healthz ${healthz.toFixed(0)} ms`);
      worst.blocked = Math.max(worst.blocked, blocked);
      worst.healthz = Math.max(worst.healthz, healthz);
    };

    console.log(`\n${engine}: calls and pages, everything changed before each; medians of ${ROUNDS}\n`);
    console.log(
      `| | ${SMALL}: ms | KB | ${LARGE}: ms | first byte, ms | KB | blocked at most, ms | /healthz at most, ms |`,
    );
    console.log('|---|---|---|---|---|---|---|---|');
    const [few, many] = [await addresses(small), await addresses(large)];
    for (const kind of part === 'lists' ? [] : (['api', 'pages'] as const)) {
      for (const [at, path] of many[kind].entries()) {
        const shorter = few[kind].length === many[kind].length ? (few[kind][at] ?? path) : path;
        const measurements: [Measurement[], Measurement[]] = [[], []];
        for (let round = 0; round < ROUNDS; round += 1) {
          // Responses to staff are never cached.
          if (!path.startsWith('/api/admin')) await Promise.all(both.map((grown) => grown.change()));
          measurements[0].push(await call(small, shorter));
          const measurement = await call(large, path);
          measurements[1].push(measurement);
          note(measurement, path);
        }
        const [smallRuns, largeRuns] = measurements;
        const medianOf = (list: Measurement[], value: keyof Measurement) =>
          median(list.map((one) => one[value]));
        const took = medianOf(largeRuns, 'took');
        if (kind === 'pages') worst.page = Math.max(worst.page, took);
        const maximumOf = (value: keyof Measurement) =>
          Math.max(...largeRuns.map((one) => one[value])).toFixed(0);
        console.log(
          `| ${path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, ':uuid')} | ${medianOf(smallRuns, 'took').toFixed(0)} | ${(medianOf(smallRuns, 'bytes') / 1000).toFixed(0)} | ${took.toFixed(0)} | ${medianOf(largeRuns, 'first').toFixed(0)} | ${(medianOf(largeRuns, 'bytes') / 1000).toFixed(0)} | ${maximumOf('blocked')} | ${maximumOf('healthz')} |`,
        );
      }
    }

    console.log(`\n${engine}: pages of 50 in the back office, p50 / p95 of ${LIST_ROUNDS} in ms\n`);
    console.log(
      `| | ${LARGE} | ${SMALL} | ${LARGE}, first after a change | blocked at most, ms |\n|---|---|---|---|---|`,
    );
    const all: [number[], number[]] = [[], []];
    const firsts: number[] = [];
    const shortLists = listsOf(SMALL);
    for (const [name, path] of Object.entries(part === 'calls' ? {} : listsOf(LARGE))) {
      const times: [number[], number[]] = [[], []];
      await readProbes(large.child, large.pulse);
      for (let round = -3; round < LIST_ROUNDS; round += 1) {
        for (const [index, grown] of both.entries()) {
          const { took } = await call(grown, index === 0 ? (shortLists[name] ?? path) : path, false);
          if (round >= 0) times[index as 0 | 1].push(took);
        }
      }
      const afterChange: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        await large.forget();
        afterChange.push((await call(large, path, false)).took);
      }
      firsts.push(median(afterChange));
      const after = await readProbes(large.child, large.pulse);
      note({ ...after } as unknown as Measurement, name);
      all[0].push(...times[0]);
      all[1].push(...times[1]);
      const cell = (values: number[]) =>
        `${share(values, 0.5).toFixed(1)} / ${share(values, 0.95).toFixed(1)}`;
      console.log(
        `| ${name} | ${cell(times[1])} | ${cell(times[0])} | ${median(afterChange).toFixed(1)} | ${after.blocked.toFixed(0)} |`,
      );
    }

    const memory = await peakMemory(large);
    const [p95, before] = [share(all[1], 0.95), share(all[0], 0.95)];
    const figure = (what: string, measured: string, goal: string, reached: boolean): Figure => ({
      what: `${engine}, ${LARGE.toLocaleString('en')}: ${what}`,
      measured,
      goal,
      reached,
    });
    return [
      ...(part === 'calls'
        ? []
        : [
            {
              ...figure(
                'lists of the back office',
                `p95 ${p95.toFixed(1)} ms, ${(p95 / before).toFixed(2)} ×`,
                `≤ ${LIMITS.list} ms, ≤ ${LIMITS.ratio} ×`,
                p95 <= LIMITS.list && p95 <= LIMITS.ratio * before,
              ),
              reference: `${SMALL.toLocaleString('en')}: ${before.toFixed(1)} ms`,
            },
            figure(
              'the same, each the first after a change',
              `p95 ${share(firsts, 0.95).toFixed(1)} ms, ${share(firsts, 1).toFixed(1)} at most`,
              `≤ ${LIMITS.list} ms`,
              share(firsts, 0.95) <= LIMITS.list,
            ),
          ]),
      ...(part === 'lists'
        ? []
        : [
            figure(
              'the slowest public page, cold',
              `${worst.page.toFixed(0)} ms`,
              `≤ ${LIMITS.page} ms`,
              worst.page <= LIMITS.page,
            ),
          ]),
      figure(
        'event loop blocked',
        `${worst.blocked.toFixed(0)} ms at most`,
        `≤ ${LIMITS.blocked} ms`,
        worst.blocked <= LIMITS.blocked,
      ),
      figure(
        '/healthz meanwhile',
        `${worst.healthz.toFixed(0)} ms at most`,
        `≤ ${LIMITS.healthz} ms`,
        worst.healthz <= LIMITS.healthz,
      ),
      figure(
        'memory, at most',
        `${memory.toFixed(0)} MB`,
        `≤ ${LIMITS.megabytes} MB`,
        memory <= LIMITS.megabytes,
      ),
    ];
  } finally {
    for (const grown of both) await grown.stop();
  }
}
