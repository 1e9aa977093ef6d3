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
import { outerDays, zonesByBranch } from '../branches/branchZones.ts';
import { offerState } from '../offers/offer.state.ts';
import { offerDaysAt, todayOf } from '../offers/offerDays.ts';
import { TURNS } from '../records/record.service.ts';
import { isOpen } from '../vacancies/vacancy.state.ts';
import type { WebhookEvent } from './webhook.contract.ts';
import { queueEvents, type Told } from './webhook.events.ts';

// What is published is not always seen: a banner has its hours, a vacancy its last day. No save happens when they come;
// a job tells of them, from where it was last on.

type Columns = Record<string, unknown>;

type Zones = ReadonlyMap<string, string>;

/** Whether shoppers see what is published, at an instant (ms); of tables that are not named here, always. */
const SEEN: Readonly<Record<string, (row: never, at: number, zones: Zones) => boolean>> = {
  banners: (row: Parameters<typeof bannerState>[0], at) => bannerState(row, at) === 'on the air',
  vacancies: (row: Parameters<typeof isOpen>[0], at) => isOpen(row, dayAt(at)),
  offers: (row: Parameters<typeof offerState>[0] & Parameters<typeof todayOf>[1], at, zones) =>
    offerState(row, todayOf(offerDaysAt(zones, at), row)) !== 'ended',
  daily_booklets: ({ demo, start_date }: { demo: number; start_date: string }, at) =>
    demo === 1 || start_date === dayAt(at),
  fortnightly_booklets: (row: { shown_from: string; withdrawn_at: string | null }, at) =>
    row.withdrawn_at === null && !isWaiting(row, isoAt(at)),
};

const isSeen = (table: string, row: Columns | Head, at: number, zones: Zones): boolean =>
  SEEN[table]?.(row as never, at, zones) ?? true;

const eventOf = (was: boolean, is: boolean): WebhookEvent | null => {
  if (is) return was ? 'changed' : 'published';
  return was ? 'removed' : null;
};

/** What shoppers make of what became of published records, at the instant of `work`. */
export async function toldOf(work: Work, seen: readonly Seen[]): Promise<Told[]> {
  const turning = seen.some(({ table }) => table in SEEN);
  const until = turning ? await toldUntil(work.trx) : 0;
  const now = Date.parse(work.now);
  const zones = seen.some(({ table }) => table === 'offers') ? await zonesByBranch(work.trx) : new Map();
  return seen.flatMap(({ table, uuid, what, row, before }) => {
    if (what === 'erased') return [];
    // What has come or gone since the job was last on it tells of, or this does: as if it were still that instant.
    const then = Math.max(until, Date.parse(before?.valid_from ?? ''));
    const former = before && parseStored<Columns>(before.data, {});
    const was = former !== null && isSeen(table, former, then, zones);
    const is = what !== 'removed' && row !== null && isSeen(table, row, now, zones);
    const event = eventOf(was, is);
    // A removed record has the title that shoppers saw: no receiver learns what was never on the site.
    return event ? [{ table, uuid, event, row: is || row === null ? row : former }] : [];
  });
}

const toldUntil = async (db: DbOrTransaction): Promise<number> => {
  const { told_until } = await db
    .selectFrom('webhook_turns')
    .select('told_until')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  return Date.parse(told_until);
};

/** While nobody was told, nothing came and went: called before the first webhook is switched on. */
export async function beginToTell({ trx, now }: Work): Promise<void> {
  await trx
    .updateTable('webhook_turns')
    .set({ told_until: now })
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('webhooks').select('id').where(live('webhooks')).where('enabled', '=', 1))),
    )
    .execute();
}

/** Tells what came and went by itself since the last time. */
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
      const since = await toldUntil(work.trx);
      const now = Date.parse(work.now);
      if (now <= since) return;
      await queueEvents(deps, work, await turnedBetween(work.trx, since, now));
      await work.trx.updateTable('webhook_turns').set({ told_until: work.now }).execute();
    },
    { content: false },
  );
}

async function turnedBetween(db: DbOrTransaction, since: number, now: number): Promise<Told[]> {
  const told = new Map<string, Told>();
  const zones = await zonesByBranch(db);
  for (const [table, column, kind] of TURNS) {
    if (!(table in SEEN)) continue;
    const { rows } = await sql<Head & Columns>`
      select * from ${sql.table(table)}
      where ${live(table as 'banners')} and ${crossed(`${table}.${column}`, kind, since, now)}
      order by id
    `.execute(db);
    for (const row of rows) {
      // A save since then has told of it as it was at that moment.
      const was = isSeen(table, row, Math.max(since, Date.parse(row.updated_at)), zones);
      const event = eventOf(was, isSeen(table, row, now, zones));
      if (event && event !== 'changed')
        told.set(`${table} ${row.uuid}`, { table, uuid: row.uuid, event, row });
    }
  }
  return [...told.values()];
}

/** Whether the instant that a column names may lie behind `since`, and not behind `now`. */
function crossed(name: string, kind: Turning, since: number, now: number) {
  const column = sql.ref(name);
  if (kind === 'instant') return sql<SqlBool>`${column} > ${isoAt(since)} and ${column} <= ${isoAt(now)}`;
  // A day begins and ends by the clock of a branch; `isSeen` knows which.
  const [before, today] = [outerDays(since).first, outerDays(now).last];
  return kind === 'first day'
    ? sql<SqlBool>`${column} > ${before} and ${column} <= ${today}`
    : sql<SqlBool>`${column} >= ${before} and ${column} < ${today}`;
}
