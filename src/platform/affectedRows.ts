/**
 * Affected rows: tables, each with the uuids of its affected rows, or null if any row may be affected.
 *
 * Written as names, a table alone stands for all of its rows, and a table followed by rows (`offers`,
 * `offers#<uuid>`) for those only. Code that ignores rows takes it for the whole table.
 */
export type AffectedRows = Map<string, Set<string> | null>;
export type ReadonlyAffectedRows = ReadonlyMap<string, ReadonlySet<string> | null>;

/**
 * Number of rows above which a table counts as affected as a whole: recomputing is then cheaper than checking
 * rows.
 */
const MAX_ROWS = 50;

export const rowName = (table: string, row: string): string => `${table}#${row}`;

/** Returns the table of a name. */
export const tableOfName = (name: string): string => name.split('#', 1)[0] as string;

/** Adds the rows that `names` stand for to `touched`. */
export function addAffectedRows(touched: AffectedRows, names: readonly string[]): void {
  for (const [table, rows] of parseNames(names)) {
    const before = touched.get(table);
    if (before === null) continue;
    if (rows === null || before === undefined) touched.set(table, rows && bounded(new Set(rows)));
    else touched.set(table, bounded(before.union(rows)));
  }
}

/** Returns the names of `touched`, which must not change any more: the result is cached. */
export function namesOfRows(touched: ReadonlyAffectedRows): readonly string[] {
  let names = formatted.get(touched);
  if (!names) {
    names = Array.from(touched, ([table, rows]) => [
      table,
      ...Array.from(rows ?? [], (row) => rowName(table, row)),
    ]).flat();
    formatted.set(touched, names);
  }
  return names;
}

// The same lists of names recur, so they are parsed once.
const parsed = new WeakMap<readonly string[], ReadonlyAffectedRows>();
const formatted = new WeakMap<ReadonlyAffectedRows, readonly string[]>();

function parseNames(names: readonly string[]): ReadonlyAffectedRows {
  let touched = parsed.get(names);
  if (!touched) {
    const rowsOf = Map.groupBy(
      names.filter((name) => name.includes('#')),
      tableOfName,
    );
    const rowIn = (name: string) => name.slice(name.indexOf('#') + 1);
    touched = new Map(
      names
        .filter((name) => !name.includes('#'))
        .map((table) => [table, rowsOf.has(table) ? new Set(rowsOf.get(table)?.map(rowIn)) : null]),
    );
    parsed.set(names, touched);
  }
  return touched;
}

const bounded = (rows: Set<string>) => (rows.size > MAX_ROWS ? null : rows);
