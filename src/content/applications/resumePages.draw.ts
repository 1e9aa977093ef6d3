import type { DbOrTransaction } from '../../platform/database/database.ts';
import type { Work } from '../../platform/database/write.ts';
import {
  claimFile,
  type FileDeps,
  removeFiles,
  storeRendered,
} from '../../records/server/files/file.service.ts';
import {
  isRenderOutdated,
  openPdf,
  type RenderResult,
  type RenderState,
  renderPages,
  renderStateColumns,
} from '../../records/server/pdfPages/pdfPages.process.ts';
import type { SinglePage } from '../../records/server/pdfPages/pdfPages.render.ts';
import { renderStaged, type StagedPage } from '../../records/server/pdfPages/pdfPages.staging.ts';
import { addFileUse, releaseFiles } from '../../records/server/versions/fileUses.ts';
import { MAX_RESUME_PAGES } from './application.contract.ts';

const ENTITY = 'job_applications';
/** Time limits for drawing one page and all pages. */
const PAGE_MS = 15_000;
const TOTAL_MS = 90_000;

interface Options {
  signal?: AbortSignal;
  /** Called in the transaction that saves the result. */
  finish?: (trx: DbOrTransaction) => Promise<void>;
  pageMs?: number;
}

/**
 * Draws the pages of a pending résumé and stores them as private files. Marks a PDF that cannot be drawn as failed.
 * Other errors are thrown and leave it pending.
 */
export async function drawResumePages(deps: FileDeps, uuid: string, options: Options = {}): Promise<void> {
  const row = await findDrawing(deps.db, uuid);
  if (row?.pages_state === 'pending') await drawInto(deps, row, undefined, options);
}

/**
 * Redraws pages of an earlier renderer version and replaces those that differ. A page or PDF that cannot be drawn now
 * keeps its stored pages.
 */
export async function redrawResumePages(deps: FileDeps, uuid: string, options: Options = {}): Promise<void> {
  const row = await findDrawing(deps.db, uuid);
  if (row && isRenderOutdated(row)) await drawInto(deps, row, row, options);
}

const findDrawing = (db: DbOrTransaction, uuid: string) =>
  db
    .selectFrom(ENTITY)
    .select(['id', 'uuid', 'file_id', 'pages_state', 'drawn_with'])
    .where('uuid', '=', uuid)
    .executeTakeFirst();

function drawInto(
  deps: FileDeps,
  { uuid, file_id }: { uuid: string; file_id: number },
  before: RenderState | undefined,
  options: Options,
): Promise<void> {
  return renderStaged<SinglePage, StagedPage>(deps, file_id, {
    warn: (facts) => deps.log.warn(facts, 'resume pages not rendered'),
    render: (pdf) =>
      renderPages(() => openPdf(deps, pdf), {
        form: 'single',
        maxPages: MAX_RESUME_PAGES,
        pageMs: options.pageMs ?? PAGE_MS,
        totalMs: TOTAL_MS,
        isUserWaiting: !before,
        before,
        signal: options.signal,
      }),
    async stage({ page, single }) {
      const name = `pagina-${page}.webp`;
      return { page, file: await storeRendered(deps, { kind: 'image', name }, single, 'private') };
    },
    save: (result, staged) => saveResult(deps, uuid, result, staged, before, options),
  });
}

/** Saves the result, unless the application was erased or got its pages meanwhile. */
function saveResult(
  deps: FileDeps,
  uuid: string,
  result: RenderResult,
  staged: StagedPage[],
  before: RenderState | undefined,
  { finish }: Options,
): Promise<void> {
  return deps.write(
    null,
    async (work) => {
      const row = await findDrawing(work.trx, uuid);
      if (!row || (before ? !isRenderOutdated(row) : row.pages_state !== 'pending')) return;
      await work.trx
        .updateTable(ENTITY)
        .set(renderStateColumns(result, before))
        .where('id', '=', row.id)
        .execute();
      if (typeof result === 'number') await replacePages(deps, work, row, staged);
      await finish?.(work.trx);
    },
    { content: false },
  );
}

/** Replaces stored pages by new ones of the same numbers. */
async function replacePages(
  deps: FileDeps,
  work: Work,
  { id, uuid }: { id: number; uuid: string },
  pages: StagedPage[],
): Promise<void> {
  const former = await work.trx
    .deleteFrom('resume_pages')
    .where('application_id', '=', id)
    .where(
      'page',
      'in',
      pages.map(({ page }) => page),
    )
    .returning('file_id')
    .execute();
  for (const { page, file } of pages) {
    await claimFile(deps, work, file);
    await work.trx
      .insertInto('resume_pages')
      .values({ application_id: id, page, file_id: file.id })
      .execute();
    await addFileUse(work, ENTITY, uuid, file.id);
  }
  if (former.length === 0) return;
  const released = await releaseFiles(
    work,
    ENTITY,
    uuid,
    former.map(({ file_id }) => file_id),
  );
  await removeFiles(deps, work, released);
}
