import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { branchFilter } from '../../platform/security/access.ts';
import { dayAt } from '../../shared/dates.ts';
import { parseStored } from '../../shared/storedJson.ts';
import { branchesByLocalDay, differingLocalDays, timeZoneOfBranches } from '../branches/branchZones.ts';
import type { OfferTable } from './offer.service.ts';

/**
 * The current day for offers. Around midnight, branches in other time zones have another day than the chain.
 */
export interface OfferDays {
  /** Current day of the chain. */
  today: string;
  /** Uuids of branches by their day, for days that differ from `today`. */
  branchesByDay: ReadonlyMap<string, readonly string[]>;
}

export async function offerDays({
  db,
  clock,
}: Pick<Deps, 'clock'> & { db: DbOrTransaction }): Promise<OfferDays> {
  const now = clock.now();
  const zones = differingLocalDays(now).size > 0 ? await timeZoneOfBranches(db) : new Map<string, string>();
  return offerDaysAt(zones, now);
}

/** Returns the days at an instant, from the time zones of all branches. */
export const offerDaysAt = (zones: ReadonlyMap<string, string>, now: number): OfferDays => ({
  today: dayAt(now),
  branchesByDay: branchesByLocalDay(zones, now),
});

/**
 * Returns the current day for one offer: the day of its branches if they all share one, else the day of the
 * chain.
 */
export function todayOf(
  { today, branchesByDay }: OfferDays,
  { branches }: Pick<OfferTable, 'branches'>,
): string {
  if (branches === null || branchesByDay.size === 0) return today;
  const own = parseStored<string[]>(branches, []);
  for (const [day, uuids] of branchesByDay)
    if (own.length > 0 && own.every((uuid) => uuids.includes(uuid))) return day;
  return today;
}

/** Returns the SQL equivalent of `todayOf`, for rows of `offers`. */
export function todaySql({ today, branchesByDay }: OfferDays): RawBuilder<string> {
  if (branchesByDay.size === 0) return sql<string>`${today}`;
  const cases = [...branchesByDay].map(
    ([day, branches]) => sql`when ${branchFilter({ branches }, 'offers')} then cast(${day} as text)`,
  );
  return sql<string>`(case ${sql.join(cases, sql` `)} else cast(${today} as text) end)`;
}

/** Returns the earliest current day, which bounds index scans for offers that may be valid. */
export const firstDay = ({ today, branchesByDay }: OfferDays): string =>
  [today, ...branchesByDay.keys()].sort()[0] ?? today;

/** Returns the latest current day. */
export const lastDay = ({ today, branchesByDay }: OfferDays): string =>
  [today, ...branchesByDay.keys()].sort().at(-1) ?? today;

/** Wraps a column, to keep the condition on it from an index. */
type Wrapper = (column: RawBuilder<unknown>) => RawBuilder<unknown>;

/** Returns the condition for rows of `offers` whose last day is today. */
export function endsToday(days: OfferDays, of: Wrapper = (column) => column): RawBuilder<SqlBool> {
  const until = of(sql`offers.valid_until`);
  if (days.branchesByDay.size === 0) return sql<SqlBool>`${until} = ${days.today}`;
  const outer = sql`${until} >= ${firstDay(days)} and ${until} <= ${lastDay(days)}`;
  return sql<SqlBool>`(${outer} and ${until} = ${todaySql(days)})`;
}

/** Returns the condition for rows of `offers` in `state`; `lasting` is current or coming. */
export function isInState(
  state: string,
  days: OfferDays,
  of: Wrapper = (column) => column,
): RawBuilder<SqlBool> {
  const [from, until] = [of(sql`offers.valid_from`), of(sql`offers.valid_until`)];
  const [today, first, last] = [todaySql(days), firstDay(days), lastDay(days)];
  // Indexes are used for the outer days; the exact condition filters their result.
  const exactly = (condition: RawBuilder<unknown>) =>
    days.branchesByDay.size > 0 ? sql` and ${condition}` : sql``;
  if (state === 'ended') return sql<SqlBool>`(${until} < ${last}${exactly(sql`${until} < ${today}`)})`;
  const lasts = sql`${until} >= ${first}${exactly(sql`${until} >= ${today}`)}`;
  if (state === 'lasting') return sql<SqlBool>`(${lasts})`;
  return state === 'coming'
    ? sql<SqlBool>`(${from} > ${first}${exactly(sql`${from} > ${today}`)} and ${lasts})`
    : sql<SqlBool>`(${lasts} and ${from} <= ${last}${exactly(sql`${from} <= ${today}`)})`;
}
