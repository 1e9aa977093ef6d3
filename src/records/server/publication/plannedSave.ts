import { sql } from 'kysely';
import { visibleOnlyWith } from '../../../platform/database/dependencyTracking.ts';
import { forgetLocks } from '../../../platform/database/locks.ts';
import type { NewAuditEntry, Work } from '../../../platform/database/write.ts';
import {
  PLAN_MARK,
  type PlanMark,
  type PublicationPlan,
  type SavedRecord,
} from '../../../platform/publication.ts';
import { areRecordsInBranches } from '../../../platform/security/access.ts';
import { Failure, invalidField } from '../../../shared/failure.ts';
import { lockOrder } from '../store/order.ts';
import { findHead, type RecordTable } from '../store/records.ts';
import {
  type ChangedRecord,
  CURRENT_STATES,
  changedRecordsIn,
  contentOf,
  deleteVersions,
  markChanged,
  type RecordRow,
  type Table,
} from '../versions/history.ts';
import {
  auditCancellation,
  deleteScheduledPublication,
  ENDS_FIRST,
  findPending,
  setUnpublication,
  storePending,
  type Version,
} from './pendingVersions.ts';
import { applyPending, type PublicationEffects, reveal, setStanding } from './publishRecord.ts';

/** Error text that does not reveal whether the id belongs to a change of another record. */
const CHANGE_GONE = 'Esta mudança já foi publicada ou descartada. Recarregue para ver como está.';
const OF_OTHER_BRANCHES = 'Esta mudança vale em outras filiais, e você não cuida de todas elas.';

type Save<T> = (work: Work) => Promise<T>;

const PENDING_MESSAGES = {
  draft: 'Só a equipe vê.',
  change: 'O site continua como está até alguém publicar.',
  scheduled: 'Entra no site automaticamente, na hora marcada.',
};

/**
 * Runs `save` at once, or stores its result as a pending change, as `plan` says. Of a pending change it
 * returns that message, and the version of the record.
 */
export async function savePlanned<T extends SavedRecord>(
  effects: PublicationEffects,
  plan: PublicationPlan,
  work: Work,
  save: Save<T>,
): Promise<T & PlanMark> {
  const { from, until } = plan;
  if (until != null && until <= (typeof from === 'number' ? from : Date.parse(work.now)))
    throw invalidField('withdraw_at', ENDS_FIRST);
  const replaced = plan.replaces === null ? undefined : await findPending(work, plan.replaces);
  if (plan.replaces !== null && (!replaced || replaced.entity !== plan.table))
    throw new Failure('conflict', CHANGE_GONE);
  if (from !== 'now')
    return { ...(await saveForLater(effects, plan, from, work, save, replaced)), ...PLAN_MARK };

  if (replaced) await applyPending(work, replaced);
  const result = await save(work);
  const saved = changedRecordsIn(work);
  if (replaced) await ensureReplaceable(work, plan, replaced, saved);
  for (const { table, row } of saved)
    if (row.standing !== null || replaced) await reveal(effects, work, table as RecordTable, row);
  // Runs after the versions are written, which these rows refer to.
  work.beforeCommit(async () => {
    if (replaced) await effects.release(work, await deleteVersions(work, [replaced.id]));
    for (const { table, row } of saved) await setUnpublication(work, table as RecordTable, row.uuid, until);
  });
  return { ...result, ...PLAN_MARK };
}

/**
 * Runs the complete save, so that every check applies. Then a published record is put back as it was and
 * the result is stored as a pending change. A record that is not published may stay as it was saved.
 */
async function saveForLater<T extends SavedRecord>(
  effects: PublicationEffects,
  plan: PublicationPlan,
  from: number | null,
  work: Work,
  save: Save<T>,
  replaced: Version | undefined,
): Promise<T> {
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
  for (const change of saved) if (await wasPublished(work, change)) shown.add(change);
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
  let head: RecordRow | undefined;
  if (reverted.length === 0) {
    for (const entry of entries) await work.audit(entry);
    for (const task of afterCommitTasks) work.afterCommit(task);
    for (const { table, row } of saved)
      head = await keepUnpublished(effects, plan, from, work, table as RecordTable, row);
  }
  for (const { table, row, data } of reverted) {
    head = await findHead(trx, table, row.uuid, row.version - 1);
    const { data: current } = await contentOf(trx, table, head);
    await storePending(work, table, head, { current, data }, from, replaced?.valid_from);
    await setUnpublication(work, table, row.uuid, plan.until);
  }
  if (replaced)
    work.beforeCommit(async () => effects.release(work, await deleteVersions(work, [replaced.id])));
  if (!head) return result;
  const outcome = from !== null ? 'scheduled' : reverted.length > 0 ? 'change' : 'draft';
  return { ...result, message: PENDING_MESSAGES[outcome], version: head.version };
}

/** Keeps a record that is not published as it was saved, and stores only its instant. Returns its row. */
async function keepUnpublished(
  effects: PublicationEffects,
  plan: PublicationPlan,
  from: number | null,
  work: Work,
  table: RecordTable,
  row: RecordRow,
): Promise<RecordRow> {
  const head = row.standing ? row : await setStanding(work, table, row, 'draft');
  markChanged(work, table, head);
  work.beforeCommit(async () => {
    const { former, files } = await deleteScheduledPublication(work, table, head.uuid);
    await effects.release(work, files);
    if (from !== null) {
      const { data } = await contentOf(work.trx, table, head);
      await storePending(work, table, head, { current: data, data }, from, former);
    } else if (former) await auditCancellation(work, table, head.uuid, { valid_from: former });
    await setUnpublication(work, table, head.uuid, plan.until);
  });
  return head;
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

/** Returns whether the record was published before this transaction. */
async function wasPublished(
  { trx }: Work,
  { table, row }: { table: Table; row: RecordRow },
): Promise<boolean> {
  const version = await trx
    .selectFrom('record_versions')
    .select('state')
    .where('entity', '=', table)
    .where('uuid', '=', row.uuid)
    .where('state', 'in', CURRENT_STATES)
    .executeTakeFirst();
  return version?.state === 'published';
}
