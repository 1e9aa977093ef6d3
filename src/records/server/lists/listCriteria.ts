import { type QueryExecutorProvider, type SqlBool, sql } from 'kysely';
import { COUNT_LIMIT, type ListQuery } from '../../../shared/list.ts';
import { isNotDeleted } from '../publication/visibility.ts';
import type { RecordTable } from '../store/records.ts';
import { anyOf, type Condition, chosenFilters } from './listFilters.ts';
import { idsOf } from './listMatches.ts';
import { isIndexed, isPostgres, type ListRules } from './listRequirements.ts';
import { MAX_FETCHED_BY_ID } from './listScan.ts';
import {
  containsAllWords,
  idsByText,
  idsParameter,
  isIndexedWord,
  newestInSqlite,
  parseWords,
  resolveWords,
  type Word,
  wordsText,
} from './search.ts';

// Turns a list query into words and conditions.

/**
 * Replaces the condition `scope` by ids if it matches few records, so that later conditions check these alone.
 */
export async function withOnlyAsIds(db: QueryExecutorProvider, rules: ListRules): Promise<ListRules> {
  const { scope, table, id } = rules;
  if (!scope || !isIndexed(rules)) return rules;
  const ids = await idsOf(db, idsByText(table, [], [scope.where]), MAX_FETCHED_BY_ID + 1);
  if (ids.length > MAX_FETCHED_BY_ID) return rules;
  return { ...rules, scope: { ...scope, where: sql<SqlBool>`${sql.ref(id)} in ${idsParameter(db, ids)}` } };
}

export interface Criteria {
  /** Words that the text of each match contains. */
  words: Word[];
  /** Further conditions: chosen filters, and words that may be in the name of a joined record. */
  where: Condition[];
  /** `where` for a long scan along a sort index. */
  along?: Condition[];
  /** Cache key of `where`. */
  named: string[];
  /** Returns the ids of all matches, up to `COUNT_LIMIT`; set if SQLite has a faster way than `where`. */
  found?: () => Promise<number[]>;
  /** Disjoint conditions, one of which each match fulfils. */
  parts?: Condition[];
}

export async function criteriaOf(
  db: QueryExecutorProvider,
  query: object,
  rules: ListRules,
): Promise<Criteria> {
  const chosen = chosenFilters(query, rules);
  const only = rules.scope ? [rules.scope.where] : [];
  const criteria: Criteria = {
    words: [],
    where: [...only, ...chosen.map(({ where }) => where)],
    along: [...only, ...chosen.map(({ whereAlongOrder }) => whereAlongOrder)],
    named: [
      rules.scope?.named ?? '',
      rules.asOf ?? '',
      ...chosen.map(({ name, value }) => `${name} ${value}`),
    ],
  };
  const { search } = query as ListQuery;
  if (rules.parts) {
    const words = parseWords(search);
    return withParts(criteria, words, await rules.parts(words, chosen));
  }
  criteria.words = rules.search === undefined ? [] : await resolveWords(db, rules, search);
  const { joined } = rules;
  const owners = joined && criteria.words.length > 0 ? await ownersWith(db, joined, criteria.words) : [];
  return joined && owners.length > 0
    ? withOwners(db, rules.table, joined.column, criteria, owners)
    : criteria;
}

function withParts(criteria: Criteria, words: Word[], parts: Condition[]): Criteria {
  const any = parts.length === 0 ? sql<SqlBool>`1 = 0` : anyOf(...parts);
  const isUnfiltered = criteria.where.length === 0 && words.length === 0;
  const named = [...criteria.named, `words ${wordsText(words)}`];
  return { words: [], where: isUnfiltered ? [] : [any], named, parts };
}

/** Only the first `MAX_OWNERS` matching joined records are searched for their records. */
const MAX_OWNERS = 100;

async function ownersWith(
  db: QueryExecutorProvider,
  { table, key }: NonNullable<ListRules['joined']>,
  words: Word[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where ${isNotDeleted(table)} and ${containsAllWords(key, words)}
    order by id limit ${MAX_OWNERS}
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Adds records whose joined record has the words in its name. */
function withOwners(
  db: QueryExecutorProvider,
  table: RecordTable,
  column: string,
  { words, where, named }: Criteria,
  owners: number[],
): Criteria {
  // With a subquery PostgreSQL would not use the index of the column.
  const within = isPostgres(db)
    ? sql<SqlBool>`${sql.ref(column)} = any(${owners}::integer[])`
    : sql<SqlBool>`${sql.ref(column)} in ${idsParameter(db, owners)}`;
  const anyOf = sql<SqlBool>`(${within} or ${containsAllWords(`${table}.search`, words)})`;
  const criteria = { words: [], where: [...where, anyOf], named: [...named, `words ${wordsText(words)}`] };
  if (isPostgres(db) || !words.every(isIndexedWord)) return criteria;
  // SQLite collects these ids without reading any text.
  const found = async () => {
    const owned = await newestInSqlite(db, table, [], COUNT_LIMIT, [...where, within]);
    const limit = COUNT_LIMIT - owned.length;
    const own =
      limit > 0 ? await newestInSqlite(db, table, words, limit, [...where, sql`not ${within}`]) : [];
    return [...owned, ...own];
  };
  return { ...criteria, found };
}
