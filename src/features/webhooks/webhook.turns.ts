import { type SqlBool, sql } from 'kysely';
import type { Turning } from '../../contract/resource.ts';
import { parseStored } from '../../contract/stored.ts';
import { dayAt, isoAt } from '../../platform/clock.ts';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import type { Head, Seen } from '../../platform/database/history.ts';
import { live } from '../../platform/database/live.ts';
import type { Work } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { bannerState } from '../banners/banner.state.ts';
import { isWaiting } from '../booklets/fortnightlyBooklet.state.ts';
import { offerState } from '../offers/offer.state.ts';
import { TURNS } from '../records/record.service.ts';
import { isOpen } from '../vacancies/vacancy.state.ts';
import type { WebhookEvent } from './webhook.contract.ts';
import { queueEvents, type Told } from './webhook.events.ts';

// A published record is not always visible: a banner has its hours, a vacancy its last day. These dates pass
// without a save, so a job reports them, from the instant up to which it last did.

type Columns = Record<string, unknown>;

/**
 * Returns whether shoppers see a published record at an instant (ms). Tables that are not listed are always
 * visible.
 */
const VISIBLE_AT: Readonly<Record<string, (row: never, at: number) => boolean>> = {
  banners: (row: Parameters<typeof bannerState>[0], at) => bannerState(row, at) === 'on the air',
  vacancies: (row: Parameters<typeof isOpen>[0], at) => isOpen(row, dayAt(at)),
  offers: (row: Parameters<typeof offerState>[0], at) => offerState(row, dayAt(at)) !== 'ended',
  daily_booklets: ({ demo, start_date }: { demo: number; start_date: string }, at) =>
    demo === 1 || start_date === dayAt(at),
  fortnightly_booklets: (row: { shown_from: string; withdrawn_at: string | null }, at) =>
    row.withdrawn_at === null && !isWaiting(row, isoAt(at)),
};

const isVisibleAt = (table: string, row: Columns | Head, at: number): boolean =>
  VISIBLE_AT[table]?.(row as never, at) ?? true;

const eventOf = (was: boolean, is: boolean): WebhookEvent | null => {
  if (is) return was ? 'changed' : 'published';
  return was ? 'removed' : null;
};

/** Returns the events that shoppers see of changes to published records, at the instant of `work`. */
export async function toldOf(work: Work, seen: readonly Seen[]): Promise<Told[]> {
  const turning = seen.some(({ table }) => table in VISIBLE_AT);
  const until = turning ? await reportedUntil(work.trx) : 0;
  const now = Date.parse(work.now);
  return seen.flatMap(({ table, uuid, what, row, before }) => {
    if (what === 'erased') return [];
    // The job has reported dates up to `until`; this event covers those since then, as if no time had passed.
    const then = Math.max(until, Date.parse(before?.valid_from ?? ''));
    const former = before && parseStored<Columns>(before.data, {});
    const was = former !== null && isVisibleAt(table, former, then);
    const is = what !== 'removed' && row !== null && isVisibleAt(table, row, now);
    const event = eventOf(was, is);
    // A removed record has the title that shoppers saw: no receiver learns a title that was never on the
    // site.
    return event ? [{ table, uuid, event, row: is || row === null ? row : former }] : [];
  });
}

const reportedUntil = async (db: DbOrTransaction): Promise<number> => {
  const { told_until } = await db
    .selectFrom('webhook_turns')
    .select('told_until')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  return Date.parse(told_until);
};

/** Skips the dates that passed while no webhook was enabled. Call it before the first one is enabled. */
export async function beginToTell({ trx, now }: Work): Promise<void> {
  await trx
    .updateTable('webhook_turns')
    .set({ told_until: now })
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('webhooks').select('id').where(live('webhooks')).where('enabled', '=', 1))),
    )
    .execute();
}

/** Queues the events that dates have caused since the last run. */
export async function tellTurns(deps: Pick<Deps, 'db' | 'write' | 'jobs'>): Promise<void> {
  const any = await deps.db
    .selectFrom('webhooks')
    .select('id')
    .where(live('webhooks'))
    .where('enabled', '=', 1)
    .executeTakeFirst();
  if (!any) return;
  await deps.write(
    null,
    async (work) => {
      const since = await reportedUntil(work.trx);
      const now = Date.parse(work.now);
      if (now <= since) return;
      await queueEvents(deps, work, await eventsByDates(work.trx, since, now));
      await work.trx.updateTable('webhook_turns').set({ told_until: work.now }).execute();
    },
    { content: false },
  );
}

async function eventsByDates(db: DbOrTransaction, since: number, now: number): Promise<Told[]> {
  const events = new Map<string, Told>();
  for (const [table, column, kind] of TURNS) {
    if (!(table in VISIBLE_AT)) continue;
    const { rows } = await sql<Head & Columns>`
      select * from ${sql.table(table)}
      where ${live(table as 'banners')} and ${isBetween(`${table}.${column}`, kind, since, now)}
      order by id
    `.execute(db);
    for (const row of rows) {
      // A later save has already reported the state at that moment.
      const was = isVisibleAt(table, row, Math.max(since, Date.parse(row.updated_at)));
      const event = eventOf(was, isVisibleAt(table, row, now));
      if (event && event !== 'changed')
        events.set(`${table} ${row.uuid}`, { table, uuid: row.uuid, event, row });
    }
  }
  return [...events.values()];
}

/** Returns the condition that the instant of a date column is after `since` and not after `now`. */
function isBetween(name: string, kind: Turning, since: number, now: number) {
  const column = sql.ref(name);
  if (kind === 'instant') return sql<SqlBool>`${column} > ${isoAt(since)} and ${column} <= ${isoAt(now)}`;
  const [before, today] = [dayAt(since), dayAt(now)];
  return kind === 'first day'
    ? sql<SqlBool>`${column} > ${before} and ${column} <= ${today}`
    : sql<SqlBool>`${column} >= ${before} and ${column} < ${today}`;
}
