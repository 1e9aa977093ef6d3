import type { DbOrTransaction } from '../../platform/database/database.ts';
import { isPublished } from '../../records/server/publication/visibility.ts';
import { dayAt } from '../../shared/dates.ts';
import { CHAIN_ZONE } from '../../shared/text/chainZone.ts';
import { ZONES, zoneOfState } from '../../shared/text/zones.ts';

interface Placed {
  state: string;
  /** Selected IANA time zone; null for the zone of the state. */
  time_zone: string | null;
}

/** Returns the IANA time zone of a branch. */
export const branchZone = ({ state, time_zone }: Placed): string => time_zone ?? zoneOfState(state);

/** Returns the time zones of the published branches. */
export async function publishedBranchZones(db: DbOrTransaction): Promise<string[]> {
  const rows = await db
    .selectFrom('branches')
    .select(['state', 'time_zone'])
    .distinct()
    .where(isPublished('branches'))
    .execute();
  return [...new Set(rows.map(branchZone))];
}

/** Returns the date in each zone of Brazil whose date differs from the chain's at `now`. */
export function differingLocalDays(now: number): Map<string, string> {
  const today = dayAt(now, CHAIN_ZONE);
  return new Map(
    Object.keys(ZONES)
      .map((zone) => [zone, dayAt(now, zone)] as const)
      .filter(([, day]) => day !== today),
  );
}

/** Returns the earliest and the latest local date within Brazil at `now`. */
export function dayRangeInBrazil(now: number): { first: string; last: string } {
  const days = [dayAt(now, CHAIN_ZONE), ...differingLocalDays(now).values()].sort();
  return { first: String(days[0]), last: String(days.at(-1)) };
}

/** Returns the time zone of each branch, including deleted ones. */
export async function timeZoneOfBranches(db: DbOrTransaction): Promise<Map<string, string>> {
  const rows = await db.selectFrom('branches').select(['uuid', 'state', 'time_zone']).execute();
  return new Map(rows.map((row) => [row.uuid, branchZone(row)]));
}

/** Returns UUIDs of branches by local date, if that differs from the chain's date at `now` (around midnight). */
export function branchesByLocalDay(zones: ReadonlyMap<string, string>, now: number): Map<string, string[]> {
  const days = differingLocalDays(now);
  const found = new Map<string, string[]>();
  if (days.size === 0) return found;
  for (const [uuid, zone] of zones) {
    const day = days.get(zone);
    if (day) found.set(day, [...(found.get(day) ?? []), uuid]);
  }
  return found;
}
