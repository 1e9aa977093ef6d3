import { type RawBuilder, sql } from 'kysely';
import { parseStored } from '../../contract/stored.ts';
import { theirs } from '../../platform/access.ts';
import { dayAt } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { branchesByOtherDay } from '../branches/branchZones.ts';
import type { OfferTable } from './offer.service.ts';

/** Today for offers. In the hours around midnight branches of other zones have another day than the chain. */
export interface OfferDays {
  /** Today by the chain's clock. */
  today: string;
  /** Branches by their day, where it is another. */
  others: ReadonlyMap<string, readonly string[]>;
}

export async function offerDays({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<OfferDays> {
  const now = clock.now();
  return { today: dayAt(now), others: await branchesByOtherDay(db, now) };
}

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
