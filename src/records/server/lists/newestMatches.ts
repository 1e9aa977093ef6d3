import { type QueryExecutorProvider, type RawBuilder, type SqlBool, sql } from 'kysely';
import { isPublished } from '../publication/visibility.ts';
import type { RecordTable } from '../store/records.ts';
import { idsOf } from './listMatches.ts';
import { isPostgres } from './listRequirements.ts';
import { idsByText, idsByTextIndex, newestInSqlite, resolveWords } from './search.ts';

interface MatchOptions {
  isThere?: typeof isPublished;
  /** Further condition for the records. */
  where?: RawBuilder<SqlBool>;
  /** Counts the records that fulfil `where`, if the caller has a faster way. */
  count?: () => Promise<number>;
}

/**
 * Returns the ids of the newest `limit` records that contain all words and fulfil `where`, newest first.
 * `isThere` selects published records or, with `isNotDeleted`, all that are not deleted.
 */
export async function newestMatches(
  db: QueryExecutorProvider,
  table: RecordTable,
  search: string,
  limit: number,
  { isThere = isPublished, where: condition, count }: MatchOptions = {},
): Promise<number[]> {
  const words = await resolveWords(db, { table, search: 'search' }, search);
  // Every search covers records that are not deleted; only `isPublished` needs a condition.
  const where = [
    ...(isThere === isPublished ? [sql<SqlBool>`${isPublished(table)}`] : []),
    ...(condition ? [condition] : []),
  ];
  if (!isPostgres(db)) return newestInSqlite(db, table, words, limit, where, count);
  const { rows } = await sql<{ id: number; found: number }>`
    select id, count(*) over () as found
    from (${idsByTextIndex(table, words, where)} limit ${MAX_SORTED + 1}) as found
    order by id desc limit ${limit}
  `.execute(db);
  const isMore = Number(rows[0]?.found ?? 0) > MAX_SORTED;
  return isMore
    ? idsOf(db, sql`${idsByText(table, words, where)} order by id desc`, limit)
    : rows.map(({ id }) => id);
}

/** Most matches that PostgreSQL sorts. With more, a scan of the newest ids finds enough of them soon. */
const MAX_SORTED = 2500;
