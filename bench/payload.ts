import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Browser } from '@playwright/test';
import { recipes } from '../demo/recipes.ts';
import { assets } from '../demo/shippedVariants.ts';
import { freePort } from '../test/port.ts';
import { type ListPaint, launchChromium, measureListPaint, type OpenList, openRecipes } from './browser.ts';
import {
  type Figure,
  newDataDir,
  quartiles,
  removeDataDir,
  startProduct,
  untilAvifReady,
  untilFirstOk,
} from './product.ts';

// Payload 3, installed into Next.js as its documentation describes, with a list like ours of recipes, built
// for production. Stored in the system's temporary folder, so that it is installed and built once; a change
// of the files below rebuilds it.

const FOLDER = join(tmpdir(), 'vitrine-bench-payload');

const PACKAGES = {
  '@payloadcms/db-sqlite': '3.90.2',
  '@payloadcms/next': '3.90.2',
  graphql: '16.15.0',
  next: '16.4.6',
  payload: '3.90.2',
  react: '19.3.1',
  'react-dom': '19.3.1',
  sharp: '0.35.5',
};

const ADMIN = { email: 'bench@hiperaurora.example', password: 'senha da medida' };

const FILES: Record<string, string> = {
  'package.json': JSON.stringify({ private: true, type: 'module', dependencies: PACKAGES }),
  'jsconfig.json': JSON.stringify({
    compilerOptions: { paths: { '@payload-config': ['./payload.config.js'] } },
  }),
  'next.config.js': `
import { withPayload } from '@payloadcms/next/withPayload';
export default withPayload({ turbopack: { root: import.meta.dirname } });
`,
  // The same columns as ours, without Payload's rich-text editor, which neither recipes nor their list need.
  'payload.config.js': `
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sqliteAdapter } from '@payloadcms/db-sqlite';
import { buildConfig } from 'payload';
import sharp from 'sharp';

const folder = path.dirname(fileURLToPath(import.meta.url));

export default buildConfig({
  secret: process.env.PAYLOAD_SECRET,
  admin: { user: 'users', importMap: { baseDir: folder } },
  db: sqliteAdapter({ client: { url: 'file:' + path.join(folder, 'payload.db') } }),
  sharp,
  telemetry: false,
  typescript: { autoGenerate: false },
  collections: [
    { slug: 'users', auth: true, fields: [] },
    {
      slug: 'pictures',
      upload: {
        staticDir: path.join(folder, 'pictures'),
        imageSizes: [{ name: 'thumbnail', width: 300 }],
        adminThumbnail: 'thumbnail',
      },
      fields: [{ name: 'alt', type: 'text' }],
    },
    {
      slug: 'recipes',
      admin: {
        useAsTitle: 'name',
        defaultColumns: ['id', 'picture', 'name', 'category'],
        pagination: { defaultLimit: 25 },
      },
      fields: [
        { name: 'name', type: 'text', required: true },
        { name: 'category', type: 'text', index: true },
        { name: 'picture', type: 'upload', relationTo: 'pictures', displayPreview: true },
        { name: 'description', type: 'textarea' },
        { name: 'ingredients', type: 'textarea' },
        { name: 'preparation', type: 'textarea' },
        { name: 'link', type: 'text' },
      ],
    },
  ],
});
`,
  'app/(payload)/layout.js': `
import config from '@payload-config';
import '@payloadcms/next/css';
import { handleServerFunctions, RootLayout } from '@payloadcms/next/layouts';
import { importMap } from './admin/importMap.js';

async function serverFunction(args) {
  'use server';
  return handleServerFunctions({ ...args, config, importMap });
}

export default function Layout({ children }) {
  return <RootLayout config={config} importMap={importMap} serverFunction={serverFunction}>{children}</RootLayout>;
}
`,
  'app/(payload)/admin/[[...segments]]/page.js': `
import config from '@payload-config';
import { generatePageMetadata, RootPage } from '@payloadcms/next/views';
import { importMap } from '../importMap.js';

export const generateMetadata = ({ params, searchParams }) => generatePageMetadata({ config, params, searchParams });
export default function Page({ params, searchParams }) {
  return RootPage({ config, importMap, params, searchParams });
}
`,
  'app/(payload)/api/[...slug]/route.js': `
import config from '@payload-config';
import { REST_DELETE, REST_GET, REST_PATCH, REST_POST } from '@payloadcms/next/routes';

export const GET = REST_GET(config);
export const POST = REST_POST(config);
export const PATCH = REST_PATCH(config);
export const DELETE = REST_DELETE(config);
`,
  // Payload creates its tables by itself outside production.
  'fill.js': `
import { readFileSync } from 'node:fs';
import { getPayload } from 'payload';
import config from './payload.config.js';

const { admin, recipes } = JSON.parse(readFileSync('content.json', 'utf8'));
const payload = await getPayload({ config });
await payload.create({ collection: 'users', data: admin });
for (const { filePath, alt, ...recipe } of recipes) {
  const picture = await payload.create({ collection: 'pictures', data: { alt }, filePath });
  await payload.create({ collection: 'recipes', data: { ...recipe, picture: picture.id } });
}
process.exit(0);
`,
  'content.json': JSON.stringify({
    admin: ADMIN,
    recipes: recipes.map(({ file, alt, steps, ingredients, ...recipe }) => ({
      ...recipe,
      alt,
      ingredients: ingredients.join('\n'),
      preparation: steps.join('\n'),
      filePath: join(assets, file),
    })),
  }),
};

const ENV = {
  ...process.env,
  PATH: `${join(FOLDER, 'node_modules/.bin')}:${dirname(process.execPath)}:${process.env.PATH}`,
  PAYLOAD_CONFIG_PATH: 'payload.config.js',
  // The secret signs only local sessions.
  PAYLOAD_SECRET: 'medida',
  NEXT_TELEMETRY_DISABLED: '1',
};

function start(program: string, args: string[], env: Record<string, string> = {}): ChildProcess {
  return spawn(program, args, {
    cwd: FOLDER,
    env: { ...ENV, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function run(program: string, args: string[], env: Record<string, string> = {}): Promise<void> {
  const child = start(program, args, env);
  const code = await new Promise((ended) => child.once('exit', ended).once('error', ended));
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} in ${FOLDER} ended with ${code}`);
}

/** Installs and builds Payload, unless the folder was built from the same files. */
async function ensureBuilt(): Promise<void> {
  const mark = join(FOLDER, 'built.json');
  const wanted = JSON.stringify(FILES);
  if ((await readFile(mark, 'utf8').catch(() => '')) === wanted) return;
  await rm(FOLDER, { recursive: true, force: true });
  for (const [name, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(FOLDER, name)), { recursive: true });
    await writeFile(join(FOLDER, name), text);
  }
  console.log(`Payload is installed and built in ${FOLDER}: some minutes, once`);
  await run('npm', ['install', '--prefix', FOLDER, '--no-fund', '--no-audit', '--loglevel=error']);
  await run('payload', ['generate:importmap']);
  await run(process.execPath, ['fill.js'], { NODE_ENV: 'development' });
  await run('next', ['build']);
  await writeFile(mark, wanted);
}

interface ServedList {
  list(browser: Browser): Promise<OpenList>;
  stop(): Promise<void>;
}

async function servePayload(): Promise<ServedList> {
  const port = String(await freePort());
  const child = start(process.execPath, [
    'node_modules/next/dist/bin/next',
    'start',
    '-H',
    '127.0.0.1',
    '-p',
    port,
  ]);
  const url = `http://127.0.0.1:${port}`;
  await untilFirstOk(`${url}/admin/login`, child);
  return {
    async list(browser) {
      const context = await browser.newContext();
      const answer = await context.request.post(`${url}/api/users/login`, { data: ADMIN });
      if (!answer.ok()) throw new Error(`Payload's sign-in answered ${answer.status()}`);
      const storageState = await context.storageState();
      await context.close();
      return { address: `${url}/admin/collections/recipes`, storageState };
    },
    async stop() {
      child.kill('SIGTERM');
      await new Promise((ended) => child.once('exit', ended));
    },
  };
}

async function serveOurs(): Promise<ServedList> {
  const dataDir = await newDataDir();
  const product = await startProduct(dataDir);
  await untilAvifReady(product);
  return {
    list: (browser) => openRecipes(browser, product),
    async stop() {
      await product.stop();
      await removeDataDir(dataDir);
    },
  };
}

/**
 * Serves a lower bound: the same names in a plain table without style, picture or script, from Node's own
 * server.
 */
async function serveBare(): Promise<ServedList> {
  const rows = recipes.map(({ name, category }) => `<tr><td>${name}</td><td>${category}</td></tr>`).join('');
  const page = `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><title>Receitas</title><table><tbody>${rows}</tbody></table>`;
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(page);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    list: async () => ({ address: `http://127.0.0.1:${port}/`, storageState: { cookies: [], origins: [] } }),
    async stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const ROUNDS = 15;
const WARM_UP = 2;

/**
 * Compares our list of recipes with Payload's of the same recipes, in turns: time to the tenth row, and size.
 */
export async function listAgainstPayload(): Promise<Figure[]> {
  await ensureBuilt();
  const browser = await launchChromium();
  const servers: ServedList[] = [];
  const open = async (serve: () => Promise<ServedList>) => {
    const server = await serve();
    servers.push(server);
    return server.list(browser);
  };
  try {
    const lists = {
      ours: await open(serveOurs),
      theirs: await open(servePayload),
      bare: await open(serveBare),
    };
    const shown = { ours: [] as ListPaint[], theirs: [] as ListPaint[], bare: [] as ListPaint[] };
    for (let round = -WARM_UP; round < ROUNDS; round += 1) {
      for (const product of ['ours', 'theirs', 'bare'] as const) {
        const measurement = await measureListPaint(browser, lists[product]);
        if (round >= 0) shown[product].push(measurement);
      }
    }
    const summaryOf = (product: keyof typeof shown) => {
      const [low, middle, high] = quartiles(shown[product].map(({ ms }) => ms));
      const bytes = Math.max(...shown[product].map(({ bytes }) => bytes));
      return { middle, bytes, said: `${middle.toFixed(0)} ms (${low.toFixed(0)} to ${high.toFixed(0)})` };
    };
    const [ours, theirs, bare] = [summaryOf('ours'), summaryOf('theirs'), summaryOf('bare')];
    const ratio = ours.middle / theirs.middle;
    const kilobytes = (bytes: number) => (bytes / 1000).toFixed(0);
    return [
      {
        what: "list of recipes beside Payload's, cold cache, signed in, until its tenth row shows",
        measured: `${ratio.toFixed(2)} ×: ${ours.said}, Payload ${theirs.said}, a bare table ${bare.said}`,
        target: '≤ 0.5 ×',
        reached: ratio <= 0.5,
      },
      {
        what: 'its script and styles as served',
        measured: `${kilobytes(ours.bytes)} KB, Payload ${kilobytes(theirs.bytes)} KB`,
        target: '≤ 200 KB',
        reached: ours.bytes <= 200_000,
      },
    ];
  } finally {
    await browser.close();
    for (const server of servers) await server.stop();
  }
}
