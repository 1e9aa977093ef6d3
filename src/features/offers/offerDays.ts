import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { parseStored } from '../../contract/stored.ts';
import { theirs } from '../../platform/access.ts';
import { dayAt } from '../../platform/clock.ts';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { branchesByOtherDay, otherDays, zonesByBranch } from '../branches/branchZones.ts';
import type { OfferTable } from './offer.service.ts';

/** Today for offers. In the hours around midnight branches of other zones have another day than the chain. */
export interface OfferDays {
  /** Today by the chain's clock. */
  today: string;
  /** Branches by their day, where it is another. */
  others: ReadonlyMap<string, readonly string[]>;
}

export async function offerDays({
  db,
  clock,
}: Pick<Deps, 'clock'> & { db: DbOrTransaction }): Promise<OfferDays> {
  const now = clock.now();
  const zones = otherDays(now).size > 0 ? await zonesByBranch(db) : new Map<string, string>();
  return offerDaysAt(zones, now);
}

/** The same at an instant, by the zones of all branches. */
export const offerDaysAt = (zones: ReadonlyMap<string, string>, now: number): OfferDays => ({
  today: dayAt(now),
  others: branchesByOtherDay(zones, now),
});

/** Returns today for one offer: that of its branches where all of them have the same, else the chain's. */
export function todayOf({ today, others }: OfferDays, { branches }: Pick<OfferTable, 'branches'>): string {
  if (branches === null || others.size === 0) return today;
  const own = parseStored<string[]>(branches, []);
  for (const [day, uuids] of others)
    if (own.length > 0 && own.every((uuid) => uuids.includes(uuid))) return day;
  return today;
}

/** The same in SQL, for rows of `offers`. */
export function todayColumn({ today, others }: OfferDays): RawBuilder<string> {
  if (others.size === 0) return sql<string>`${today}`;
  const cases = [...others].map(
    ([day, branches]) => sql`when ${theirs({ branches }, 'offers')} then cast(${day} as text)`,
  );
  return sql<string>`(case ${sql.join(cases, sql` `)} else cast(${today} as text) end)`;
}

/** The earliest day of all, by which an index finds what may hold. */
export const firstDay = ({ today, others }: OfferDays): string =>
  [today, ...others.keys()].sort()[0] ?? today;

/** The latest day of all. */
export const lastDay = ({ today, others }: OfferDays): string =>
  [today, ...others.keys()].sort().at(-1) ?? today;

/** Whether rows of `offers` are in `state`; `of` hides a column from indexes. */
export function isInState(
  state: string,
  days: OfferDays,
  of: (column: RawBuilder<unknown>) => RawBuilder<unknown> = (column) => column,
): RawBuilder<SqlBool> {
  const [from, until] = [of(sql`offers.valid_from`), of(sql`offers.valid_until`)];
  const [today, first, last] = [todayColumn(days), firstDay(days), lastDay(days)];
  // An index knows the outer days alone.
  const exactly = (condition: RawBuilder<unknown>) => (days.others.size > 0 ? sql` and ${condition}` : sql``);
  if (state === 'ended') return sql<SqlBool>`(${until} < ${last}${exactly(sql`${until} < ${today}`)})`;
  const lasts = sql`${until} >= ${first}${exactly(sql`${until} >= ${today}`)}`;
  return state === 'coming'
    ? sql<SqlBool>`(${from} > ${first}${exactly(sql`${from} > ${today}`)} and ${lasts})`
    : sql<SqlBool>`(${lasts} and ${from} <= ${last}${exactly(sql`${from} <= ${today}`)})`;
}
