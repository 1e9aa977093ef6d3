import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newDataDir, type RunningProduct, removeDataDir, root, startProduct } from '../../bench/product.ts';
import { tokenOf } from '../../bench/upload.ts';
import { V8_FLAGS } from '../../scripts/lib/project.mjs';
import { fileOf, jpeg } from '../../test/images.ts';
import { pdf } from '../../test/sampleFiles.ts';
import { formOf } from '../../test/uploads.ts';

// Tests of the built server, which other tests run from its sources: each program starts and finds its files.

let dataDir: string;
let product: RunningProduct;
let authorization = '';

beforeAll(async () => {
  dataDir = await newDataDir();
  product = await startProduct(dataDir, undefined, { AVIF: '0' });
  authorization = `Bearer ${await tokenOf(product)}`;
});
afterAll(async () => {
  await product?.stop();
  await removeDataDir(dataDir);
});

const call = (method: string, path: string, body?: object) =>
  fetch(`${product.url}/api${path}`, {
    method,
    headers: {
      ...(authorization && { authorization }),
      ...(body && !(body instanceof FormData) && { 'content-type': 'application/json' }),
    },
    ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
  });

async function read(response: Promise<Response>) {
  const text = await (await response).text();
  expect((await response).ok, text).toBe(true);
  return JSON.parse(text);
}

/** Sources of what a server with SQLite and local files uses later, never, or in another process. */
const UNUSED_AT_REST = [
  ...['pg', 'pg-pool', '@aws-sdk/client-s3', 'nodemailer', 'file-type', 'age-encryption'],
  ...['@fastify/swagger', 'yaml', 'otpauth', 'bowser', '@simplewebauthn/server', 'qrcode-generator'],
  ...['@zxcvbn-ts/core', 'papaparse', 'eventsource-parser'],
  ...['react-router', '@base-ui/react', 'react-hook-form', 'react-day-picker'],
].map((name) => `/node_modules/${name}/`);
const SCREEN = /\/src\/(office|[\w/]+\/office)\/\w+\.tsx$/;

test('a server that has rendered a page only has loaded nothing else', async () => {
  const directory = await newDataDir();
  const list = join(directory, 'loaded');
  const command = [process.execPath, ...V8_FLAGS, '--import', join(root, 'test/listLoadedModules.mjs')];
  const resting = await startProduct(directory, [...command, 'build/server/main.js'], {
    DEMO_CONTENT: '0',
    LOADED_MODULES: list,
  });
  try {
    const loaded = (await readFile(list, 'utf8')).split('\n').filter((url) => url.startsWith('file:'));
    // The bundler's own helpers have no source map.
    const built = loaded.filter((url) => /\/build\/server\/(?!rolldown-runtime)/.test(url));
    // Packages that stay outside the build are for pictures, posters and PDFs.
    expect(loaded.filter((url) => url.includes('/node_modules/'))).toEqual([]);
    const sources = (await Promise.all(built.map(sourcesOf))).flat();
    expect(sources).toContainEqual(expect.stringContaining('/node_modules/kysely/'));
    expect(sources).toContainEqual(expect.stringContaining('/src/site/pages/HomePage.tsx'));
    for (const part of UNUSED_AT_REST)
      expect(
        sources.filter((source) => source.includes(part)),
        part,
      ).toEqual([]);
    expect(sources.filter((source) => SCREEN.test(source))).toEqual([]);
  } finally {
    await resting.stop();
    await removeDataDir(directory);
  }
});

/** Returns the source files of a module of the build. */
async function sourcesOf(url: string): Promise<string[]> {
  return JSON.parse(await readFile(`${fileURLToPath(url)}.map`, 'utf8')).sources;
}

test('renders pages and the back office', async () => {
  for (const path of ['/', '/offers', '/auth/login']) {
    const response = await fetch(product.url + path);
    expect(response.status, path).toBe(200);
    expect(await response.text()).toContain('</html>');
  }
});

test('processes a picture and reads a PDF in child processes', async () => {
  const image = fileOf(await jpeg({ width: 800, height: 400 }), 'a.jpg', 'image/jpeg');
  await read(call('POST', '/admin/banners/store', formOf({ title: 'Faixa', image })));
  const doc = fileOf(pdf('Ofertas da quinzena'), 'a.pdf', 'application/pdf');
  const { data } = await read(call('POST', '/admin/daily-booklets/text', formOf({ doc })));
  expect(JSON.stringify(data.pages)).toContain('Ofertas da quinzena');
});

test('draws a poster in a child process', async () => {
  const { data } = await read(call('GET', '/admin/offers?per_page=1'));
  const poster = {
    ...{ title: 'Feira fresca', valid_from: '2026-11-21', valid_until: '2026-11-22', theme: 'orange' },
    ...{ layout: 4, offers: [data[0].uuid], format: 'story', page: 1 },
  };
  const preview = await read(call('POST', '/admin/leaflets/preview', poster));
  expect(JSON.stringify(preview)).toMatch(/"picture":"UklG/);
});

test('estimates a password in a worker thread', async () => {
  const password = 'password1234';
  const change = {
    current_password: product.admin.password,
    password,
    password_confirmation: password,
  };
  const response = await call('PUT', '/admin/profile/password', change);
  expect(response.status).toBe(422);
  expect(await response.text()).toContain('senhas mais');
});

test('runs commands', async () => {
  const run = async (...args: string[]) => {
    const env = { DATA_DIR: dataDir };
    const command = [join(root, 'build/server/cli.js'), ...args];
    return (await promisify(execFile)(process.execPath, command, { cwd: dataDir, env })).stdout;
  };
  expect(await run('--version')).toMatch(/^\d+\.\d+\.\d+$/m);
  await run('backup', join(dataDir, 'backups'));
  expect(await readdir(join(dataDir, 'backups'))).not.toEqual([]);
});
