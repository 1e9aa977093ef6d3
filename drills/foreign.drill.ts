import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { newDataDir, type RunningProduct, removeDataDir, root, startProduct } from '../bench/product.ts';
import { fileOf } from '../test/images.ts';

// Uploads files of public test sets to the product as it runs for real. `test/foreign` has their packages and its own
// lockfile; nothing else of a package is used.

const packages = join(root, 'test/foreign/node_modules');
const FEWEST = 500;
/** Longer than any file may take on a busy machine. */
const PATIENCE_MS = 300_000;

const KINDS = {
  picture: ['.png', '.jpg', '.jpeg', '.gif', '.webp', '.avif', '.bmp', '.tif', '.tiff'],
  pdf: ['.pdf'],
  sheet: ['.csv', '.tsv'],
  video: ['.mp4', '.m4s', '.m4v', '.webm', '.ogv', '.mov'],
} as const;
type Kind = keyof typeof KINDS;

interface Foreign {
  /** Its place among the packages. */
  path: string;
  bytes: Buffer;
}

/** Every file of a kind, each content once. */
function filesOf(kind: Kind): Foreign[] {
  const extensions: readonly string[] = KINDS[kind];
  const known = new Set<string>();
  return readdirSync(packages, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && extensions.includes(extname(entry.name).toLowerCase()))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
    .flatMap((file) => {
      const bytes = readFileSync(file);
      const digest = createHash('sha256').update(bytes).digest('hex');
      if (known.has(digest)) return [];
      known.add(digest);
      return [{ path: file.slice(packages.length + 1), bytes }];
    });
}

const files = Object.fromEntries(
  (Object.keys(KINDS) as Kind[]).map((kind) => [kind, filesOf(kind)]),
) as Record<Kind, Foreign[]>;

let product: RunningProduct;
let dataDir: string;
let token: string;

const answered = new Map<string, Map<string, number>>();
/** Counts what became of a file, for the table at the end. */
function count(way: string, outcome: string) {
  const of = answered.get(way) ?? new Map<string, number>();
  answered.set(way, of.set(outcome, (of.get(outcome) ?? 0) + 1));
}

/** Matches messages that advise the user. */
const ADVICE =
  /\b(envie|salve|confira|diminua|escolha|tente|converta|importe|cole|use|digite|corrija|deixe|ponha|coloque)\b/i;

async function ask(method: string, path: string, body?: FormData | object): Promise<Response> {
  const isForm = body instanceof FormData;
  return fetch(product.url + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
}

/** Uploads a file. Returns the response's data, or the fault of a refusal without advice. */
async function upload(
  way: string,
  path: string,
  fields: Record<string, string>,
  name: string,
  file: Foreign,
) {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  // Windows and some phones declare nothing; the content decides.
  form.append(name, fileOf(file.bytes, basename(file.path), ''));
  const answer = await ask('POST', path, form);
  const json = (await answer.json()) as Answer;
  if (answer.ok) return { data: json.data ?? {}, fault: undefined };
  return { data: undefined, fault: refusalFault(way, answer.status, json) };
}

interface Imported {
  count: number;
  added: number;
  changed: number;
  same: number;
  wrong: number;
}

interface Answer {
  data?: Record<string, unknown>;
  message?: string;
  errors?: Record<string, string[]>;
}

function refusalFault(
  way: string,
  status: number,
  { message = '', errors = {} }: Answer,
): string | undefined {
  const words = Object.values(errors).flat().join(' ') || message;
  count(way, `${status}: ${words}`);
  if (status >= 500 || status === 401 || status === 429) return `answered ${status}: ${words}`;
  return ADVICE.test(words) ? undefined : `refused without advice: ${words}`;
}

/** Returns the reason why `url` is not a valid picture; undefined if it is. */
async function pictureFault(url: string): Promise<string | undefined> {
  const answer = await ask('GET', url);
  if (answer.status !== 200) return `${url} answered ${answer.status}`;
  const image = sharp(Buffer.from(await answer.arrayBuffer()));
  return image.stats().then(
    () => undefined,
    (error: unknown) => `${url} does not open: ${error}`,
  );
}

const dataOf = async <T>(answer: Response) => ((await answer.json()) as { data: T }).data;

/** Reads until `isSettled` holds. Fails after a timeout. */
async function settled<T>(read: () => Promise<T>, isSettled: (value: T) => boolean): Promise<T> {
  const settle = async () => {
    const value = await read();
    return isSettled(value) && { value };
  };
  const { value } = await vi.waitUntil(settle, { timeout: PATIENCE_MS, interval: 200 });
  return value;
}

/** Does something with every file of a kind; fails with all that is wrong. */
async function tryAll(kind: Kind, use: (file: Foreign) => Promise<string | undefined>) {
  const faults: string[] = [];
  for (const file of files[kind]) {
    const fault = await use(file).catch((error: unknown) => String(error));
    if (fault) faults.push(`${file.path}: ${fault}`);
  }
  expect(faults).toEqual([]);
}

beforeAll(async () => {
  dataDir = await newDataDir();
  product = await startProduct(dataDir, undefined, { AVIF: '0', DEMO_CONTENT: '0' });
  const { email, password } = product.admin;
  const answer = await ask('POST', '/api/auth/login', { email, password });
  token = (await dataOf<{ token: { access_token: string } }>(answer)).token.access_token;
});

afterAll(async () => {
  const rows = [...answered].flatMap(([way, of]) =>
    [...of].toSorted(([, a], [, b]) => b - a).map(([outcome, times]) => ({ way, times, outcome })),
  );
  for (const { way, times, outcome } of rows)
    console.log(`${way.padEnd(22)} ${String(times).padStart(4)}  ${outcome}`);
  await product?.stop();
  await removeDataDir(dataDir);
});

test(`the packages ship at least ${FEWEST} files`, () => {
  const total = Object.values(files).reduce((sum, of) => sum + of.length, 0);
  expect(total).toBeGreaterThanOrEqual(FEWEST);
});

describe('foreign files', { timeout: 7_200_000 }, () => {
  test('every picture is shown in all its sizes or refused with advice', () =>
    tryAll('picture', async (file) => {
      const path = '/api/admin/banners/store';
      const { data, fault } = await upload('picture', path, { title: 'Prova' }, 'image', file);
      if (!data) return fault;
      count('picture', 'accepted');
      const banner = await dataOf<{ file: { url_s3: string; variants: { url: string }[] } }>(
        await ask('GET', `/api/admin/banners/details/${data.uuid}`),
      );
      for (const url of [banner.file.url_s3, ...banner.file.variants.map((variant) => variant.url)]) {
        const wrong = await pictureFault(url);
        if (wrong) return wrong;
      }
      await ask('DELETE', `/api/admin/banners/destroy/${data.uuid}`);
      return undefined;
    }));

  test('every booklet is shown page by page or refused with advice', () =>
    tryAll('pdf', async (file) => {
      const path = '/api/admin/booklets/fortnightly/store';
      const { data, fault } = await upload('booklet', path, {}, 'doc', file);
      if (!data) return fault;
      const read = async () =>
        dataOf<{ pages_state: string; pages: { file: { url_s3: string } }[] }>(
          await ask('GET', '/api/site/booklets/fortnightly/pages'),
        );
      const booklet = await settled(read, ({ pages_state }) => pages_state !== 'pending');
      count('booklet', `accepted, pages are ${booklet.pages_state}`);
      if (booklet.pages.length === 0) return 'has no page';
      return firstFault(booklet.pages.map((page) => page.file.url_s3));
    }));

  test('every résumé is shown page by page or refused with advice', () =>
    tryAll('pdf', async (file) => {
      const fields = { name: 'Rui', email: 'rui@exemplo.example', phone: '85900000012', vacancy: 'Caixa' };
      const { data, fault } = await upload('résumé', '/api/site/work-with-us', fields, 'doc', file);
      if (!data) return fault;
      const read = async () =>
        dataOf<{ state: string; pages: { url: string }[] }>(
          await ask('POST', `/api/admin/work-with-us/pages/${data.uuid}`),
        );
      const resume = await settled(read, ({ state }) => state !== 'pending');
      count('résumé', `accepted, pages are ${resume.state}`);
      if (resume.pages.length === 0) return 'has no page';
      return firstFault(resume.pages.map((page) => page.url));
    }));

  test.each([
    ['as it is', ''],
    ['below the names of our columns', 'Produto,Tamanho,Unidade,Preço,Departamento,Vale de,Vale até\n'],
  ])('every row of a sheet %s is accounted for, or the sheet is refused with advice', (_, names) =>
    tryAll('sheet', async ({ path, bytes }) => {
      const way = names === '' ? 'sheet' : 'sheet with our columns';
      const head = extname(path) === '.tsv' ? names.replaceAll(',', '\t') : names;
      const csv = head + bytes.toString('utf8');
      const answer = await ask('POST', '/api/admin/offers/import', { csv, trial: names !== '' });
      const json = (await answer.json()) as Answer;
      if (!answer.ok) return refusalFault(way, answer.status, json);
      const { count: rows, added, changed, same, wrong } = json.data as unknown as Imported;
      count(way, wrong > 0 ? 'read, and its wrong rows are told' : 'read, and all rows are right');
      const sum = added + changed + same + wrong;
      return sum === rows ? undefined : `has ${rows} rows, of which ${sum} are accounted for`;
    }),
  );

  test('every video is shown on the site, accepted with a warning, or refused with advice', () =>
    tryAll('video', async (file) => {
      const { data, fault } = await upload('video', '/api/admin/videos/store', {}, 'video', file);
      if (!data) return fault;
      const message = String(data.message);
      count('video', `accepted: ${message}`);
      const site = await ask('GET', '/api/site/video');
      const isShown = site.status === 200;
      if (isShown !== message.startsWith('Já aparece')) return `the site answers ${site.status}: ${message}`;
      if (!isShown) return ADVICE.test(message) ? undefined : `left out without advice: ${message}`;
      const { file: stored } = await dataOf<{ file: { url_s3: string } }>(site);
      const whole = await ask('GET', stored.url_s3);
      const bytes = Buffer.from(await whole.arrayBuffer());
      return bytes.equals(file.bytes) ? undefined : 'does not come back as it was sent';
    }));
});

async function firstFault(urls: string[]): Promise<string | undefined> {
  for (const url of urls) {
    const fault = await pictureFault(url);
    if (fault) return fault;
  }
  return undefined;
}
