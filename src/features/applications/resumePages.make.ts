import type { DbOrTransaction } from '../../platform/database/database.ts';
import { keepFile } from '../../platform/database/history.ts';
import { discardStaged, type FileRow } from '../files/file.rows.ts';
import { claimFile, type FileDeps, filesById, storeDrawn } from '../files/file.service.ts';
import { openPdf, PagesError, renderPages } from '../files/pdfPages.process.ts';
import { MOST_PAGES } from './application.contract.ts';

const ENTITY = 'job_applications';
/** What a page may take of its process, and what somebody who waits for all of them would bear. */
const PAGE_MS = 15_000;
const WHOLE_MS = 90_000;

/** Broken pages have none, so the numbers may have gaps. */
interface StagedPage {
  page: number;
  file: FileRow;
}

interface Options {
  signal?: AbortSignal;
  /** Called in the transaction that ends the work. */
  finish?: (trx: DbOrTransaction) => Promise<void>;
  pageMs?: number;
}

/**
 * Draws the pages of a résumé that somebody waits for, and keeps them as privately as it. A PDF that cannot be drawn
 * is marked as such; anything else that goes wrong throws and leaves it waiting.
 */
export async function makeResumePages(deps: FileDeps, uuid: string, options: Options = {}): Promise<void> {
  const row = await deps.db
    .selectFrom(ENTITY)
    .select(['file_id', 'pages_state'])
    .where('uuid', '=', uuid)
    .executeTakeFirst();
  if (row?.pages_state !== 'pending') return;
  const staged: StagedPage[] = [];
  try {
    const pdf = (await filesById(deps.db, [row.file_id])).get(row.file_id);
    const page_count = pdf ? await stagePages(deps, pdf, staged, options) : null;
    const isKept = await settle(deps, uuid, page_count, page_count === null ? [] : staged, options);
    if (isKept && page_count !== null) staged.length = 0;
  } finally {
    for (const { file } of staged) await discardStaged(deps, file);
  }
}

/** Fills `staged`; answers how many pages the whole PDF has, or null where it cannot be drawn. */
async function stagePages(
  deps: FileDeps,
  pdf: FileRow,
  staged: StagedPage[],
  { signal, pageMs = PAGE_MS }: Options,
): Promise<number | null> {
  let page_count: number | null = null;
  try {
    const pages = renderPages(() => openPdf(deps, pdf), {
      form: 'single',
      most: MOST_PAGES,
      pageMs,
      wholeMs: WHOLE_MS,
      awaited: true,
      signal,
    });
    for await (const { page, single, ...of } of pages) {
      page_count = of.page_count;
      const name = `pagina-${page}.webp`;
      staged.push({ page, file: await storeDrawn(deps, { kind: 'image', name }, single, 'private') });
    }
    return page_count;
  } catch (error) {
    if (!(error instanceof PagesError)) throw error;
    deps.log.warn({ err: error, file: pdf.uuid }, 'pages of the resume not made');
    return null;
  }
}

/** False when the application is gone by now, or has its pages from elsewhere. */
function settle(
  deps: FileDeps,
  uuid: string,
  page_count: number | null,
  pages: StagedPage[],
  { finish }: Options,
): Promise<boolean> {
  return deps.write(
    null,
    async (work) => {
      const row = await work.trx
        .selectFrom(ENTITY)
        .select(['id', 'pages_state'])
        .where('uuid', '=', uuid)
        .executeTakeFirst();
      if (row?.pages_state !== 'pending') return false;
      await work.trx
        .updateTable(ENTITY)
        .set({ pages_state: page_count === null ? 'failed' : 'ready', page_count })
        .where('id', '=', row.id)
        .execute();
      for (const { page, file } of pages) {
        await claimFile(deps, work, file);
        await work.trx
          .insertInto('resume_pages')
          .values({ application_id: row.id, page, file_id: file.id })
          .execute();
        await keepFile(work, ENTITY, uuid, file.id);
      }
      await finish?.(work.trx);
      return true;
    },
    { content: false },
  );
}
