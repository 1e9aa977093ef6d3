import { PostgresAdapter, sql } from 'kysely';
import type { Work } from '../../../platform/database/write.ts';
import type { UnusedFile } from '../versions/fileUses.ts';
import {
  type Content,
  columnsOf,
  compositionOf,
  contentOf,
  deleteVersions,
  noteVisibleChange,
  type RecordRow,
  type Table,
  trackAsSchedules,
} from '../versions/history.ts';

// Erases records, or words in them, from the row, its parts and the whole history.

/** Deletes a record, its parts and its history for good. Returns the files that nothing uses now. */
export async function eraseRecord(work: Work, table: Table, uuid: string): Promise<UnusedFile[]> {
  await sql`delete from ${sql.table(table)} where uuid = ${uuid}`.execute(work.trx);
  const versions = await work.trx
    .selectFrom('record_versions')
    .select(['id', 'state', 'data', 'valid_from'])
    .where('entity', '=', table)
    .where('uuid', '=', uuid)
    .execute();
  noteVisibleChange(work, { table, uuid, effect: 'erased', row: null, before: null });
  const before = versions.find(({ state }) => state === 'published');
  if (before) noteVisibleChange(work, { table, uuid, effect: 'removed', row: null, before });
  return deleteVersions(
    work,
    versions.map(({ id }) => id),
  );
}

/**
 * Applies `rewrite` to the texts of a record in its row, its parts and all versions, so that the row still
 * equals its current version. The caller holds the order lock. Returns the number of changed versions. `rewrite`
 * gets versions as stored JSON and rewrites the texts inside.
 */
export async function rewriteRecord(
  work: Work,
  table: Table,
  uuid: string,
  rewrite: <V>(value: V) => V,
): Promise<number> {
  const { trx, now } = work;
  const isLocked = trx.getExecutor().adapter instanceof PostgresAdapter;
  const { rows } = await sql<RecordRow>`
    select * from ${sql.table(table)} where uuid = ${uuid} ${isLocked ? sql`for update` : sql``}
  `.execute(trx);
  const versions = await trx
    .selectFrom('record_versions')
    .select(['id', 'state', 'data', 'valid_from'])
    .where('entity', '=', table)
    .where('uuid', '=', uuid)
    .execute();
  let count = 0;
  for (const { id, data } of versions) {
    const rewritten = rewrite(data);
    if (rewritten === data) continue;
    const update = () =>
      trx.updateTable('record_versions').set({ data: rewritten }).where('id', '=', id).execute();
    await trackAsSchedules(update);
    count += 1;
  }
  const [head] = rows;
  if (!head || !(await rewriteHead(work, table, head, rewrite))) return count;
  const { rows: after } =
    await sql<RecordRow>`select * from ${sql.table(table)} where uuid = ${uuid}`.execute(trx);
  const row = after[0] ?? head;
  const { data } = await contentOf(trx, table, row);
  const current = versions.find(
    ({ state }) => state !== 'former' && state !== 'draft' && state !== 'scheduled',
  );
  if (current)
    await trx
      .updateTable('record_versions')
      .set({ data: JSON.stringify(data), version: row.version })
      .where('id', '=', current.id)
      .execute();
  if (current?.state === 'published')
    noteVisibleChange(work, {
      table,
      uuid,
      effect: 'changed',
      row,
      before: { data: rewrite(current.data), valid_from: current.valid_from },
    });
  await work.audit({ action: 'update', entity: table, uuid, after: { updated_at: now } });
  return count;
}

/** Returns whether anything changed. If so, the version goes up, and a form opened before gets a 409. */
async function rewriteHead(
  { trx, now }: Work,
  table: Table,
  head: RecordRow,
  rewrite: <V>(value: V) => V,
): Promise<boolean> {
  const { derive, part } = compositionOf(table);
  const { data } = await contentOf(trx, table, head);
  const columns = columnsOf(table, data);
  const changedColumns = Object.fromEntries(
    Object.entries(columns).flatMap(([column, value]) => {
      const rewritten = rewrite(value);
      return rewritten === value || typeof value !== 'string' ? [] : [[column, rewritten]];
    }),
  );
  let count = Object.keys(changedColumns).length;
  if (part?.columns) {
    const { rows: parts } = await sql<Content>`
      select * from ${sql.table(part.table)} where ${sql.ref(part.owner)} = ${head.id}
    `.execute(trx);
    for (const row of parts)
      for (const column of part.columns) {
        const rewritten = rewrite(row[column]);
        if (typeof rewritten !== 'string' || rewritten === row[column]) continue;
        await sql`
          update ${sql.table(part.table)} set ${sql.ref(column)} = ${rewritten} where id = ${row.id}
        `.execute(trx);
        count += 1;
      }
  }
  if (count === 0) return false;
  const content = { ...head, ...changedColumns };
  const values = {
    ...changedColumns,
    ...derive?.(content),
    updated_at: now,
    version: head.version + 1,
  };
  await trx
    .updateTable(table as 'banners')
    .set(values)
    .where('id', '=', head.id)
    .execute();
  return true;
}
