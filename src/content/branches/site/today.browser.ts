import type { PlaceSpecialDay } from '../../specialDays/placeSpecialDays.ts';
import type { WeekdayHours } from '../branch.contract.ts';
import {
  clockOf,
  nextOpening,
  type OpenState,
  openIntervalAt,
  spansOnDate,
  untilInWords,
} from './hours.browser.ts';

/** Open state of the shopper's own store, short enough for the page header. */
export interface StoreToday extends OpenState {
  /** Further text where there is room for it. */
  more: string;
}

/**
 * Describes today: «Hoje aberto até 22h», «Abre quinta às 7h», «Hoje fechado: Natal»; null if the hours are
 * not known.
 */
export function todayInWords(
  hours: readonly WeekdayHours[],
  now: Date,
  special: readonly PlaceSpecialDay[],
  zone?: string,
): StoreToday | null {
  if (hours.length === 0) return null;
  const days = spansOnDate(hours, new Map(special.map(({ date, spans }) => [date, spans])));
  const clock = clockOf(now, zone);
  const running = openIntervalAt(days, clock);
  const unusual = special.find(({ date }) => date === clock.date);
  if (running)
    return { open: true, text: `Hoje aberto ${untilInWords(running)}`, more: unusual?.reason ?? '' };
  const next = nextOpening(days, clock);
  if (unusual?.spans.length === 0)
    return { open: false, text: `Hoje fechado: ${unusual.reason}`, more: next };
  return { open: false, text: next, more: unusual?.reason ?? '' };
}
