import { randomUUID } from 'node:crypto';
import type { Generated } from 'kysely';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import type { Work } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import {
  claimFile,
  type FileDeps,
  loadImages,
  type ProcessedPicture,
  removeFiles,
  storeProcessedPicture,
} from '../../records/server/files/file.service.ts';
import {
  isRenderOutdated,
  openPdf,
  type RenderResult,
  type RenderState,
  renderPages,
  renderStateColumns,
} from '../../records/server/pdfPages/pdfPages.process.ts';
import type { RenderedPage } from '../../records/server/pdfPages/pdfPages.render.ts';
import { renderStaged, type StagedPage } from '../../records/server/pdfPages/pdfPages.staging.ts';
import { isNotDeleted, isPublished } from '../../records/server/publication/visibility.ts';
import { lockOrder } from '../../records/server/store/order.ts';
import { findRecord, type Row } from '../../records/server/store/records.ts';
import { releaseFiles } from '../../records/server/versions/fileUses.ts';
import { addGeneratedFileUses } from '../../records/server/versions/history.ts';
import { indexRecords } from '../searchIndex/search.index.ts';
import { type BookletPage, MAX_BOOKLET_PAGES } from './booklet.contract.ts';

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
  /** Page number from 1. */
  page: number;
  file_id: number;
  text: string;
}

const TABLE = 'fortnightly_booklets';
const PAGE_MS = 120_000;
const BOOKLET_MS = 1_800_000;

interface TextPage extends StagedPage {
  text: string;
}

interface Options {
  signal?: AbortSignal;
  /** Called in the transaction that publishes the pages. */
  finish?: (trx: DbOrTransaction) => Promise<void>;
  pageMs?: number;
  /** Overrides the rendering in tests. */
  drawn?: () => AsyncIterable<DrawnPage>;
}

type DrawnPage = Omit<RenderedPage, 'picture'> & { picture: ProcessedPicture };

/**
 * Renders the pages of a fortnightly booklet and publishes all of them at once. Marks a PDF that cannot be
 * rendered as failed; any other error throws and leaves the booklet pending.
 */
export async function renderBookletPages(deps: FileDeps, uuid: string, options: Options = {}): Promise<void> {
  await drawInto(deps, await findRecord(deps.db, TABLE, uuid), undefined, options);
}

/**
 * Renders a booklet of an earlier renderer version again, and replaces the pages that differ. A page or PDF
 * that cannot be rendered now keeps its pictures.
 */
export async function rerenderBookletPages(
  deps: FileDeps,
  uuid: string,
  options: Options = {},
): Promise<void> {
  const booklet = await deps.db
    .selectFrom(TABLE)
    .selectAll()
    .where('uuid', '=', uuid)
    .where(isPublished(TABLE))
    .executeTakeFirst();
  if (booklet && isRenderOutdated(booklet)) await drawInto(deps, booklet, booklet, options);
}

function drawInto(
  deps: FileDeps,
  { uuid, file_id }: Pick<Row<typeof TABLE>, 'uuid' | 'file_id'>,
  before: RenderState | undefined,
  options: Options,
): Promise<void> {
  return renderStaged<DrawnPage, TextPage>(deps, file_id, {
    warn: (facts) => deps.log.warn(facts, 'booklet pages not rendered'),
    render: (pdf) =>
      options.drawn?.() ??
      renderPages(() => openPdf(deps, pdf), {
        form: 'picture',
        maxPages: MAX_BOOKLET_PAGES,
        pageMs: options.pageMs ?? PAGE_MS,
        totalMs: BOOKLET_MS,
        before,
        signal: options.signal,
      }),
    async stage({ page, text, picture }, pdf) {
      const name = `${pdf.name.replace(/\.[^.]*$/, '')}-pagina-${page}.jpg`;
      return { page, text, file: await storeProcessedPicture(deps, { kind: 'image', name }, picture) };
    },
    save: (result, staged) => publishPages(deps, uuid, result, staged, before, options),
  });
}

/** Claims the pages, unless the booklet was deleted or has its pages already. */
function publishPages(
  deps: FileDeps,
  uuid: string,
  result: RenderResult,
  staged: TextPage[],
  before: RenderState | undefined,
  { finish }: Options,
): Promise<void> {
  const isShown = typeof result === 'number' || !before;
  const save = async (work: Work) => {
    await lockOrder(work.trx, TABLE);
    const booklet = await work.trx
      .selectFrom(TABLE)
      .select(['id', 'pages_state', 'drawn_with'])
      .where('uuid', '=', uuid)
      .where(isNotDeleted(TABLE))
      .executeTakeFirst();
    if (!booklet || (before ? !isRenderOutdated(booklet) : booklet.pages_state !== 'pending')) return;
    if (typeof result === 'number') await replacePages(deps, work, { id: booklet.id, uuid }, staged);
    await work.trx
      .updateTable(TABLE)
      .set(renderStateColumns(result, before))
      .where('id', '=', booklet.id)
      .execute();
    if (isShown) await indexRecords(work, TABLE, [uuid]);
    await finish?.(work.trx);
  };
  return deps.write(null, save, { content: isShown });
}

/** Replaces the pages with the same numbers. */
async function replacePages(
  deps: FileDeps,
  work: Work,
  { id, uuid }: Pick<Row<typeof TABLE>, 'id' | 'uuid'>,
  pages: TextPage[],
): Promise<void> {
  const former = await work.trx
    .deleteFrom('booklet_pages')
    .where('booklet_id', '=', id)
    .where(
      'page',
      'in',
      pages.map(({ page }) => page),
    )
    .returning('file_id')
    .execute();
  for (const { page, text, file } of pages) {
    await claimFile(deps, work, file);
    await work.trx
      .insertInto('booklet_pages')
      .values({
        uuid: randomUUID(),
        created_at: work.now,
        booklet_id: id,
        page,
        file_id: file.id,
        text,
      })
      .execute();
  }
  await addGeneratedFileUses(
    work,
    TABLE,
    uuid,
    pages.map(({ file }) => file.id),
  );
  if (former.length === 0) return;
  const released = await releaseFiles(
    work,
    TABLE,
    uuid,
    former.map(({ file_id }) => file_id),
  );
  await removeFiles(deps, work, released);
}

/** Returns the rendered pages of a booklet, at most the `first`. */
export async function findBookletPages(
  deps: Pick<Deps, 'db' | 'mediaUrl'>,
  bookletId: number,
  first = MAX_BOOKLET_PAGES,
): Promise<BookletPage[]> {
  const rows = await deps.db
    .selectFrom('booklet_pages')
    .selectAll()
    .where('booklet_id', '=', bookletId)
    .orderBy('page')
    .limit(first)
    .execute();
  const image = await loadImages(
    deps,
    rows.map((row) => row.file_id),
  );
  return rows.flatMap(({ page, file_id, text }) => {
    const file = image(file_id, `Página ${page} do encarte`);
    return file ? [{ page, file, text }] : [];
  });
}
