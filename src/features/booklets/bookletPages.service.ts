import { randomUUID } from 'node:crypto';
import type { Generated } from 'kysely';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import { keepDerived } from '../../platform/database/history.ts';
import { inOffice } from '../../platform/database/live.ts';
import { lockOrder } from '../../platform/database/order.ts';
import { findRecord } from '../../platform/database/records.ts';
import type { Deps } from '../../platform/deps.ts';
import { discardStaged, type FileRow } from '../files/file.rows.ts';
import {
  claimFile,
  type FileDeps,
  filesById,
  imageReader,
  type Picture,
  storePicture,
} from '../files/file.service.ts';
import { openPdf, PagesError, renderPages } from '../files/pdfPages.process.ts';
import type { RenderedPage } from '../files/pdfPages.render.ts';
import { indexRecords } from '../search/search.index.ts';
import type { BookletPage } from './booklet.contract.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    booklet_pages: BookletPageTable;
  }
}

export interface BookletPageTable {
  id: Generated<number>;
  uuid: string;
  created_at: string;
  booklet_id: number;
  /** From 1. */
  page: number;
  file_id: number;
  text: string;
}

/** Further pages of a booklet are in its PDF only. */
export const MAX_PAGES = 80;
const PAGE_MS = 120_000;
const BOOKLET_MS = 1_800_000;

interface StagedPage {
  page: number;
  text: string;
  file: FileRow;
}

interface Options {
  signal?: AbortSignal;
  /** Called in the transaction that puts them on the site. */
  finish?: (trx: DbOrTransaction) => Promise<void>;
  pageMs?: number;
  /** Where the pages come from that were drawn before; otherwise they are drawn now. */
  drawn?: () => AsyncIterable<DrawnPage>;
}

type DrawnPage = Omit<RenderedPage, 'picture'> & { picture: Picture };

/**
 * Makes the pages of a fortnightly booklet and puts them on the site, all at once. A PDF that cannot be drawn
 * is marked as such; anything else that goes wrong throws and leaves the booklet waiting.
 */
export async function makePages(deps: FileDeps, uuid: string, options: Options = {}): Promise<void> {
  const { file_id } = await findRecord(deps.db, 'fortnightly_booklets', uuid);
  const staged: StagedPage[] = [];
  try {
    const pdf = (await filesById(deps.db, [file_id])).get(file_id);
    const page_count = pdf ? await stagePages(deps, pdf, staged, options) : null;
    const kept = await settle(deps, uuid, page_count, page_count === null ? [] : staged, options);
    if (kept && page_count !== null) staged.length = 0;
  } finally {
    for (const { file } of staged) await discardStaged(deps, file);
  }
}

/** Fills `staged`; answers how many pages the whole PDF has, or null where it cannot be drawn. */
async function stagePages(
  deps: FileDeps,
  pdf: FileRow,
  staged: StagedPage[],
  options: Options,
): Promise<number | null> {
  let page_count: number | null = null;
  try {
    const pages: AsyncIterable<DrawnPage> =
      options.drawn?.() ??
      renderPages(() => openPdf(deps, pdf), {
        form: 'picture',
        most: MAX_PAGES,
        pageMs: options.pageMs ?? PAGE_MS,
        wholeMs: BOOKLET_MS,
        signal: options.signal,
      });
    for await (const { page, text, picture, ...of } of pages) {
      page_count = of.page_count;
      const name = `${pdf.name.replace(/\.[^.]*$/, '')}-pagina-${page}.jpg`;
      staged.push({ page, text, file: await storePicture(deps, { kind: 'image', name }, picture) });
    }
    return page_count;
  } catch (error) {
    if (!(error instanceof PagesError)) throw error;
    deps.log.warn({ err: error, file: pdf.uuid }, 'pages of the booklet not made');
    return null;
  }
}

/** False when the booklet is gone by now, or has its pages from elsewhere. */
function settle(
  deps: FileDeps,
  uuid: string,
  page_count: number | null,
  pages: StagedPage[],
  { finish }: Options,
): Promise<boolean> {
  return deps.write(null, async (work) => {
    await lockOrder(work.trx, 'fortnightly_booklets');
    const booklet = await work.trx
      .selectFrom('fortnightly_booklets')
      .select(['id', 'pages_state'])
      .where('uuid', '=', uuid)
      .where(inOffice('fortnightly_booklets'))
      .executeTakeFirst();
    if (booklet?.pages_state !== 'pending') return false;
    for (const { page, text, file } of pages) {
      await claimFile(deps, work, file);
      await work.trx
        .insertInto('booklet_pages')
        .values({
          uuid: randomUUID(),
          created_at: work.now,
          booklet_id: booklet.id,
          page,
          file_id: file.id,
          text,
        })
        .execute();
    }
    const files = pages.map(({ file }) => file.id);
    await keepDerived(work, 'fortnightly_booklets', uuid, files);
    await work.trx
      .updateTable('fortnightly_booklets')
      .set({ pages_state: page_count === null ? 'failed' : 'ready', page_count })
      .where('id', '=', booklet.id)
      .execute();
    await indexRecords(work, 'fortnightly_booklets', [uuid]);
    await finish?.(work.trx);
    return true;
  });
}

export async function findPages(
  deps: Pick<Deps, 'db' | 'mediaUrl'>,
  bookletId: number,
): Promise<BookletPage[]> {
  const rows = await deps.db
    .selectFrom('booklet_pages')
    .selectAll()
    .where('booklet_id', '=', bookletId)
    .orderBy('page')
    .execute();
  const image = await imageReader(
    deps,
    rows.map((row) => row.file_id),
  );
  return rows.flatMap(({ page, file_id, text }) => {
    const file = image(file_id, `Página ${page} do encarte`);
    return file ? [{ page, file, text }] : [];
  });
}
