import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { createUser } from '../src/accounts/auth/operatorAccounts.service.ts';
import { readConfig } from '../src/platform/config/config.ts';
import type { Deps } from '../src/platform/deps.ts';
import { createApp } from '../src/server/app.ts';
import { startCluster } from '../test/postgresCluster.ts';
import { insertResumeFile } from '../test/resumeFile.ts';
import { generateApplications } from './applications.ts';
import type { Figure } from './figures.ts';
import { newDataDir, removeDataDir } from './product.ts';

const SMALL = 1000;
const LARGE = 100_000;
const ROUNDS = 60;
const WARM_UP = 5;
const LIMIT_MS = 20;

/** Page 1 of 50 with search and sort; `common` words occur in at least a fifth of all applications. */
const SEARCHES = {
  'rare word': 'search=ubirajara&sort=name',
  'rarer than a page': 'search=zuleide+tavora&sort=-vacancy',
  'common word': 'search=silva&sort=name',
  'common word, descending': 'search=silva&sort=-name',
  'word in most': 'search=gmail&sort=-vacancy',
  'two common words': 'search=maria+caixa&sort=name',
  'common and rare word': 'search=gmail+xavier&sort=-name',
  'two letters': 'search=jo&sort=name',
  'word and two letters': 'search=repositor+jo&sort=-name',
  'not there': 'search=palavra&sort=name',
};
const OTHERS = {
  'no search, newest first': '',
  'no search, by name': 'sort=name',
  'no search, by name descending': 'sort=-name',
  'word found in one stretch of the order': 'search=caixa&sort=vacancy',
  'two letters that are not there': 'search=wz&sort=name',
  'last page that the total leads to': 'sort=-name&page=200',
};

interface List {
  /** Returns the milliseconds of one request, including the body. */
  call(query: string): Promise<number>;
  /** Makes the list count its totals again, as any write does. */
  change(): Promise<void>;
  close(): Promise<void>;
}

/** Measures lists of applications on both engines, alternating between a small and a large table. */
export async function lists(): Promise<Figure[]> {
  const figures = await measure('SQLite', openOnSqlite);
  try {
    figures.push(...(await measure('PostgreSQL', openOnPostgres)));
  } catch (error) {
    console.log(`PostgreSQL is left out: ${(error as Error).message}`);
  }
  return figures;
}

async function openOnSqlite(count: number): Promise<List> {
  return open(count, {});
}

async function openOnPostgres(count: number): Promise<List> {
  const cluster = await startCluster();
  const list = await open(count, { DATABASE_URL: cluster.adminUrl });
  return {
    ...list,
    async close() {
      await list.close();
      await cluster.stop();
    },
  };
}

async function open(count: number, env: Record<string, string>): Promise<List> {
  const dataDir = await newDataDir();
  const app = await createApp({ config: readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...env }) });
  await app.server.ready();
  await fill(app.deps, count);
  const person = { name: 'Medida', email: 'medida@hiperaurora.example', password: 'régua e balança' };
  await createUser(app.deps, person);
  const login = await app.server.inject({ method: 'POST', url: '/api/auth/login', payload: person });
  const authorization = `Bearer ${login.json().data.token.access_token}`;
  return {
    async call(query) {
      const url = `/api/admin/work-with-us?page=1&per_page=50&${query}`;
      const begun = performance.now();
      const answer = await app.server.inject({ method: 'GET', url, headers: { authorization } });
      const took = performance.now() - begun;
      if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`);
      return took;
    },
    async change() {
      const entry = {
        at: '',
        user_id: null,
        user_name: null,
        action: 'login',
        entity: 'user',
        entity_uuid: null,
      };
      await app.deps.db
        .insertInto('audit_log')
        .values({ ...entry, before: null, after: null })
        .execute();
    },
    async close() {
      await app.close();
      await removeDataDir(dataDir);
    },
  };
}

const AT_ONCE = 1000;

async function fill({ db, database }: Deps, count: number): Promise<void> {
  const file = await insertResumeFile(db);
  const rows = [...generateApplications(count)].map((row) => ({
    ...row,
    uuid: randomUUID(),
    file_id: file.id,
  }));
  await db.transaction().execute(async (trx) => {
    for (let at = 0; at < rows.length; at += AT_ONCE) {
      await trx
        .insertInto('job_applications')
        .values(rows.slice(at, at + AT_ONCE))
        .execute();
    }
  });
  // PostgreSQL's autovacuum does this after a while.
  if (database.engine === 'postgres') await sql`vacuum analyze job_applications`.execute(db);
}

type Times = Record<'warm' | 'changed', { small: number[]; large: number[] }>;
const noTimes = (): Times => ({ warm: { small: [], large: [] }, changed: { small: [], large: [] } });

async function measure(engine: string, openList: (count: number) => Promise<List>): Promise<Figure[]> {
  const [small, large] = [await openList(SMALL), await openList(LARGE)];
  const all = { small: [] as number[], large: [] as number[] };
  try {
    console.log(`\n${engine}: p50 / p95 in ms of ${LARGE} and of ${SMALL} applications\n`);
    console.log('| | warm | | after a change | |\n|---|---|---|---|---|');
    for (const [name, query] of Object.entries({ ...SEARCHES, ...OTHERS })) {
      const times = noTimes();
      for (let round = -WARM_UP; round < ROUNDS; round += 1) {
        for (const kind of ['warm', 'changed'] as const) {
          for (const [size, list] of [
            ['small', small],
            ['large', large],
          ] as const) {
            if (kind === 'changed') await list.change();
            const took = await list.call(query);
            if (round >= 0) times[kind][size].push(took);
          }
        }
      }
      const cells: string[] = [];
      for (const kind of ['warm', 'changed'] as const) {
        for (const size of ['large', 'small'] as const) {
          if (kind === 'warm' && name in SEARCHES) all[size].push(...times.warm[size]);
          cells.push([0.5, 0.95].map((part) => share(times[kind][size], part).toFixed(1)).join(' / '));
        }
      }
      console.log(`| ${[name, ...cells].join(' | ')} |`);
    }
  } finally {
    await small.close();
    await large.close();
  }
  const what = `${engine}: page 1 of 50 of ${LARGE.toLocaleString('en')} applications, with search and sort`;
  const [p95, before] = [share(all.large, 0.95), share(all.small, 0.95)];
  const ratio = p95 / before;
  return [
    {
      what,
      measured: `p95 ${p95.toFixed(1)} ms, ${ratio.toFixed(2)} ×`,
      reference: `${SMALL.toLocaleString('en')}: ${before.toFixed(1)} ms`,
      goal: `≤ ${LIMIT_MS} ms, ≤ 2 ×`,
      reached: p95 <= LIMIT_MS && ratio <= 2,
    },
  ];
}

function share(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(Math.floor(sorted.length * part), sorted.length - 1)] ?? Number.NaN;
}
