import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newDataDir, type RunningProduct, removeDataDir, root, startProduct } from '../bench/product.ts';
import { brand as second } from '../brands/graviola/brand.ts';
import { V8_FLAGS } from '../scripts/lib/project.mjs';
import { brand as first } from '../src/brand/brand.ts';

// Builds the second brand, and looks for the first in everything that it sends out.

let tree: string;
let dataDir: string;
let product: RunningProduct;
beforeAll(async () => {
  tree = await mkdtemp(join(tmpdir(), 'vitrine-brand-'));
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root });
  execFileSync('xargs', ['-0', 'cp', '-a', '--parents', '-t', tree], { cwd: root, input: files });
  await symlink(join(root, 'node_modules'), join(tree, 'node_modules'));
  execFileSync('env', [`BRAND=${second.id}`, process.execPath, 'scripts/build.mjs'], {
    cwd: tree,
    stdio: 'inherit',
  });
  dataDir = await newDataDir();
  const command = [process.execPath, ...V8_FLAGS, join(tree, 'build/server/main.js')];
  product = await startProduct(dataDir, command);
}, 300_000);
afterAll(async () => {
  await product?.stop();
  await Promise.all([dataDir, tree].map((folder) => folder && removeDataDir(folder)));
  if (tree) await rm(tree, { recursive: true, force: true });
});

const shared = new Set(Object.values(second.colours));
const colours = Object.values(first.colours).filter((colour) => !shared.has(colour));
/** Matches names, colours and fonts of the first brand. The text of the page names the sender's address. */
const ofFirst = new RegExp(
  [first.name, first.shortName, first.handle, 'Anybody Variable', 'Instrument Sans', ...colours].join('|'),
  'gi',
);

/** Orange of the official age ratings, which is the same in each shop. */
const OFFICIAL = new Set(['#f58220', '#ffcb05']);

function isOrange(colour: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const chroma = Math.max(red, green, blue) - Math.min(red, green, blue);
  const hue = (60 * (green - blue)) / chroma;
  return chroma > 110 && red > green && green > blue && hue > 10 && hue < 48;
}

/** Returns what of the first brand is in a text. */
const tracesIn = (text: string): string[] => [
  ...(text.match(ofFirst) ?? []),
  ...(text.match(/#[\da-f]{6}/gi) ?? []).filter(
    (colour) => isOrange(colour) && !OFFICIAL.has(colour.toLowerCase()),
  ),
];

test('finds the first brand where it is', async () => {
  const sheet = await readFile(join(root, 'brands', first.id, 'colours.css'), 'utf8');
  expect(tracesIn(sheet).length).toBeGreaterThan(colours.length);
  expect(tracesIn(`Bem-vindo à ${first.name}`)).toEqual([first.name]);
});

test('sends no script, style sheet or drawing of the first brand', async () => {
  const folder = join(tree, 'build/client');
  const names = await readdir(folder, { recursive: true });
  const texts = names.filter((name) => ['.js', '.css', '.svg', '.html'].includes(extname(name)));
  expect(texts.length).toBeGreaterThan(100);
  for (const name of texts) expect(tracesIn(await readFile(join(folder, name), 'utf8')), name).toEqual([]);
});

test('sends the fonts and pictures of the second brand only', async () => {
  for (const name of await readdir(join(root, 'brands', second.id, 'public/brand'))) {
    const served = await fetch(`${product.url}/brand/${name}`);
    const own = await readFile(join(root, 'brands', second.id, 'public/brand', name));
    expect(own.equals(Buffer.from(await served.arrayBuffer())), name).toBe(true);
  }
  const sent = await readdir(join(tree, 'build/client/assets'));
  const fonts = await Promise.all(
    sent
      .filter((name) => name.endsWith('.woff2'))
      .map((name) => readFile(join(tree, 'build/client/assets', name))),
  );
  const folder = join(root, 'brands', second.id, 'fonts');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.woff2'));
  const own = await Promise.all(names.map((name) => readFile(join(folder, name))));
  expect(fonts).toHaveLength(own.length);
  for (const font of fonts) expect(own.some((one) => one.equals(font))).toBe(true);
});

test('names the second brand on each kind of page, in the back office and in the manifest', async () => {
  const read = async (path: string) => {
    const answer = await fetch(product.url + path);
    expect(answer.status, path).toBe(200);
    return answer.text();
  };
  const linksOf = async (map: string) =>
    Array.from((await read(map)).matchAll(/<loc>([^<]+)<\/loc>/g), ([, link = '']) => new URL(link).pathname);
  const pages = new Map<string, string>();
  const visit = async (map: string) => {
    for (const path of await linksOf(map))
      if (path.endsWith('.xml')) await visit(path);
      else pages.set(path.replace(/[\da-f]{8}-[\da-f-]{27}.*/, ':uuid'), path);
  };
  await visit('/sitemap.xml');
  expect(pages.size).toBeGreaterThan(15);
  for (const path of [...pages.values(), '/auth/login', '/admin', '/manifest.webmanifest']) {
    const page = await read(path);
    expect(tracesIn(page), path).toEqual([]);
    if (path !== '/admin') expect(page, path).toContain(second.shortName);
  }
  expect(await read('/')).toContain(`content="${second.colours['primary-600']}"`);
});

test('sends mails of the second brand', async () => {
  await post('/api/auth/forgot-it', { email: product.admin.email });
  const folder = join(dataDir, 'mail');
  await expect.poll(() => readdir(folder).catch(() => []), { timeout: 30_000 }).toHaveLength(1);
  const [name = ''] = await readdir(folder);
  const mail = (await readFile(join(folder, name), 'utf8'))
    .replaceAll(product.admin.email, '')
    .replaceAll('=\r\n', '');
  expect(tracesIn(mail)).toEqual([]);
  expect(mail).toContain(second.name);
  expect(mail).toContain(second.colours['primary-600']);
});

test('draws posters in the colours and fonts of the second brand', { timeout: 250_000 }, async () => {
  const { token } = (await post('/api/auth/login', product.admin)) as { token: { access_token: string } };
  const headers = { authorization: `Bearer ${token.access_token}` };
  const get = async (path: string) =>
    ((await (await fetch(`${product.url}/api/admin${path}`, { headers })).json()) as { data: unknown }).data;
  const [offer] = (await get('/offers?per_page=1')) as { uuid: string }[];
  const { uuid } = (await post(
    '/api/admin/leaflets/store',
    {
      ...{ title: 'Feira fresca', valid_from: '2099-11-21', valid_until: '2099-11-22', theme: 'orange' },
      ...{ layout: 1, offers: [offer?.uuid], formats: ['post', 'a4'] },
    },
    headers,
  )) as { uuid: string };
  interface Poster {
    state: string;
    files: { file: { url_s3: string } }[];
  }
  await expect
    .poll(async () => ((await get(`/leaflets/details/${uuid}`)) as Poster).state, {
      timeout: 240_000,
      interval: 500,
    })
    .toBe('ready');
  const { files } = (await get(`/leaflets/details/${uuid}`)) as Poster;
  const [picture, pdf] = await Promise.all(
    files.map(async ({ file }) =>
      Buffer.from(await (await fetch(new URL(file.url_s3, product.url))).arrayBuffer()),
    ),
  );
  const corner = await sharp(picture).extract({ left: 2, top: 60, width: 4, height: 4 }).png().toBuffer();
  const [red, green] = (await sharp(corner).stats()).channels;
  expect(green?.mean, 'green of the head').toBeGreaterThan((red?.mean ?? 255) + 20);
  const fonts = pdf?.toString('latin1').match(/\/BaseFont \/[\w+-]+/g) ?? [];
  expect(fonts.length).toBeGreaterThan(0);
  for (const font of fonts) expect(font).toMatch(/Archivo|Figtree/);
});

async function post(path: string, body: object, headers: Record<string, string> = {}): Promise<unknown> {
  const answer = await fetch(product.url + path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.ok, path).toBe(true);
  return ((await answer.json()) as { data: unknown }).data;
}
