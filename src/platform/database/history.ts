import { PostgresAdapter, type Selectable, sql } from 'kysely';
import type { DbOrTransaction } from './database.ts';
import { ensureLocked } from './locks.ts';
import type { Reference } from './references.ts';
import type { FileUseTable, RecordColumns, Tables, VersionTable } from './tables.ts';
import { type Changed, partOf } from './watch.ts';
import type { Work } from './write.ts';

// The row of a record is what readers get; beside it stands the version that says the same, and those that were
// before it. Both are written in one transaction. A version uses files, and a file stays until nothing uses it.

export type Table = keyof Tables & string;
export type Head = Selectable<RecordColumns>;
export type Content = Record<string, unknown>;

/** What is particular about what a record of a table is. */
/** How many records of each table. */
export type DependentCounts = Readonly<Record<string, number>>;

export interface DependentTexts {
  /** They were unpublished with `deleted` records. */
  unpublished(counts: DependentCounts, deleted: number): string;
  /** They are still unpublished after `restored` records came back. */
  stillUnpublished(counts: DependentCounts, restored: number): string;
}

/** A record that shoppers see after a change, and as they saw it before; null where they did not. */
export interface ShownChange<T extends Table = Table> {
  before: Selectable<Tables[T]> | null;
  after: Selectable<Tables[T]>;
}

export interface Doubts<T extends Table = Table> {
  /** Returns what is unlikely about `changes`, in words. */
  find(db: DbOrTransaction, changes: readonly ShownChange<T>[]): Promise<string[]>;
  /** Returns what was found as one text. */
  inWords(found: readonly string[]): string;
}

export interface Composition<T extends Table = Table> {
  /** Columns that are worked out from others, beside `search` and those named `…_key`. */
  derived?: string[];
  /** A table with rows that belong to a record, with `file_id`; without `columns`, all of them are worked out. */
  part?: { table: Table; owner: string; columns?: string[] };
  /** Works out `search`, each `…_key` and what of `derived` follows from a record alone. Throws a `Failure` where no record may be as it is asked for. */
  derive?(content: Selectable<Tables[T]>): object;
  /** Whose order its writers wait for (`lockOrder`), where that is not its own. */
  order?: Table;
  /** Whether there is one record at most. */
  single?: boolean;
  /** Throws a `Failure` where a record cannot stand beside the others; its order is locked. */
  fits?(work: Pick<Work, 'trx'>, content: Selectable<Tables[T]>, id: number): Promise<void>;
  /** Columns that name records of other tables. */
  references?: readonly Reference[];
  /** Tells staff of the records of other tables that name nothing but records of this one. */
  dependents?: DependentTexts;
  /** Judges records that shoppers see after a change. */
  doubts?: Doubts<T>;
  /** Throws a `Failure` where others stand on the record; its order is locked. */
  mayGo?(work: Pick<Work, 'trx'>, id: number): Promise<void>;
  /** Throws a `Failure` where others need the record: it may be unpublished, and not deleted. */
  mayBeDeleted?(work: Pick<Work, 'trx' | 'now'>, id: number): Promise<void>;
  /** Rows of another table that triggers keep of a record, added up by readers; with -1 they take it out again. */
  tally?: { table: string; rows(content: Selectable<Tables[T]>, sign: 1 | -1): Record<string, unknown>[] };
}

export const compositions = new Map<string, Composition>();

/** For whoever declares `table`, where its records are more than their own columns or less. */
export function composeOf<T extends Table>(table: T, composition: Composition<T>): void {
  compositions.set(table, { ...compositions.get(table), ...(composition as Composition) });
}

export const compositionOf = (table: Table): Composition => compositions.get(table) ?? {};

/** Tables whose records have folded columns. */
export const derivedTables = (): Table[] =>
  [...compositions].flatMap(([table, { derive }]) => (derive ? [table as Table] : []));

/** The place in an order belongs to the list. */
const BOOKKEEPING = new Set([
  'id', 'uuid', 'version', 'created_at', 'updated_at', 'deleted_at', 'standing', 'position', 'search',
]); // biome-ignore format: one line

/** What `row` says and which files it uses. */
export async function contentOf(
  db: DbOrTransaction,
  table: Table,
  row: Head,
): Promise<{ data: Content; files: number[] }> {
  const { derived = [], part } = compositionOf(table);
  const data: Content = Object.fromEntries(
    Object.entries(row).filter(
      ([column]) => !BOOKKEEPING.has(column) && !column.endsWith('_key') && !derived.includes(column),
    ),
  );
  if (!part) return { data, files: filesIn(data) };
  const { table: parts, owner, columns = [] } = part;
  const { rows } = await sql<Content>`
    select ${sql.join(['file_id', ...columns].map((column) => sql.ref(column)))} from ${sql.table(parts)}
    where ${sql.ref(owner)} = ${row.id}
    ${columns.includes('position') ? sql`order by position, id` : sql`order by id`}
  `.execute(db);
  if (columns.length > 0) data[parts] = rows;
  return { data, files: [...new Set([...filesIn(data), ...rows.map(({ file_id }) => Number(file_id))])] };
}

/** The ids of files that are named in what a version says. */
export function filesIn(data: Content | null): number[] {
  if (!data) return [];
  const own = typeof data.file_id === 'number' ? [data.file_id] : [];
  const parts = Object.values(data).flatMap((value) => (Array.isArray(value) ? value.flatMap(filesIn) : []));
  return [...new Set([...own, ...parts])];
}

/** What `data` leaves out of a composition's part is the record's own. */
export function columnsOf(table: Table, content: Content): Content {
  const { part } = compositionOf(table);
  return Object.fromEntries(Object.entries(content).filter(([column]) => column !== part?.table));
}

/** States of the version that says what a record is, while it is not deleted. */
export const OF_HEAD = ['published', 'withheld'] as const;

/** What shoppers make of a save: there is something new, it is another, it is gone. What is erased is told of no more. */
export type Sight = 'published' | 'changed' | 'removed' | 'erased';

export interface Seen {
  table: Table;
  uuid: string;
  what: Sight;
  /** As it is, or as it was last; null where it is erased. */
  row: Head | null;
  /** The version that shoppers had until now, and since when they had it; null where they had none. */
  before: Pick<Selectable<VersionTable>, 'data' | 'valid_from'> | null;
}

const sights = new WeakMap<Work, Seen[]>();

function note(work: Work, seen: Seen): void {
  const noted = sights.get(work);
  if (noted) noted.push(seen);
  else sights.set(work, [seen]);
}

/** What shoppers see otherwise once `work` is committed. */
export const seenIn = (work: Work): readonly Seen[] => sights.get(work) ?? [];

export interface Noted {
  table: Table;
  row: Head;
  /** Whether it comes back from where deleted ones are. */
  returns: boolean;
}

const changes = new WeakMap<Work, Map<string, Noted>>();

/**
 * Notes that a record is now what `row` says; the transaction has it locked. However often that is said in one
 * transaction, one version comes of it, once all of it is written.
 */
export function changed(work: Work, table: Table, row: Head, { returns = false } = {}): void {
  ensureLocked(work.trx, table, row.uuid);
  let noted = changes.get(work);
  if (!noted) {
    const rows = new Map<string, Noted>();
    changes.set(work, rows);
    work.beforeCommit(async () => {
      for (const one of rows.values()) await writeVersion(work, one);
    });
    noted = rows;
  }
  noted.set(`${table} ${row.uuid}`, { table, row, returns });
}

/** Changes of parts of a write, whose versions are written already. */
const adopted = new WeakMap<Work, Noted[]>();

/** What was noted of `work` so far. */
export const changedIn = (work: Work): Noted[] => [
  ...(adopted.get(work) ?? []),
  ...(changes.get(work)?.values() ?? []),
];

/** Notes for `work` what a part of it noted, once that part is written. */
export function adoptNotes(work: Work, part: Work): void {
  adopted.set(work, [...(adopted.get(work) ?? []), ...changedIn(part)]);
  for (const seen of seenIn(part)) note(work, seen);
}

async function writeVersion(work: Work, { table, row, returns }: Noted): Promise<void> {
  const { trx, now } = work;
  const state = row.deleted_at === null ? 'former' : 'deleted';
  const before = await trx
    .updateTable('record_versions')
    .set({ state, ...(!returns && { valid_until: now }) })
    .where('entity', '=', table)
    .where('uuid', '=', row.uuid)
    .where('state', 'in', returns ? ['deleted'] : OF_HEAD)
    .returning(['id', 'data', 'valid_from'])
    .executeTakeFirst();
  // Only what is withheld has none.
  const seen = !returns && before?.valid_from ? before : null;
  if (state === 'deleted') {
    if (before) await hideUnpublished(work, before.id);
    if (seen) note(work, { table, uuid: row.uuid, what: 'removed', row, before: seen });
    return;
  }
  const { data, files } = await contentOf(trx, table, row);
  const isShown = row.standing === null;
  const id = await addVersion(work, table, row, {
    state: isShown ? 'published' : 'withheld',
    data,
    files,
    valid_from: isShown ? now : null,
    based_on: before?.id ?? null,
  });
  const what = isShown ? (seen ? 'changed' : 'published') : 'removed';
  if (isShown || seen) note(work, { table, uuid: row.uuid, what, row, before: seen });
  if (!isShown) await withhold(work, id);
  if (before && filesIn(JSON.parse(before.data)).some((file) => !files.includes(file)))
    await hideUnpublished(work, before.id);
}

/** The first release that keeps from shoppers what is withheld. */
const FIRST_TO_WITHHOLD = '0015_standing';

/** Nobody gets the files of what shoppers do not see, and a release that would show it starts no more. */
async function withhold(work: Work, id: number): Promise<void> {
  await hideUnpublished(work, id);
  await work.trx
    .updateTable('installation')
    .set({ oldest_release: FIRST_TO_WITHHOLD })
    .where('id', '=', 1)
    .where((eb) => eb.or([eb('oldest_release', 'is', null), eb('oldest_release', '<', FIRST_TO_WITHHOLD)]))
    .execute();
}

/** What of `record_versions` has its minute: each save writes others, and ends nothing that stands on these. */
const SCHEDULED = 'record_versions.scheduled';

export const ofSchedules = <T>(work: () => Promise<T>): Promise<T> =>
  partOf('record_versions', SCHEDULED, work);

export const changesSchedules = (changed: Changed): boolean =>
  changed === 'all' || changed.includes(SCHEDULED);

interface NewVersion extends Pick<VersionTable, 'state' | 'valid_from' | 'based_on'> {
  data: Content | null;
  files: number[];
}

/** Answers its id. */
export async function addVersion(
  { trx, now, actor }: Work,
  table: Table,
  { uuid, version }: Pick<Head, 'uuid' | 'version'>,
  { data, files, ...of }: NewVersion,
): Promise<number> {
  const insert = trx
    .insertInto('record_versions')
    .values({
      ...of,
      entity: table,
      uuid,
      version,
      data: JSON.stringify(data),
      at: now,
      user_id: actor?.id ?? null,
      user_name: actor?.name ?? null,
    })
    .returning('id');
  const { id } =
    of.state === 'scheduled'
      ? await ofSchedules(() => insert.executeTakeFirstOrThrow())
      : await insert.executeTakeFirstOrThrow();
  await addUses(trx, { entity: table, uuid, version_id: id }, files);
  return id;
}

async function addUses(
  trx: DbOrTransaction,
  use: { entity: string; uuid: string; version_id: number | null },
  files: number[],
): Promise<void> {
  if (files.length === 0) return;
  await trx
    .insertInto('file_uses')
    .values(files.map((file_id) => ({ ...use, file_id })))
    .execute();
}

/** For a record without a history. */
export const keepFile = (work: Work, table: Table, uuid: string, file: number): Promise<void> =>
  addUses(work.trx, { entity: table, uuid, version_id: null }, [file]);

/** For files that were worked out from what a record is, after it was saved. */
export async function keepDerived(work: Work, table: Table, uuid: string, files: number[]): Promise<void> {
  const version = await work.trx
    .selectFrom('record_versions')
    .select('id')
    .where('entity', '=', table)
    .where('uuid', '=', uuid)
    .where('state', 'in', OF_HEAD)
    .executeTakeFirstOrThrow();
  await addUses(work.trx, { entity: table, uuid, version_id: version.id }, files);
}

/** Files of the version `id` that readers get in no other way are no longer served. */
export async function hideUnpublished({ trx, now }: Work, id: number): Promise<void> {
  // Another record may begin to use the same picture at the same moment: then it is seen below.
  if (trx.getExecutor().adapter instanceof PostgresAdapter)
    await sql`
      select id from files where state = 'live' and id in (select file_id from file_uses where version_id = ${id})
      order by id for update
    `.execute(trx);
  await sql`
    update files set state = 'hidden', updated_at = ${now}
    where state = 'live' and id in (select file_id from file_uses where version_id = ${id})
    and not exists (
      select 1 from file_uses join record_versions on record_versions.id = file_uses.version_id
      where file_uses.file_id = files.id and record_versions.state = 'published'
    )
  `.execute(trx);
}

/** A file that nothing uses any more, and whose it was last. */
export type Released = Pick<FileUseTable, 'file_id' | 'entity' | 'uuid'>;

/** A record uses `files` no more. Answers those that nothing uses now. */
export async function releaseFiles(
  work: Work,
  table: Table,
  uuid: string,
  files: number[],
): Promise<Released[]> {
  const uses = await work.trx
    .deleteFrom('file_uses')
    .where('file_id', 'in', files)
    .where('entity', '=', table)
    .where('uuid', '=', uuid)
    .returning(['file_id', 'entity', 'uuid'])
    .execute();
  return unused(work, uses);
}

/** Takes versions out of the history for good. Answers the files that nothing uses any more. */
export async function forgetVersions(work: Work, ids: number[]): Promise<Released[]> {
  if (ids.length === 0) return [];
  const uses = await work.trx
    .deleteFrom('file_uses')
    .where('version_id', 'in', ids)
    .returning(['file_id', 'entity', 'uuid'])
    .execute();
  await work.trx.deleteFrom('record_versions').where('id', 'in', ids).execute();
  return unused(work, uses);
}

/** Takes a record, its parts and its history out for good. Answers the files that nothing uses any more. */
export async function forgetRecord(work: Work, table: Table, uuid: string): Promise<Released[]> {
  await sql`delete from ${sql.table(table)} where uuid = ${uuid}`.execute(work.trx);
  const versions = await work.trx
    .selectFrom('record_versions')
    .select(['id', 'state', 'data', 'valid_from'])
    .where('entity', '=', table)
    .where('uuid', '=', uuid)
    .execute();
  note(work, { table, uuid, what: 'erased', row: null, before: null });
  const before = versions.find(({ state }) => state === 'published');
  if (before) note(work, { table, uuid, what: 'removed', row: null, before });
  return forgetVersions(
    work,
    versions.map(({ id }) => id),
  );
}

/**
 * Rewrites the texts of a record by `rewrite`, in its head, its parts and each of its versions alike, so that the head
 * still equals its current version. The order of its table is locked. Answers how many versions changed. `rewrite`
 * gets versions as they are stored, and rewrites the texts inside their JSON.
 */
export async function rewriteRecord(
  work: Work,
  table: Table,
  uuid: string,
  rewrite: <V>(value: V) => V,
): Promise<number> {
  const { trx, now } = work;
  const isLocked = trx.getExecutor().adapter instanceof PostgresAdapter;
  const { rows } = await sql<Head>`
    select * from ${sql.table(table)} where uuid = ${uuid} ${isLocked ? sql`for update` : sql``}
  `.execute(trx);
  const versions = await trx
    .selectFrom('record_versions')
    .select(['id', 'state', 'data', 'valid_from'])
    .where('entity', '=', table)
    .where('uuid', '=', uuid)
    .execute();
  let count = 0;
  for (const { id, data } of versions) {
    const other = rewrite(data);
    if (other === data) continue;
    const update = () =>
      trx.updateTable('record_versions').set({ data: other }).where('id', '=', id).execute();
    await ofSchedules(update);
    count += 1;
  }
  const [head] = rows;
  if (!head || !(await rewriteHead(work, table, head, rewrite))) return count;
  const { rows: after } = await sql<Head>`select * from ${sql.table(table)} where uuid = ${uuid}`.execute(
    trx,
  );
  const row = after[0] ?? head;
  const { data } = await contentOf(trx, table, row);
  const current = versions.find(
    ({ state }) => state !== 'former' && state !== 'draft' && state !== 'scheduled',
  );
  if (current)
    await trx
      .updateTable('record_versions')
      .set({ data: JSON.stringify(data), version: row.version })
      .where('id', '=', current.id)
      .execute();
  if (current?.state === 'published')
    note(work, {
      table,
      uuid,
      what: 'changed',
      row,
      before: { data: rewrite(current.data), valid_from: current.valid_from },
    });
  await work.audit({ action: 'update', entity: table, uuid, after: { updated_at: now } });
  return count;
}

/** Answers whether anything changed. A form that was opened before is out of date then. */
async function rewriteHead(
  { trx, now }: Work,
  table: Table,
  head: Head,
  rewrite: <V>(value: V) => V,
): Promise<boolean> {
  const { derive, part } = compositionOf(table);
  const { data } = await contentOf(trx, table, head);
  const columns = columnsOf(table, data);
  const changedColumns = Object.fromEntries(
    Object.entries(columns).flatMap(([column, value]) => {
      const other = rewrite(value);
      return other === value || typeof value !== 'string' ? [] : [[column, other]];
    }),
  );
  let count = Object.keys(changedColumns).length;
  if (part?.columns) {
    const { rows: parts } = await sql<Content>`
      select * from ${sql.table(part.table)} where ${sql.ref(part.owner)} = ${head.id}
    `.execute(trx);
    for (const row of parts)
      for (const column of part.columns) {
        const other = rewrite(row[column]);
        if (typeof other !== 'string' || other === row[column]) continue;
        await sql`
          update ${sql.table(part.table)} set ${sql.ref(column)} = ${other} where id = ${row.id}
        `.execute(trx);
        count += 1;
      }
  }
  if (count === 0) return false;
  const content = { ...head, ...changedColumns };
  const values = {
    ...changedColumns,
    ...derive?.(content as never),
    updated_at: now,
    version: head.version + 1,
  };
  await trx
    .updateTable(table as 'banners')
    .set(values)
    .where('id', '=', head.id)
    .execute();
  return true;
}

async function unused({ trx }: Work, uses: Released[]): Promise<Released[]> {
  if (uses.length === 0) return [];
  const released = new Map(uses.map((use) => [use.file_id, use]));
  const still = await trx
    .selectFrom('file_uses')
    .select('file_id')
    .where('file_id', 'in', [...released.keys()])
    .execute();
  for (const { file_id } of still) released.delete(file_id);
  return [...released.values()];
}
