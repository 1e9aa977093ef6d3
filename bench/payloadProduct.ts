import { type ChildProcess, spawn } from 'node:child_process';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Browser } from '@playwright/test';
import { recipes } from '../demo/recipes.ts';
import { assets } from '../demo/shippedVariants.ts';
import { freePort } from '../test/port.ts';
import type { OpenList } from './browser.ts';
import { untilFirstOk } from './product.ts';

// Payload 3, installed into Next.js as its documentation describes, with a list like ours of recipes, built
// for production. Stored in the system's temporary folder, so that it is installed and built once; a change
// of the files below rebuilds it.

const FOLDER = join(tmpdir(), 'vitrine-bench-payload');
const DATABASE = join(FOLDER, 'payload.db');
/** Database as it was filled, from which each run starts. */
const FILLED_DATABASE = join(FOLDER, 'filled.db');

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

const recipeFields = [
  { name: 'name', type: 'text', required: true },
  { name: 'category', type: 'text', index: true },
  { name: 'picture', type: 'upload', relationTo: 'pictures', displayPreview: true },
  { name: 'description', type: 'textarea' },
  { name: 'ingredients', type: 'textarea' },
  { name: 'preparation', type: 'textarea' },
  { name: 'link', type: 'text' },
];

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
      fields: recipeFields,
    },
    // The chores need drafts, which would be one more column in the measured list.
    {
      slug: 'drafted-recipes',
      admin: { useAsTitle: 'name' },
      versions: { drafts: true },
      fields: recipeFields.map((field) =>
        field.name === 'category' ? { ...field, type: 'select', options: ['Almoço de família', 'Café da tarde'] } : field,
      ),
    },
    {
      slug: 'banners',
      admin: { useAsTitle: 'title' },
      versions: { drafts: true },
      fields: [
        { name: 'title', type: 'text', required: true },
        { name: 'picture', type: 'upload', relationTo: 'pictures', required: true },
      ],
    },
    {
      slug: 'holidays',
      admin: { useAsTitle: 'name' },
      fields: [
        { name: 'name', type: 'text', required: true },
        { name: 'hours', type: 'select', options: ['open', 'closed'] },
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
for (const name of ['Natal', 'Ano-novo', 'Carnaval']) await payload.create({ collection: 'holidays', data: { name } });
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
export async function ensurePayloadBuilt(): Promise<void> {
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
  await copyFile(DATABASE, FILLED_DATABASE);
  await run('next', ['build']);
  await writeFile(mark, wanted);
}

/** A list that a server shows to signed-in users. */
export interface ServedList {
  list(browser: Browser): Promise<OpenList>;
  stop(): Promise<void>;
}

/** Serves the built Payload on a free port, with the content with which it was filled. */
export async function servePayload(): Promise<ServedList> {
  await copyFile(FILLED_DATABASE, DATABASE);
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
      return {
        address: `${url}/admin/collections/recipes`,
        start: `${url}/admin`,
        menuEntry: 'nav a[href="/admin/collections/recipes"]',
        rowLink: 'tbody tr:first-child a[href^="/admin/collections/recipes/"]',
        field: 'form input[name="name"]',
        storageState,
      };
    },
    async stop() {
      child.kill('SIGTERM');
      await new Promise((ended) => child.once('exit', ended));
    },
  };
}
