import type { DbOrTransaction } from '../../platform/database/database.ts';
import { keepFile } from '../../platform/database/history.ts';
import { discardingStaged } from '../../platform/files/staged.ts';
import { type FileRow, keyOf, mainName } from '../files/file.rows.ts';
import { claimFile, type FileDeps, filesById, storeDrawn } from '../files/file.service.ts';
import { PagesError, renderPages } from '../files/pdfPages.process.ts';
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
export const makeResumePages = (deps: FileDeps, uuid: string, options: Options = {}): Promise<void> =>
  discardingStaged(async () => {
    const row = await deps.db
      .selectFrom(ENTITY)
      .select(['file_id', 'pages_state'])
      .where('uuid', '=', uuid)
      .executeTakeFirst();
    if (row?.pages_state !== 'pending') return;
    const pdf = (await filesById(deps.db, [row.file_id])).get(row.file_id);
    await settle(deps, uuid, pdf ? await stagePages(deps, pdf, options) : null, options);
  });

interface StagedPages {
  pages: StagedPage[];
  /** Pages of the whole PDF. */
  page_count: number;
}

/** Stages the pages of a PDF; null where it cannot be drawn. */
async function stagePages(
  deps: FileDeps,
  pdf: FileRow,
  { signal, pageMs = PAGE_MS }: Options,
): Promise<StagedPages | null> {
  const staged: StagedPage[] = [];
  let page_count: number | null = null;
  let stored: Awaited<ReturnType<typeof deps.store.read>> = null;
  try {
    stored = await deps.store.read(pdf.area, keyOf(pdf.uuid, mainName(pdf)));
    if (!stored) throw new PagesError('the stored PDF is missing');
    const pages = renderPages(stored.stream, {
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
    return page_count === null ? null : { pages: staged, page_count };
  } catch (error) {
    if (!(error instanceof PagesError)) throw error;
    deps.log.warn({ err: error, file: pdf.uuid }, 'pages of the resume not made');
    return null;
  } finally {
    // A drawing that was given up has not read to the end.
    stored?.stream.destroy();
  }
}

/** Claims the pages, unless the application is gone by now or has its pages from elsewhere. */
function settle(deps: FileDeps, uuid: string, made: StagedPages | null, { finish }: Options): Promise<void> {
  return deps.write(
    null,
    async (work) => {
      const row = await work.trx
        .selectFrom(ENTITY)
        .select(['id', 'pages_state'])
        .where('uuid', '=', uuid)
        .executeTakeFirst();
      if (row?.pages_state !== 'pending') return;
      await work.trx
        .updateTable(ENTITY)
        .set({ pages_state: made ? 'ready' : 'failed', page_count: made?.page_count ?? null })
        .where('id', '=', row.id)
        .execute();
      for (const { page, file } of made?.pages ?? []) {
        await claimFile(deps, work, file);
        await work.trx
          .insertInto('resume_pages')
          .values({ application_id: row.id, page, file_id: file.id })
          .execute();
        await keepFile(work, ENTITY, uuid, file.id);
      }
      await finish?.(work.trx);
    },
    { content: false },
  );
}
