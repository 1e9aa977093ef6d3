import { sql } from 'kysely';
import { isoAt, isStoredInstant } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { Author, Work } from '../../../platform/database/write.ts';
import { Failure } from '../../../shared/failure.ts';
import { deleteVersions, type Table } from '../versions/history.ts';
import { compareDueChanges, isUnpublication } from '../versions/mergeChange.ts';
import { findPending, type Version } from './pendingVersions.ts';

// Finds the scheduled changes of all tables that are due, and claims them one by one.

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

const BATCH_SIZE = 100;
const DAMAGED_INSTANT = 'A hora marcada não pôde ser lida. Marque outra.';

/** Returns the earliest instant (ms) of a scheduled change that is not skipped; null without one. */
export async function nextScheduledInstant(db: Db, skipped: ReadonlySet<number>): Promise<number | null> {
  const { at } = await db
    .selectFrom('record_versions')
    .select((eb) => eb.fn.min('valid_from').as('at'))
    .where('state', '=', sql.lit('scheduled'))
    .$if(skipped.size > 0, (query) => query.where('id', 'not in', [...skipped]))
    .executeTakeFirstOrThrow();
  if (at === null) return null;
  return isStoredInstant(at) ? Date.parse(at) : 0;
}

/** Returns ids of changes due by `now` (ms), in the order of their publication. */
export async function dueChangeIds(db: Db, now: number, skipped: ReadonlySet<number>): Promise<number[]> {
  const earliest = await db
    .selectFrom('record_versions')
    .select(['id', 'uuid', 'valid_from', 'data'])
    .where('state', '=', sql.lit('scheduled'))
    .orderBy('valid_from')
    .orderBy('id')
    .limit(BATCH_SIZE + skipped.size)
    .execute();
  return earliest
    .filter(({ valid_from }) => isDue(valid_from, isoAt(now)))
    .toSorted(compareDueChanges)
    .map(({ id }) => id)
    .filter((id) => !skipped.has(id));
}

/** A damaged instant counts as due, so that its change becomes a draft and does not block all others. */
const isDue = (valid_from: string | null, now: string): boolean =>
  valid_from !== null && (!isStoredInstant(valid_from) || valid_from <= now);

/** Returns the user who scheduled the change; null if unknown. */
export async function authorOfChange(db: Db, id: number): Promise<Author | null> {
  const version = await db
    .selectFrom('record_versions')
    .select(['user_id as id', 'user_name as name'])
    .where('id', '=', id)
    .executeTakeFirst();
  return version?.name ? { id: version.id, name: version.name } : null;
}

/** Claims a scheduled change that is due. A second instance waits for the record's lock and then finds none. */
export async function claimDueChange(work: Work, id: number): Promise<Version | undefined> {
  const version = await findPending(work, id);
  return version?.state === 'scheduled' && isDue(version.valid_from, work.now) ? version : undefined;
}

/** Throws if the instant of a change is damaged. */
export function ensureReadableInstant({ valid_from }: Version): void {
  if (!isStoredInstant(valid_from ?? '')) throw new Failure('conflict', DAMAGED_INSTANT);
}

/** Makes a change that cannot be published a draft again; discards an unpublication that cannot be done. */
export async function putAsideChange(work: Work, version: Version, reason: string): Promise<RefusedChange> {
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
