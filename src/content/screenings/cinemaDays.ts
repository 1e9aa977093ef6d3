import type { Deps } from '../../platform/deps.ts';
import { formatDayMonth } from '../../shared/text/format.ts';
import {
  isOpenAt,
  openingVerb,
  type PlaceSpecialDay,
  placeSpecialDays,
} from '../specialDays/placeSpecialDays.ts';
import { publicSpecialDays } from '../specialDays/specialDay.service.ts';

/** Special days of the cinema by date, from yesterday on. */
export type CinemaDays = ReadonlyMap<string, PlaceSpecialDay>;

export async function cinemaDays(deps: Pick<Deps, 'db' | 'clock'>): Promise<CinemaDays> {
  const days = placeSpecialDays(await publicSpecialDays(deps), 'cinema');
  return new Map(days.map((day) => [day.date, day]));
}

/**
 * Returns whether a session begins while the cinema is open, so that the site shows it. `local` is
 * `2026-12-25T14:30`.
 */
export function isInHours(days: CinemaDays, local: string): boolean {
  const day = days.get(local.slice(0, 10));
  return !day || isOpenAt(day.spans, local.slice(11, 16));
}

/** Returns why sessions at `locals` are hidden on the site; an empty string if none is. */
export function outsideHoursText(days: CinemaDays, locals: readonly string[]): string {
  const outside = locals.filter((local) => !isInHours(days, local));
  if (outside.length === 0) return '';
  const dates = [...new Set(outside.map((local) => local.slice(0, 10)))].sort();
  const reasons = dates.map(
    (date) => `em ${formatDayMonth(date)} o cinema ${openingVerb(days.get(date)?.spans ?? [])}`,
  );
  const count = outside.length === 1 ? 'Uma sessão não aparece' : `${outside.length} sessões não aparecem`;
  return `${count} no site: ${reasons.join('; ')}.`;
}
