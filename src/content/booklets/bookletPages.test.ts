import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { bodyOf, createTestApp, type TestApp } from '../../../test/app.ts';
import { emptyTables } from '../../../test/historyInvariants.ts';
import { fileOf } from '../../../test/images.ts';
import { inputFile, pdfOfPages, pdfWithExcess, slowPdf } from '../../../test/sampleFiles.ts';
import { renderPages } from '../../records/server/pdfPages/pdfPages.process.ts';
import {
  getFortnightlyBooklet,
  MAX_BOOKLET_PAGES,
  siteFortnightlyBooklet,
  siteFortnightlyPages,
} from './booklet.contract.ts';
import { renderBookletPages } from './bookletPages.service.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await createTestApp();
  token = await app.signIn();
});
afterAll(() => app.remove());
beforeEach(async () => {
  await emptyTables(app.deps, ['jobs', 'booklet_pages', 'fortnightly_booklets', 'files', 'audit_log']);
  await app.emptyStore();
  app.deps.responseCache.invalidate();
});

const PAGES = '/api/site/booklets/fortnightly/pages';

/** Stores a booklet as staff do; returns its uuid. */
async function store(bytes: Buffer, fields: Record<string, string> = {}): Promise<string> {
  const form = new FormData();
  form.append('doc', fileOf(bytes, 'Encarte de maio.pdf', 'application/pdf'));
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const answer = await app.request('POST', '/api/admin/booklets/fortnightly/store', { token, form });
  expect(answer.statusCode, answer.payload).toBeLessThan(300);
  return answer.json().data.uuid;
}
const read = async (query = '') =>
  bodyOf(siteFortnightlyPages.answers[200], await app.request('GET', PAGES + query)).data;
const forStaff = async () =>
  bodyOf(
    getFortnightlyBooklet.answers[200],
    await app.request('GET', '/api/admin/booklets/fortnightly', { token }),
  ).data;
async function counts() {
  const count = async (table: 'booklet_pages' | 'files') =>
    (await app.deps.db.selectFrom(table).select('id').execute()).length;
  return {
    pages: await count('booklet_pages'),
    files: await count('files'),
    folders: new Set((await app.storedKeys()).map((key) => key.split('/')[1])).size,
  };
}
const ONLY_THE_PDF = { pages: 0, files: 1, folders: 1 };

describe('pages of the fortnightly booklet', () => {
  it('answers 204 without a booklet, and answers the upload before the pages are rendered', async () => {
    expect((await app.request('GET', PAGES)).statusCode).toBe(204);
    await store(pdfOfPages(['um']), { valid_from: '2026-11-16', valid_until: '2026-11-30' });
    expect(await read()).toMatchObject({
      file: { name: 'Encarte de maio.pdf' },
      valid_from: '2026-11-16',
      valid_until: '2026-11-30',
      pages_state: 'pending',
      page_count: null,
      pages: [],
    });
    expect(await forStaff()).toMatchObject({ pages_state: 'pending', page_count: null });
    expect(await counts()).toEqual(ONLY_THE_PDF);
  });

  it('adds pictures and text of the pages once they are rendered, and keeps menu responses small', async () => {
    const uuid = await store(pdfOfPages(['Picanha R$ 59,90', 'Tomate']));
    const before = await forStaff();
    await read();
    await renderBookletPages(app.deps, uuid);
    const { pages_state, page_count, pages } = await read();
    expect([pages_state, page_count]).toEqual(['ready', 2]);
    expect(pages.map(({ page, text }) => [page, text])).toEqual([
      [1, 'Picanha R$ 59,90'],
      [2, 'Tomate'],
    ]);
    expect((await read('?first=1')).pages).toEqual(pages.slice(0, 1));
    expect((await read('?first=none')).pages, 'as for earlier clients').toEqual(pages);
    expect(pages[1]?.file).toMatchObject({ width: 420, height: 200, alt: 'Página 2 do encarte' });
    expect(pages[1]?.file.placeholder).toMatch(/^data:image\/webp/);
    for (const url of [pages[1]?.file.url_s3 ?? '', ...(pages[1]?.file.variants.map((v) => v.url) ?? [])])
      expect((await app.request('GET', url)).statusCode).toBe(200);
    const named = await app.request('GET', `${pages[1]?.file.url_s3}?download=1`);
    expect(named.headers['content-disposition']).toContain('Encarte de maio-pagina-2.jpg');

    expect(await counts()).toEqual({ pages: 2, files: 3, folders: 3 });
    expect(await forStaff(), 'an editor at work is not behind').toEqual({
      ...before,
      pages_state: 'ready',
      page_count: 2,
      pages_shown: 2,
    });
    const inMenus = await app.request('GET', '/api/site/booklets/fortnightly');
    expect(Object.keys(bodyOf(siteFortnightlyBooklet.answers[200], inMenus).data)).toEqual([
      'id',
      'file',
      'valid_from',
      'valid_until',
    ]);
  });

  it('keeps the pages of a replaced booklet with it, and shows them when it is restored', async () => {
    const old = await store(pdfOfPages(['velha', 'mais velha']));
    await renderBookletPages(app.deps, old);
    const uuid = await store(pdfOfPages(['nova']));
    expect(await read()).toMatchObject({ pages_state: 'pending', page_count: null, pages: [] });
    await renderBookletPages(app.deps, uuid);
    expect((await read()).pages.map(({ text }) => text)).toEqual(['nova']);
    await app.request('POST', `/api/admin/booklets/fortnightly/withdraw/${uuid}`, { token });
    expect((await read()).pages.map(({ text }) => text)).toEqual(['velha', 'mais velha']);
    expect(await counts()).toEqual({ pages: 3, files: 5, folders: 5 });
  });

  it('discards the pages of a booklet that is deleted during rendering', async () => {
    await store(pdfOfPages(['fica']));
    const pdf = pdfOfPages(['sai']);
    const uuid = await store(pdf);
    await renderBookletPages(app.deps, uuid, {
      // The rendering has started by now.
      async *drawn() {
        await app.request('DELETE', `/api/admin/booklets/fortnightly/destroy/${uuid}`, { token });
        yield* renderPages(async () => Readable.from([pdf]), {
          form: 'picture',
          maxPages: MAX_BOOKLET_PAGES,
          pageMs: 60_000,
          totalMs: 60_000,
        });
      },
    });
    expect(await counts()).toEqual({ pages: 0, files: 2, folders: 2 });
  });

  it('keeps one set of pages when two jobs render the same booklet', async () => {
    const uuid = await store(pdfOfPages(['uma']));
    await Promise.all([renderBookletPages(app.deps, uuid), renderBookletPages(app.deps, uuid)]);
    expect((await read()).pages).toHaveLength(1);
    expect(await counts()).toEqual({ pages: 1, files: 2, folders: 2 });
  });
});

describe('pages beyond the limits of time or memory', () => {
  /** More than a small page takes. */
  const PAGE_MS = 1500;

  it.each(['endless', 'boundless'])(
    'shows the other pages of a booklet without its %s page',
    async (excess) => {
      const uuid = await store(pdfWithExcess(['um', excess, 'fim']));
      await renderBookletPages(app.deps, uuid, { pageMs: PAGE_MS });
      const { pages_state, page_count, pages } = await read();
      expect([pages_state, page_count]).toEqual(['ready', 3]);
      expect(pages.map(({ page, text }) => [page, text])).toEqual([
        [1, 'um'],
        [3, 'fim'],
      ]);
      expect(await forStaff()).toMatchObject({ page_count: 3, pages_shown: 2 });
      expect(await counts()).toEqual({ pages: 2, files: 3, folders: 3 });
    },
  );

  it('shows only the PDF if many of its pages exceed the limits', async () => {
    const uuid = await store(pdfWithExcess(['um', ...Array.from({ length: 4 }, () => 'endless'), 'seis']));
    await renderBookletPages(app.deps, uuid, { pageMs: PAGE_MS / 5 });
    const booklet = await read();
    expect(booklet).toMatchObject({ pages_state: 'failed', page_count: null, pages: [] });
    expect((await app.request('GET', booklet.file.url_s3)).statusCode).toBe(200);
    expect(await forStaff()).toMatchObject({ pages_state: 'failed' });
    expect(await counts()).toEqual(ONLY_THE_PDF);
  });
});

it('shows the other pages of a booklet with a broken page, under their own numbers', async () => {
  const uuid = await store(inputFile('one-broken-page.pdf'));
  await renderBookletPages(app.deps, uuid);
  const { pages_state, page_count, pages } = await read();
  expect([pages_state, page_count, pages.map(({ page }) => page)]).toEqual(['ready', 3, [1, 2]]);
  expect(await forStaff()).toMatchObject({ page_count: 3, pages_shown: 2 });
});

it('replaces a PDF that cannot be rendered with the next one', async () => {
  await renderBookletPages(app.deps, await store(pdfOfPages(['x'], '0.5 0.5')));
  expect(await read()).toMatchObject({ pages_state: 'failed' });
  await renderBookletPages(app.deps, await store(pdfOfPages(['boa'])));
  expect(await read()).toMatchObject({ pages_state: 'ready', pages: [{ text: 'boa' }] });
});

describe('failures outside the PDF', () => {
  it.each<[string, () => void]>([
    [
      'a store that takes no page',
      () => vi.spyOn(app.deps.store, 'put').mockRejectedValue(new Error('away')),
    ],
    ['a store that breaks off', () => vi.spyOn(app.deps.store, 'read').mockResolvedValue(brokenOff())],
  ])('leaves the booklet pending and no files behind with %s', async (_, breakIt) => {
    const uuid = await store(pdfOfPages(['um', 'dois']));
    breakIt();
    await expect(renderBookletPages(app.deps, uuid)).rejects.toThrow();
    expect((await read()).pages_state).toBe('pending');
    expect(await counts()).toEqual(ONLY_THE_PDF);
    vi.restoreAllMocks();
    await renderBookletPages(app.deps, uuid);
    expect((await read()).pages).toHaveLength(2);
  });

  function brokenOff() {
    const stream = new Readable({
      read() {
        this.push('%PDF-1.4\n');
        this.destroy(new Error('away'));
      },
    });
    return { stream, bytes: 9 };
  }
});

describe('background job', () => {
  it('renders waiting and new booklets, and stops during a rendering', async () => {
    const ready = () => vi.waitFor(async () => expect((await read()).pages_state).toBe('ready'));
    await store(pdfOfPages(['esperava']));
    app.deps.jobs.start();
    await ready();
    await store(pdfOfPages(['chegou']));
    await ready();
    expect((await read()).pages.map(({ text }) => text)).toEqual(['chegou']);

    const before = await counts();
    await store(slowPdf());
    await app.deps.jobs.stop();
    expect((await read()).pages_state).toBe('pending');
    expect(await counts()).toEqual({ ...before, files: before.files + 1, folders: before.folders + 1 });
  });

  it('interrupts a rendering for a newer PDF, and resumes the first one afterwards', async () => {
    app.deps.jobs.start();
    await store(pdfOfPages(['antes', 'antes']));
    await store(pdfOfPages(['boa']));
    await vi.waitFor(async () => expect((await read()).pages_state).toBe('ready'));
    const waiting = () =>
      app.deps.db
        .selectFrom('fortnightly_booklets')
        .select('id')
        .where('pages_state', '=', 'pending')
        .execute();
    await vi.waitFor(async () => expect(await waiting()).toEqual([]));
    await app.deps.jobs.stop();
  });
});
