import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as demo from '../../demo/content.ts';
import { assets, avifFolder, avifName, pageFolder, pageName, pageTexts } from '../../demo/shipped.ts';
import { createTestApp, engine, type TestApp } from '../../test/app.ts';
import { pdfOfPages } from '../../test/documents.ts';
import { fileOf } from '../../test/images.ts';
import { makePages } from '../features/booklets/bookletPages.service.ts';
import { widthsOf } from '../features/files/file.images.ts';
import { seedAvifs, seedDemo, shippedPages } from './seed.ts';

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
  const stored = await app.request('POST', '/api/admin/booklets/fortnightly/store', { token, form });
  // The first stands for all: each takes as long as a photograph that staff send.
  await makePages(app.deps, stored.json().data.uuid, {
    async *drawn() {
      for await (const page of shippedPages()) {
        yield page;
        return;
      }
    },
  });
  const { data } = (await app.request('GET', '/api/site/booklets/fortnightly/pages')).json();
  expect(data).toMatchObject({ pages_state: 'ready', page_count: 8 });
  const [{ text, file }] = data.pages;
  expect(text).toContain('Oito páginas de preço bom');
  expect(file.variants.map(({ type }: { type: string }) => type)).toEqual(Array(6).fill('image/webp'));
  const waiting = app.deps.db.selectFrom('files').select('id').where('avif', '=', 'pending').execute();
  expect(await waiting).toEqual([]);

  const shipped = await readdir(pageFolder);
  expect(shipped.toSorted()).toEqual(
    [...Array.from({ length: 8 }, (_, index) => pageName(index + 1)), 'textos.json'].sort(),
  );
  expect(await readFile(pageTexts, 'utf8')).not.toContain('""');
});

// What is stored is the same on both; storing it takes its time.
it.runIf(engine === 'sqlite')(
  'the pictures of the demonstration take their shipped AVIF widths, and none is made',
  async () => {
    const own = await createTestApp();
    await seedDemo(own.deps);
    await seedAvifs(own.deps);
    const files = await own.deps.db
      .selectFrom('files')
      .select(['name', 'avif', 'variants'])
      .where('avif', 'is not', null)
      .execute();
    expect(files.length).toBeGreaterThan(80);
    expect(files.filter(({ avif }) => avif !== 'done')).toEqual([]);
    const types = files.map(({ variants }) =>
      JSON.parse(variants ?? '[]').map(({ type }: { type: string }) => type),
    );
    // Only what would be no smaller has none.
    expect(types.filter((found) => found.includes('image/avif')).length).toBeGreaterThan(80);
    await own.remove();
  },
  60_000,
);
