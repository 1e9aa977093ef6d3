import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Work } from '../../../platform/database/write.ts';
import { compositionOf, type Table } from './history.ts';
import { type PartRow, pickColumns } from './mergeChange.ts';

/** Writes the rows that belong to record `id` of `table`, such as its gallery, so that they equal `rows`. */
export async function writeParts(
  { trx, now }: Pick<Work, 'trx' | 'now'>,
  table: Table,
  id: number,
  rows: PartRow[],
): Promise<void> {
  const { part } = compositionOf(table);
  if (!part?.columns) return;
  const { table: parts, owner, columns } = part;
  const { rows: found } = await sql<PartRow>`
    select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(parts)}
    where ${sql.ref(owner)} = ${id}
  `.execute(trx);
  const stored = new Map(found.map((row) => [row.uuid, row]));
  for (const { uuid } of found)
    if (!rows.some((row) => row.uuid === uuid))
      await sql`delete from ${sql.table(parts)} where uuid = ${uuid}`.execute(trx);
  for (const row of rows) {
    const values = pickColumns(row, columns);
    const before = stored.get(row.uuid);
    if (before && isDeepStrictEqual({ ...before }, values)) continue;
    if (before)
      await sql`
        update ${sql.table(parts)}
        set ${sql.join(columns.map((column) => sql`${sql.ref(column)} = ${values[column]}`))}
        where uuid = ${row.uuid}
      `.execute(trx);
    else
      await sql`
        insert into ${sql.table(parts)}
        (${sql.join([...columns, owner, 'created_at'].map((column) => sql.ref(column)))})
        values (${sql.join([...columns.map((column) => values[column]), id, now])})
      `.execute(trx);
  }
}
