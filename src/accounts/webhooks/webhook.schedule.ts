import { type SqlBool, sql } from 'kysely';
import { bannerState } from '../../content/banners/banner.state.ts';
import { isFuture } from '../../content/booklets/fortnightlyBooklet.state.ts';
import { dayRangeInBrazil, timeZoneOfBranches } from '../../content/branches/branchZones.ts';
import { offerDaysAt, todayOf } from '../../content/offers/offerDays.ts';
import { offerState } from '../../content/pricing/offer.state.ts';
import { SCHEDULE_COLUMNS } from '../../content/sitemapEntries/sitemapEntry.service.ts';
import { isVacancyOpen } from '../../content/vacancies/vacancy.state.ts';
import { isoAt } from '../../platform/clock.ts';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import type { Work } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { isPublished } from '../../records/server/publication/visibility.ts';
import type { RecordRow, VisibleChange } from '../../records/server/versions/history.ts';
import { dayAt } from '../../shared/dates.ts';
import type { ScheduleColumnKind } from '../../shared/resource.ts';
import { parseStored } from '../../shared/storedJson.ts';
import type { WebhookEvent } from './webhook.contract.ts';
import { queueEvents, type ReportedEvent } from './webhook.events.ts';

// A published record is not always visible: a banner has its hours, a vacancy its last day. These dates pass
// without a save, so a job reports them, from the instant up to which it last did.

type Columns = Record<string, unknown>;

type Zones = ReadonlyMap<string, string>;

/** Whether a published row is visible at an instant (ms). Rows of other tables are always visible. */
const VISIBLE_AT: Readonly<Record<string, (row: never, at: number, zones: Zones) => boolean>> = {
  banners: (row: Parameters<typeof bannerState>[0], at) => bannerState(row, at) === 'on the air',
  vacancies: (row: Parameters<typeof isVacancyOpen>[0], at) => isVacancyOpen(row, dayAt(at)),
  offers: (row: Parameters<typeof offerState>[0] & Parameters<typeof todayOf>[1], at, zones) =>
    offerState(row, todayOf(offerDaysAt(zones, at), row)) !== 'ended',
  daily_booklets: ({ demo, start_date }: { demo: number; start_date: string }, at) =>
    demo === 1 || start_date === dayAt(at),
  fortnightly_booklets: (row: { shown_from: string; withdrawn_at: string | null }, at) =>
    row.withdrawn_at === null && !isFuture(row, isoAt(at)),
};

const isVisibleAt = (table: string, row: Columns | RecordRow, at: number, zones: Zones): boolean =>
  VISIBLE_AT[table]?.(row as never, at, zones) ?? true;

const eventOf = (was: boolean, is: boolean): WebhookEvent | null => {
  if (is) return was ? 'changed' : 'published';
  return was ? 'removed' : null;
};

/** Returns the events that shoppers see of changes to published records, at the instant of `work`. */
export async function eventsOfChanges(work: Work, seen: readonly VisibleChange[]): Promise<ReportedEvent[]> {
  const turning = seen.some(({ table }) => table in VISIBLE_AT);
  const until = turning ? await reportedUntil(work.trx) : 0;
  const now = Date.parse(work.now);
  const zones = seen.some(({ table }) => table === 'offers') ? await timeZoneOfBranches(work.trx) : new Map();
  return seen.flatMap(({ table, uuid, effect, row, before }) => {
    if (effect === 'erased') return [];
    // The job has reported dates up to `until`; this event covers those since then, as if no time had passed.
    const then = Math.max(until, Date.parse(before?.valid_from ?? ''));
    const former = before && parseStored<Columns>(before.data, {});
    const was = former !== null && isVisibleAt(table, former, then, zones);
    const is = effect !== 'removed' && row !== null && isVisibleAt(table, row, now, zones);
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
export async function skipPastEvents({ trx, now }: Work): Promise<void> {
  await trx
    .updateTable('webhook_turns')
    .set({ told_until: now })
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('webhooks').select('id').where(isPublished('webhooks')).where('enabled', '=', 1)),
      ),
    )
    .execute();
}

/** Queues the events that dates have caused since the last run. */
export async function queueScheduledEvents(deps: Pick<Deps, 'db' | 'write' | 'jobs'>): Promise<void> {
  const any = await deps.db
    .selectFrom('webhooks')
    .select('id')
    .where(isPublished('webhooks'))
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

async function eventsByDates(db: DbOrTransaction, since: number, now: number): Promise<ReportedEvent[]> {
  const events = new Map<string, ReportedEvent>();
  const zones = await timeZoneOfBranches(db);
  for (const [table, column, kind] of SCHEDULE_COLUMNS) {
    if (!(table in VISIBLE_AT)) continue;
    const { rows } = await sql<RecordRow & Columns>`
      select * from ${sql.table(table)}
      where ${isPublished(table as 'banners')} and ${isBetween(`${table}.${column}`, kind, since, now)}
      order by id
    `.execute(db);
    for (const row of rows) {
      // A save since then has reported the record as it was at that moment.
      const was = isVisibleAt(table, row, Math.max(since, Date.parse(row.updated_at)), zones);
      const event = eventOf(was, isVisibleAt(table, row, now, zones));
      if (event && event !== 'changed')
        events.set(`${table} ${row.uuid}`, { table, uuid: row.uuid, event, row });
    }
  }
  return [...events.values()];
}

/** Returns the condition that the date of a column may lie after `since` and not after `now`. */
function isBetween(name: string, kind: ScheduleColumnKind, since: number, now: number) {
  const column = sql.ref(name);
  if (kind === 'instant') return sql<SqlBool>`${column} > ${isoAt(since)} and ${column} <= ${isoAt(now)}`;
  // A day begins and ends by the clock of a branch; `isVisibleAt` knows which.
  const [before, today] = [dayRangeInBrazil(since).first, dayRangeInBrazil(now).last];
  return kind === 'first day'
    ? sql<SqlBool>`${column} > ${before} and ${column} <= ${today}`
    : sql<SqlBool>`${column} >= ${before} and ${column} < ${today}`;
}
