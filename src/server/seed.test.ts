import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as demo from '../../demo/content.ts';
import { assets, avifFolder, avifName } from '../../demo/shipped.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { pdfOfPages } from '../../test/documents.ts';
import { fileOf } from '../../test/images.ts';
import { widthsOf } from '../features/files/file.images.ts';
import { seedPages } from './seed.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.remove());

it('the demonstration’s pictures come with the AVIF widths that the site would make of them', async () => {
  const pictures = [
    ...demo.banners,
    ...demo.branches.flatMap(({ picture, gallery }) => [picture, ...gallery]),
    ...demo.leaflets,
    ...demo.recipes,
    ...demo.shops.flatMap((shop) => [shop, ...shop.gallery]),
    ...demo.movies,
  ];
  const expected = new Set<string>();
  for (const file of new Set(pictures.map((picture) => picture.file))) {
    const { width } = await sharp(join(assets, file)).metadata();
    for (const one of widthsOf(width)) expected.add(avifName(file, one));
  }
  const shipped = await readdir(avifFolder);
  expect(shipped.toSorted()).toEqual([...expected].sort());
  let bytes = 0;
  for (const name of shipped) bytes += (await stat(join(avifFolder, name))).size;
  expect(bytes, 'every clone brings them along').toBeLessThan(7e6);
});

it('the demonstration’s booklet has its pages without anybody drawing them', async () => {
  const form = new FormData();
  form.append('doc', fileOf(pdfOfPages(['x']), 'Encarte.pdf', 'application/pdf'));
  const token = await app.signIn();
  await app.request('POST', '/api/admin/booklets/fortnightly/store', { token, form });
  await seedPages(app.deps);
  const { data } = (await app.request('GET', '/api/site/booklets/fortnightly/pages')).json();
  expect(data).toMatchObject({ pages_state: 'ready', page_count: 8 });
  expect(data.pages).toHaveLength(8);
  for (const { text, file } of data.pages) {
    expect(text).not.toBe('');
    expect(file.variants.map(({ type }: { type: string }) => type)).toEqual(Array(6).fill('image/webp'));
  }
  const waiting = app.deps.db.selectFrom('files').select('id').where('avif', '=', 'pending').execute();
  expect(await waiting).toEqual([]);
});
