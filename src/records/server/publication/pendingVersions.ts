import { isDeepStrictEqual } from 'node:util';
import type { Selectable } from 'kysely';
import { isoAt } from '../../../platform/clock.ts';
import { visibleOnlyWith } from '../../../platform/database/dependencyTracking.ts';
import type { VersionTable } from '../../../platform/database/tables.ts';
import type { Work } from '../../../platform/database/write.ts';
import type { PublicationPlan } from '../../../platform/publication.ts';
import { Failure, invalidField } from '../../../shared/failure.ts';
import { lockOrder } from '../store/order.ts';
import { findHead, findWithTrash, locksRows, type RecordTable } from '../store/records.ts';
import { hideUnpublished, type UnusedFile } from '../versions/fileUses.ts';
import {
  addVersion,
  type Content,
  CURRENT_STATES,
  columnsOf,
  compositionOf,
  contentOf,
  deleteVersions,
  fileIdsIn,
  PENDING_STATES,
  type RecordRow,
  type Table,
  trackAsSchedules,
} from '../versions/history.ts';
import { type PartRow, pickColumns, withPositions } from '../versions/mergeChange.ts';

// Pending changes and unpublications are versions in the states `draft` and `scheduled`. An unpublication has
// the content null.

export type Version = Selectable<VersionTable>;

export interface PendingChangeInput {
  /** Columns to change; absent ones stay. Their files are stored but hidden by then (`claimHiddenFile`). */
  values: Content;
  /** All pictures of the gallery, in order; absent if they stay. */
  part?: PartRow[];
  /** Instant (ms) of publication. Absent or null: the change waits as a draft. A past instant means now. */
  from?: number | null;
  /** Instant (ms) at which the record is unpublished. */
  until?: number | null;
}

/** Most pending changes of one record. */
const MAX_PENDING = 50;

export const VERSION_GONE = 'Esta versão não existe mais.';
export const ENDS_FIRST = 'A hora de sair do site vem depois da hora de entrar.';
const TOO_MANY = `Este registro já tem ${MAX_PENDING} mudanças esperando. Descarte alguma antes.`;

/**
 * Stores a pending change of a published record and returns its id. If it is scheduled, the write must
 * notify other instances.
 */
export async function addPendingChange(
  work: Work,
  table: RecordTable,
  uuid: string,
  { values, part, from, until }: PendingChangeInput,
): Promise<number> {
  const { part: parts, derive } = compositionOf(table);
  const head = await findHead(work.trx, table, uuid);
  const { data: current } = await contentOf(work.trx, table, head);
  if (parts && !parts.columns && 'file_id' in values)
    throw new Error(`Files of ${table} have derived rows and cannot be scheduled`);
  const data = { ...current };
  for (const column of Object.keys(current)) if (column in values) data[column] = values[column];
  if (parts?.columns && part)
    data[parts.table] = withPositions(part.map((row) => pickColumns(row, parts.columns)));
  derive?.(columnsOf(table, data));
  if (from != null && until != null && until <= from) throw invalidField('withdraw_at', ENDS_FIRST);
  const id = await storePending(work, table, head, { current, data }, from ?? null);
  if (until != null) await scheduleUnpublication(work, table, uuid, until);
  return id;
}

/**
 * Stores a pending change with the content `data`. The caller holds the order lock. `replaces` is the instant
 * of a scheduled change that this one continues.
 */
export async function storePending(
  work: Work,
  table: RecordTable,
  head: RecordRow,
  { current, data }: { current: Content; data: Content },
  from: number | null,
  replaces: string | null = null,
): Promise<number> {
  const { uuid } = head;
  await ensurePendingLimit(work, table, uuid);
  const files = fileIdsIn(data);
  const id = await addVersion(work, table, head, {
    state: from === null ? 'draft' : 'scheduled',
    data,
    files,
    valid_from: from === null ? null : isoAt(from),
    based_on: await currentVersionId(work, table, uuid),
  });
  await visibleOnlyWith(['record_versions'], async () => {
    await hideReceived(work, files);
    await hideUnpublished(work, id);
  });
  const differing = Object.entries(data).filter(
    ([column, value]) => !isDeepStrictEqual(value, current[column]),
  );
  // A save of an unpublished record keeps its schedule as it is.
  if (differing.length === 0 && from !== null && replaces === isoAt(from)) return id;
  await work.audit({
    action: from === null ? 'draft' : 'schedule',
    entity: table,
    uuid,
    after: {
      ...Object.fromEntries(differing),
      ...(from !== null && { valid_from: isoAt(from) }),
      ...(replaces && { replaces }),
    },
  });
  return id;
}

/**
 * Schedules the unpublication of the record at `at` (ms), instead of that at `replaces`. Returns the id.
 */
export async function scheduleUnpublication(
  work: Work,
  table: RecordTable,
  uuid: string,
  at: number,
  replaces: string | null = null,
): Promise<number> {
  const head = await findHead(work.trx, table, uuid);
  await ensurePendingLimit(work, table, uuid);
  const valid_from = isoAt(at);
  const based_on = await currentVersionId(work, table, uuid);
  const id = await addVersion(work, table, head, {
    state: 'scheduled',
    data: null,
    files: [],
    valid_from,
    based_on,
  });
  if (replaces === valid_from) return id;
  const after = { valid_from, withdrawn: true, ...(replaces && { replaces }) };
  await work.audit({ action: 'schedule', entity: table, uuid, after });
  return id;
}

/** Sets the instant of unpublication; null removes it, undefined keeps it. */
export async function setUnpublication(
  work: Work,
  table: RecordTable,
  uuid: string,
  until: PublicationPlan['until'],
): Promise<void> {
  if (until === undefined) return;
  const deleted = await trackAsSchedules(() =>
    work.trx
      .deleteFrom('record_versions')
      .where('entity', '=', table)
      .where('uuid', '=', uuid)
      .where('state', '=', 'scheduled')
      .where('data', '=', 'null')
      .returning('valid_from')
      .execute(),
  );
  const former = deleted[0]?.valid_from ?? null;
  if (until !== null) await scheduleUnpublication(work, table, uuid, until, former);
  else if (former) await auditCancellation(work, table, uuid, { valid_from: former, withdrawn: true });
}

/** Adds the audit entry of a plan that is cancelled without another one in its place. */
export const auditCancellation = (
  work: Work,
  table: Table,
  uuid: string,
  before: { valid_from: string; withdrawn?: true },
) => work.audit({ action: 'drop', entity: table, uuid, before });

/**
 * Deletes the scheduled publication of a record that is not published; the caller may set another instant.
 * Returns its instant, and files that nothing uses now.
 */
export async function deleteScheduledPublication(
  work: Work,
  table: Table,
  uuid: string,
): Promise<{ former: string | null; files: UnusedFile[] }> {
  const rows = await work.trx
    .selectFrom('record_versions as change')
    .innerJoin('record_versions as base', 'base.id', 'change.based_on')
    .select(['change.id', 'change.valid_from'])
    .where('change.entity', '=', table)
    .where('change.uuid', '=', uuid)
    .where('change.state', '=', 'scheduled')
    .where('change.data', '<>', 'null')
    // A withheld version has no `valid_from`.
    .where('base.valid_from', 'is', null)
    .execute();
  const files = await trackAsSchedules(() =>
    deleteVersions(
      work,
      rows.map(({ id }) => id),
    ),
  );
  return { former: rows[0]?.valid_from ?? null, files };
}

/** Locks and returns a pending change, after its record; undefined if it was published or discarded. */
export async function findPending({ trx }: Work, id: number): Promise<Version | undefined> {
  const pending = trx
    .selectFrom('record_versions')
    .selectAll()
    .where('id', '=', id)
    .where('state', 'in', PENDING_STATES);
  const found = await pending.executeTakeFirst();
  if (!found) return undefined;
  await lockOrder(trx, found.entity as RecordTable);
  await findWithTrash(trx, found.entity as RecordTable, found.uuid);
  // Another write may have published or dropped it while this one waited for the record.
  return pending.$if(locksRows(trx), (query) => query.forUpdate()).executeTakeFirst();
}

/** Discards a pending change. Returns the files that nothing uses now. */
export async function discardPendingChange(work: Work, id: number): Promise<UnusedFile[]> {
  const version = await findPending(work, id);
  if (!version) throw new Failure('not_found', VERSION_GONE);
  const { entity, uuid, data, valid_from } = version;
  const files = await deleteVersions(work, [id]);
  await work.audit({
    action: 'drop',
    entity,
    uuid,
    before: {
      ...JSON.parse(data),
      ...(valid_from && { valid_from }),
      ...(data === 'null' && { withdrawn: true }),
    },
  });
  return files;
}

async function ensurePendingLimit({ trx }: Work, table: Table, uuid: string): Promise<void> {
  const { count } = await trx
    .selectFrom('record_versions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('entity', '=', table)
    .where('uuid', '=', uuid)
    .where('state', 'in', PENDING_STATES)
    .executeTakeFirstOrThrow();
  if (Number(count) >= MAX_PENDING) throw new Failure('conflict', TOO_MANY);
}

/** Returns the id of the current version of a record. */
async function currentVersionId({ trx }: Work, table: Table, uuid: string): Promise<number> {
  const { id } = await trx
    .selectFrom('record_versions')
    .select('id')
    .where('entity', '=', table)
    .where('uuid', '=', uuid)
    .where('state', 'in', CURRENT_STATES)
    .executeTakeFirstOrThrow();
  return id;
}

/** Turns files received in this transaction into stored, hidden ones. */
async function hideReceived({ trx, now }: Work, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('files')
    .set({ state: 'hidden', updated_at: now })
    .where('id', 'in', ids)
    .where('state', '=', 'staged')
    .execute();
}
