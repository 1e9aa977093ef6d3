import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { ChangedTables } from '../../../platform/database/dependencyTracking.ts';
import type { Work, Write } from '../../../platform/database/write.ts';
import { isTransactionConflict } from '../../../platform/http/failures.ts';
import type { Logger } from '../../../platform/observability/log.ts';
import type { PlanMark, PlannedCall, SavedRecord } from '../../../platform/publication.ts';
import { duplicateRecord } from '../store/duplicateRecord.ts';
import type { UnusedFile } from '../versions/fileUses.ts';
import { affectsSchedules, type VisibleChange, visibleChangesIn } from '../versions/history.ts';
import { withSavepoint } from '../versions/savepoint.ts';
import {
  addPendingChange,
  discardPendingChange,
  scheduleUnpublication,
  type Version,
} from './pendingVersions.ts';
import { savePlanned } from './plannedSave.ts';
import { lastSavesOf, publicationStatesOf } from './publicationState.ts';
import { createDueChanges, MAX_READ_WAIT_MS } from './publishDueChanges.ts';
import {
  type PublicationEffects,
  publishPendingChange,
  publishRecord,
  type RepublishedRecord,
  revert,
  unpublishRecord,
} from './publishRecord.ts';
import {
  authorOfChange,
  claimDueChange,
  dueChangeIds,
  ensureReadableInstant,
  nextScheduledInstant,
  putAsideChange,
  type RefusedChange,
} from './scheduledChanges.ts';
import { moveToTrash, restoreRecord } from './trash.ts';

/** Adds the planned instant to the audit entries about the record of a due change. */
function auditAsScheduled(work: Work, { entity, uuid, valid_from }: Version): void {
  const audit = work.audit.bind(work);
  work.audit = (entry) =>
    audit(
      entry.entity === entity && entry.uuid === uuid
        ? { ...entry, after: { ...(entry.after as object | undefined), scheduled_for: valid_from } }
        : entry,
    );
}

type Listener<T> = (work: Work, event: T) => Promise<void>;

declare module '../../../platform/publication.ts' {
  interface Publication extends RecordPublication {}
}

type RecordPublication = ReturnType<typeof createPublication>;

/**
 * Returns what publishes, schedules, reverts and restores records. Each of these is a normal save: row, parts,
 * version, audit log and files in one transaction.
 */
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
}) {
  const republishedListeners: Listener<RepublishedRecord>[] = [];
  const refusalListeners: Listener<RefusedChange>[] = [];
  const visibleChangeListeners: Listener<readonly VisibleChange[]>[] = [];

  const effects: PublicationEffects = {
    release,
    async republished(work, record) {
      for (const listener of republishedListeners) await listener(work, record);
    },
  };

  const { invalidate, ...dueChanges } = createDueChanges({
    clock,
    log,
    patienceMs,
    nextInstant: (skipped) => nextScheduledInstant(db, skipped),
    dueBy: (now, skipped) => dueChangeIds(db, now, skipped),
    async publish(id) {
      await write(await authorOfChange(db, id), async (work) => {
        scheduledWorks.add(work);
        const version = await claimDueChange(work, id);
        if (!version) return;
        ensureReadableInstant(version);
        auditAsScheduled(work, version);
        await publishPendingChange(effects, work, id);
      });
    },
    async putAside(id, reason) {
      return write(await authorOfChange(db, id), async (work) => {
        const version = await claimDueChange(work, id);
        if (!version) return false;
        const refused = await putAsideChange(work, version, reason);
        for (const listener of refusalListeners) await callIsolated(work, (part) => listener(part, refused));
        return true;
      });
    },
  });

  /** Transactions that publish a due change. A listener's error must not stop the queue. */
  const scheduledWorks = new WeakSet<Work>();

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
    ...dueChanges,
    addPendingChange,
    scheduleUnpublication,
    discardPendingChange,
    publishPendingChange: publishPendingChange.bind(null, effects),
    publishRecord: publishRecord.bind(null, effects),
    unpublishRecord,
    revert: revert.bind(null, effects),
    moveToTrash,
    restore: restoreRecord.bind(null, effects),
    duplicate: duplicateRecord,
    /** Saves in one transaction, as the plan says. Returns what was stored. */
    savePlanned: <T extends SavedRecord>(
      { actor, plan }: PlannedCall,
      save: (work: Work) => Promise<T>,
    ): Promise<T & PlanMark> => write(actor, (work) => savePlanned(effects, plan, work, save)),
    publicationStatesOf: publicationStatesOf.bind(null, db),
    lastSavesOf: lastSavesOf.bind(null, db),
    /** Invalidates the next scheduled instant after tables changed, here or elsewhere. */
    invalidate(changed: ChangedTables) {
      if (affectsSchedules(changed)) invalidate();
    },
    /** Notifies listeners of the changes that shoppers see. Called at the end of a transaction. */
    async emitVisibleChanges(work: Work) {
      const seen = visibleChangesIn(work);
      if (seen.length === 0) return;
      for (const listener of visibleChangeListeners)
        if (scheduledWorks.has(work)) await callIsolated(work, (part) => listener(part, seen));
        else await listener(work, seen);
    },
    onRepublished: (listener: Listener<RepublishedRecord>) => void republishedListeners.push(listener),
    /**
     * Registers a listener that runs inside the transaction, so that its writes are committed with the change.
     */
    onVisibleChange: (listener: Listener<readonly VisibleChange[]>) =>
      void visibleChangeListeners.push(listener),
    onRefused: (listener: Listener<RefusedChange>) => void refusalListeners.push(listener),
  };
}
