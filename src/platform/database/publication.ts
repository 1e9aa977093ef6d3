import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Selectable, sql } from 'kysely';
import { Failure, invalidField } from '../../contract/failure.ts';
import type { PublicationState } from '../../contract/publicationPlan.ts';
import { type Clock, isoAt, isStoredInstant } from '../clock.ts';
import { isTransactionConflict } from '../http/failures.ts';
import type { Logger } from '../observability/log.ts';
import type { PublicationPlan } from '../publicationPlan.ts';
import { areRecordsInBranches } from '../security/access.ts';
import type { Db, DbOrTransaction } from './database.ts';
import { type ChangedTables, visibleOnlyWith } from './dependencyTracking.ts';
import {
  addVersion,
  affectsSchedules,
  type ChangedRecord,
  type Content,
  CURRENT_STATES,
  changedRecordsIn,
  columnsOf,
  compositionOf,
  contentOf,
  deleteVersions,
  fileIdsIn,
  hideUnpublished,
  markChanged,
  type RecordRow,
  type Table,
  trackAsSchedules,
  type UnusedFile,
  type VisibleChange,
  visibleChangesIn,
} from './history.ts';
import { forgetLocks, recordLock } from './locks.ts';
import {
  compareDueChanges,
  contentOfVersion,
  isUnpublication,
  mergeChange,
  type PartRow,
  pickColumns,
  withPositions,
} from './mergeChange.ts';
import { lockOrder, moveToPosition, recordsInOrder, writeOrder } from './order.ts';
import { lastSavesOf, publicationStatesOf } from './publicationState.ts';
import { createDueChanges, type DueChanges, MAX_READ_WAIT_MS } from './publishDueChanges.ts';
import {
  deleteRecord,
  ensureCurrent,
  findRecord,
  insertOrdered,
  insertRecord,
  locksRows,
  type OrderedTable,
  type RecordTable,
  updateRecord,
} from './records.ts';
import { columnsWithoutDeletedNames, countUnpublished, noPlaceText, unpublish } from './references.ts';
import type { VersionTable } from './tables.ts';
import { isNotDeleted } from './visibility.ts';
import { type NewAuditEntry, type Work, type Write, withSavepoint } from './write.ts';

// Publishes, schedules, reverts and restores records. Each of these is a normal save: row, parts, version,
// audit log and files in one transaction.

type Version = Selectable<VersionTable>;

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

/** A record that shoppers see again, or for the first time. */
export interface RepublishedRecord {
  table: Table;
  row: RecordRow;
  /** Files that were hidden until now. */
  files: number[];
}

/** A scheduled change or unpublication that could not be done. */
export interface RefusedChange {
  table: Table;
  uuid: string;
  /** User who scheduled it; null if unknown. */
  author: number | null;
  /** Instant for which it was scheduled. */
  at: string;
  kind: 'change' | 'departure';
  /** Reason, as a text for staff. */
  reason: string;
}

type Listener = (work: Work, returned: RepublishedRecord) => Promise<void>;
type SeenListener = (work: Work, seen: readonly VisibleChange[]) => Promise<void>;
type RefusalListener = (work: Work, refused: RefusedChange) => Promise<void>;

export interface Publication extends Omit<DueChanges, 'invalidate'> {
  /**
   * Stores a pending change of a published record and returns its id. If it is scheduled, the write must
   * notify other instances.
   */
  addPendingChange(work: Work, table: RecordTable, uuid: string, change: PendingChangeInput): Promise<number>;
  /** Schedules the unpublication of the record at `at` (ms). Returns the id. */
  scheduleUnpublication(work: Work, table: RecordTable, uuid: string, at: number): Promise<number>;
  /** Publishes the record as it is. */
  publishRecord(work: Work, table: RecordTable, uuid: string, expectedVersion?: number): Promise<RecordRow>;
  /** Unpublishes the record: only staff see it. */
  unpublishRecord(work: Work, table: RecordTable, uuid: string, expectedVersion?: number): Promise<RecordRow>;
  /** Moves the record to the trash, as its own delete endpoint does. */
  moveToTrash(work: Work, table: RecordTable, uuid: string): Promise<RecordRow>;
  /** Copies the record, changed by `copy`, as a draft behind it. */
  duplicate(
    work: Work,
    table: RecordTable,
    uuid: string,
    copy: (content: Content) => Content,
  ): Promise<RecordRow>;
  /** Runs `save` at once, or stores its result as a pending change, as `plan` says. */
  applyPlan<T>(plan: PublicationPlan, work: Work, save: (work: Work) => Promise<T>): Promise<T>;
  /** Returns a function from uuid to publication state. */
  publicationStatesOf(table: RecordTable, uuids: string[]): Promise<(uuid: string) => PublicationState>;
  /** Returns the user and time of the last save of each record. */
  lastSavesOf(table: RecordTable, uuids: string[]): ReturnType<typeof lastSavesOf>;
  /** Discards a pending change. Returns the files that nothing uses now. */
  discardPendingChange(work: Work, id: number): Promise<UnusedFile[]>;
  /**
   * Makes a pending change the record's next version. Throws a 409 if the record's version is not
   * `expectedVersion`.
   */
  publishPendingChange(work: Work, id: number, expectedVersion?: number): Promise<RecordRow>;
  /** Makes a former version the record's next version. */
  revert(work: Work, id: number, expectedVersion?: number): Promise<RecordRow>;
  /** Restores a record from the trash to its former position. */
  restore(work: Work, table: RecordTable, uuid: string): Promise<RecordRow>;
  /** Invalidates the next scheduled instant after tables changed, here or elsewhere. */
  invalidate(changed: ChangedTables): void;
  /** Notifies listeners of the changes that shoppers see. Called at the end of a transaction. */
  emitVisibleChanges(work: Work): Promise<void>;
  onRepublished(listener: Listener): void;
  /**
   * Registers a listener that runs inside the transaction, so that its writes are committed with the change.
   */
  onVisibleChange(listener: SeenListener): void;
  onRefused(listener: RefusalListener): void;
}

/** Most pending changes of one record. */
const MAX_PENDING = 50;
const BATCH_SIZE = 100;

const GONE = 'Este registro não existe mais.';
const VERSION_GONE = 'Esta versão não existe mais.';
const DAMAGED_INSTANT = 'A hora marcada não pôde ser lida. Marque outra.';
const IN_TRASH = 'Este registro foi excluído. Restaure antes de publicar a mudança.';
const NOT_IN_TRASH = 'Este registro não está na lixeira, ou o lugar dele já foi ocupado.';
const ONE_AT_MOST = 'Já existe outro no lugar dele.';
const TOO_MANY = `Este registro já tem ${MAX_PENDING} mudanças esperando. Descarte alguma antes.`;
const ENDS_FIRST = 'A hora de sair do site vem depois da hora de entrar.';
/** Error text that does not reveal whether the id belongs to a change of another record. */
const CHANGE_GONE = 'Esta mudança já foi publicada ou descartada. Recarregue para ver como está.';
const OF_OTHER_BRANCHES = 'Esta mudança vale em outras filiais, e você não cuida de todas elas.';
const IS_SHOWN = 'Este registro já está no site.';
const IS_WITHHELD = 'Este registro já está fora do site.';

export function createPublication({
  db,
  write,
  clock,
  log,
  release,
  patienceMs = MAX_READ_WAIT_MS,
}: {
  db: Db;
  write: Write;
  clock: Clock;
  log: Logger;
  /** Deletes files that nothing uses any more. */
  release: (work: Work, files: UnusedFile[]) => Promise<void>;
  /** Longest wait of a read for due changes. */
  patienceMs?: number | undefined;
}): Publication {
  const listeners: Listener[] = [];
  const refusalListeners: RefusalListener[] = [];
  const seenListeners: SeenListener[] = [];

  const addPendingChange: Publication['addPendingChange'] = async (
    work,
    table,
    uuid,
    { values, part, from, until },
  ) => {
    const { part: parts, derive } = compositionOf(table);
    await lockOrder(work.trx, table);
    const head = (await findRecord(work.trx, table, uuid, GONE)) as RecordRow;
    const { data: current } = await contentOf(work.trx, table, head);
    if (parts && !parts.columns && 'file_id' in values)
      throw new Error(`Files of ${table} have derived rows and cannot be scheduled`);
    const data = { ...current };
    for (const column of Object.keys(current)) if (column in values) data[column] = values[column];
    if (parts?.columns && part)
      data[parts.table] = withPositions(part.map((row) => pickColumns(row, parts.columns)));
    derive?.(columnsOf(table, data) as never);
    if (from != null && until != null && until <= from) throw invalidField('withdraw_at', ENDS_FIRST);
    const id = await storePending(work, table, head, { current, data }, from ?? null);
    if (until != null) await scheduleUnpublication(work, table, uuid, until);
    return id;
  };

  /** Stores a pending change with the content `data`. The caller holds the order lock. */
  const storePending = async (
    work: Work,
    table: RecordTable,
    head: RecordRow,
    { current, data }: { current: Content; data: Content },
    from: number | null,
  ): Promise<number> => {
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
    await work.audit({
      action: from === null ? 'draft' : 'schedule',
      entity: table,
      uuid,
      after: { ...Object.fromEntries(differing), ...(from !== null && { valid_from: isoAt(from) }) },
    });
    return id;
  };

  const scheduleUnpublication: Publication['scheduleUnpublication'] = async (work, table, uuid, at) => {
    await lockOrder(work.trx, table);
    const head = (await findRecord(work.trx, table, uuid, GONE)) as RecordRow;
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
    await work.audit({ action: 'schedule', entity: table, uuid, after: { valid_from, withdrawn: true } });
    return id;
  };

  const applyPlan: Publication['applyPlan'] = async (plan, work, save) => {
    const { from, until } = plan;
    delete plan.pending;
    if (until != null && until <= (typeof from === 'number' ? from : clock.now()))
      throw invalidField('withdraw_at', ENDS_FIRST);
    const replaced = plan.replaces === null ? undefined : await findPending(work, plan.replaces);
    if (plan.replaces !== null && (!replaced || replaced.entity !== plan.table))
      throw new Failure('conflict', CHANGE_GONE);
    if (from !== 'now') return saveForLater(plan, from, work, save, replaced);

    if (replaced) await applyPending(work, replaced);
    const result = await save(work);
    const saved = changedRecordsIn(work);
    if (replaced) await ensureReplaceable(work, plan, replaced, saved);
    for (const { table, row } of saved)
      if (row.standing !== null || replaced) await reveal(work, table as RecordTable, row);
    // Runs after the versions are written, which these rows refer to.
    work.beforeCommit(async () => {
      if (replaced) await release(work, await deleteVersions(work, [replaced.id]));
      for (const { table, row } of saved) await setUnpublication(work, table as RecordTable, row.uuid, until);
    });
    return result;
  };

  /** Sets the instant of unpublication; null removes it, undefined keeps it. */
  const setUnpublication = async (
    work: Work,
    table: RecordTable,
    uuid: string,
    until: PublicationPlan['until'],
  ) => {
    if (until === undefined) return;
    await deleteScheduledUnpublication(work, table, uuid);
    if (until !== null) await scheduleUnpublication(work, table, uuid, until);
  };

  /**
   * Runs the complete save, so that every check applies. Then a published record is put back as it was and
   * the result is stored as a pending change. A record that is not published may stay as it was saved.
   */
  const saveForLater = async <T>(
    plan: PublicationPlan,
    from: number | null,
    work: Work,
    save: (work: Work) => Promise<T>,
    replaced: Version | undefined,
  ): Promise<T> => {
    const { trx } = work;
    const afterCommitTasks: Parameters<Work['afterCommit']>[0][] = [];
    const entries: NewAuditEntry[] = [];
    const dryRun: Work = {
      ...work,
      audit: async (entry) => void entries.push(entry),
      beforeCommit: () => undefined,
      afterCommit: (task) => void afterCommitTasks.push(task),
    };
    // The rollback of the dry run releases its locks. Without this lock another write could come in between,
    // and its effect, like a removed photo, would look like a part of this change.
    if (!plan.table) throw new Error('A planned save has no table');
    await lockOrder(trx, plan.table as RecordTable);
    await sql`savepoint rehearsal`.execute(trx);
    if (replaced) await applyPending(dryRun, replaced);
    const result = await visibleOnlyWith(['record_versions'], () => save(dryRun));
    const saved = changedRecordsIn(dryRun);
    if (replaced) await ensureReplaceable(work, plan, replaced, saved);
    const shown = new Set<ChangedRecord>();
    for (const change of saved)
      if ((await currentState(work, change.table, change.row.uuid)) === 'published') shown.add(change);
    const reverted = await Promise.all(
      Array.from(shown, async ({ table, row }) => ({
        table: table as RecordTable,
        row,
        data: (await contentOf(trx, table, row)).data,
      })),
    );
    if (reverted.length > 0) {
      await sql`rollback to savepoint rehearsal`.execute(trx);
      forgetLocks(trx);
    }
    await sql`release savepoint rehearsal`.execute(trx);
    if (reverted.length === 0) {
      for (const entry of entries) await work.audit(entry);
      for (const task of afterCommitTasks) work.afterCommit(task);
      for (const { table, row } of saved) await keepUnpublished(plan, from, work, table as RecordTable, row);
    }
    for (const { table, row, data } of reverted) {
      await lockOrder(work.trx, table);
      const head = (await findRecord(trx, table, row.uuid, GONE)) as RecordRow;
      await ensureCurrent(trx, table, head, row.version - 1);
      const { data: current } = await contentOf(trx, table, head);
      await storePending(work, table, head, { current, data }, from);
      await setUnpublication(work, table, row.uuid, plan.until);
      plan.pending = { version: head.version, isShown: true };
    }
    if (replaced) work.beforeCommit(async () => release(work, await deleteVersions(work, [replaced.id])));
    return result;
  };

  /** Keeps a record that is not published as it was saved, and stores only its instant. */
  const keepUnpublished = async (
    plan: PublicationPlan,
    from: number | null,
    work: Work,
    table: RecordTable,
    row: RecordRow,
  ) => {
    const head: RecordRow = row.standing
      ? row
      : await work.trx
          .updateTable(table as 'banners')
          .set({ standing: 'draft' })
          .where('id', '=', row.id)
          .returningAll()
          .executeTakeFirstOrThrow();
    markChanged(work, table, head);
    plan.pending = { version: head.version, isShown: false };
    work.beforeCommit(async () => {
      await release(work, await deleteScheduledPublication(work, table, head.uuid));
      if (from !== null) {
        const { data } = await contentOf(work.trx, table, head);
        await storePending(work, table, head, { current: data, data }, from);
      }
      await setUnpublication(work, table, head.uuid, plan.until);
    });
  };

  /** Publishes the record as it is, with its files. */
  const reveal = async (work: Work, table: RecordTable, row: RecordRow): Promise<RecordRow> => {
    if (row.standing !== null && (await noPlaceText(work.trx, table, row)) !== undefined) return row;
    const head: RecordRow =
      row.standing === null
        ? row
        : await work.trx
            .updateTable(table as 'banners')
            .set({ standing: null })
            .where('id', '=', row.id)
            .returningAll()
            .executeTakeFirstOrThrow();
    markChanged(work, table, head);
    if (row.standing !== null) {
      await work.audit({ action: 'publish', entity: table, uuid: row.uuid });
      // The published version uses the files by then, so that none is deleted.
      work.beforeCommit(async () => release(work, await deleteScheduledPublication(work, table, row.uuid)));
    }
    const { files } = await contentOf(work.trx, table, head);
    await notifyReturned(work, { table, row: head, files: await showFiles(work, files) });
    return head;
  };

  const showRecord: Publication['publishRecord'] = async (work, table, uuid, expectedVersion) => {
    await lockOrder(work.trx, table);
    const { ensureConsistent } = compositionOf(table);
    const head = (await findRecord(work.trx, table, uuid, GONE)) as RecordRow;
    await ensureCurrent(work.trx, table, head, expectedVersion);
    if (head.standing === null) throw new Failure('conflict', IS_SHOWN);
    await ensureHasPlace(work, table, head);
    const livingValues = await columnsWithoutDeletedNames(work.trx, table, head);
    await ensureConsistent?.(work, { ...head, ...livingValues } as never, head.id);
    return reveal(work, table, await saveNextVersion(work, table, head, livingValues));
  };

  const unpublishRecord: Publication['unpublishRecord'] = async (work, table, uuid, expectedVersion) => {
    await lockOrder(work.trx, table);
    const head = (await findRecord(work.trx, table, uuid, GONE)) as RecordRow;
    await ensureCurrent(work.trx, table, head, expectedVersion);
    if (head.standing !== null) throw new Failure('conflict', IS_WITHHELD);
    return unpublishChecked(work, table, head);
  };

  const unpublishChecked = async (work: Work, table: RecordTable, head: RecordRow): Promise<RecordRow> => {
    await compositionOf(table).ensureRemovable?.(work, head.id);
    return unpublish(work, table, head);
  };

  const duplicate: Publication['duplicate'] = async (work, table, uuid, copy) => {
    await lockOrder(work.trx, table);
    const { part, derive, ensureConsistent } = compositionOf(table);
    const head = (await findRecord(work.trx, table, uuid, GONE)) as RecordRow;
    const { data } = await contentOf(work.trx, table, head);
    const copied = columnsOf(table, copy(data));
    const columns: Content = { ...copied, ...(await columnsWithoutDeletedNames(work.trx, table, copied)) };
    const keys = derive?.(columns as never) ?? {};
    // No record has the id 0.
    await ensureConsistent?.(work, columns as never, 0);
    const values = { ...columns, ...keys, standing: 'draft' } as never;
    const place = 'position' in head ? Number(head.position) + 1 : null;
    const hasStoredNames = { hasStoredNames: true };
    const row = (await (place === null
      ? insertRecord(work, table, values, hasStoredNames)
      : insertOrdered(work, table as OrderedTable, values, place, hasStoredNames))) as RecordRow;
    if (part?.columns) {
      const rows = data[part.table] as PartRow[];
      await writePart(
        work,
        part as Part,
        row.id,
        rows.map((part) => ({ ...part, uuid: randomUUID() })),
      );
    }
    return row;
  };

  const removeRecord: Publication['moveToTrash'] = async (work, table, uuid) => {
    await lockOrder(work.trx, table);
    const head = (await findRecord(work.trx, table, uuid, GONE)) as RecordRow;
    return moveToTrash(work, table, head);
  };

  const discardPendingChange: Publication['discardPendingChange'] = async (work, id) => {
    const version = await findPending(work, id);
    if (!version) throw new Failure('not_found', VERSION_GONE);
    const { entity, uuid, data, valid_from } = version;
    const files = await deleteVersions(work, [id]);
    await work.audit({
      action: 'drop',
      entity,
      uuid,
      before: { ...JSON.parse(data), ...(valid_from && { valid_from }) },
    });
    return files;
  };

  const publishPendingChange: Publication['publishPendingChange'] = async (work, id, expectedVersion) => {
    const version = await findPending(work, id);
    if (!version) throw new Failure('not_found', VERSION_GONE);
    const table = version.entity as RecordTable;
    const head = await headOf(work, table, version.uuid);
    if (!head || head.deleted_at !== null) throw new Failure('conflict', IN_TRASH);
    await ensureCurrent(work.trx, table, head, expectedVersion);
    const wanted = JSON.parse(version.data) as Content | null;
    // Already unpublished; nothing to do.
    const row = !wanted
      ? head.standing === null
        ? await unpublishChecked(work, table, head)
        : head
      : await saveContent(work, table, head, wanted, await contentOfVersion(work.trx, version.based_on), {
          isShown: true,
        });
    // The record itself uses the files of the change now.
    await deleteVersions(work, [id]);
    return row;
  };

  const revert: Publication['revert'] = async (work, id, expectedVersion) => {
    const former = await work.trx
      .selectFrom('record_versions')
      .selectAll()
      .where('id', '=', id)
      .where('state', '=', 'former')
      .executeTakeFirst();
    if (!former) throw new Failure('not_found', VERSION_GONE);
    const table = former.entity as RecordTable;
    await lockOrder(work.trx, table);
    const head = (await findRecord(work.trx, table, former.uuid, GONE)) as RecordRow;
    await ensureCurrent(work.trx, table, head, expectedVersion);
    const isShown = head.standing === null;
    return saveContent(work, table, head, JSON.parse(former.data) as Content, null, { isShown });
  };

  const restore: Publication['restore'] = async (work, table, uuid) => {
    await lockOrder(work.trx, table);
    const { ensureConsistent, derive } = compositionOf(table);
    const head = await headOf(work, table, uuid);
    if (!head || head.deleted_at === null) throw new Failure('conflict', NOT_IN_TRASH);
    await ensureSingle(work, table, head);
    const livingValues = await columnsWithoutDeletedNames(work.trx, table, head);
    const content = { ...head, ...livingValues };
    await ensureConsistent?.(work, content as never, head.id);
    // The rules for derived columns may have changed since the deletion.
    const keys = derive?.(content as never) ?? {};
    const isNowhere = (await noPlaceText(work.trx, table, content)) !== undefined;
    const place = 'position' in head ? Number(head.position) : null;
    const others = place === null ? [] : await recordsInOrder(work.trx, table as OrderedTable);
    const row = await work.trx
      .updateTable(table as 'banners')
      .set({
        ...livingValues,
        ...keys,
        ...(isNowhere && { standing: 'ended' }),
        deleted_at: null,
        updated_at: work.now,
        version: head.version + 1,
        ...(place !== null && { position: others.length + 1 }),
      })
      .where('id', '=', head.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (place !== null) await moveToPosition(work.trx, table as OrderedTable, head.id, place);
    markChanged(work, table, row, { returns: true });
    await countUnpublished(work, table, uuid);
    const { data, files } = await contentOf(work.trx, table, row);
    await work.audit({ action: 'restore', entity: table, uuid, after: data });
    if (row.standing === null)
      await notifyReturned(work, { table, row, files: await showFiles(work, files) });
    return row;
  };

  /**
   * Makes `wanted` the record's next version. Keeps saves since `base` in columns that `wanted` does not
   * change.
   */
  async function saveContent(
    work: Work,
    table: RecordTable,
    head: RecordRow,
    wanted: Content,
    base: Content | null,
    { isShown }: { isShown: boolean },
  ): Promise<RecordRow> {
    const { part, ensureConsistent } = compositionOf(table);
    const { columns, keys, rows } = await mergeChange(work.trx, table, head, wanted, base);
    if (isShown) await ensureHasPlace(work, table, columns);
    await ensureConsistent?.(work, columns as never, head.id);
    const row = (await updateRecord(
      work,
      table,
      head as never,
      { ...columns, ...keys },
      { hasStoredNames: true },
    )) as RecordRow;
    if (part?.columns) await writePart(work, part as Part, head.id, rows);
    return isShown ? reveal(work, table, row) : row;
  }

  /** Applies a pending change to the stored row, so that the save in this transaction starts from it. */
  async function applyPending(work: Work, { entity, uuid, data, based_on }: Version): Promise<void> {
    const table = entity as RecordTable;
    const head = await headOf(work, table, uuid);
    if (!head || head.deleted_at !== null) throw new Failure('conflict', IN_TRASH);
    const wanted = JSON.parse(data) as Content | null;
    if (!wanted) return;
    const { part } = compositionOf(table);
    const { columns, keys, rows } = await mergeChange(
      work.trx,
      table,
      head,
      wanted,
      await contentOfVersion(work.trx, based_on),
    );
    await work.trx
      .updateTable(table as 'banners')
      .set({ ...columns, ...keys })
      .where('id', '=', head.id)
      .execute();
    if (part?.columns) await writePart(work, part as Part, head.id, rows);
  }

  async function notifyReturned(work: Work, returned: RepublishedRecord): Promise<void> {
    for (const listener of listeners) await listener(work, returned);
  }

  const dueChanges = createDueChanges({
    clock,
    log,
    patienceMs,
    async nextInstant(skipped) {
      const { at } = await db
        .selectFrom('record_versions')
        .select((eb) => eb.fn.min('valid_from').as('at'))
        .where('state', '=', sql.lit('scheduled'))
        .$if(skipped.size > 0, (query) => query.where('id', 'not in', [...skipped]))
        .executeTakeFirstOrThrow();
      if (at === null) return null;
      return isStoredInstant(at) ? Date.parse(at) : 0;
    },
    async dueBy(now, skipped) {
      const due = await dueAt(db, now, BATCH_SIZE + skipped.size);
      // At the same instant, unpublications go last.
      return due
        .toSorted(compareDueChanges)
        .map(({ id }) => id)
        .filter((id) => !skipped.has(id));
    },
    async publish(id) {
      await write(await authorOf(id), async (work) => {
        scheduledWorks.add(work);
        const version = await claimDue(work, id);
        if (!version) return;
        if (!isStoredInstant(version.valid_from ?? '')) throw new Failure('conflict', DAMAGED_INSTANT);
        await publishPendingChange(work, id);
      });
    },
    async putAside(id, reason) {
      return write(await authorOf(id), async (work) => {
        const version = await claimDue(work, id);
        if (!version) return false;
        const refused = await putAsideChange(work, version, reason);
        for (const listener of refusalListeners) await callIsolated(work, (part) => listener(part, refused));
        return true;
      });
    },
  });

  /** Transactions that publish a due change. A listener's error must not stop the queue. */
  const scheduledWorks = new WeakSet<Work>();

  const authorOf = async (id: number) => {
    const version = await db
      .selectFrom('record_versions')
      .select(['user_id as id', 'user_name as name'])
      .where('id', '=', id)
      .executeTakeFirst();
    return version?.name ? { id: version.id, name: version.name } : null;
  };

  /** Calls a listener in a savepoint: its error rolls back only what the listener wrote. */
  const callIsolated = async (work: Work, call: (part: Work) => Promise<void>) => {
    try {
      await withSavepoint(work, call);
    } catch (error) {
      if (isTransactionConflict(error)) throw error;
      log.error({ err: error }, 'scheduled change listener failed');
    }
  };

  return {
    addPendingChange,
    scheduleUnpublication,
    publishRecord: showRecord,
    unpublishRecord,
    moveToTrash: removeRecord,
    duplicate,
    applyPlan,
    publicationStatesOf: (table, uuids) => publicationStatesOf(db, table, uuids),
    lastSavesOf: (table, uuids) => lastSavesOf(db, table, uuids),
    discardPendingChange,
    publishPendingChange,
    revert,
    restore,
    publishDueChangesForRead: dueChanges.publishDueChangesForRead,
    publishDueChanges: dueChanges.publishDueChanges,
    delaySeconds: dueChanges.delaySeconds,
    finish: dueChanges.finish,
    invalidate(changed) {
      if (affectsSchedules(changed)) dueChanges.invalidate();
    },
    async emitVisibleChanges(work) {
      const seen = visibleChangesIn(work);
      if (seen.length === 0) return;
      for (const listener of seenListeners)
        if (scheduledWorks.has(work)) await callIsolated(work, (part) => listener(part, seen));
        else await listener(work, seen);
    },
    onRepublished: (listener) => void listeners.push(listener),
    onVisibleChange: (listener) => void seenListeners.push(listener),
    onRefused: (listener) => void refusalListeners.push(listener),
  };
}

interface Due {
  id: number;
  uuid: string;
  valid_from: string | null;
  data: string;
}

async function dueAt(db: DbOrTransaction, now: number, limit: number): Promise<Due[]> {
  const earliest = await db
    .selectFrom('record_versions')
    .select(['id', 'uuid', 'valid_from', 'data'])
    .where('state', '=', sql.lit('scheduled'))
    .orderBy('valid_from')
    .orderBy('id')
    .limit(limit)
    .execute();
  return earliest.filter(({ valid_from }) => isDue(valid_from, isoAt(now)));
}

/** A damaged instant counts as due, so that its change becomes a draft and does not block all others. */
const isDue = (valid_from: string | null, now: string): boolean =>
  valid_from !== null && (!isStoredInstant(valid_from) || valid_from <= now);

/** Makes a change that cannot be published a draft again; discards an unpublication that cannot be done. */
async function putAsideChange(work: Work, version: Version, reason: string): Promise<RefusedChange> {
  const { id, entity, uuid, valid_from, user_id } = version;
  if (isUnpublication(version)) await deleteVersions(work, [id]);
  else
    await work.trx
      .updateTable('record_versions')
      .set({ state: 'draft', valid_from: null })
      .where('id', '=', id)
      .execute();
  await work.audit({ action: 'refuse', entity, uuid, after: { valid_from, reason } });
  return {
    table: entity as Table,
    uuid,
    author: user_id,
    at: valid_from ?? work.now,
    kind: isUnpublication(version) ? 'departure' : 'change',
    reason,
  };
}

/** Claims a scheduled change that is due. A second instance waits for the record's lock and then finds none. */
async function claimDue(work: Work, id: number): Promise<Version | undefined> {
  const version = await findPending(work, id);
  return version?.state === 'scheduled' && isDue(version.valid_from, work.now) ? version : undefined;
}

/** Locks and returns a pending change, after its record; undefined if it was published or discarded. */
async function findPending(work: Work, id: number): Promise<Version | undefined> {
  const { trx } = work;
  const pending = trx
    .selectFrom('record_versions')
    .selectAll()
    .where('id', '=', id)
    .where('state', 'in', ['draft', 'scheduled']);
  const found = await pending.executeTakeFirst();
  if (!found) return undefined;
  await lockOrder(trx, found.entity as RecordTable);
  await headOf(work, found.entity as RecordTable, found.uuid);
  // Another write may have published or dropped it while this one waited for the record.
  return pending.$if(locksRows(trx), (query) => query.forUpdate()).executeTakeFirst();
}

/**
 * Throws if a save does not write the record of the change that it replaces, or assigns it to branches of
 * other users. The error rolls back the change that was applied before the save.
 */
async function ensureReplaceable(
  { trx }: Work,
  { branches }: PublicationPlan,
  { entity, uuid }: Version,
  saved: readonly ChangedRecord[],
): Promise<void> {
  if (!saved.some(({ table, row }) => table === entity && row.uuid === uuid))
    throw new Failure('conflict', CHANGE_GONE);
  if (!(await areRecordsInBranches(trx, { branches }, entity, [uuid])))
    throw new Failure('forbidden', OF_OTHER_BRANCHES);
}

/** Locks and returns a record, deleted or not. */
async function headOf({ trx }: Work, table: RecordTable, uuid: string): Promise<RecordRow | undefined> {
  const head = await trx
    .selectFrom(table as 'banners')
    .selectAll()
    .where('uuid', '=', uuid)
    .$if(locksRows(trx), (query) => query.forUpdate())
    .executeTakeFirst();
  if (head) recordLock(trx, table, uuid);
  return head;
}

/** Throws a 409 if a record names places and all of them are deleted. */
async function ensureHasPlace({ trx }: Work, table: Table, row: object): Promise<void> {
  const text = await noPlaceText(trx, table, row);
  if (text !== undefined) throw new Failure('conflict', text);
}

async function ensureSingle({ trx }: Work, table: RecordTable, { id }: RecordRow): Promise<void> {
  if (!compositionOf(table).single) return;
  const other = await trx
    .selectFrom(table as 'banners')
    .select('id')
    .where(isNotDeleted(table))
    .where('id', '<>', id)
    .executeTakeFirst();
  if (other) throw new Failure('conflict', ONE_AT_MOST);
}

async function ensurePendingLimit({ trx }: Work, table: Table, uuid: string): Promise<void> {
  const { count } = await trx
    .selectFrom('record_versions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('entity', '=', table)
    .where('uuid', '=', uuid)
    .where('state', 'in', ['draft', 'scheduled'])
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

/** Returns the state before this transaction; undefined for a new record. */
async function currentState(
  { trx }: Work,
  table: Table,
  uuid: string,
): Promise<Version['state'] | undefined> {
  const version = await trx
    .selectFrom('record_versions')
    .select('state')
    .where('entity', '=', table)
    .where('uuid', '=', uuid)
    .where('state', 'in', CURRENT_STATES)
    .executeTakeFirst();
  return version?.state;
}

/**
 * Deletes the scheduled publication of a record that is not published; the caller may set another instant.
 * Returns files that nothing uses now.
 */
async function deleteScheduledPublication(work: Work, table: Table, uuid: string): Promise<UnusedFile[]> {
  const rows = await work.trx
    .selectFrom('record_versions as change')
    .innerJoin('record_versions as base', 'base.id', 'change.based_on')
    .select('change.id')
    .where('change.entity', '=', table)
    .where('change.uuid', '=', uuid)
    .where('change.state', '=', 'scheduled')
    .where('change.data', '<>', 'null')
    // A withheld version has no `valid_from`.
    .where('base.valid_from', 'is', null)
    .execute();
  return trackAsSchedules(() =>
    deleteVersions(
      work,
      rows.map(({ id }) => id),
    ),
  );
}

async function deleteScheduledUnpublication(work: Work, table: Table, uuid: string): Promise<void> {
  await trackAsSchedules(() =>
    work.trx
      .deleteFrom('record_versions')
      .where('entity', '=', table)
      .where('uuid', '=', uuid)
      .where('state', '=', 'scheduled')
      .where('data', '=', 'null')
      .execute(),
  );
}

/** Saves `values` as the record's next version. */
async function saveNextVersion(
  { trx, now }: Work,
  table: RecordTable,
  { id, version }: RecordRow,
  values: Partial<RecordRow>,
): Promise<RecordRow> {
  return trx
    .updateTable(table as 'banners')
    .set({ ...values, updated_at: now, version: version + 1 })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
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

/** Publishes the hidden files among `ids`, and returns their ids. */
async function showFiles({ trx, now }: Work, ids: number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await trx
    .updateTable('files')
    .set({ state: 'live', updated_at: now })
    .where('id', 'in', ids)
    .where('state', '=', 'hidden')
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Moves a record to the trash, as a user's delete does. */
async function moveToTrash(work: Work, table: RecordTable, head: RecordRow): Promise<RecordRow> {
  await compositionOf(table).ensureRemovable?.(work, head.id);
  await deleteRecord(work, table, head as never);
  if ('position' in head) {
    const ordered = table as OrderedTable;
    await writeOrder(work.trx, ordered, await recordsInOrder(work.trx, ordered));
  }
  return head;
}

interface Part {
  table: Table;
  owner: string;
  columns: string[];
}

async function writePart(
  work: Work,
  { table, owner, columns }: Part,
  id: number,
  rows: PartRow[],
): Promise<void> {
  const { trx, now } = work;
  const { rows: found } = await sql<PartRow>`
    select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)}
    where ${sql.ref(owner)} = ${id}
  `.execute(trx);
  const stored = new Map(found.map((row) => [row.uuid, row]));
  for (const { uuid } of found)
    if (!rows.some((row) => row.uuid === uuid))
      await sql`delete from ${sql.table(table)} where uuid = ${uuid}`.execute(trx);
  for (const row of rows) {
    const values = pickColumns(row, columns);
    const before = stored.get(row.uuid);
    if (before && isDeepStrictEqual({ ...before }, values)) continue;
    if (before)
      await sql`
        update ${sql.table(table)}
        set ${sql.join(columns.map((column) => sql`${sql.ref(column)} = ${values[column]}`))}
        where uuid = ${row.uuid}
      `.execute(trx);
    else
      await sql`
        insert into ${sql.table(table)}
        (${sql.join([...columns, owner, 'created_at'].map((column) => sql.ref(column)))})
        values (${sql.join([...columns.map((column) => values[column]), id, now])})
      `.execute(trx);
  }
}
