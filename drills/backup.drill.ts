import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newDataDir, type RunningProduct, root, startProduct } from '../bench/product.ts';
import { tokenOf } from '../bench/upload.ts';
import { type Config, readConfig } from '../src/platform/config/config.ts';
import { type Db, openDatabase } from '../src/platform/database/database.ts';
import { openStore } from '../src/platform/files/open.ts';
import { backupParts } from '../src/records/server/files/file.rows.ts';
import { EXCLUDED_TABLES, verifyBackup } from '../src/server/commands/backup.ts';
import { historyFaults } from '../test/historyInvariants.ts';
import { jpeg } from '../test/images.ts';
import { filesIn, rowsOf } from '../test/installation.ts';
import { createTestDatabase } from '../test/postgres.ts';
import { type S3Server, startS3Server } from '../test/s3Server.ts';
import { pdf } from '../test/sampleFiles.ts';

// Backs up running products under load, restores elsewhere and compares. Everything acknowledged before a
// backup began is in it. Each row existed in the source at that moment, and each byte equals the source. Once
// the load stops, all content is equal.

const ROUNDS = 20;
const PASSPHRASE = 'quatro palavras bem escolhidas';
const MINUTE = 60_000;

let s3: S3Server;
let folder: string;
const drops: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  s3 = await startS3Server();
  folder = await mkdtemp(join(tmpdir(), 'vitrine-drill-'));
});
afterAll(async () => {
  for (const drop of drops) await drop();
  await s3.stop();
  await rm(folder, { recursive: true, force: true });
});

type Env = Record<string, string>;

let buckets = 0;
async function newBucket(): Promise<string> {
  buckets += 1;
  const Bucket = `drill-${process.pid}-${buckets}`;
  const client = new S3Client({
    endpoint: s3.endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: s3.accessKeyId, secretAccessKey: s3.secretAccessKey },
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  await client.send(new CreateBucketCommand({ Bucket }));
  client.destroy();
  return Bucket;
}

/** Returns the environment of an empty machine. */
async function machine(engine: string, store: string): Promise<Env> {
  const database = engine === 'postgres' ? await createTestDatabase() : null;
  if (database) drops.push(database.drop);
  return {
    DATA_DIR: await newDataDir(),
    DEMO_CONTENT: '0',
    AVIF: '0',
    TRUST_PROXY: '127.0.0.1',
    ...(database && { DATABASE_URL: database.url }),
    ...(store === 's3' && {
      S3_ENDPOINT: s3.endpoint,
      S3_ACCESS_KEY_ID: s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
      S3_BUCKET: await newBucket(),
      S3_PRIVATE_BUCKET: await newBucket(),
    }),
  };
}

/** Runs the command line as an operator on call does. */
function vitrine(env: Env, args: string[]) {
  const child = spawn(process.execPath, ['build/server/cli.js', ...args], {
    cwd: root,
    env: {
      NODE_ENV: 'production',
      BACKUP_S3_ENDPOINT: s3.endpoint,
      BACKUP_S3_ACCESS_KEY_ID: s3.accessKeyId,
      BACKUP_S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const ended = new Promise<{ code: number | null; said: string }>((resolve) =>
    child.once('exit', (code) => resolve({ code, said: output })),
  );
  return { child, ended };
}

async function done(env: Env, ...args: string[]): Promise<string> {
  const { code, said } = await vitrine(env, args).ended;
  expect(code, said).toBe(0);
  return said;
}

interface Hand {
  /** Titles of banners by UUID, as last acknowledged. */
  banners: Map<string, string>;
  applications: Set<string>;
  saves: number;
  stop(): Promise<void>;
}

/** Acts as staff who store, replace, delete and order banners, and as applicants who apply and are erased. */
function handsOn(product: RunningProduct, token: string): Hand {
  const hand: Hand = { banners: new Map(), applications: new Set(), saves: 0, stop: async () => {} };
  let going = true;
  const authorization = `Bearer ${token}`;
  const call = async (method: string, path: string, body?: FormData | object) => {
    const isForm = body instanceof FormData;
    const answer = await fetch(product.url + path, {
      method,
      headers: {
        authorization,
        'x-forwarded-for': `10.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}.7`,
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    // On a busy machine the store may be unavailable briefly. An unacknowledged save proves nothing.
    if (answer.status === 503) return null;
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    hand.saves += 1;
    return text ? JSON.parse(text).data : undefined;
  };
  const picture = async () =>
    new File([(await noise()) as Uint8Array<ArrayBuffer>], 'a.jpg', { type: 'image/jpeg' });
  const form = (fields: Record<string, string | File>) => {
    const data = new FormData();
    for (const [name, value] of Object.entries(fields)) data.set(name, value);
    return data;
  };
  const random = <T>(all: T[]) => all[Math.floor(Math.random() * all.length)];
  let count = 0;
  const staff = async () => {
    while (going) {
      count += 1;
      const title = `Banner ${count}`;
      const uuid = random([...hand.banners.keys()]);
      const what = Math.random();
      if (!uuid || hand.banners.size < 5 || what < 0.3) {
        const stored = await call(
          'POST',
          '/api/admin/banners/store',
          form({ title, image: await picture() }),
        );
        if (stored) hand.banners.set(stored.uuid, title);
      } else if (what < 0.75) {
        const saved = await call(
          'POST',
          `/api/admin/banners/update/${uuid}`,
          form({ title, image: await picture() }),
        );
        if (saved) hand.banners.set(uuid, title);
      } else if (what < 0.9) {
        // Removed first: a backup may see either state while the deletion is in flight.
        hand.banners.delete(uuid);
        await call('DELETE', `/api/admin/banners/destroy/${uuid}`);
      } else await call('PUT', '/api/admin/banners/order', { uuids: shuffled([...hand.banners.keys()]) });
      await wait(40);
    }
  };
  const applicants = async () => {
    while (going) {
      const doc = new File([pdf(`Currículo ${Math.random()}`) as Uint8Array<ArrayBuffer>], 'a.pdf', {
        type: 'application/pdf',
      });
      const fields = {
        name: 'Bia Reis',
        email: `bia${Math.random()}@rede.example`,
        phone: '(85) 90000-0012',
      };
      const sent = await call('POST', '/api/site/work-with-us', form({ ...fields, vacancy: 'Caixa', doc }));
      if (sent) hand.applications.add(sent.uuid);
      const former = random([...hand.applications]);
      if (former && hand.applications.size > 4) {
        hand.applications.delete(former);
        await call('DELETE', `/api/admin/work-with-us/destroy/${former}`);
      }
      await wait(50);
    }
  };
  const work = Promise.all([staff(), applicants()]);
  // `stop` reports the failure.
  work.catch(() => {});
  hand.stop = async () => {
    going = false;
    await work;
  };
  return hand;
}

const shuffled = <T>(all: T[]) => all.toSorted(() => Math.random() - 0.5);
const noise = () =>
  jpeg({
    width: 200,
    height: 120,
    colour: `#${Math.floor(Math.random() * 0xefffff + 0x100000).toString(16)}`,
  });

async function withDatabase<T>(env: Env, work: (db: Db, config: Config) => Promise<T>): Promise<T> {
  const config = readConfig(env);
  const { db, close } = await openDatabase({ url: config.DATABASE_URL, dataDir: config.DATA_DIR });
  try {
    return await work(db, config);
  } finally {
    await close();
  }
}

interface Inside {
  rows: Map<string, string[]>;
  files: Map<string, string>;
}

const lookInto = (env: Env): Promise<Inside> =>
  withDatabase(env, async (db, config) => ({
    rows: await rowsOf(db, EXCLUDED_TABLES),
    files: await filesIn(await openStore(config)),
  }));

/** Append-only tables: each entry of a backup equals an entry of the source. */
const GROWING = ['audit_log'];

/** Checks a backup that was taken under load, beyond its own consistency. */
async function checkTaken(
  env: Env,
  source: Inside,
  before: { banners: Map<string, string> },
): Promise<number> {
  return withDatabase(env, async (db, config) => {
    expect(await historyFaults({ db })).toEqual([]);
    const { rows, files } = await lookInto(env);
    for (const table of GROWING) {
      const there = new Set(source.rows.get(table));
      // Audit entries of a record that was erased since are gone in the source.
      const strange = (rows.get(table) ?? []).filter((row) => !there.has(row));
      expect(strange).toEqual([]);
    }
    // Versions are written once; only their state changes.
    const saidBy = async (of: Db) => {
      const rows = await of
        .selectFrom('record_versions')
        .select(['id', 'uuid', 'version', 'data', 'at'])
        .execute();
      return rows.map((row) => JSON.stringify(row));
    };
    const versions = new Set(source.rows.get('versions'));
    for (const version of await saidBy(db)) expect(versions.has(version), version).toBe(true);
    // The files are exactly those that rows name, with the bytes of the source.
    const rowsOfFiles = await db.selectFrom('files').selectAll().execute();
    const named = rowsOfFiles.flatMap((row) => backupParts({ ...row }));
    expect([...files.keys()].sort()).toEqual(named.map(({ area, key }) => `${area}/${key}`).sort());
    for (const [name, hash] of files) {
      const there = source.files.get(name);
      // Erased applications leave nothing to compare with.
      if (there !== undefined) expect(hash, name).toBe(there);
    }
    const store = await openStore(config);
    for (const { area, key, bytes } of named) expect(await store.size(area, key), key).toBe(bytes);
    let missing = 0;
    for (const [uuid, title] of before.banners) {
      const row = await db.selectFrom('record_versions').select('data').where('uuid', '=', uuid).execute();
      if (!row.some(({ data }) => JSON.parse(data).title === title)) missing += 1;
    }
    return missing;
  });
}

const TARGETS = ['file', 'folder', 's3'];
const SOURCES = [
  ['sqlite', 'disk'],
  ['postgres', 's3'],
  ['sqlite', 's3'],
  ['postgres', 'disk'],
] as const;

test('a backup under load restores record by record and byte by byte', {
  timeout: 60 * MINUTE,
}, async () => {
  let missing = 0;
  let compared = { rows: 0, files: 0, saves: 0 };
  for (const [nth, [engine, store]] of SOURCES.entries()) {
    const env = await machine(engine, store);
    const product = await startProduct(env.DATA_DIR ?? '', undefined, env);
    const token = await tokenOf(product);
    const source = { ...env, AVIF: '0' };
    for (let round = 0; round < ROUNDS / SOURCES.length; round += 1) {
      const turn = nth + round;
      const kind = TARGETS[turn % TARGETS.length];
      const sealed: Env = turn % 2 === 1 ? { BACKUP_PASSPHRASE: PASSPHRASE } : {};
      const place = kind === 's3' ? `s3://${await newBucket()}/copias` : join(folder, `${nth}-${round}`);
      const target = (which: string) => (kind === 'file' ? `${place}-${which}.vitrine` : place);

      const hand = handsOn(product, token);
      while (hand.banners.size < 5) await wait(50);
      const before = { banners: new Map(hand.banners) };
      await done({ ...source, ...sealed }, 'backup', target('under'));
      await wait(300);
      await hand.stop();
      compared = { ...compared, saves: compared.saves + hand.saves };
      const standing = await lookInto(source);
      standing.rows.set(
        'versions',
        await withDatabase(source, async (db) =>
          (
            await db.selectFrom('record_versions').select(['id', 'uuid', 'version', 'data', 'at']).execute()
          ).map((row) => JSON.stringify(row)),
        ),
      );

      const to = async () => machine(turn % 2 === 0 ? 'postgres' : 'sqlite', turn % 4 < 2 ? 'disk' : 's3');
      const first = await to();
      await done({ ...first, ...sealed }, 'restore', target('under'));
      missing += await checkTaken(first, standing, before);

      // There is no load any more, so all content is equal.
      await done({ ...source, ...sealed }, 'backup', target('rest'));
      const second = await to();
      await done({ ...second, ...sealed }, 'restore', target('rest'));
      const [here, there] = [await lookInto(source), await lookInto(second)];
      // A job of the running product may come and go.
      here.rows.delete('jobs');
      there.rows.delete('jobs');
      expect(there.rows).toEqual(here.rows);
      expect(there.files).toEqual(here.files);
      compared.rows += [...there.rows.values()].reduce((sum, rows) => sum + rows.length, 0);
      compared.files += there.files.size;
      await done({ ...second, ...sealed }, 'verify', target('rest'));
      console.log(
        `${engine}/${store} → ${kind}${'BACKUP_PASSPHRASE' in sealed ? ', sealed' : ''} → ${second.DATABASE_URL ? 'postgres' : 'sqlite'}/${second.S3_BUCKET ? 's3' : 'disk'}: ${hand.saves} saves, ${before.banners.size} banners before`,
      );
    }
    await product.stop();
  }
  console.log(
    `${ROUNDS} backups under ${compared.saves} saves, missing ${missing}; at rest ${compared.rows} rows and ${compared.files} files compared`,
  );
  expect(missing).toBe(0);
});

test('a restored machine works like the original', { timeout: 5 * MINUTE }, async () => {
  const env = await machine('sqlite', 'disk');
  const product = await startProduct(env.DATA_DIR ?? '', undefined, env);
  const hand = handsOn(product, await tokenOf(product));
  await wait(1500);
  await hand.stop();
  const to = join(folder, 'works');
  await done(env, 'backup', to);
  await product.stop();
  const copy = await machine('postgres', 's3');
  await done(copy, 'restore', to);
  const copyProduct = await startProduct(copy.DATA_DIR ?? '', undefined, copy);
  const token = await tokenOf(copyProduct);
  const next = handsOn(copyProduct, token);
  await wait(1500);
  await next.stop();
  expect(next.banners.size).toBeGreaterThan(0);
  const home = (await (await fetch(`${copyProduct.url}/api/site/home`)).json()) as {
    data: { banners: { uuid: string; file: { url_s3: string } }[] };
  };
  expect(home.data.banners.map(({ uuid }) => uuid)).toEqual(expect.arrayContaining([...hand.banners.keys()]));
  for (const { file } of home.data.banners)
    expect((await fetch(copyProduct.url + file.url_s3)).status).toBe(200);
  await copyProduct.stop();
  await withDatabase(copy, async (db) => expect(await historyFaults({ db })).toEqual([]));
});

test('a scheduled backup runs on time, is reported and blocks no request', {
  timeout: 10 * MINUTE,
}, async () => {
  const env = await machine('sqlite', 'disk');
  const to = join(folder, 'by-itself');
  const scheduled = { ...env, DEMO_CONTENT: '1', BACKUP_TO: to, BACKUP_EVERY: '1s', BACKUP_KEEP: '2' };
  const product = await startProduct(env.DATA_DIR ?? '', undefined, scheduled);
  let longest = 0;
  const names = new Set<string>();
  while (names.size < 4) {
    const begun = performance.now();
    expect((await fetch(`${product.url}/healthz`)).status).toBe(200);
    longest = Math.max(longest, performance.now() - begun);
    for (const name of await readdir(to).catch(() => [])) if (name.endsWith('.vitrine')) names.add(name);
    await wait(20);
  }
  await product.stop();
  const backups = await withDatabase(env, (db) => db.selectFrom('backups').selectAll().execute());
  expect(backups.filter(({ state }) => state === 'done').length).toBeGreaterThanOrEqual(3);
  expect((await readdir(to)).filter((name) => name.endsWith('.vitrine')).length).toBeLessThanOrEqual(3);
  await done(env, 'verify', to);
  console.log(`${names.size} backups by themselves; /healthz took ${longest.toFixed(0)} ms at most`);
});

test('a killed backup does not count as a backup and blocks the next one only briefly', {
  timeout: 15 * MINUTE,
}, async () => {
  const env = await machine('sqlite', 'disk');
  const product = await startProduct(env.DATA_DIR ?? '', undefined, { ...env, DEMO_CONTENT: '1' });
  await product.stop();
  for (const to of [join(folder, 'killed'), join(folder, 'killed.vitrine')]) {
    for (const after of [700, 1100, 1600]) {
      await withDatabase(env, (db) => sql`update backups set leased_until = '2020'`.execute(db));
      const { child, ended } = vitrine(env, ['backup', to]);
      await wait(after);
      child.kill('SIGKILL');
      const { code } = await ended;
      if (code === 0) break;
      const verified = await vitrine(env, ['verify', to]).ended;
      expect(verified.code, verified.said).toBe(1);
      expect(verified.said).toMatch(/^Não há/);
    }
    const blocked = await vitrine(env, ['backup', to]).ended;
    if (blocked.code !== 0) {
      expect(blocked.said).toContain('Já há um backup em andamento');
      await wait(MINUTE + 1000);
      await done(env, 'backup', to);
    }
    await done(env, 'verify', to);
    await rm(to, { recursive: true, force: true });
  }
});

test('verify finds a changed byte anywhere', { timeout: 20 * MINUTE }, async () => {
  const env = await machine('sqlite', 'disk');
  const product = await startProduct(env.DATA_DIR ?? '', undefined, env);
  const hand = handsOn(product, await tokenOf(product));
  await wait(2000);
  await hand.stop();
  await product.stop();
  let tried = 0;
  for (const passphrase of [undefined, PASSPHRASE]) {
    const sealed: Env = passphrase ? { BACKUP_PASSPHRASE: passphrase } : {};
    const to = join(folder, passphrase ? 'changed-sealed' : 'changed');
    await done({ ...env, ...sealed }, 'backup', to);
    await done({ ...env, ...sealed }, 'backup', `${to}.vitrine`);
    const config = readConfig({ ...env, ...sealed });
    const entries = await readdir(to, { recursive: true, withFileTypes: true });
    const paths = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    const archive = paths.find((path) => path.endsWith('.vitrine')) ?? '';
    const samples = passphrase ? 15 : 150;
    for (const [path, from] of [
      [archive, to],
      [`${to}.vitrine`, `${to}.vitrine`],
      ...shuffled(paths.filter((path) => path !== archive))
        .slice(0, 5)
        .map((path) => [path, to]),
    ] as [string, string][]) {
      const original = await readFile(path);
      for (let sample = 0; sample < samples / 5; sample += 1) {
        const changed = Buffer.from(original);
        const at = Math.floor(Math.random() * original.length);
        changed[at] = (changed[at] ?? 0) ^ (1 << Math.floor(Math.random() * 8));
        await writeFile(path, changed);
        const findingCount = await verifyBackup(config, from, {}).then(
          ({ findings }) => findings.length,
          // The head of an encrypted backup names its recipient.
          (error: Error) => Number(/frase|cifrado/.test(error.message)),
        );
        expect(findingCount, `${path} at ${at} of ${original.length}`).toBeGreaterThan(0);
        tried += 1;
      }
      await writeFile(path, original);
    }
    expect((await verifyBackup(config, to, {})).findings).toEqual([]);
    if (passphrase)
      for (const from of [to, `${to}.vitrine`]) {
        const wrong = { passphrase: 'outra frase qualquer' };
        await expect(verifyBackup(config, from, wrong)).rejects.toThrow('A frase não abre');
      }
  }
  console.log(`${tried} bytes changed, each one found`);
});
