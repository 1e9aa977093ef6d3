import { readdir, readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as demo from '../../demo/content.ts';
import {
  openShippedPictures,
  type PageFacts,
  type Pictures,
  pagesFile,
  picturesFile,
  shippedPages,
  VARIANTS_DIR,
} from '../../demo/shippedVariants.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { fileOf } from '../../test/images.ts';
import { pdfOfPages } from '../../test/sampleFiles.ts';
import { renderBookletPages } from '../content/booklets/bookletPages.service.ts';
import { resources } from '../content/resources.ts';
import { compositionOf } from '../records/server/versions/history.ts';
import { variantWidths } from '../shared/files/pictureWidths.ts';
import { seedDemo } from './seed.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.remove());

it('the demo images contain all sizes that the site uses', async () => {
  const pictures = JSON.parse(await readFile(picturesFile, 'utf8')) as Pictures;
  const pages = JSON.parse(await readFile(pagesFile, 'utf8')) as PageFacts[];
  const used = [
    ...demo.banners,
    ...demo.branches.flatMap(({ picture, gallery }) => [picture, ...gallery]),
    ...demo.dailyOfferPictures,
    ...demo.offers,
    ...demo.recipes,
    ...demo.shops.flatMap((shop) => [shop, ...shop.gallery]),
    ...demo.movies,
  ].map(({ file }) => file.replace(/\.webp$/, ''));
  expect(new Set(Object.keys(pictures))).toEqual(new Set([...used, ...pages.map(({ name }) => name)]));
  expect((await readdir(VARIANTS_DIR)).sort()).toEqual(
    [...Object.keys(pictures), 'pages.json', 'pictures.json'].sort(),
  );
  const read = await openShippedPictures();
  let bytes = 0;
  for (const [name, { width }] of Object.entries(pictures)) {
    const { main, variants, avifs, placeholder } = await read(name);
    expect(placeholder, name).toMatch(/^data:image\/webp/);
    const modern = avifs.length ? avifs : variants;
    expect(
      modern.map((part) => part.width),
      name,
    ).toEqual(variantWidths(width));
    for (const { type, width, height, data } of [main, ...variants, ...avifs]) {
      bytes += data.length;
      expect(await sharp(data).metadata(), name).toMatchObject({ width, height, format: formats[type] });
    }
  }
  expect(bytes, 'every clone brings them along').toBeLessThan(31.5e6);
});

const formats = { 'image/jpeg': 'jpeg', 'image/png': 'png', 'image/webp': 'webp', 'image/avif': 'heif' };

it('the demo booklet has its pages without rendering them', async () => {
  const form = new FormData();
  form.append('doc', fileOf(pdfOfPages(['x']), 'Encarte.pdf', 'application/pdf'));
  const token = await app.signIn();
  const stored = await app.request('POST', '/api/admin/booklets/fortnightly/store', { token, form });
  await renderBookletPages(app.deps, stored.json().data.uuid, { drawn: shippedPages });
  const { data } = (await app.request('GET', '/api/site/booklets/fortnightly/pages')).json();
  expect(data).toMatchObject({ pages_state: 'ready', page_count: 8 });
  const [{ text, file }] = data.pages;
  expect(text).toContain('Oito páginas de preço bom');
  const types = file.variants.map(({ type }: { type: string }) => type);
  expect(types).toEqual([...Array(5).fill('image/webp'), ...Array(8).fill('image/avif')]);
  const waiting = app.deps.db.selectFrom('files').select('id').where('avif', '=', 'pending').execute();
  expect(await waiting).toEqual([]);
});

it('the demo has its images with AVIF widths without converting them', async () => {
  const own = await createTestApp();
  await seedDemo(own.deps);
  const files = await own.deps.db
    .selectFrom('files')
    .select(['name', 'avif', 'variants'])
    .where('avif', 'is not', null)
    .execute();
  expect(files.length).toBeGreaterThan(80);
  expect(files.filter(({ avif }) => avif !== 'done')).toEqual([]);
  for (const { variants } of files) expect(variants).toContain('image/avif');

  // Derived columns equal those of records that are restored from versions.
  for (const { table } of resources) {
    const rows: object[] = await own.deps.db.selectFrom(table).selectAll().execute();
    expect(rows.length > 0 || table === 'job_applications', table).toBe(true);
    for (const row of rows) {
      const keys = Object.keys(row).filter((column) => column === 'search' || column.endsWith('_key'));
      const { derive, derived = [] } = compositionOf(table);
      const worked = derive?.(row as never) ?? {};
      expect(
        Object.keys(worked)
          .filter((column) => !derived.includes(column))
          .sort(),
        table,
      ).toEqual(keys.sort());
      expect(row).toMatchObject(worked);
    }
  }
  await own.remove();
});
