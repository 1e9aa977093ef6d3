import type { DatabaseSync, StatementSync } from 'node:sqlite';

const MOST = 500;

/** Prepares a statement; `reads` if it returns columns (a select, or a write with `returning`). */
export type Prepared = (sql: string) => { statement: StatementSync; reads: boolean };

/** Returns a function that prepares each SQL text once and caches up to `MOST` statements. */
export function prepareOnce(database: DatabaseSync): Prepared {
  const known = new Map<string, ReturnType<Prepared>>();
  return (sql) => {
    let found = known.get(sql);
    if (!found) {
      const statement = database.prepare(sql);
      found = { statement, reads: statement.columns().length > 0 };
      if (known.size >= MOST) known.delete(known.keys().next().value as string);
      known.set(sql, found);
    }
    return found;
  };
}
