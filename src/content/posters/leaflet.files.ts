import { buffer } from 'node:stream/consumers';
import { driftSafeNow, isoAt } from '../../platform/clock.ts';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import type { Actor, Work } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import {
  type FileRow,
  mainName,
  storageKey,
  variantName,
  variantsOf,
} from '../../records/server/files/file.rows.ts';
import {
  claimHiddenFile,
  type FileDeps,
  filesById,
  removeFiles,
  storeProcessedPicture,
  storeRendered,
} from '../../records/server/files/file.service.ts';
import { addFileUse, releaseFiles, type UnusedFile } from '../../records/server/versions/fileUses.ts';
import { Failure } from '../../shared/failure.ts';
import { parseStored } from '../../shared/storedJson.ts';
import type { DrawingInput } from './drawing/draw.ts';
import { type DrawnFiles, drawInChild } from './drawing/leaflet.process.ts';
import { POSTER_RETENTION_DAYS } from './leaflet.contract.ts';
import type { PosterFile, PosterRow } from './leaflet.tables.ts';
import type { Format, PosterContent, PosterProduct } from './leaflet.types.ts';

// Posters that a user may see, and creation and deletion of their files.

/** Options of writes that change nothing visible to shoppers. */
export const NO_VISIBLE_CHANGE = { content: false };

export const posterFiles = ({ files }: Pick<PosterRow, 'files'>) => parseStored<PosterFile[]>(files, []);
export const posterFormats = ({ formats }: Pick<PosterRow, 'formats'>) => parseStored<Format[]>(formats, []);
export const posterContent = ({ content }: Pick<PosterRow, 'content'>) =>
  JSON.parse(content) as PosterContent;

const GONE = 'Este cartaz não existe mais: os arquivos ficam por um tempo e depois saem.';

export const branchesOf = ({ branches }: Pick<Actor, 'branches'>) =>
  branches === null ? null : JSON.stringify([...branches].sort());

/**
 * Returns the query for posters that the user may see; staff of some branches see those made by staff of the
 * same ones.
 */
export const visibleTo = (db: DbOrTransaction, actor: Pick<Actor, 'branches'>) => {
  const own = branchesOf(actor);
  const all = db.selectFrom('leaflets').selectAll();
  return own === null ? all : all.where('branches', '=', own);
};

/** Returns the row of a poster that the user may see. Throws a 404 for others. */
export async function rowOf(db: DbOrTransaction, actor: Actor, uuid: string): Promise<PosterRow> {
  const row = await visibleTo(db, actor).where('uuid', '=', uuid).executeTakeFirst();
  if (!row) throw new Failure('not_found', GONE);
  return row;
}

/** Smallest width, in pixels, of the product pictures that a format is drawn from. */
const MIN_WIDTHS: Record<'preview' | Format, number> = {
  ...{ preview: 360, post: 750, story: 750, site: 1100, a4: 1100, a3: 1440 },
};

/**
 * Returns the input of a drawing, with the smallest stored variant of each picture of `products` that is wide
 * enough.
 */
export async function loadDrawingInput(
  deps: Pick<Deps, 'db' | 'store' | 'config' | 'log'>,
  content: PosterContent,
  format: Format,
  detail: 'preview' | Format,
  products: readonly PosterProduct[] = content.products,
): Promise<DrawingInput> {
  const files = await filesById(
    deps.db,
    products.map(({ file_id }) => file_id),
  );
  const wide = MIN_WIDTHS[detail] * (content.products.length === 1 && detail !== 'preview' ? 2 : 1);
  const pictures = new Map<number, Buffer>();
  for (const file of files.values()) {
    const variant = variantsOf(file)
      .filter(({ type, width }) => type === 'image/webp' && width >= wide)
      .toSorted((one, other) => one.width - other.width)[0];
    const name = variant ? variantName(variant) : mainName(file);
    const stored = await deps.store.read(file.area, storageKey(file.uuid, name));
    if (stored) pictures.set(file.id, await buffer(stored.stream));
    else deps.log.warn({ file: file.uuid, name }, 'stored file is missing');
  }
  return { content, format, brand: deps.config.SITE_NAME, pictures };
}

/** Deletes a poster and its files, except files that records use. */
export async function deletePoster(deps: FileDeps, work: Work, row: PosterRow): Promise<void> {
  const released: UnusedFile[] = [];
  for (const { format, file_id, uuid } of posterFiles(row)) {
    // Pictures for the site belong to the library.
    const [owner, code] = format === 'site' ? (['files', uuid] as const) : (['leaflets', row.uuid] as const);
    released.push(...(await releaseFiles(work, owner, code, [file_id])));
  }
  await removeFiles(deps, work, released);
  await work.trx.deleteFrom('leaflets').where('id', '=', row.id).execute();
}

/** Deletes posters older than the retention time. Returns their number. */
export async function deleteExpiredPosters(deps: FileDeps, signal?: AbortSignal): Promise<number> {
  const days = POSTER_RETENTION_DAYS * 24 * 3_600_000;
  const before = isoAt(driftSafeNow(deps.clock) - days);
  const old = await deps.db.selectFrom('leaflets').selectAll().where('created_at', '<', before).execute();
  for (const row of old) {
    signal?.throwIfAborted();
    await deps.write(null, (work) => deletePoster(deps, work, row), NO_VISIBLE_CHANGE);
  }
  return old.length;
}

/** Creates the missing files of a poster, format by format, so that users see the progress. */
export async function createPosterFiles(
  deps: FileDeps,
  uuid: string,
  { signal, finish }: { signal: AbortSignal; finish: (trx: DbOrTransaction) => Promise<void> },
): Promise<void> {
  const row = await pendingRow(deps.db, uuid);
  if (!row) return;
  const content = posterContent(row);
  const existing = new Set(posterFiles(row).map(({ format }) => format));
  const due = posterFormats(row).filter((format) => !existing.has(format));
  for (const format of due) {
    const made = await drawInChild(await loadDrawingInput(deps, content, format, format), signal);
    signal.throwIfAborted();
    await storeFiles(deps, row, format, await stage(deps, content, format, made));
  }
  await deps.write(
    null,
    async (work) => {
      await work.trx.updateTable('leaflets').set({ state: 'ready' }).where('uuid', '=', uuid).execute();
      await finish(work.trx);
    },
    NO_VISIBLE_CHANGE,
  );
}

const pendingRow = (db: DbOrTransaction, uuid: string) =>
  db
    .selectFrom('leaflets')
    .selectAll()
    .where('uuid', '=', uuid)
    .where('state', '=', 'pending')
    .executeTakeFirst();

type Staged = Pick<PosterFile, 'page'> & { file: FileRow };

async function stage(
  deps: FileDeps,
  content: PosterContent,
  format: Format,
  made: DrawnFiles,
): Promise<Staged[]> {
  const of = `${content.title} ${format}`;
  if (made.kind === 'document') {
    const content = { type: 'application/pdf', width: 0, height: 0, data: Buffer.from(made.data) };
    return [
      { page: null, file: await storeRendered(deps, { kind: 'pdf', name: `${of}.pdf` }, content, 'public') },
    ];
  }
  const staged: Staged[] = [];
  for (const [at, picture] of made.pages.entries()) {
    const page = at + 1;
    const name = made.pages.length > 1 ? `${of} ${page}.jpg` : `${of}.jpg`;
    const file =
      'main' in picture
        ? await storeProcessedPicture(deps, { kind: 'image', name }, picture)
        : // Files for use elsewhere are kept out of the library, so that no record can use them.
          await storeRendered(deps, { kind: 'pdf', name }, picture, 'public');
    staged.push({ page, file });
  }
  return staged;
}

/** Stores all files of a format together, unless the poster was deleted meanwhile. */
async function storeFiles(
  deps: FileDeps,
  { uuid }: PosterRow,
  format: Format,
  staged: Staged[],
): Promise<void> {
  await deps.write(
    null,
    async (work) => {
      const row = await pendingRow(work.trx, uuid);
      if (!row) return;
      for (const { file } of staged) {
        await claimHiddenFile(deps, work, file);
        const [owner, code] =
          format === 'site' ? (['files', file.uuid] as const) : (['leaflets', uuid] as const);
        await addFileUse(work, owner, code, file.id);
      }
      const added = staged.map(
        ({ page, file }): PosterFile => ({
          ...{ format, page, file_id: file.id, uuid: file.uuid },
        }),
      );
      const files = JSON.stringify([...posterFiles(row), ...added]);
      await work.trx.updateTable('leaflets').set({ files }).where('uuid', '=', uuid).execute();
    },
    NO_VISIBLE_CHANGE,
  );
}
