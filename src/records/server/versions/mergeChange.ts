import { isDeepStrictEqual } from 'node:util';
import type { DbOrTransaction } from '../../../platform/database/database.ts';
import type { RecordTable } from '../store/records.ts';
import { columnsWithoutDeletedNames } from '../store/references.ts';
import { type Content, columnsOf, compositionOf, contentOf, fileIdsIn, type RecordRow } from './history.ts';

// Merges a pending change into a record without any write. Publishing writes the result, a preview shows it.

/** A row that belongs to a record, by the columns that its composition names. */
export type PartRow = Record<string, unknown> & { uuid: string };

/** Computes the record with `wanted`, except for files that no longer exist. */
export async function mergeChange(
  db: DbOrTransaction,
  table: RecordTable,
  head: RecordRow,
  wanted: Content,
  base: Content | null,
): Promise<{ columns: Content; keys: object; rows: PartRow[] }> {
  const { part, derive } = compositionOf(table);
  const { data: current } = await contentOf(db, table, head);
  const content = merge(current, wanted, base, part?.table);
  Object.assign(content, await columnsWithoutDeletedNames(db, table, content));
  // Erased files do not come back; the rest of the change does.
  const existingFiles = await existing(db, fileIdsIn(content));
  if (content.file_id != null && !existingFiles.has(Number(content.file_id)))
    content.file_id = current.file_id;
  const columns = columnsOf(table, content);
  const parts = part?.columns ? (content[part.table] as PartRow[]) : [];
  return {
    columns,
    keys: derive?.(columns) ?? {},
    rows: parts.filter(({ file_id }) => existingFiles.has(Number(file_id))),
  };
}

/** Returns the content of version `id`; null if it is no longer stored. */
export async function contentOfVersion(db: DbOrTransaction, id: number | null): Promise<Content | null> {
  if (id === null) return null;
  const version = await db
    .selectFrom('record_versions')
    .select('data')
    .where('id', '=', id)
    .executeTakeFirst();
  return version ? (JSON.parse(version.data) as Content) : null;
}

async function existing(db: DbOrTransaction, ids: number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom('files').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}

/** Applies the difference between `base` and `wanted` to `current`. Ignores columns that no longer exist. */
function merge(current: Content, wanted: Content, base: Content | null, part: string | undefined): Content {
  return Object.fromEntries(
    Object.entries(current).map(([column, value]) => {
      if (!(column in wanted)) return [column, value];
      if (column === part)
        return [
          column,
          mergeRows(
            value as PartRow[],
            wanted[column] as PartRow[],
            base && ((base[column] ?? []) as PartRow[]),
          ),
        ];
      const isUntouched = base !== null && isDeepStrictEqual(base[column], wanted[column]);
      return [column, isUntouched ? value : wanted[column]];
    }),
  );
}

/**
 * Merges the rows of a gallery. Rows deleted since `base` stay deleted; rows added since stay, behind the
 * others. The order is that of `current`, unless the change reorders rows itself.
 */
function mergeRows(current: PartRow[], wanted: PartRow[], base: PartRow[] | null): PartRow[] {
  if (!base) return withPositions(wanted);
  const byUuid = (rows: PartRow[]) => new Map(rows.map((row) => [row.uuid, row]));
  const [currentRows, baseRows, wantedRows] = [byUuid(current), byUuid(base), byUuid(wanted)];
  const mergedRows = wanted.flatMap((row) => {
    const inCurrent = currentRows.get(row.uuid);
    const inBase = baseRows.get(row.uuid);
    if (inBase && !inCurrent) return [];
    const isUntouched = inBase && inCurrent && isDeepStrictEqual(withoutPlace(inBase), withoutPlace(row));
    return isUntouched ? [inCurrent] : [row];
  });
  const since = current.filter(({ uuid }) => !baseRows.has(uuid) && !wantedRows.has(uuid));
  if (isReordered(wanted, base)) return withPositions([...mergedRows, ...since]);
  const placeOf = ({ uuid }: PartRow) => current.findIndex((row) => row.uuid === uuid);
  const existingRows = mergedRows.filter((row) => placeOf(row) >= 0);
  const newRows = mergedRows.filter((row) => placeOf(row) < 0);
  return withPositions([...[...existingRows, ...since].sort((a, b) => placeOf(a) - placeOf(b)), ...newRows]);
}

/** Returns whether a change reorders the rows of its base or puts new rows before them. */
function isReordered(wanted: PartRow[], base: PartRow[]): boolean {
  const uuids = wanted.map(({ uuid }) => uuid);
  const stored = base.map(({ uuid }) => uuid).filter((uuid) => uuids.includes(uuid));
  return stored.some((uuid, at) => uuids[at] !== uuid);
}

const withoutPlace = ({ position: _, ...row }: PartRow) => row;
export const withPositions = (rows: PartRow[]): PartRow[] =>
  rows.map((row, at) => ({ ...row, position: at + 1 }));
export const pickColumns = (row: PartRow, columns: string[] = []) =>
  Object.fromEntries(columns.map((column) => [column, row[column] ?? null])) as PartRow;

interface Due {
  id: number;
  valid_from: string | null;
  data: string;
}

/** Returns whether a change unpublishes its record. */
export const isUnpublication = ({ data }: Pick<Due, 'data'>) => data === 'null';

/** Orders due changes: by their instant, unpublications last, then by age. */
export const compareDueChanges = (a: Due, b: Due) =>
  (a.valid_from ?? '').localeCompare(b.valid_from ?? '') ||
  Number(isUnpublication(a)) - Number(isUnpublication(b)) ||
  a.id - b.id;
