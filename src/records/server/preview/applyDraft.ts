import { sql } from 'kysely';
import type { Actor } from '../../../platform/database/write.ts';
import { type FileDeps, storeFile } from '../files/file.service.ts';
import { galleryRows } from '../files/gallery.ts';
import { coverColumns, storeDraftPictures } from '../files/recordPictures.ts';
import { draftRow, type FormDraft } from '../store/drafts.ts';
import { recordsInOrder, withMoved } from '../store/order.ts';
import type { RecordTable } from '../store/records.ts';
import { putRecord } from './previewChanges.ts';
import type { PreviewDatabase } from './previewDatabase.ts';

/** Replaces the stored rows of a record with those of a draft, in the preview database. */
export async function applyDraft(
  preview: PreviewDatabase,
  fileDeps: FileDeps,
  actor: Actor,
  { draft, pictures, document }: FormDraft,
  now: string,
): Promise<{ row: Record<string, unknown>; message: string }> {
  const { table, before, position, message } = draft;
  const stored = pictures && (await storeDraftPictures(fileDeps, actor, draft, pictures));
  const file = document && (await storeFile(fileDeps, document, 'public'));
  const row = {
    ...draftRow(draft, now),
    ...(stored && pictures && coverColumns(draft, stored, pictures.wish)),
    ...(file && { file_id: file.id }),
    ...(!before &&
      position !== undefined && { position: (await recordsInOrder(preview.db, table)).length + 1 }),
  };
  const shown = (row.id === undefined ? await preview.add(table, row) : row) as typeof row & { id: number };
  const added = pictures?.added;
  const parts =
    added && stored ? await galleryRows(preview.db, added.to, shown.id, stored, added.wish, now) : null;
  await putRecord(preview, table, shown, parts);
  if (typeof position === 'number') await showMove(preview, table, shown.id, position);
  return { row: shown, message };
}

/** Renumbers the records of a table as if one had moved. */
async function showMove(preview: PreviewDatabase, table: RecordTable, id: number, position: number) {
  const wanted = withMoved(await recordsInOrder(preview.db, table), id, position);
  for (const [at, { id: other, position: before }] of wanted.entries()) {
    if (before === at + 1) continue;
    const { rows } = await sql<Record<string, unknown>>`
      select * from ${sql.table(table)} where id = ${other}
    `.execute(preview.db);
    for (const row of rows) await preview.put(table, { ...row, position: at + 1 });
  }
}
