import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import sharp from 'sharp';
import { newDataDir, type RunningProduct, removeDataDir, startProduct } from '../bench/product.ts';
import { tokenOf } from '../bench/upload.ts';
import { readConfig } from '../src/platform/config/config.ts';
import { type Db, openDatabase } from '../src/platform/database/database.ts';
import { COMMIT_OUTCOME_UNKNOWN } from '../src/platform/database/postgres.ts';
import { openStore } from '../src/platform/files/open.ts';
import { AREAS, type FileStore } from '../src/platform/files/store.ts';
import { fileParts } from '../src/records/server/files/file.rows.ts';
import { runCommand } from '../src/server/commands/commands.ts';
import { historyFaults } from './historyInvariants.ts';
import { fileOf, jpeg } from './images.ts';
import { createTestDatabase } from './postgres.ts';
import { startS3Server } from './s3Server.ts';
import { mp4, pdf } from './sampleFiles.ts';

// Many clients use the product while faults happen, and a ledger records what each response promised. An
// acknowledged save must persist and a refused one must not. A save without a response may have either
// outcome.

const random = (below: number) => Math.floor(Math.random() * below);

export type Env = Record<string, string>;
export const ENGINES = ['sqlite', 'postgres'] as const;
export const STORES = ['disk', 's3'] as const;
export type Engine = (typeof ENGINES)[number];
export type Store = (typeof STORES)[number];

/** Number of kills in the drill, and the machines that it runs on, such as `postgres/s3` alone. */
export const KILLS = Number(process.env.KILLS ?? 24);
export const MACHINES = ENGINES.flatMap((engine) => STORES.map((store) => [engine, store] as const)).filter(
  (names) => !process.env.MACHINE || process.env.MACHINE === names.join('/'),
);

/** Duration of the soak in minutes, the seed of its faults, and its machine. */
export const MINUTES = Number(process.env.MINUTES ?? 60);
export const SEED = Number(process.env.SEED ?? random(2 ** 31));
export const SOAK_MACHINE: readonly [Engine, Store] =
  (process.env.MACHINE && MACHINES[0]) || (['postgres', 's3'] as const);

/** Returns the pids of all descendants of `pid`. */
export function childrenOf(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {
      // The process has ended.
    }
  const found = [pid];
  for (const ancestor of found)
    for (const [child, parent] of parents) if (parent === ancestor) found.push(child);
  return found.slice(1);
}

const lives = (pid: number) => {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

/** Kills the product and returns the number of its descendants that still run two seconds later. */
export async function killProduct(product: RunningProduct): Promise<number> {
  const children = childrenOf(product.pid);
  process.kill(product.pid, 'SIGKILL');
  await product.exit;
  for (let tries = 0; tries < 20 && children.some(lives); tries += 1) await wait(100);
  return children.filter(lives).length;
}

export interface Machine {
  name: string;
  engine: Engine;
  store: Store;
  dataDir: string;
  env: Env;
  /** Resolves once the product is ready. */
  start(more?: Env, spawned?: (pid: number) => void): Promise<RunningProduct>;
  /**
   * Opens the database and the file store beside the product. Closes both afterwards, so that a restart
   * begins from the files.
   */
  inspect<T>(work: (db: Db, store: FileStore) => Promise<T>): Promise<T>;
  /** Pid of the object store. */
  storePid: number | undefined;
  drop(): Promise<void>;
}

/**
 * Creates an empty installation, which its first start fills with the demo content. Uses the database of
 * DATABASE_URL if there is one.
 */
export async function newMachine(engine: Engine, store: Store, more: Env = {}): Promise<Machine> {
  const undo: (() => Promise<unknown>)[] = [];
  const dataDir = await newDataDir();
  undo.push(() => removeDataDir(dataDir));
  const env: Env = { DEMO_CONTENT: '1', TRUST_PROXY: '127.0.0.1', DATA_DIR: dataDir, ...more };
  let storePid: number | undefined;
  if (engine === 'postgres' && !env.DATABASE_URL) {
    const database = await createTestDatabase();
    undo.push(() => database.drop());
    env.DATABASE_URL = database.url;
  }
  if (store === 's3') {
    const server = await startS3Server();
    undo.push(() => server.stop());
    const { endpoint, accessKeyId, secretAccessKey } = server;
    storePid = server.pid;
    const buckets = { S3_BUCKET: 'vitrine-public', S3_PRIVATE_BUCKET: 'vitrine-private' };
    const client = new S3Client({ endpoint, region: 'us-east-1', credentials: server, forcePathStyle: true });
    for (const Bucket of Object.values(buckets)) await client.send(new CreateBucketCommand({ Bucket }));
    client.destroy();
    Object.assign(env, {
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
      ...buckets,
    });
  }
  return {
    name: `${engine}/${store}`,
    engine,
    store,
    dataDir,
    env,
    storePid,
    start: (extraEnv = {}, spawned) =>
      startProduct(
        dataDir,
        undefined,
        { ...env, ...extraEnv },
        { awaited: '/readyz', ...(spawned && { spawned }) },
      ),
    async inspect(work) {
      const config = readConfig(env);
      const { db, close } = await openDatabase({ url: config.DATABASE_URL, dataDir: config.DATA_DIR });
      try {
        return await work(db, await openStore(config));
      } finally {
        await close();
      }
    },
    async drop() {
      for (const step of undo.reverse()) await step();
    },
  };
}

const KINDS = ['phones', 'banners', 'shops', 'applications', 'videos'] as const;
type Kind = (typeof KINDS)[number];

/** A generated file, which can be recreated from its seed and size. */
interface GeneratedFile {
  seed: string;
  size: number;
}

/** Content of a record that is verified later. Each picture has a single colour, which identifies it. */
interface Content {
  fields: Record<string, string>;
  picture?: string;
  gallery?: string[];
  file?: GeneratedFile;
}

/** A record that was acknowledged, or that may exist after a save without a response. */
interface TrackedRecord {
  kind: Kind;
  /** Unique, and never changed. */
  name: string;
  uuid: string | null;
  /** Content that was acknowledged last; null means deleted or absent. */
  content: Content | null;
  /**
   * Outcomes that are possible after saves without a response. Workers leave the record alone until they are
   * resolved.
   */
  maybe: (Content | null)[];
  /** Acknowledged saves, and the same with the saves without a response. */
  saves: { fewest: number; most: number };
  /** Whether a request changed the record since the last check. */
  isNew: boolean;
}

/** A response that differs from the normal one. */
export interface UnexpectedResponse {
  at: number;
  request: string;
  status: number;
  text: string;
}

export interface SaveLedger {
  records: Map<string, TrackedRecord>;
  /** Orders of banners by label, until a reordering gets no response. */
  orders: Map<string, string[]>;
  /** Number of saves by outcome. */
  outcomes: Record<Outcome, number>;
  acknowledged: Record<Kind, number>;
  /** Every 5xx, and every response that no rule explains. */
  unexpected: UnexpectedResponse[];
  reads: number;
  /** Number of records created so far. */
  created: number;
  token: string;
}

type Outcome = 'acknowledged' | 'refused' | 'unsure';

export const newSaveLedger = (): SaveLedger => ({
  records: new Map(),
  orders: new Map(),
  outcomes: { acknowledged: 0, refused: 0, unsure: 0 },
  acknowledged: { phones: 0, banners: 0, shops: 0, applications: 0, videos: 0 },
  unexpected: [],
  reads: 0,
  created: 0,
  token: '',
});

/** Signs in once, because sessions must survive as well. */
export async function signIn(book: SaveLedger, product: RunningProduct): Promise<void> {
  book.token ||= await tokenOf(product);
}

/** Most records of each kind, so that a long run does not grow without limit. */
const MAX_RECORDS: Record<Kind, number> = { phones: 25, banners: 10, shops: 5, applications: 10, videos: 1 };
const MAX_GALLERY = 4;

const oneOf = <T>(all: readonly T[]): T => all[random(all.length)] as T;
const colour = () => `#${[0, 1, 2].map(() => (random(14) * 16 + 24).toString(16).padStart(2, '0')).join('')}`;
const bytesOf = ({ seed, size }: GeneratedFile): Buffer => {
  const block = createHash('sha512').update(seed).digest();
  return mp4(Buffer.alloc(size, block));
};
const resumeOf = ({ seed }: GeneratedFile) => pdf(`Currículo ${seed}`);
const photo = async (fill: string, name: string) =>
  fileOf(await jpeg({ width: 240, height: 120, colour: fill }), name);

const PLACES: Record<Kind, { list: string; store: string; one: string }> = {
  phones: { list: '/api/admin/phones', store: '/api/admin/phones/store', one: 'phones' },
  banners: { list: '/api/admin/banners', store: '/api/admin/banners/store', one: 'banners' },
  shops: { list: '/api/admin/shops', store: '/api/admin/shops/store', one: 'shops' },
  applications: {
    list: '/api/admin/work-with-us',
    store: '/api/site/work-with-us',
    one: 'work-with-us',
  },
  videos: { list: '/api/admin/videos', store: '/api/admin/videos/store', one: 'videos' },
};
const detailsOf = (kind: Kind, uuid: string) =>
  kind === 'videos' ? PLACES.videos.list : `/api/admin/${PLACES[kind].one}/details/${uuid}`;

/** Returns the request body for `content`; a change has only its new pictures. */
async function bodyOf(
  kind: Kind,
  name: string,
  content: Content,
  photos: string[],
): Promise<FormData | object> {
  const { fields, file } = content;
  if (kind === 'phones') return { contact: name, ddi: '55', ddd: '85', type: 1, ...fields };
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  if (kind === 'banners') form.set('title', name);
  if (kind === 'shops' || kind === 'applications') form.set('name', name);
  if (file && kind === 'videos') form.set('video', fileOf(bytesOf(file), 'loja.mp4', 'video/mp4'));
  if (file && kind === 'applications')
    form.set('doc', fileOf(resumeOf(file), 'curriculo.pdf', 'application/pdf'));
  if (content.picture) form.set('image', await photo(content.picture, 'capa.jpg'));
  for (const fill of photos) form.append('gallery', await photo(fill, 'foto.jpg'));
  return form;
}

interface SendResult {
  outcome: Outcome;
  data: { uuid?: string } | undefined;
}

/** Sends a request to the product; drills with slow or broken connections pass their own. */
export type SendRequest = (path: string, init: RequestInit) => Promise<Response>;
export const senderOf =
  ({ url }: Pick<RunningProduct, 'url'>): SendRequest =>
  (path, init) =>
    fetch(url + path, init);

/** Returns a random client address, so that no rate limit stops applicants. */
const anyAddress = () => `10.${random(250)}.${random(250)}.${random(250)}`;

export interface Writers {
  /** Waits for the requests in progress. */
  stop(): Promise<void>;
}

const PAGES = ['/', '/contacts', '/branches', '/tips-and-recipes', '/cinema', '/offers', '/api/site/shops'];

interface HandsOptions {
  /** Owner of the records. Workers of a label continue with its records and never touch another's. */
  label: string;
  /** Mean pause between two small saves of a worker in ms; pictures and files take longer. */
  pause?: number;
  /** Paths to read. A product without pages gets paths of the API. */
  reads?: readonly string[];
  /** Whether these workers change the video; there is only one. */
  withVideo?: boolean;
  /** Whether workers continue after a request without a response, because the product comes back. */
  isLasting?: boolean;
}

/**
 * Starts workers that write one kind of record each, and readers, until they are stopped or the product stops
 * responding.
 */
export function startWriters(
  book: SaveLedger,
  ask: SendRequest,
  { label, pause = 5, reads = PAGES, withVideo = true, isLasting = false }: HandsOptions,
): Writers {
  let isRunning = true;
  const connectionLost = () => {
    if (!isLasting) isRunning = false;
  };

  const send = async (method: string, path: string, body?: FormData | object): Promise<SendResult> => {
    const isForm = body instanceof FormData;
    const request = `${method} ${path}`;
    let answer: Response;
    let text: string;
    try {
      answer = await ask(path, {
        method,
        headers: {
          ...(path.startsWith('/api/admin/') && { authorization: `Bearer ${book.token}` }),
          'x-forwarded-for': anyAddress(),
          ...(body && !isForm && { 'content-type': 'application/json' }),
        },
        ...(body && { body: isForm ? body : JSON.stringify(body) }),
      });
      text = await answer.text();
    } catch {
      connectionLost();
      book.outcomes.unsure += 1;
      return { outcome: 'unsure', data: undefined };
    }
    const { data, message } = parsed(text);
    if (answer.ok) {
      book.outcomes.acknowledged += 1;
      return { outcome: 'acknowledged', data };
    }
    const outcome = message === COMMIT_OUTCOME_UNKNOWN ? 'unsure' : 'refused';
    book.outcomes[outcome] += 1;
    book.unexpected.push({ at: Date.now(), request, status: answer.status, text: text.slice(0, 200) });
    return { outcome, data: undefined };
  };

  const note = (record: TrackedRecord, { outcome, data }: SendResult, content: Content | null) => {
    record.isNew = true;
    if (outcome === 'refused') return;
    record.saves.most += 1;
    if (outcome === 'unsure') return void record.maybe.push(content);
    book.acknowledged[record.kind] += 1;
    record.saves.fewest += 1;
    record.content = content;
    record.uuid ??= data?.uuid ?? null;
  };

  const contentFor = (kind: Kind): Content => {
    book.created += 1;
    const file = {
      seed: `${label} ${book.created} ${randomBytes(4).toString('hex')}`,
      size: 20_000 + random(600_000),
    };
    const number = String(random(1e8)).padStart(8, '0');
    switch (kind) {
      case 'phones':
        return { fields: { number } };
      case 'banners':
        return { fields: { alt: `Texto ${number}` }, picture: colour() };
      case 'shops':
        return {
          fields: { email: 'loja@prova.example', phone: number },
          picture: colour(),
          gallery: [colour(), colour()],
        };
      case 'applications':
        return {
          fields: { email: `p${number}@prova.example`, phone: '85900000012', vacancy: 'Caixa' },
          file,
        };
      case 'videos':
        return { fields: {}, file };
    }
  };

  const store = async (kind: Kind) => {
    const content = contentFor(kind);
    const name = `Prova ${label} ${kind} ${book.created}`;
    const record: TrackedRecord = {
      kind,
      name,
      uuid: null,
      content: null,
      maybe: [],
      saves: { fewest: 0, most: 0 },
      isNew: true,
    };
    const body = await bodyOf(kind, name, content, content.gallery ?? []);
    book.records.set(name, record);
    note(record, await send('POST', PLACES[kind].store, body), content);
  };

  const change = async (record: TrackedRecord, before: Content) => {
    const next = contentFor(record.kind);
    const photos = (before.gallery?.length ?? MAX_GALLERY) < MAX_GALLERY ? [colour()] : [];
    if (next.gallery) next.gallery = [...(before.gallery ?? []), ...photos];
    // Some changes have no new picture and keep the stored one.
    const isBare = Math.random() < 0.3 && before.picture !== undefined;
    const body = await bodyOf(record.kind, record.name, { ...next, ...(isBare && { picture: '' }) }, photos);
    if (isBare && before.picture) next.picture = before.picture;
    const path = `/api/admin/${PLACES[record.kind].one}/update/${record.uuid}`;
    note(record, await send(record.kind === 'phones' ? 'PUT' : 'POST', path, body), next);
  };

  const destroy = async (record: TrackedRecord) => {
    const path = `/api/admin/${PLACES[record.kind].one}/destroy/${record.uuid}`;
    note(record, await send('DELETE', path), null);
  };

  const order = async () => {
    const uuids = ready('banners')
      .map(({ uuid }) => uuid as string)
      .toSorted(() => Math.random() - 0.5);
    if (uuids.length < 2) return;
    const { outcome } = await send('PUT', '/api/admin/banners/order', { uuids });
    if (outcome === 'acknowledged') book.orders.set(label, uuids);
    if (outcome === 'unsure') book.orders.delete(label);
  };

  const ready = (kind: Kind) =>
    [...book.records.values()].filter(
      (record) =>
        record.kind === kind &&
        record.uuid &&
        record.content &&
        record.maybe.length === 0 &&
        record.name.startsWith(`Prova ${label} `),
    );

  const step = async (kind: Kind) => {
    const mine = ready(kind);
    const record = mine.length > 0 ? oneOf(mine) : undefined;
    const chance = Math.random();
    if (kind === 'videos') return video();
    if (
      !record?.content ||
      mine.length < MAX_RECORDS[kind] / 2 ||
      (chance < 0.35 && mine.length < MAX_RECORDS[kind])
    )
      return store(kind);
    if (chance < 0.1 && kind === 'banners') return order();
    if (mine.length >= MAX_RECORDS[kind] || chance < 0.45) return destroy(record);
    if (kind !== 'applications') return change(record, record.content);
  };

  /** The site has a single video. */
  const video = async () => {
    const content = contentFor('videos');
    const record: TrackedRecord = book.records.get('video') ?? {
      kind: 'videos',
      name: 'video',
      uuid: null,
      content: null,
      maybe: [],
      saves: { fewest: 0, most: Number.POSITIVE_INFINITY },
      isNew: true,
    };
    if (record.maybe.length > 0) return;
    const body = await bodyOf('videos', 'video', content, []);
    book.records.set('video', record);
    note(record, await send('POST', PLACES.videos.store, body), content);
  };

  const reader = async () => {
    const path = oneOf(reads);
    try {
      const answer = await ask(path, {});
      const text = await answer.text();
      book.reads += 1;
      if (answer.status !== 200)
        book.unexpected.push({
          at: Date.now(),
          request: `GET ${path}`,
          status: answer.status,
          text: text.slice(0, 200),
        });
    } catch {
      connectionLost();
    }
  };

  const repeat = async (work: () => Promise<unknown>, rest: number) => {
    while (isRunning) {
      await work();
      await wait(rest * (0.5 + Math.random()));
    }
  };
  const workers = [
    repeat(() => step('phones'), pause),
    repeat(() => step('banners'), pause * 2),
    repeat(() => step('shops'), pause * 4),
    repeat(() => step('applications'), pause * 4),
    ...(withVideo ? [repeat(() => step('videos'), pause * 20)] : []),
    repeat(reader, pause * 4),
  ];
  return {
    async stop() {
      isRunning = false;
      await Promise.all(workers);
    },
  };
}

function parsed(text: string): { data?: { uuid?: string }; message?: string } {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

// Verification of the current state against the ledger.

interface ShownRecord {
  uuid: string;
  version?: number;
  number?: string;
  alt?: string | null;
  email?: string;
  phone?: string;
  file?: { url_s3: string; alt?: string | null; bytes?: number; variants?: { url: string }[] };
  gallery?: { path: string; variants: { url: string }[] }[];
  doc?: { url_s3: string };
}

interface Checking {
  url: string;
  token: string;
  /** Whether every width of every picture is checked, instead of a sample. */
  isWhole: boolean;
}

async function get({ url, token }: Checking, path: string, headers: Record<string, string> = {}) {
  // An absolute URL stays as it is.
  const answer = await fetch(new URL(path, url), {
    headers: { ...(path.startsWith('/api/admin/') && { authorization: `Bearer ${token}` }), ...headers },
  });
  return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) };
}

const TOLERANCE = 12;

/** Returns how the picture at `path` differs from the colour `wanted`, or null. */
async function faultOfPicture(checking: Checking, path: string, wanted: string): Promise<string | null> {
  const { status, headers, body } = await get(checking, path);
  if (status !== 200) return `${path} is a ${status}`;
  if (body.length !== Number(headers.get('content-length'))) return `${path} has ${body.length} bytes only`;
  try {
    const { channels } = await sharp(body, { failOn: 'truncated' }).stats();
    const hex = [1, 3, 5].map((at) => Number.parseInt(wanted.slice(at, at + 2), 16));
    const off = hex.some((value, at) => Math.abs(value - (channels[at]?.mean ?? -100)) > TOLERANCE);
    return off ? `${path} is not ${wanted}` : null;
  } catch (error) {
    return `${path}: ${(error as Error).message}`;
  }
}

async function faultOfBytes(checking: Checking, path: string, wanted: Buffer): Promise<string | null> {
  const { status, body } = await get(checking, path);
  return status === 200 && body.equals(wanted)
    ? null
    : `${path}: ${status}, ${body.length} of ${wanted.length} bytes`;
}

/** Returns how the shown record differs from `content`, or null. */
async function differenceOf(
  checking: Checking,
  kept: TrackedRecord,
  shown: ShownRecord | null,
  content: Content | null,
) {
  if (!shown || !content) return shown === content ? null : shown ? 'it is there' : 'it is not there';
  const { fields, picture, gallery, file } = content;
  for (const [field, value] of Object.entries(fields)) {
    if (field === 'vacancy') continue;
    const actual = field === 'alt' ? shown.file?.alt : shown[field as 'number' | 'email' | 'phone'];
    if (actual !== value) return `${field} is ${actual} and not ${value}`;
  }
  if (picture) {
    const paths = [shown.file?.url_s3 ?? '', ...(shown.file?.variants ?? []).map(({ url }) => url)];
    for (const path of checking.isWhole ? paths : paths.slice(0, 2)) {
      const fault = await faultOfPicture(checking, path, picture);
      if (fault) return fault;
    }
  }
  if (gallery) {
    const actual = shown.gallery ?? [];
    if (actual.length !== gallery.length)
      return `${actual.length} pictures in its gallery and not ${gallery.length}`;
    for (const [at, { path, variants }] of actual.entries())
      for (const variantPath of checking.isWhole ? [path, ...variants.map(({ url }) => url)] : [path]) {
        const fault = await faultOfPicture(checking, variantPath, gallery[at] ?? '');
        if (fault) return `picture ${at + 1} of its gallery: ${fault}`;
      }
  }
  if (file && kept.kind === 'applications')
    return faultOfBytes(checking, shown.doc?.url_s3 ?? '', resumeOf(file));
  if (file && kept.kind === 'videos') {
    const bytes = bytesOf(file);
    if (shown.file?.bytes !== bytes.length) return `${shown.file?.bytes} bytes and not ${bytes.length}`;
    const path = shown.file.url_s3;
    const start = random(bytes.length - 1000);
    const part = await get(checking, path, { range: `bytes=${start}-${start + 999}` });
    if (part.status !== 206 || !part.body.equals(bytes.subarray(start, start + 1000)))
      return `${path}: wrong from ${start}`;
    return checking.isWhole ? faultOfBytes(checking, path, bytes) : null;
  }
  return null;
}

/**
 * Compares the product at `url` with `book`, and resolves saves without a response. Returns the faults in
 * words. Without `isComplete`, only records that changed since the last check are compared.
 */
export async function faultsOf(
  machine: Machine,
  { url }: Pick<RunningProduct, 'url'>,
  book: SaveLedger,
  { isWhole = false }: { isWhole?: boolean } = {},
): Promise<string[]> {
  const faults: string[] = [];
  const checking = { url, token: book.token, isWhole };
  const checked = [...book.records.values()].filter(({ isNew }) => isNew || isWhole);
  await machine.inspect(async (db, store) => {
    await findNames(db, checked, faults);
    for (const kept of checked) await lookAt(checking, book, kept, faults);
    await lookIntoLog(db, checked, faults);
    await lookAtSite(checking, book, faults);
    if (isWhole) {
      faults.push(...(await historyFaults({ db })));
      faults.push(...(await faultsOfFiles(db, store)));
    }
  });
  for (const kept of checked) {
    kept.isNew = false;
    if (kept.content === null && kept.maybe.length === 0) book.records.delete(kept.name);
  }
  return faults;
}

const NAMED = { phones: 'contact', banners: 'title', shops: 'name', applications: 'name' } as const;

/** Finds the uuids of records that may have been stored without a response. */
async function findNames(db: Db, looked: TrackedRecord[], faults: string[]): Promise<void> {
  for (const [kind, column] of Object.entries(NAMED)) {
    const table = kind === 'applications' ? 'job_applications' : kind;
    const wanted = looked.filter((kept) => kept.kind === kind);
    if (wanted.length === 0) continue;
    const rows = (await db
      .selectFrom(table as 'phones')
      .select(['uuid', `${column} as name`] as never)
      .where(
        column as 'contact',
        'in',
        wanted.map(({ name }) => name),
      )
      .execute()) as unknown as { uuid: string; name: string }[];
    const found = Map.groupBy(rows, ({ name }) => name);
    for (const kept of wanted) {
      const matches = found.get(kept.name) ?? [];
      if (matches.length > 1) faults.push(`${kept.name} was saved ${matches.length} times`);
      kept.uuid ??= matches[0]?.uuid ?? null;
    }
  }
}

async function lookAt(
  checking: Checking,
  book: SaveLedger,
  kept: TrackedRecord,
  faults: string[],
): Promise<void> {
  const answer = kept.uuid === null ? null : await get(checking, detailsOf(kept.kind, kept.uuid));
  if (kept.kind === 'videos') kept.uuid ??= 'the one';
  if (answer && ![200, 204, 404].includes(answer.status))
    return void faults.push(`${kept.name}: its details are a ${answer.status}`);
  const shown = answer?.status === 200 ? (parsed(String(answer.body)).data as ShownRecord) : null;
  const candidates = [...kept.maybe.toReversed(), kept.content];
  const differences: (string | null)[] = [];
  for (const content of candidates) {
    const difference = await differenceOf(checking, kept, shown, content);
    differences.push(difference);
    if (difference !== null) continue;
    kept.content = content;
    kept.maybe = [];
    if (shown?.version === undefined || kept.kind === 'applications') return;
    const { fewest, most } = kept.saves;
    if (shown.version < fewest || shown.version > most)
      faults.push(`${kept.name}: version ${shown.version} after ${fewest} to ${most} saves`);
    kept.saves = { fewest: shown.version, most: shown.version };
    return;
  }
  faults.push(`${kept.name} (${kept.uuid}): ${differences.join('; or ')}`);
  // Report each fault once.
  book.records.delete(kept.name);
}

/** Expects each save to have an audit entry and a version. */
async function lookIntoLog(db: Db, looked: TrackedRecord[], faults: string[]): Promise<void> {
  const saved = looked.filter(({ kind, uuid }) => uuid && !['applications', 'videos'].includes(kind));
  const uuids = saved.map(({ uuid }) => uuid as string);
  if (uuids.length === 0) return;
  const count = async (table: 'audit_log' | 'record_versions', column: 'entity_uuid' | 'uuid') => {
    const rows = (await db
      .selectFrom(table as 'audit_log')
      .select((eb) => [column as 'entity_uuid', eb.fn.countAll().as('count')])
      .where(column as 'entity_uuid', 'in', uuids)
      .groupBy(column as 'entity_uuid')
      .execute()) as unknown as Record<string, string | number>[];
    return new Map(rows.map((row) => [String(row[column]), Number(row.count)]));
  };
  const entries = await count('audit_log', 'entity_uuid');
  const versions = await count('record_versions', 'uuid');
  for (const { name, uuid, saves, content } of saved) {
    const minimum = saves.fewest;
    if ((entries.get(uuid ?? '') ?? 0) < minimum)
      faults.push(`${name}: ${entries.get(uuid ?? '')} entries in the log`);
    const stored = versions.get(uuid ?? '') ?? 0;
    if (content && stored < Math.min(minimum, 20)) faults.push(`${name}: ${stored} versions of ${minimum}`);
  }
}

/** Expects the site to show exactly the records that staff saved. */
async function lookAtSite(checking: Checking, book: SaveLedger, faults: string[]): Promise<void> {
  const lists = { phones: ['/api/site/phones', 'contact'], shops: ['/api/site/shops', 'name'] } as const;
  for (const [kind, [path, column]] of Object.entries(lists)) {
    const { status, body } = await get(checking, path);
    if (status !== 200) {
      faults.push(`${path} is a ${status}`);
      continue;
    }
    const { data } = JSON.parse(String(body)) as { data: Record<string, unknown>[] };
    const shown = data.map((item) => String(item[column])).filter((name) => name.startsWith('Prova '));
    const expectedNames = [...book.records.values()]
      .filter((record) => record.kind === kind && record.content)
      .map(({ name }) => name);
    const shownNames = new Set(shown);
    for (const name of expectedNames) if (!shownNames.has(name)) faults.push(`${name} is not in ${path}`);
    const expectedSet = new Set(expectedNames);
    for (const name of shown)
      if (!expectedSet.has(name)) faults.push(`${name} is in ${path}, and should not be there`);
  }
  const { status, body } = await get(checking, PLACES.banners.list);
  if (status !== 200) {
    faults.push(`${PLACES.banners.list} is a ${status}`);
    return;
  }
  const { data } = JSON.parse(String(body)) as { data: { uuid: string; position: number }[] };
  const placed = data.toSorted((a, b) => a.position - b.position).map(({ uuid }) => uuid);
  for (const [label, order] of book.orders) {
    const now = placed.filter((uuid) => order.includes(uuid));
    const expectedOrder = order.filter((uuid) => now.includes(uuid));
    if (now.join() !== expectedOrder.join()) faults.push(`banners of ${label} are in another order`);
  }
}

/** Expects each file of a row to exist with the size that the row states. */
async function faultsOfFiles(db: Db, store: FileStore): Promise<string[]> {
  const faults: string[] = [];
  const sizes = new Map<string, number>();
  for (const area of AREAS)
    for await (const { key, bytes } of store.list(area)) sizes.set(`${area}/${key}`, bytes);
  const rows = await db.selectFrom('files').selectAll().where('state', '!=', 'staged').execute();
  for (const file of rows)
    for (const { key, bytes } of fileParts(file)) {
      const found = sizes.get(`${file.area}/${key}`);
      if (found !== bytes) faults.push(`${file.area}/${key}: ${found} of ${bytes} bytes`);
    }
  return faults;
}

/** Returns the inconsistencies of the machine's records and files, whatever was saved last. */
export const faultsOfMachine = (machine: Machine): Promise<string[]> =>
  machine.inspect(async (db, store) => [
    ...(await historyFaults({ db })),
    ...(await faultsOfFiles(db, store)),
  ]);

/** Runs the sweep, as operators do while the product is stopped, and returns the orphans that remain. */
export async function orphansOf(machine: Machine): Promise<string[]> {
  await runCommand(['sweep', '--now'], () => readConfig({ ...machine.env, LOG_LEVEL: 'silent' }));
  return machine.inspect(async (db, store) => {
    const orphans: string[] = [];
    const files = await db.selectFrom('files').selectAll().execute();
    const removed = await db.selectFrom('removed_files').selectAll().execute();
    for (const { uuid, state } of files) if (state === 'staged') orphans.push(`files ${uuid} is staged`);
    const known = new Set(
      [...files, ...removed].flatMap((file) => fileParts(file).map(({ key }) => `${file.area}/${key}`)),
    );
    for (const area of AREAS)
      for await (const { key } of store.list(area))
        if (!known.has(`${area}/${key}`)) orphans.push(`${area}/${key} is nobody's`);
    for (const folder of ['tmp', 'files/unfinished'])
      for (const name of await readdir(join(machine.dataDir, folder)).catch(() => []))
        orphans.push(`${folder}/${name} is half received`);
    return orphans;
  });
}
