import { type QueryExecutorProvider, sql } from 'kysely';
import { FILTER_COUNT_LIMIT } from '../../../shared/filters.ts';
import { isNotDeleted } from '../publication/visibility.ts';
import { withOnlyAsIds } from './listCriteria.ts';
import { chosenFilters } from './listFilters.ts';
import type { ListRules } from './listRequirements.ts';

/**
 * Counts the records that the list shows for each of `queries`, up to `FILTER_COUNT_LIMIT`, in one statement.
 * A query consists of filters alone, with the names and values of the list's address.
 */
export async function countQueries(
  db: QueryExecutorProvider,
  rules: ListRules,
  queries: readonly Readonly<Record<string, string>>[],
): Promise<number[]> {
  if (queries.length === 0) return [];
  // Each query checks the caller's records, so they are found once.
  const { table, scope } = await withOnlyAsIds(db, rules);
  const counts = queries.map((query, at) => {
    const conditions = [
      isNotDeleted(table),
      ...(scope ? [scope.where] : []),
      ...chosenFilters(query, rules).map(({ where }) => where),
    ];
    return sql`(select count(*) from (
      select 1 from ${sql.table(table)} where ${sql.join(conditions, sql` and `)} limit ${FILTER_COUNT_LIMIT}
    ) as found) as ${sql.ref(`n${at}`)}`;
  });
  const { rows } = await sql<Record<string, unknown>>`select ${sql.join(counts)}`.execute(db);
  return queries.map((_, at) => Number(rows[0]?.[`n${at}`] ?? 0));
}
