import { createHash } from 'node:crypto';
import { type Generated, type SqlBool, sql } from 'kysely';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import type { Work } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import type { GiveWay } from '../../platform/jobs/giveWay.ts';
import { isPostgres } from '../../records/server/lists/listRequirements.ts';
import { isPublished, type SoftDeleteTable } from '../../records/server/publication/visibility.ts';
import type { Resource, SearchFacts } from '../../shared/resource.ts';
import { dayRangeInBrazil } from '../branches/branchZones.ts';
import { plainAnswer } from '../questions/answerText.ts';
import { resources } from '../resources.ts';
import type { SearchKind } from './search.kinds.ts';
import { reverseWord, textWords } from './search.tokens.ts';
import { SYNONYMS } from './shopperWords.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    search_entries: SearchEntryTable;
    search_words: SearchWordTable;
    search_postings: SearchPostingTable;
  }
}

/** A searchable record: one that shoppers see, or will see according to its dates. */
export interface SearchEntryTable {
  id: Generated<number>;
  entity: string;
  uuid: string;
  kind: SearchKind;
  title: string;
  /** Excerpt that is shown below the title. */
  text: string;
  page: string;
  /** Last day as a number, such as 20261123. */
  until: number;
  /** Version of the record when it was indexed. */
  version: number;
  /** Digest of the indexing rules (`rulesDigest`). */
  made: number;
}

/** A word that at least one entry of a kind contains. */
export interface SearchWordTable {
  id: Generated<number>;
  kind: SearchKind;
  /** Root of the word. */
  word: string;
  reversed: string;
  /** Spelling in the text. */
  shown: string;
  /** Number of entries that contain it. */
  frequency: number;
}

/** The occurrence of a word in an entry, with its weight. */
export interface SearchPostingTable {
  entry_id: number;
  word_id: number;
  score: number;
  /**
   * First and last day of the entry, copied so that the most frequent query reads only this table's index.
   */
  begins: number;
  until: number;
}

/** A resource whose records can be found by the site search. */
export type SearchableResource = Resource & { found: SearchFacts };
const isFindable = (known: Resource): known is SearchableResource => known.found !== undefined;
export const searchableResources: readonly SearchableResource[] = (resources as readonly Resource[]).filter(
  isFindable,
);
const byTable = new Map(searchableResources.map((known) => [known.table, known]));

/**
 * Version of the tokenizer. Increment it when texts are split differently: entries of other rules are indexed
 * again. They are also when the facts of their table or the synonyms change.
 */
const RULES = 3;
const rulesDigest = ({ found }: SearchableResource): number =>
  createHash('sha256')
    .update(JSON.stringify([RULES, SYNONYMS, found]))
    .digest()
    .readInt32BE();

const NO_LAST_DAY = 99_991_231;
/** Converts a date to a number: `2026-11-23` → 20261123. */
export const dayNumber = (day: string): number => Number(day.replaceAll('-', ''));

/** Longest excerpt that is stored, and the part of a text that is indexed. */
const EXCERPT_LENGTH = 240;
const MAX_TEXT_LENGTH = 60_000;
const MAX_WORDS = 2000;

const SCORES = { title: 60, label: 30, text: 10 } as const;

/** Columns that every table has. */
type AnyRow = Record<string, unknown> & { id: number; uuid: string; version: number };

interface Entry {
  id?: number;
  row: AnyRow;
  title: string;
  text: string;
  page: string;
  begins: number;
  until: number;
  words: Map<string, { score: number; shown: string }>;
}

/**
 * Replaces the index entries of these records with their current content, or removes those that may not be
 * found. Runs in the transaction that writes the records.
 */
export async function indexRecords(work: Pick<Work, 'trx' | 'now'>, table: string, uuids: readonly string[]) {
  const known = byTable.get(table);
  if (!known || uuids.length === 0) return;
  const { trx, now } = work;
  await lock(trx);
  await deleteEntries(trx, table, uuids);
  const { first } = dayRangeInBrazil(Date.parse(now));
  const { rows } = await sql<AnyRow>`
    select * from ${sql.table(table)} where ${isAmong(trx, 'uuid', uuids)} and ${isFound(known, first)} order by id
  `.execute(trx);
  const texts = await textsOfParts(trx, known, rows);
  await addEntries(
    trx,
    known,
    rows.map((row) => entryOf(known, row, texts.get(row.id) ?? [])),
  );
}

/**
 * Word counts are shared, so writers take turns. Little is lost: later steps of a save wait for the content
 * revision anyway.
 */
async function lock(trx: DbOrTransaction) {
  if (isPostgres(trx)) await sql`select pg_advisory_xact_lock(hashtext('search'))`.execute(trx);
}

/** Whether shoppers see it, and its days are not over on `day`; offers end by the clock of their branches. */
function isFound({ table, found: { only = {}, until } }: SearchableResource, day: string) {
  const conditions = [
    isPublished(table as SoftDeleteTable),
    ...Object.entries(only).map(([column, value]) => sql<SqlBool>`${sql.ref(column)} = ${value}`),
    ...(until ? [sql<SqlBool>`(${sql.ref(until)} is null or ${sql.ref(until)} >= ${day})`] : []),
  ];
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}

async function deleteEntries(trx: DbOrTransaction, table: string, uuids: readonly string[]) {
  const { rows } = await sql<{ id: number }>`
    delete from search_entries where entity = ${table} and ${isAmong(trx, 'uuid', uuids)} returning id
  `.execute(trx);
  await deletePostings(
    trx,
    rows.map(({ id }) => id),
  );
}

async function deletePostings(trx: DbOrTransaction, entries: readonly number[]) {
  if (entries.length === 0) return;
  const { rows } = await sql<{ id: number; count: number }>`
    select word_id as id, count(*) as count from search_postings
    where ${isAmong(trx, 'entry_id', entries)} group by word_id
  `.execute(trx);
  await sql`delete from search_postings where ${isAmong(trx, 'entry_id', entries)}`.execute(trx);
  await sql`
    update search_words set frequency = frequency - fewer.count
    from (select cast(value ->> 0 as integer) as id, cast(value ->> 1 as integer) as count from ${jsonRows(
      trx,
      rows.map(({ id, count }) => [id, Number(count)]),
    )}) as fewer where fewer.id = search_words.id
  `.execute(trx);
  const words = rows.map(({ id }) => id);
  await sql`delete from search_words where frequency <= 0 and ${isAmong(trx, 'id', words)}`.execute(trx);
}

async function textsOfParts(
  trx: DbOrTransaction,
  { found: { parts } }: SearchableResource,
  rows: readonly AnyRow[],
): Promise<Map<number, string[]>> {
  if (!parts || rows.length === 0) return new Map();
  const { table, owner, column } = parts;
  const { rows: found } = await sql<{ owner: number; text: string }>`
    select ${sql.ref(owner)} as owner, ${sql.ref(column)} as text from ${sql.table(table)}
    where ${isAmong(
      trx,
      owner,
      rows.map(({ id }) => id),
    )} order by id
  `.execute(trx);
  const texts = new Map<number, string[]>();
  for (const { owner: of, text } of found) texts.set(of, [...(texts.get(of) ?? []), text ?? '']);
  return texts;
}

function entryOf({ found, title }: SearchableResource, row: AnyRow, parts: string[]): Entry {
  const text = (column: string) => plainAnswer(String(row[column] ?? '').slice(0, MAX_TEXT_LENGTH));
  const words: Entry['words'] = new Map();
  const take = (of: string, weight: keyof typeof SCORES) => {
    const taken = textWords(of);
    for (const [at, { root, shown }] of taken.entries()) {
      if (words.size >= MAX_WORDS) return;
      // Each word of a short title weighs more, and the first one most.
      const more = weight === 'title' ? Math.round(24 / taken.length) + (at === 0 ? 6 : 0) : 0;
      const score = SCORES[weight] + more;
      const before = words.get(root);
      words.set(root, {
        score: before ? Math.min(99, Math.max(score, before.score) + 1) : score,
        shown: before?.shown ?? shown,
      });
    }
  };
  for (const weight of ['title', 'label', 'text'] as const)
    for (const [column, of] of Object.entries(found.words)) if (of === weight) take(text(column), weight);
  for (const part of parts) take(part.slice(0, MAX_TEXT_LENGTH), 'text');
  if (found.called) take(found.called, 'title');
  const day = (column: string | undefined, none: number) =>
    column && row[column] ? dayNumber(String(row[column])) : none;
  return {
    row,
    title: found.called ?? text(title ?? ''),
    text: found.excerpt ? excerptOf(text(found.excerpt)) : '',
    page: pageOf(found.page, row),
    begins: day(found.from, 0),
    until: day(found.until, NO_LAST_DAY),
    words,
  };
}

/** Returns the beginning of a text in one line. The items of a list follow each other: «no caixa: dinheiro; Pix». */
function excerptOf(text: string): string {
  const items = text.replace(/([^\n]?)\n+\s*[-–•]\s+/g, (_, before) =>
    before === ':' ? ': ' : `${before}; `,
  );
  return items
    .replace(/^\s*[-–•]\s+/, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, EXCERPT_LENGTH);
}

function pageOf(page: SearchFacts['page'], row: AnyRow): string {
  if (typeof page !== 'string') return page.pages[String(row[page.by])] ?? '/';
  return page.replace(/:(\w+)/g, (_, column: string) => encodeURIComponent(String(row[column] ?? '')));
}

async function addEntries(trx: DbOrTransaction, known: SearchableResource, entries: Entry[]) {
  if (entries.length === 0) return;
  const { table, found } = known;
  const { kind } = found;
  const made = rulesDigest(known);
  const { rows: stored } = await sql<{ id: number; uuid: string }>`
    insert into search_entries (entity, uuid, kind, title, text, page, until, version, made)
    select ${table}, value ->> 0, ${kind}, value ->> 1, value ->> 2, value ->> 3,
      cast(value ->> 4 as integer), cast(value ->> 5 as integer), cast(${made} as integer)
    from ${jsonRows(
      trx,
      entries.map(({ row, title, text, page, until }) => [row.uuid, title, text, page, until, row.version]),
    )}
    returning id, uuid
  `.execute(trx);
  const ids = new Map(stored.map(({ id, uuid }) => [uuid, id]));

  const counts = new Map<string, { shown: string; count: number }>();
  for (const { words } of entries)
    for (const [root, { shown }] of words) {
      const before = counts.get(root);
      if (before) before.count += 1;
      else counts.set(root, { shown, count: 1 });
    }
  const { rows: storedWords } = await sql<{ id: number; word: string }>`
    insert into search_words (kind, word, reversed, shown, frequency)
    select ${kind}, value ->> 0, value ->> 1, value ->> 2, cast(value ->> 3 as integer)
    from ${jsonRows(
      trx,
      Array.from(counts, ([root, { shown, count }]) => [root, reverseWord(root), shown, count]),
    )} where true
    on conflict (word, kind) do update set frequency = search_words.frequency + excluded.frequency
    returning id, word
  `.execute(trx);
  const wordIds = new Map(storedWords.map(({ id, word }) => [word, id]));

  const postings = entries.flatMap(({ row, words, begins, until }) =>
    Array.from(words, ([root, { score }]) => [ids.get(row.uuid), wordIds.get(root), score, begins, until]),
  );
  await sql`
    insert into search_postings (entry_id, word_id, score, begins, until)
    select cast(value ->> 0 as integer), cast(value ->> 1 as integer), cast(value ->> 2 as integer),
      cast(value ->> 3 as integer), cast(value ->> 4 as integer)
    from ${jsonRows(trx, postings)}
  `.execute(trx);
}

/** Returns a row source with one row, `value`, for each of `rows`. All rows are one parameter. */
const jsonRows = (db: DbOrTransaction, rows: readonly unknown[]) =>
  isPostgres(db)
    ? sql`jsonb_array_elements(cast(${JSON.stringify(rows)} as jsonb)) as each_row (value)`
    : sql`json_each(${JSON.stringify(rows)}) as each_row`;

/**
 * Returns a condition with all values as one parameter. On PostgreSQL it uses the index whatever the table
 * statistics say.
 */
const isAmong = (db: DbOrTransaction, column: string, values: readonly (string | number)[]) => {
  if (!isPostgres(db))
    return sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`;
  const type = column === 'uuid' ? sql`text[]` : sql`integer[]`;
  return sql<SqlBool>`${sql.ref(column)} = any(cast(${values} as ${type}))`;
};

type IndexDeps = Pick<Deps, 'db' | 'write' | 'clock'>;

/** Records per transaction: few, so that concurrent saves do not wait long. */
const RECORDS_PER_WRITE = 20;
/** Number of repaired records after which the statistics are outdated. */
const MANY_RECORDS = 200;
/** Rows read per batch. */
const ROWS_PER_BATCH = 1000;

/**
 * Brings the index up to date and returns the number of records that it processed. Covers records older than
 * the index, records saved by a release without it, entries of other rules, and entries that have ended.
 */
export async function repairIndex(deps: IndexDeps, giveWay?: GiveWay): Promise<number> {
  let mended = 0;
  for (const known of searchableResources)
    for (const look of [outdatedRecords, endedEntries])
      for (let after: number | undefined = 0; after !== undefined; ) {
        await giveWay?.();
        const found: Batch = await look(deps, known, after);
        for (let at = 0; at < found.uuids.length; at += RECORDS_PER_WRITE) {
          await giveWay?.();
          await deps.write(null, (work) =>
            indexRecords(work, known.table, found.uuids.slice(at, at + RECORDS_PER_WRITE)),
          );
        }
        mended += found.uuids.length;
        after = found.last;
      }
  mended += await deleteUnknownTables(deps);
  if (mended > MANY_RECORDS) await updateStatistics(deps.db);
  return mended;
}

/** Updates the statistics. On PostgreSQL, the vacuum also makes index-only scans possible. */
async function updateStatistics(db: DbOrTransaction) {
  const work = isPostgres(db) ? sql`vacuum analyze` : sql`analyze`;
  for (const table of ['search_entries', 'search_words', 'search_postings'])
    await sql`${work} ${sql.table(table)}`.execute(db);
}

/** Deletes up to `ROWS_PER_BATCH` entries whose table is no resource of this release and returns their number. */
async function deleteUnknownTables({ db, write }: IndexDeps): Promise<number> {
  const tables = searchableResources.map(({ table }) => table);
  const { rows } = await sql<{ id: number }>`
    select id from search_entries where entity not in (${sql.join(tables)}) limit ${ROWS_PER_BATCH}
  `.execute(db);
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0)
    await write(null, async ({ trx }) => {
      await lock(trx);
      await sql`delete from search_entries where ${isAmong(trx, 'id', ids)}`.execute(trx);
      await deletePostings(trx, ids);
    });
  return ids.length;
}

interface Batch {
  uuids: string[];
  /** Id after which the next batch begins; undefined after the last one. */
  last: number | undefined;
}

interface IndexedRow {
  id: number;
  uuid: string;
  version: number;
  made: number;
}

/** Returns records after id `after` whose entry is missing or outdated. */
async function outdatedRecords(
  { db, clock }: IndexDeps,
  known: SearchableResource,
  after: number,
): Promise<Batch> {
  const { table } = known;
  const { rows } = await sql<IndexedRow>`
    select id, uuid, version from ${sql.table(table)}
    where id > ${after} and ${isFound(known, dayRangeInBrazil(clock.now()).first)} order by id limit ${ROWS_PER_BATCH}
  `.execute(db);
  const uuids = rows.map(({ uuid }) => uuid);
  const { rows: entries } = await sql<IndexedRow>`
    select uuid, version, made from search_entries where entity = ${table} and ${isAmong(db, 'uuid', uuids)}
  `.execute(db);
  const made = rulesDigest(known);
  const current = new Map(entries.map((entry) => [entry.uuid, entry]));
  const isBehind = ({ uuid, version }: IndexedRow) => {
    const entry = current.get(uuid);
    return entry?.version !== version || entry.made !== made;
  };
  return { uuids: rows.filter(isBehind).map(({ uuid }) => uuid), last: rows.at(-1)?.id };
}

/** Returns entries after id `after` whose record may no longer be found. */
async function endedEntries(
  { db, clock }: IndexDeps,
  known: SearchableResource,
  after: number,
): Promise<Batch> {
  const { table } = known;
  const { rows } = await sql<IndexedRow>`
    select id, uuid from search_entries where id > ${after} and entity = ${table} order by id limit ${ROWS_PER_BATCH}
  `.execute(db);
  const uuids = rows.map(({ uuid }) => uuid);
  const { rows: there } = await sql<IndexedRow>`
    select uuid from ${sql.table(table)}
    where ${isAmong(db, 'uuid', uuids)} and ${isFound(known, dayRangeInBrazil(clock.now()).first)}
  `.execute(db);
  const stays = new Set(there.map(({ uuid }) => uuid));
  return { uuids: uuids.filter((uuid) => !stays.has(uuid)), last: rows.at(-1)?.id };
}
