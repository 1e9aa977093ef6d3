import { type Change, type Changes, MOST_CHANGES, RECENT_MS } from '../../contract/changes.ts';
import { isoAt } from '../../platform/clock.ts';
import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { mayInTable, recordsFor } from '../recordAccess.ts';
import { resources } from '../resources.ts';

// The audit log has each save, whoever made it and on whichever instance: it is what changes are read from. Entries are
// numbered as their transactions commit (write.ts), so that no lower number appears after a higher one.

/** Somebody looked at something. */
const ONLY_READS = ['open', 'find', 'export'];

/** Entries read at once; where there are more, not all changes can be named. */
const MOST_READ = MOST_CHANGES + 200;

/** The tables of which `actor` may know that something changed. */
function tablesFor(actor: Actor): Set<string> {
  return new Set(
    resources.filter(({ table }) => mayInTable(actor, 'read', table)).map(({ table }) => table as string),
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

/** The latest of those after `id`, by the log's own key: it may have a million. */
const latestAfter = ({ db }: Pick<Deps, 'db'>, id: number): Promise<Entry[]> =>
  db
    .selectFrom('audit_log')
    .select(['id', 'at', 'user_id', 'user_name', 'action', 'entity', 'entity_uuid'])
    .where('id', '>', id)
    .orderBy('id', 'desc')
    .limit(MOST_READ)
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

/** What was saved after the change `since`, or lately. */
export async function changesSince(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  since: number | undefined,
): Promise<Changes> {
  const last = await lastId(deps);
  // A database that was restored counts from before.
  if (since !== undefined && since > last) return { last, missed: true, changes: [] };
  const rows = await latestAfter(deps, since ?? last - MOST_READ);
  const recent = isoAt(deps.clock.now() - RECENT_MS);
  const found = rows.filter(({ at }) => since !== undefined || at >= recent);
  return changesIn(deps, found.toReversed(), {
    actor,
    tables: tablesFor(actor),
    last: rows[0]?.id ?? last,
    missed: since !== undefined && rows.length === MOST_READ,
  });
}

/** Filters `found` by the areas and branches that `actor` may read; everybody sees their own changes. */
async function changesIn(
  { db }: Pick<Deps, 'db'>,
  found: readonly Entry[],
  { actor, tables, last, missed }: { actor: Actor; tables: Set<string>; last: number; missed: boolean },
): Promise<Changes> {
  const inAreas = found.filter(({ entity, action }) => tables.has(entity) && !ONLY_READS.includes(action));
  const nameOf = ({ entity, entity_uuid }: Entry) => ({ entity, uuid: entity_uuid });
  const isReadable = await recordsFor(db, actor, 'read', inAreas.map(nameOf));
  const own = inAreas.filter((entry) => entry.user_id === actor.id || isReadable(nameOf(entry)));
  if (missed || own.length > MOST_CHANGES) return { last, missed: true, changes: [] };
  return { last, missed: false, changes: own.map((entry) => changeOf(entry, actor)) };
}

/** Told of what was saved. */
export type Tell = (changes: Changes) => void;

/** How often the log is looked at besides each save that is heard of. */
const LOOK_MS = 1000;

/**
 * Reads the log once for all who follow, while anybody does: at each save that this instance makes or hears of, and
 * every second, for what is not content (an application) or is not heard.
 */
export function createFollower(deps: Pick<Deps, 'db' | 'log' | 'onContentChange'>) {
  const followers = new Set<(found: readonly Entry[], missed: boolean) => Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let reading: Promise<void> | null = null;
  let again = false;
  /** Null until the log was read for the first of those who follow now. */
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
    await Promise.all([...followers].map((tell) => tell(found, rows.length === MOST_READ)));
  };

  const look = (): Promise<void> => {
    if (reading) {
      again = true;
      return reading;
    }
    reading = read().finally(() => {
      reading = null;
      if (!again) return;
      again = false;
      if (followers.size > 0) lookOrWait();
    });
    return reading;
  };
  /** In an outage whoever follows stays: what was missed is found afterwards. */
  const lookOrWait = () => void look().catch(() => {});

  let listens = false;
  /** Not before somebody follows: routes are made for each preview too, which soon ends. */
  const listen = () => {
    if (listens) return;
    listens = true;
    deps.onContentChange(() => {
      if (followers.size > 0) lookOrWait();
    });
  };

  return {
    /** Tells `actor` what is saved from now on, until what it answers is called. */
    async follow(actor: Actor, tell: Tell): Promise<() => void> {
      const tables = tablesFor(actor);
      const follower = async (found: readonly Entry[], missed: boolean) => {
        const at = last ?? 0;
        // The log is not read again for this follower after a failure.
        const news = await changesIn(deps, found, { actor, tables, last: at, missed }).catch(
          (): Changes => ({ last: at, missed: true, changes: [] }),
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
      timer ??= setInterval(lookOrWait, LOOK_MS).unref();
      try {
        if (last === null) await look();
      } catch (error) {
        stop();
        throw error;
      }
      return stop;
    },
  };
}
