import { PostgresAdapter, sql } from 'kysely';
import type { DbOrTransaction } from '../../../platform/database/database.ts';
import type { FileUseTable } from '../../../platform/database/tables.ts';
import type { Work } from '../../../platform/database/write.ts';
import type { Table } from './history.ts';

// A version uses files; a file stays until nothing uses it.

export async function addUses(
  trx: DbOrTransaction,
  use: { entity: string; uuid: string; version_id: number | null },
  files: number[],
): Promise<void> {
  if (files.length === 0) return;
  await trx
    .insertInto('file_uses')
    .values(files.map((file_id) => ({ ...use, file_id })))
    .execute();
}

/** Stores that a record without a history uses a file. */
export const addFileUse = (work: Work, table: Table, uuid: string, file: number): Promise<void> =>
  addUses(work.trx, { entity: table, uuid, version_id: null }, [file]);

/** Stops serving those files of version `id` that no published version uses. */
export async function hideUnpublished({ trx, now }: Work, id: number): Promise<void> {
  // Lock the files first: a concurrent save may begin to use one, and the update below must see it.
  if (trx.getExecutor().adapter instanceof PostgresAdapter)
    await sql`
      select id from files where state = 'live' and id in (select file_id from file_uses where version_id = ${id})
      order by id for update
    `.execute(trx);
  await sql`
    update files set state = 'hidden', updated_at = ${now}
    where state = 'live' and id in (select file_id from file_uses where version_id = ${id})
    and not exists (
      select 1 from file_uses join record_versions on record_versions.id = file_uses.version_id
      where file_uses.file_id = files.id and record_versions.state = 'published'
    )
  `.execute(trx);
}

/** A file without any use, and the record that used it last. */
export type UnusedFile = Pick<FileUseTable, 'file_id' | 'entity' | 'uuid'>;

/** Ends the use of `files` by a record. Returns those that nothing uses now. */
export async function releaseFiles(
  work: Work,
  table: Table,
  uuid: string,
  files: number[],
): Promise<UnusedFile[]> {
  const uses = await work.trx
    .deleteFrom('file_uses')
    .where('file_id', 'in', files)
    .where('entity', '=', table)
    .where('uuid', '=', uuid)
    .returning(['file_id', 'entity', 'uuid'])
    .execute();
  return filesWithoutUse(work, uses);
}

export async function filesWithoutUse({ trx }: Work, uses: UnusedFile[]): Promise<UnusedFile[]> {
  if (uses.length === 0) return [];
  const released = new Map(uses.map((use) => [use.file_id, use]));
  const inUse = await trx
    .selectFrom('file_uses')
    .select('file_id')
    .where('file_id', 'in', [...released.keys()])
    .execute();
  for (const { file_id } of inUse) released.delete(file_id);
  return [...released.values()];
}
