import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newDataDir, type RunningProduct, removeDataDir, root, startProduct } from '../../bench/product.ts';
import { tokenOf } from '../../bench/upload.ts';
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
