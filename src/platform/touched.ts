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
  for (const [table, rows] of meantBy(names)) {
    const before = touched.get(table);
    if (before === null) continue;
    if (rows === null || before === undefined) touched.set(table, rows && bounded(new Set(rows)));
    else touched.set(table, bounded(before.union(rows)));
  }
}

/** Of what nobody adds to any more. */
export function namesOf(touched: ReadonlyTouched): readonly string[] {
  let names = written.get(touched);
  if (!names) {
    names = Array.from(touched, ([table, rows]) => [
      table,
      ...Array.from(rows ?? [], (row) => rowOf(table, row)),
    ]).flat();
    written.set(touched, names);
  }
  return names;
}

// The same are told again and again.
const meant = new WeakMap<readonly string[], ReadonlyTouched>();
const written = new WeakMap<ReadonlyTouched, readonly string[]>();

function meantBy(names: readonly string[]): ReadonlyTouched {
  let touched = meant.get(names);
  if (!touched) {
    const rowsOf = Map.groupBy(
      names.filter((name) => name.includes('#')),
      tableIn,
    );
    const rowIn = (name: string) => name.slice(name.indexOf('#') + 1);
    touched = new Map(
      names
        .filter((name) => !name.includes('#'))
        .map((table) => [table, rowsOf.has(table) ? new Set(rowsOf.get(table)?.map(rowIn)) : null]),
    );
    meant.set(names, touched);
  }
  return touched;
}

const bounded = (rows: Set<string>) => (rows.size > MOST_ROWS ? null : rows);
