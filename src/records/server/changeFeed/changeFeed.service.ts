import { isoAt } from '../../../platform/clock.ts';
import type { Actor } from '../../../platform/database/write.ts';
import type { Deps } from '../../../platform/deps.ts';
import {
  CHANGE_FEED_WINDOW_MS,
  type Change,
  type ChangeFeed,
  MAX_CHANGES,
} from '../../../shared/changeFeed.ts';
import { allResources } from '../../define/resources.ts';
import { hasTablePermission, recordAccessFor } from '../recordAccess.ts';

// Reads changes from the audit log, which has every save of every instance. Entries get their ids in commit
// order (write.ts), so no lower id appears after a higher one.

/** Actions that only read a record. */
const ONLY_READS = ['open', 'find', 'export'];

/** Entries per read. If there are more, the changes cannot be listed one by one. */
const MAX_ENTRIES = MAX_CHANGES + 200;

/** Returns the tables whose changes `actor` may learn about. */
function tablesFor(actor: Actor): Set<string> {
  return new Set(
    allResources()
      .map(({ table }) => table)
      .filter((table) => hasTablePermission(actor, 'read', table)),
  );
}

interface Entry {
  id: number;
  at: string;
  user_id: number | null;
  user_name: string | null;
  action: string;
  entity: string;
  entity_uuid: string | null;
}

/** Reads the latest entries after `id`, by primary key: the log may have a million entries. */
const latestAfter = ({ db }: Pick<Deps, 'db'>, id: number): Promise<Entry[]> =>
  db
    .selectFrom('audit_log')
    .select(['id', 'at', 'user_id', 'user_name', 'action', 'entity', 'entity_uuid'])
    .where('id', '>', id)
    .orderBy('id', 'desc')
    .limit(MAX_ENTRIES)
    .execute();

const changeOf = (
  { id, at, user_id, user_name, action, entity, entity_uuid }: Entry,
  actor: Actor,
): Change => ({
  id,
  entity,
  uuid: entity_uuid,
  action,
  at,
  by: user_name,
  own: user_id === actor.id,
});

async function lastId({ db }: Pick<Deps, 'db'>): Promise<number> {
  const { last } = await db
    .selectFrom('audit_log')
    .select((eb) => eb.fn.max('id').as('last'))
    .executeTakeFirstOrThrow();
  return Number(last ?? 0);
}

/** Returns the changes after id `since`, or those of the last minute without it. */
export async function changesSince(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  since: number | undefined,
): Promise<ChangeFeed> {
  const last = await lastId(deps);
  // A restored database counts from an earlier id.
  if (since !== undefined && since > last) return { last, missed: true, changes: [] };
  const rows = await latestAfter(deps, since ?? last - MAX_ENTRIES);
  const recent = isoAt(deps.clock.now() - CHANGE_FEED_WINDOW_MS);
  const found = rows.filter(({ at }) => since !== undefined || at >= recent);
  return visibleChanges(deps, found.toReversed(), {
    actor,
    tables: tablesFor(actor),
    last: rows[0]?.id ?? last,
    missed: since !== undefined && rows.length === MAX_ENTRIES,
  });
}

/** Filters `found` by the areas and branches that `actor` may read. Own changes are always included. */
async function visibleChanges(
  { db }: Pick<Deps, 'db'>,
  found: readonly Entry[],
  { actor, tables, last, missed }: { actor: Actor; tables: Set<string>; last: number; missed: boolean },
): Promise<ChangeFeed> {
  const inAreas = found.filter(({ entity, action }) => tables.has(entity) && !ONLY_READS.includes(action));
  const nameOf = ({ entity, entity_uuid }: Entry) => ({ entity, uuid: entity_uuid });
  const isReadable = await recordAccessFor(db, actor, 'read', inAreas.map(nameOf));
  const own = inAreas.filter((entry) => entry.user_id === actor.id || isReadable(nameOf(entry)));
  if (missed || own.length > MAX_CHANGES) return { last, missed: true, changes: [] };
  return { last, missed: false, changes: own.map((entry) => changeOf(entry, actor)) };
}

/** Receives new changes. */
export type SendChanges = (changes: ChangeFeed) => void;

/** Interval of reading the log, besides the reads that each notification causes. */
const POLL_MS = 1000;

/**
 * Creates a follower that reads the log once for all streams, while there are any. It reads at each content
 * change of any instance, and every second for changes that are no content (applications) or whose
 * notification was lost.
 */
export function createChangeFollower(deps: Pick<Deps, 'db' | 'log' | 'onContentChange'>) {
  const followers = new Set<(found: readonly Entry[], missed: boolean) => Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let reading: Promise<void> | null = null;
  let again = false;
  /** Id of the last entry read; null until the first read for the current streams. */
  let last: number | null = null;

  const read = async () => {
    if (last === null) {
      last = await lastId(deps);
      return;
    }
    const rows = await latestAfter(deps, last);
    const [newest] = rows;
    if (!newest) return;
    last = newest.id;
    const found = rows.toReversed();
    await Promise.all([...followers].map((tell) => tell(found, rows.length === MAX_ENTRIES)));
  };

  const readOnce = (): Promise<void> => {
    if (reading) {
      again = true;
      return reading;
    }
    reading = read().finally(() => {
      reading = null;
      if (!again) return;
      again = false;
      if (followers.size > 0) readIgnoringOutage();
    });
    return reading;
  };
  /** Streams stay open in an outage; missed changes are read afterwards. */
  const readIgnoringOutage = () => void readOnce().catch(() => {});

  let isListening = false;
  /** Subscribes at the first stream only: routes are also created for each short-lived preview. */
  const listen = () => {
    if (isListening) return;
    isListening = true;
    deps.onContentChange(() => {
      if (followers.size > 0) readIgnoringOutage();
    });
  };

  return {
    /** Sends the changes that `actor` may see from now on. Returns the function that stops it. */
    async follow(actor: Actor, tell: SendChanges): Promise<() => void> {
      const tables = tablesFor(actor);
      const follower = async (found: readonly Entry[], missed: boolean) => {
        const at = last ?? 0;
        // The entries have been read already and are not read again for this stream after a failure.
        const news = await visibleChanges(deps, found, { actor, tables, last: at, missed }).catch(
          (): ChangeFeed => ({ last: at, missed: true, changes: [] }),
        );
        if (!followers.has(follower)) return;
        if (news.missed || news.changes.length > 0) tell(news);
      };
      const stop = () => {
        followers.delete(follower);
        if (followers.size > 0) return;
        clearInterval(timer);
        timer = undefined;
        last = null;
      };
      listen();
      followers.add(follower);
      timer ??= setInterval(readIgnoringOutage, POLL_MS).unref();
      try {
        if (last === null) await readOnce();
      } catch (error) {
        stop();
        throw error;
      }
      return stop;
    },
  };
}
