import { sql } from 'kysely';
import type { DbOrTransaction } from '../../../platform/database/database.ts';
import { recordLock } from '../../../platform/database/locks.ts';
import type { Work } from '../../../platform/database/write.ts';
import { invalidField } from '../../../shared/failure.ts';
import { parseStored } from '../../../shared/storedJson.ts';
import { isPostgres } from '../lists/listRequirements.ts';
import { isNotDeleted, isPublished, type SoftDeleteTable } from '../publication/visibility.ts';
import {
  compositionOf,
  compositions,
  type DependentMessages,
  markChanged,
  type RecordRow,
  type Table,
} from '../versions/history.ts';
import { lockOrder } from './order.ts';

// A record may name other records. A save drops the name of a deleted record that the stored record has, and
// refuses it otherwise. A record whose places are all deleted is unpublished with the last of them.

/** A column of a record that names records of another table. */
export type Reference = { column: string; to: SoftDeleteTable } & (RequiredReference | OptionalReference);

/** One id without which the record cannot exist; its service checks it. */
interface RequiredReference {
  kind: 'required';
}

interface OptionalReference {
  /** `list`: JSON of uuids, each of which may be deleted. `optional`: one id, or null. */
  kind: 'list' | 'optional';
  /** Words that a list may hold beside uuids. */
  words?: readonly string[];
  /** Text of the error for a deleted record that was not named before. */
  gone: string;
  /** Returns the text for staff about dropped names. */
  dropped: (count: number) => string;
  /** Text for staff when no name is left and shoppers do not see the record. */
  nowhere?: string;
}

type Columns = Readonly<Record<string, unknown>>;

type Droppable = Extract<Reference, OptionalReference>;

const droppableOf = (table: Table): Droppable[] =>
  (compositionOf(table).references ?? []).filter(
    (reference): reference is Droppable => reference.kind !== 'required',
  );

const namesIn = ({ kind }: Pick<Droppable, 'kind'>, value: unknown): (string | number)[] => {
  if (value === null || value === undefined) return [];
  return kind === 'list' ? parseStored<string[]>(String(value), []) : [Number(value)];
};

const withoutNames = (reference: Droppable, value: unknown, dead: ReadonlySet<string | number>) => {
  if (reference.kind !== 'list') return null;
  return JSON.stringify(namesIn(reference, value).filter((name) => !dead.has(name)));
};

/** Returns the names in a column whose records are deleted. */
async function deletedNamesIn(
  db: DbOrTransaction,
  reference: Droppable,
  value: unknown,
): Promise<Set<string | number>> {
  const { to, kind, words = [] } = reference;
  const names = namesIn(reference, value).filter((name) => !words.includes(String(name)));
  if (names.length === 0) return new Set();
  const column = sql.ref(kind === 'list' ? 'uuid' : 'id');
  const { rows } = await sql<{ name: string | number }>`
    select ${column} as name from ${sql.table(to)} where ${isNotDeleted(to)} and ${column} in (${sql.join(names)})
  `.execute(db);
  const living = new Set(rows.map(({ name }) => name));
  return new Set(names.filter((name) => !living.has(name)));
}

const droppedTexts = new WeakMap<object, string[]>();

interface Dependents {
  /** Records that were deleted or restored. */
  records: number;
  counts: Record<string, number>;
}

const dependents = new WeakMap<object, Map<string, Dependents>>();

function countDependents(
  trx: object,
  to: Table,
  text: keyof DependentMessages,
  counts: Readonly<Record<string, number>>,
): void {
  if (Object.values(counts).every((count) => count === 0)) return;
  const known = dependents.get(trx) ?? new Map<string, Dependents>();
  const before = known.get(`${to} ${text}`) ?? { records: 0, counts: {} };
  const sums = Object.entries(counts).map(([table, count]) => [table, (before.counts[table] ?? 0) + count]);
  known.set(`${to} ${text}`, { records: before.records + 1, counts: Object.fromEntries(sums) });
  dependents.set(trx, known);
}

function dependentTexts(trx: object): string[] {
  return [...(dependents.get(trx) ?? [])].flatMap(([key, { counts, records }]) => {
    const [to, text] = key.split(' ') as [Table, keyof DependentMessages];
    return compositionOf(to).dependentMessages?.[text](counts, records) ?? [];
  });
}

/**
 * Returns what to tell staff about references in this transaction: names of deleted records that were dropped, and
 * records that name nothing but records that were deleted or restored.
 */
export const referencesText = (trx: object): string =>
  [...new Set([...(droppedTexts.get(trx) ?? []), ...dependentTexts(trx)])].join(' ');

/**
 * Returns the columns of `values` that name deleted records, without these names. Calls `refuse` for each of
 * them.
 */
async function withoutDeleted(
  db: DbOrTransaction,
  table: Table,
  values: Columns,
  refuse: (reference: Droppable, dead: ReadonlySet<string | number>) => void,
): Promise<{ columns: Columns; isNowhere: boolean }> {
  const columns: Record<string, unknown> = {};
  const texts: string[] = [];
  let isNowhere = false;
  for (const reference of droppableOf(table)) {
    const { column, dropped, nowhere } = reference;
    if (!(column in values)) continue;
    const dead = await deletedNamesIn(db, reference, values[column]);
    if (dead.size === 0) continue;
    refuse(reference, dead);
    columns[column] = withoutNames(reference, values[column], dead);
    texts.push(dropped(dead.size));
    if (columns[column] !== NO_NAMES) continue;
    isNowhere = true;
    if (nowhere) texts.push(nowhere);
  }
  if (texts.length > 0) droppedTexts.set(db, [...(droppedTexts.get(db) ?? []), ...texts]);
  return { columns, isNowhere };
}

const NO_NAMES = '[]';

/**
 * Returns `values` of a save without names of deleted records, including those in `before`. Throws a 422 at
 * the column for a deleted record that `before` does not name. The caller holds the order lock, so that a
 * deletion either waits for this save or sees it.
 */
export async function withoutDeletedNames<V extends object>(
  trx: Work['trx'],
  table: Table,
  values: V,
  before: object | null,
): Promise<V> {
  const stored = (before ?? {}) as Columns;
  const { columns, isNowhere } = await withoutDeleted(
    trx,
    table,
    { ...stored, ...values },
    ({ column, gone, ...reference }, dead) => {
      const known = new Set(namesIn(reference, stored[column]));
      if ([...dead].some((name) => !known.has(name))) throw invalidField(column, gone);
    },
  );
  return { ...values, ...columns, ...(isNowhere && { standing: 'ended' }) };
}

/** Returns the columns of a stored version that name deleted records, without these names. */
export async function columnsWithoutDeletedNames(
  db: DbOrTransaction,
  table: Table,
  content: object,
): Promise<Columns> {
  return (await withoutDeleted(db, table, content as Columns, () => undefined)).columns;
}

/**
 * Returns the text for staff if a record names places and all of them are deleted; undefined if it can be
 * shown.
 */
export async function noPlaceText(
  db: DbOrTransaction,
  table: Table,
  row: object,
): Promise<string | undefined> {
  for (const reference of droppableOf(table)) {
    const value = (row as Columns)[reference.column];
    if (reference.kind !== 'list' || value === null || value === undefined) continue;
    const dead = await deletedNamesIn(db, reference, value);
    if (dead.size === namesIn(reference, value).length) return reference.nowhere ?? reference.gone;
  }
  return undefined;
}

/** Unpublishes records that named the deleted record `uuid` and no other that still exists. */
export async function unpublishOrphans(work: Work, to: Table, uuid: string): Promise<void> {
  const counts: Record<string, number> = {};
  for (const [table, reference] of listsOf(to)) {
    await lockOrder(work.trx, table);
    const { rows } = await sql<RecordRow>`
      select * from ${sql.table(table)}
      where ${isPublished(table as SoftDeleteTable)} and ${namesAlone(work.trx, table, reference, uuid)} order by id
    `.execute(work.trx);
    for (const row of rows) {
      // The caller holds the order lock, so no other write changes the row.
      recordLock(work.trx, table, row.uuid);
      await unpublish(work, table, row);
    }
    counts[table] = (counts[table] ?? 0) + rows.length;
  }
  countDependents(work.trx, to, 'unpublished', counts);
}

/** Counts the records that are unpublished and name the restored record `uuid` and no other that is there. */
export async function countUnpublished(work: Work, to: Table, uuid: string): Promise<void> {
  const counts: Record<string, number> = {};
  for (const [table, reference] of listsOf(to)) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)}
      where ${isNotDeleted(table as SoftDeleteTable)} and standing = 'ended'
      and ${namesAlone(work.trx, table, reference, uuid)}
    `.execute(work.trx);
    counts[table] = (counts[table] ?? 0) + Number(rows[0]?.count);
  }
  countDependents(work.trx, to, 'stillUnpublished', counts);
}

/** Returns the lists of all tables that name records of `to`. */
function listsOf(to: Table): (readonly [Table, Droppable])[] {
  const tables = [...compositions.keys()] as Table[];
  return tables.flatMap((table) =>
    droppableOf(table)
      .filter((reference) => reference.kind === 'list' && reference.to === to)
      .map((reference) => [table, reference] as const),
  );
}

/** Whether a row names `uuid`, and no other record that is not deleted. */
function namesAlone(db: DbOrTransaction, table: Table, { column, to, words = [] }: Droppable, uuid: string) {
  const name = sql.ref(`${table}.${column}`);
  const hasWord = words.map((word) => sql`${name} like ${`%"${word}"%`}`);
  // PostgreSQL has an index on this expression.
  const names = isPostgres(db) ? sql`${name}::jsonb ? ${uuid}` : sql`instr(${name}, ${`"${uuid}"`}) > 0`;
  return sql`${names}
    and not exists (
      select 1 from ${sql.table(to)}
      where ${isNotDeleted(to)} and uuid <> ${uuid} and ${name} like '%"' || ${sql.ref(`${to}.uuid`)} || '"%'
    )
    ${hasWord.length > 0 ? sql`and not (${sql.join(hasWord, sql` or `)})` : sql``}`;
}

/** Returns the contents of drafts and scheduled changes of `table` that name `name` in `column`. */
export async function pendingContents(
  trx: DbOrTransaction,
  table: SoftDeleteTable,
  column: string,
  name: number,
): Promise<{ uuid: string; content: Columns }[]> {
  const named = isPostgres(trx)
    ? sql`cast(record_versions.data as jsonb) ->> ${sql.lit(column)} = ${String(name)}`
    : sql`json_extract(record_versions.data, ${sql.lit(`$.${column}`)}) = ${name}`;
  const { rows } = await sql<{ uuid: string; data: string }>`
    select record_versions.uuid, record_versions.data from record_versions
    inner join ${sql.table(table)} on ${sql.ref(`${table}.uuid`)} = record_versions.uuid
    where record_versions.entity = ${table} and record_versions.state in ('draft', 'scheduled') and ${named} and ${isNotDeleted(table)}
  `.execute(trx);
  return rows.map(({ uuid, data }) => ({ uuid, content: parseStored<Columns>(data, {}) }));
}

/** Unpublishes a record, as a separate save. */
export async function unpublish(
  work: Work,
  table: Table,
  { id, uuid, version }: RecordRow,
): Promise<RecordRow> {
  const row: RecordRow = await work.trx
    .updateTable(table as 'banners')
    .set({ standing: 'ended', updated_at: work.now, version: version + 1 })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  markChanged(work, table, row);
  await work.audit({ action: 'withdraw', entity: table, uuid });
  return row;
}
