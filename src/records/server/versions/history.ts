import { type Selectable, sql } from 'kysely';
import type { DbOrTransaction } from '../../../platform/database/database.ts';
import { type ChangedTables, trackAs } from '../../../platform/database/dependencyTracking.ts';
import { ensureLocked } from '../../../platform/database/locks.ts';
import type { RecordColumns, Tables, VersionTable } from '../../../platform/database/tables.ts';
import type { Work } from '../../../platform/database/write.ts';
import type { Reference } from '../store/references.ts';
import { addUses, filesWithoutUse, hideUnpublished, type UnusedFile } from './fileUses.ts';

// Readers get the row of a record. Beside it stands its current version with the same content, and former
// versions. Row and version are written in one transaction. A version uses files; a file stays until nothing
// uses it.

export type Table = keyof Tables & string;

export type RecordRow = Selectable<RecordColumns>;

export type Content = Record<string, unknown>;

/** Numbers of records by table. */
export type DependentCounts = Readonly<Record<string, number>>;

export interface DependentMessages {
  /** Text for `counts` records that were unpublished together with `deleted` records. */
  unpublished(counts: DependentCounts, deleted: number): string;
  /** Text for `counts` records that are still unpublished after `restored` records were restored. */
  stillUnpublished(counts: DependentCounts, restored: number): string;
}

/** A published record after a change and before it; `before` is null if it was not published. */
export interface PublishedChange<T extends Table = Table> {
  before: Selectable<Tables[T]> | null;
  after: Selectable<Tables[T]>;
}

export interface PlausibilityCheck<T extends Table = Table> {
  /** Returns the unlikely values of `changes`, in Portuguese. */
  find(db: DbOrTransaction, changes: readonly PublishedChange<T>[]): Promise<string[]>;
  /** Joins the findings to one text. */
  inWords(found: readonly string[]): string;
}

/** The transaction of a save, or the database of a preview, which can only read. */
interface Reading {
  trx: DbOrTransaction;
}

/** The parts of a record beyond its plain columns, and its rules. */
export interface Composition<T extends Table = Table> {
  /** Columns that are computed from others, beside `search` and those named `…_key`. */
  derived?: string[];
  /**
   * A table with rows that belong to a record, with `file_id`; without `columns`, all its columns are
   * computed.
   */
  part?: { table: Table; owner: string; columns?: string[] };
  /**
   * Computes `search`, each `…_key`, and those `derived` columns that follow from the record alone. Throws a
   * `Failure` for content that no record may have.
   */
  derive?(content: Selectable<Tables[T]>): object;
  /** Table whose order lock (`lockOrder`) the writers of this table take, if not its own. */
  order?: Table;
  /** Whether the table holds one record at most. */
  single?: boolean;
  /** Throws a `Failure` if a record conflicts with other records. The caller holds the order lock. */
  ensureConsistent?(work: Reading, content: Selectable<Tables[T]>, id: number): Promise<void>;
  /** Columns that name records of other tables. */
  references?: readonly Reference[];
  /** Texts for staff about records of other tables that name only records of this one. */
  dependentMessages?: DependentMessages;
  /** Checks records that are about to be published for unlikely values. */
  plausibility?: PlausibilityCheck<T>;
  /** Throws a `Failure` if other records depend on this one. The caller holds the order lock. */
  ensureRemovable?(work: Reading, id: number): Promise<void>;
  /** Throws a `Failure` if other records need this one: it may be unpublished but not deleted. */
  mayBeDeleted?(work: Pick<Work, 'trx' | 'now'>, id: number): Promise<void>;
  /** Returns the counter rows that triggers add for a record and readers sum up; sign -1 subtracts them. */
  tally?: { table: string; rows(content: Selectable<Tables[T]>, sign: 1 | -1): Record<string, unknown>[] };
}

export const compositions = new Map<string, Composition>();

/** Declares the composition of `table`. Tables with plain columns alone need none. */
export function declareComposition<T extends Table>(table: T, composition: Composition<T>): void {
  compositions.set(table, { ...compositions.get(table), ...(composition as Composition) });
}

/** Returns the parts and rules of any table. Its functions take any content, which must be that of `table`. */
export const compositionOf = (table: Table): Composition => compositions.get(table) ?? {};

/** Returns the tables whose records have folded columns. */
export const derivedTables = (): Table[] =>
  [...compositions].flatMap(([table, { derive }]) => (derive ? [table as Table] : []));

/** Columns that are not content. `position` belongs to the list, not to the record. */
const BOOKKEEPING = new Set([
  'id', 'uuid', 'version', 'created_at', 'updated_at', 'deleted_at', 'standing', 'position', 'search',
]); // biome-ignore format: one line

/** Returns the content of `row` and the ids of the files that it uses. */
export async function contentOf(
  db: DbOrTransaction,
  table: Table,
  row: RecordRow,
): Promise<{ data: Content; files: number[] }> {
  const { derived = [], part } = compositionOf(table);
  const data: Content = Object.fromEntries(
    Object.entries(row).filter(
      ([column]) => !BOOKKEEPING.has(column) && !column.endsWith('_key') && !derived.includes(column),
    ),
  );
  if (!part) return { data, files: fileIdsIn(data) };
  const { table: parts, owner, columns = [] } = part;
  const { rows } = await sql<Content>`
    select ${sql.join(['file_id', ...columns].map((column) => sql.ref(column)))} from ${sql.table(parts)}
    where ${sql.ref(owner)} = ${row.id}
    ${columns.includes('position') ? sql`order by position, id` : sql`order by id`}
  `.execute(db);
  if (columns.length > 0) data[parts] = rows;
  return { data, files: [...new Set([...fileIdsIn(data), ...rows.map(({ file_id }) => Number(file_id))])] };
}

/** Returns the ids of the files that the content of a version names. */
export function fileIdsIn(data: Content | null): number[] {
  if (!data) return [];
  const own = typeof data.file_id === 'number' ? [data.file_id] : [];
  const parts = Object.values(data).flatMap((value) =>
    Array.isArray(value) ? value.flatMap(fileIdsIn) : [],
  );
  return [...new Set([...own, ...parts])];
}

/** Returns the columns of the record itself, without the rows of its part. */
export function columnsOf(table: Table, content: Content): Content {
  const { part } = compositionOf(table);
  return Object.fromEntries(Object.entries(content).filter(([column]) => column !== part?.table));
}

/** States of the current version of a record that is not deleted. */
export const CURRENT_STATES = ['published', 'withheld'] as const;

/** States of a version that was saved for later. */
export const PENDING_STATES = ['draft', 'scheduled'] as const;

/** Effect of a save on shoppers. `erased` makes listeners delete what they store about the record. */
export type VisibleEffect = 'published' | 'changed' | 'removed' | 'erased';

export interface VisibleChange {
  table: Table;
  uuid: string;
  effect: VisibleEffect;
  /** The current or last row; null if erased. */
  row: RecordRow | null;
  /** The version that shoppers had until now, and since when; null if they had none. */
  before: Pick<Selectable<VersionTable>, 'data' | 'valid_from'> | null;
}

const visibleChanges = new WeakMap<Work, VisibleChange[]>();

export function noteVisibleChange(work: Work, change: VisibleChange): void {
  const changes = visibleChanges.get(work);
  if (changes) changes.push(change);
  else visibleChanges.set(work, [change]);
}

/** Returns the changes that shoppers see once `work` is committed. */
export const visibleChangesIn = (work: Work): readonly VisibleChange[] => visibleChanges.get(work) ?? [];

export interface ChangedRecord {
  table: Table;
  row: RecordRow;
  /** Whether the record comes back from the trash. */
  isRestored: boolean;
}

const changesByWork = new WeakMap<Work, Map<string, ChangedRecord>>();

/**
 * Notes that a locked record changed to `row`. However often a transaction notes a record, one version is
 * written, before the commit.
 */
export function markChanged(
  work: Work,
  table: Table,
  row: RecordRow,
  { returns: isRestored = false } = {},
): void {
  ensureLocked(work.trx, table, row.uuid);
  let noted = changesByWork.get(work);
  if (!noted) {
    const rows = new Map<string, ChangedRecord>();
    changesByWork.set(work, rows);
    work.beforeCommit(async () => {
      for (const change of rows.values()) await writeVersion(work, change);
    });
    noted = rows;
  }
  noted.set(`${table} ${row.uuid}`, { table, row, isRestored });
}

/** Changes noted in savepoints, whose versions are written already. */
const savepointChanges = new WeakMap<Work, ChangedRecord[]>();

/** Returns the changes noted in `work` so far. */
export const changedRecordsIn = (work: Work): ChangedRecord[] => [
  ...(savepointChanges.get(work) ?? []),
  ...(changesByWork.get(work)?.values() ?? []),
];

/** Adds the changes of a savepoint to those of `work`, once their versions are written. */
export function adoptSavepointChanges(work: Work, part: Work): void {
  savepointChanges.set(work, [...(savepointChanges.get(work) ?? []), ...changedRecordsIn(part)]);
  for (const change of visibleChangesIn(part)) noteVisibleChange(work, change);
}

async function writeVersion(work: Work, { table, row, isRestored }: ChangedRecord): Promise<void> {
  const { trx, now } = work;
  const state = row.deleted_at === null ? 'former' : 'deleted';
  const before = await trx
    .updateTable('record_versions')
    .set({ state, ...(!isRestored && { valid_until: now }) })
    .where('entity', '=', table)
    .where('uuid', '=', row.uuid)
    .where('state', 'in', isRestored ? ['deleted'] : CURRENT_STATES)
    .returning(['id', 'data', 'valid_from'])
    .executeTakeFirst();
  // A withheld version has no `valid_from`.
  const shownBefore = !isRestored && before?.valid_from ? before : null;
  if (state === 'deleted') {
    if (before) await hideUnpublished(work, before.id);
    if (shownBefore)
      noteVisibleChange(work, { table, uuid: row.uuid, effect: 'removed', row, before: shownBefore });
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
  const effect = isShown ? (shownBefore ? 'changed' : 'published') : 'removed';
  if (isShown || shownBefore)
    noteVisibleChange(work, { table, uuid: row.uuid, effect, row, before: shownBefore });
  if (!isShown) await withhold(work, id);
  if (before && fileIdsIn(JSON.parse(before.data)).some((file) => !files.includes(file)))
    await hideUnpublished(work, before.id);
}

/** First release that hides withheld records from shoppers. */
const FIRST_TO_WITHHOLD = '0015_standing';

/** Hides the files of a withheld record, and makes releases that would show the record refuse to start. */
async function withhold(work: Work, id: number): Promise<void> {
  await hideUnpublished(work, id);
  await work.trx
    .updateTable('installation')
    .set({ oldest_release: FIRST_TO_WITHHOLD })
    .where('id', '=', 1)
    .where((eb) => eb.or([eb('oldest_release', 'is', null), eb('oldest_release', '<', FIRST_TO_WITHHOLD)]))
    .execute();
}

/**
 * Name that tracks scheduled changes apart from other versions. Every save writes versions, but few change a
 * schedule, so caches that depend on schedules alone stay valid.
 */
const SCHEDULED = 'record_versions.scheduled';

export const trackAsSchedules = <T>(work: () => Promise<T>): Promise<T> =>
  trackAs('record_versions', SCHEDULED, work);

export const affectsSchedules = (changed: ChangedTables): boolean =>
  changed === 'all' || changed.includes(SCHEDULED);

interface NewVersion extends Pick<VersionTable, 'state' | 'valid_from' | 'based_on'> {
  data: Content | null;
  files: number[];
}

/** Stores a version and the files that it uses. Returns its id. */
export async function addVersion(
  { trx, now, actor }: Work,
  table: Table,
  { uuid, version }: Pick<RecordRow, 'uuid' | 'version'>,
  { data, files, ...rest }: NewVersion,
): Promise<number> {
  const insert = trx
    .insertInto('record_versions')
    .values({
      ...rest,
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
    rest.state === 'scheduled'
      ? await trackAsSchedules(() => insert.executeTakeFirstOrThrow())
      : await insert.executeTakeFirstOrThrow();
  await addUses(trx, { entity: table, uuid, version_id: id }, files);
  return id;
}

/** Deletes versions from the history for good. Returns the files that nothing uses now. */
export async function deleteVersions(work: Work, ids: number[]): Promise<UnusedFile[]> {
  if (ids.length === 0) return [];
  const uses = await work.trx
    .deleteFrom('file_uses')
    .where('version_id', 'in', ids)
    .returning(['file_id', 'entity', 'uuid'])
    .execute();
  await work.trx.deleteFrom('record_versions').where('id', 'in', ids).execute();
  return filesWithoutUse(work, uses);
}

/** Stores that the current version uses files that were generated after its save. */
export async function addGeneratedFileUses(
  work: Work,
  table: Table,
  uuid: string,
  files: number[],
): Promise<void> {
  const version = await work.trx
    .selectFrom('record_versions')
    .select('id')
    .where('entity', '=', table)
    .where('uuid', '=', uuid)
    .where('state', 'in', CURRENT_STATES)
    .executeTakeFirstOrThrow();
  await addUses(work.trx, { entity: table, uuid, version_id: version.id }, files);
}
