import type { DatabaseSync, StatementSync } from 'node:sqlite';

const MAX_STATEMENTS = 500;

/**
 * Function that prepares an SQL text; `reads` if the statement returns columns (a select, or a write with
 * `returning`).
 */
export type Prepared = (sql: string) => { statement: StatementSync; reads: boolean };

/** Returns a function that prepares each SQL text once and caches up to `MAX_STATEMENTS` statements. */
export function prepareOnce(database: DatabaseSync): Prepared {
  const cache = new Map<string, ReturnType<Prepared>>();
  return (sql) => {
    let prepared = cache.get(sql);
    if (!prepared) {
      const statement = database.prepare(sql);
      prepared = { statement, reads: statement.columns().length > 0 };
      if (cache.size >= MAX_STATEMENTS) cache.delete(cache.keys().next().value as string);
      cache.set(sql, prepared);
    }
    return prepared;
  };
}
