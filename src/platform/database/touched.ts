/**
 * Tables, each with the rows of it that are meant, by their uuids; null where it may be any.
 *
 * Written as names, a table alone is all of it, and one with rows beside it (`offers`, `offers#<uuid>`) those rows alone:
 * whoever knows nothing of rows takes it for all.
 */
export type Touched = Map<string, Set<string> | null>;
export type ReadonlyTouched = ReadonlyMap<string, ReadonlySet<string> | null>;

/** Of more, who asks whether it was one of them had better ask what he is about anew. */
const MOST_ROWS = 50;

export const rowOf = (table: string, row: string): string => `${table}#${row}`;

/** The table of one of such names. */
export const tableIn = (name: string): string => name.split('#', 1)[0] as string;

/** Adds what `names` mean, each time as much as is said at once. */
export function touch(touched: Touched, names: readonly string[]): void {
  for (const name of names) {
    if (name.includes('#')) continue;
    const rows = rowsIn(names, name);
    const before = touched.get(name);
    if (before === undefined) touched.set(name, rows && bounded(rows));
    else if (before && rows) touched.set(name, bounded(before.union(rows)));
    else touched.set(name, null);
  }
}

export const namesOf = (touched: ReadonlyTouched): string[] =>
  Array.from(touched, ([table, rows]) => [
    table,
    ...Array.from(rows ?? [], (row) => rowOf(table, row)),
  ]).flat();

function rowsIn(names: readonly string[], table: string): Set<string> | null {
  let rows: Set<string> | null = null;
  for (const name of names)
    if (name.length > table.length && name[table.length] === '#' && name.startsWith(table)) {
      rows ??= new Set();
      rows.add(name.slice(table.length + 1));
    }
  return rows;
}

const bounded = (rows: Set<string>) => (rows.size > MOST_ROWS ? null : rows);
