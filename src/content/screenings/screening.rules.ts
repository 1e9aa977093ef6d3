import { DAY_MINUTES, minutesOf } from '../openingHours/weekdays.ts';

// Rules of a week of sessions, shared by the grid and the server.

/** A session as it occupies a room. */
export interface RoomOccupancy {
  room: string;
  /** Start in minutes from any common origin. */
  at: number;
  /** Running time in minutes; null if it is not known. */
  lasts: number | null;
  film: string;
}

/** Without a known running time, only the same minute clashes. */
const endOf = ({ at, lasts }: RoomOccupancy) => at + (lasts ?? 1);

/** Returns the earlier of two sessions that overlap in one room, otherwise null. */
export function earlierOfClash<H extends RoomOccupancy>(one: H, other: H): H | null {
  if (one.room !== other.room || one.at >= endOf(other) || other.at >= endOf(one)) return null;
  return one.at <= other.at ? one : other;
}

/** Maps each session that begins during another in the same room to that other session. */
export function findClashes<H extends RoomOccupancy>(all: readonly H[]): Map<H, H> {
  const found = new Map<H, H>();
  const last = new Map<string, H>();
  for (const one of all.toSorted((a, b) => a.at - b.at)) {
    const before = last.get(one.room);
    if (before && earlierOfClash(before, one)) found.set(one, before);
    if (!before || endOf(one) > endOf(before)) last.set(one.room, one);
  }
  return found;
}

export const runningMinutes = (duration: string | null): number | null =>
  duration === null ? null : minutesOf(duration) || null;

/** Formats minutes as a time of day: `870` → `14:30`; values past midnight wrap around. */
export function timeOf(minutes: number): string {
  const within = ((minutes % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;
  return [Math.floor(within / 60), within % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

export const roomTakenText = ({ room, film, at, lasts }: RoomOccupancy): string =>
  lasts === null
    ? `Na ${roomIn(room)} já começa “${film}” às ${timeOf(at)}.`
    : `Na ${roomIn(room)} passa “${film}” das ${timeOf(at)} às ${timeOf(at + lasts)}.`;

const roomIn = (room: string) => (/^sala\b/i.test(room) ? room : `sala ${room}`);

/** «14:30», «14h30», «14h», «1430», «9.15» */
const TIME = /^(?<hour>\d{1,2})(?:[:h.](?<minute>\d{2})?|(?<rest>\d{2}))?(?:min)?$/i;

/** Parses the start times of a cell; words that are not times are in `wrong`. */
export function parseTimes(text: string): { times: string[]; wrong: string[] } {
  const times: string[] = [];
  const wrong: string[] = [];
  for (const word of text.split(/[\s,;|/]+|\be\b/i)) {
    if (!word) continue;
    const { hour, minute, rest } = TIME.exec(word)?.groups ?? {};
    const [hours, minutes] = [Number(hour), Number(minute ?? rest ?? 0)];
    if (hour === undefined || hours > 23 || minutes > 59) wrong.push(word);
    else times.push(timeOf(hours * 60 + minutes));
  }
  return { times, wrong };
}

/** Returns the cell as it looks after editing: sorted, if all words are times. */
export function tidyTimes(text: string): string {
  const { times, wrong } = parseTimes(text);
  return wrong.length > 0 ? text.trim() : times.toSorted().join(' ');
}
