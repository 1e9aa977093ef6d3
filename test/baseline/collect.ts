import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { type CompiledQuery, DefaultQueryCompiler } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { configTable } from '../../src/platform/config/settingsTable.ts';
import { builtPages } from '../../src/server/pages/builtPages.ts';
import { endpointsTable, rolesTable } from '../../src/server/permissionTables.ts';
import { seedBookletPages, seedDemo } from '../../src/server/seed.ts';
import { createTestApp, engine, type TestApp, testClock } from '../app.ts';
import { fuzzRequestsOf, type Operation, operationsOf } from '../fuzz.ts';
import { jpeg } from '../images.ts';
import { mp4, pdf } from '../sampleFiles.ts';
import { schemaOf } from './schema.ts';

// Writes the facts that a change of structure or names must preserve to BASELINE_DIR, one file per fact.

const root = resolve(import.meta.dirname, '../..');
const directory = resolve(root, process.env.BASELINE_DIR ?? 'baseline');
const ORIGIN = 'https://loja.example';
/** Requests per operation; the same seed gives the same requests. */
const CALLS = 6;
const SEED = 1;

let app: TestApp;

async function write(name: string, content: string | object) {
  const text = typeof content === 'string' ? content : `${JSON.stringify(content, null, 1)}\n`;
  const file = join(directory, name);
  await mkdir(resolve(file, '..'), { recursive: true });
  await writeFile(file, text);
}

beforeAll(async () => {
  app = await createTestApp({
    env: { PUBLIC_URL: ORIGIN, SESSION_IDLE: '36500d', SESSION_ABSOLUTE: '36500d' },
    clock: testClock('2026-11-21T15:00:00Z'),
    pages: builtPages,
  });
  await seedDemo(app.deps);
  await seedBookletPages(app.deps);
});
afterAll(() => app.remove({ rewritten: true }));

test('writes the schema of the database', async () => {
  await write(`schema.${engine}.txt`, await schemaOf(app.deps.db, engine));
});

describe.runIf(engine === 'sqlite')('facts that do not depend on the database', () => {
  test('writes the API document', async () => {
    await write('openapi.json', (await app.request('GET', '/api/docs/json')).json() as object);
  });

  test('writes permissions and configuration', async () => {
    await write('permissions.md', `${rolesTable()}\n\n${endpointsTable()}\n`);
    await write('configuration.json', { en: configTable('en'), pt: configTable('pt') });
  });

  test('writes the names of metrics and log messages', async () => {
    await write('metrics.txt', `${(await inSource(/\bvitrine_[a-z_]+/g, ([name]) => name)).join('\n')}\n`);
    const logged = /\blog(?:ger)?\??\.(info|warn|error|debug)\([^;]*?['"`]([^'"`]+)['"`]\s*\)/g;
    await write(
      'logs.txt',
      `${(await inSource(logged, ([, level, message]) => `${level}: ${message}`)).join('\n')}\n`,
    );
  });

  test('writes the HTML of every page in the sitemap', async () => {
    const pages = await pathsOfPages();
    expect(pages.length).toBeGreaterThan(20);
    const sizes: Record<string, number> = {};
    for (const [at, path] of pages.entries()) {
      const { statusCode, payload } = await app.request('GET', path);
      const name = `${String(at).padStart(3, '0')}${path.replace(UUID, 'id').replaceAll(/[^\w]+/g, '-')}`;
      await write(`pages/${name}.html`, `${statusCode}\n${normalized(payload)}\n`);
      sizes[name] = await scriptBytes(payload);
    }
    await write('sizes.json', { ...(await assetBytes()), scriptsOfPages: sizes });
  });
});

test('writes the SQL statements of every endpoint', async () => {
  const document = (await app.request('GET', '/api/docs/json')).json();
  // Calls that end sessions come last.
  const endsSessions = ({ path }: Operation) => /^\/api\/(auth|admin\/(profile|users))\b/.test(path);
  const operations = operationsOf(document).sort((a, b) => Number(endsSessions(a)) - Number(endsSessions(b)));
  const files = { jpeg: await jpeg(), pdf: pdf(), mp4: mp4() };
  const compile = vi.spyOn(DefaultQueryCompiler.prototype, 'compileQuery');
  const found: Record<string, string[]> = {};
  let token = await app.signIn();
  for (const operation of operations) {
    const statements = new Set<string>();
    if (endsSessions(operation)) token = await app.signIn();
    const uuid = await recordOf(operation, token);
    const kind = operation.body ? (takesFiles(operation) ? 'multipart' : 'json') : 'none';
    for (const call of fuzzRequestsOf(operation, { kind, token, count: CALLS, seed: SEED, files })) {
      app.clock.advance(15 * 60_000);
      app.deps.responseCache.invalidate();
      compile.mockClear();
      await app.server.inject({
        method: call.method as 'GET',
        url: call.url.replaceAll('{uuid}', uuid),
        headers: call.headers,
        ...(call.payload && {
          payload: Buffer.from(call.payload.toString('latin1').replaceAll('{uuid}', uuid), 'latin1'),
        }),
      });
      for (const { value } of compile.mock.results) statements.add((value as CompiledQuery).sql);
    }
    found[`${operation.method} ${operation.path}`] = [...statements].sort();
  }
  await write(`statements.${engine}.json`, found);
});

const UUID = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g;

async function recordOf({ path }: Operation, token: string): Promise<string> {
  const list = path.split('/').slice(0, 4).join('/');
  const { payload } = await app.request('GET', list, { token });
  return payload.match(UUID)?.[0] ?? '00000000-0000-4000-8000-000000000000';
}

const takesFiles = ({ body }: Operation) => JSON.stringify(body).includes('"binary"');

async function pathsOfPages(): Promise<string[]> {
  const maps = await app.request('GET', '/sitemap.xml');
  const locations = (xml: string) => Array.from(xml.matchAll(/<loc>([^<]*)<\/loc>/g), ([, url = '']) => url);
  const paths: string[] = [];
  for (const url of locations(maps.payload)) {
    const path = url.replace(ORIGIN, '');
    if (!path.endsWith('.xml')) paths.push(path);
    else
      paths.push(
        ...locations((await app.request('GET', path)).payload).map((each) => each.replace(ORIGIN, '')),
      );
  }
  const shapes = paths.map((path) => [path.replace(UUID, 'id'), path] as const);
  // Records are sorted by their random names, so keep one page of each kind.
  return [...new Map(shapes.filter(([shape]) => shape !== '')).values(), '/nao-encontrada'];
}

/**
 * Replaces what differs between two builds and two databases of the same content: ids, digests, file names.
 */
function normalized(html: string): string {
  return html
    .replace(UUID, '<id>')
    .replaceAll(/\/assets\/[\w.-]+/g, (path) => `/assets/<name>${path.slice(path.lastIndexOf('.'))}`)
    .replaceAll(/(nonce|integrity)="[^"]*"/g, '$1="<digest>"')
    .replaceAll(/></g, '>\n<');
}

async function scriptBytes(html: string): Promise<number> {
  const names = new Set(Array.from(html.matchAll(/\/assets\/([\w.-]+\.js)/g), ([, name = '']) => name));
  let bytes = 0;
  for (const name of names) bytes += brotliBytes(await readFile(join(assets, name)));
  return bytes;
}

const assets = join(root, 'build/client/assets');
const brotliBytes = (content: Buffer) => brotliCompressSync(content).length;

/** Returns the bytes of all scripts and styles after Brotli. */
async function assetBytes(): Promise<Record<string, number>> {
  const total = { js: 0, css: 0 };
  for (const name of await readdir(assets)) {
    const kind = name.endsWith('.js') ? 'js' : name.endsWith('.css') ? 'css' : null;
    if (kind) total[kind] += brotliBytes(await readFile(join(assets, name)));
  }
  return total;
}

/** Returns every distinct match of `pattern` in the product's source without its tests, sorted. */
async function inSource(pattern: RegExp, lineOf: (match: RegExpMatchArray) => string): Promise<string[]> {
  const found = new Set<string>();
  for (const file of await readdir(join(root, 'src'), { recursive: true })) {
    if (!/\.tsx?$/.test(file) || /\.(test|drill)\./.test(file)) continue;
    const text = await readFile(join(root, 'src', file), 'utf8');
    for (const match of text.matchAll(pattern)) found.add(lineOf(match));
  }
  return [...found].sort();
}
