import { DAY_MINUTES, minutesOf } from '../branches/weekdays.ts';

// What a week of sessions must be, as the grid says it while one types and the server before it saves.

/** A session as a room sees it. */
export interface Held {
  room: string;
  /** Minutes from any instant that is the same for all. */
  at: number;
  /** How long the film runs, in minutes; null where nobody said. */
  lasts: number | null;
  film: string;
}

/** Where nobody said how long a film runs, only the same minute is too early. */
const endOf = ({ at, lasts }: Held) => at + (lasts ?? 1);

/** Of two that are in one room at once, the earlier. */
export function clashOf<H extends Held>(one: H, other: H): H | null {
  if (one.room !== other.room || one.at >= endOf(other) || other.at >= endOf(one)) return null;
  return one.at <= other.at ? one : other;
}

/** Each that begins while its room still shows another, with that one. */
export function clashesIn<H extends Held>(all: readonly H[]): Map<H, H> {
  const found = new Map<H, H>();
  const last = new Map<string, H>();
  for (const one of all.toSorted((a, b) => a.at - b.at)) {
    const before = last.get(one.room);
    if (before && clashOf(before, one)) found.set(one, before);
    if (!before || endOf(one) > endOf(before)) last.set(one.room, one);
  }
  return found;
}

export const lastsOf = (duration: string | null): number | null =>
  duration === null ? null : minutesOf(duration) || null;

/** `870` → `14:30`; what is past midnight is the next day's. */
export function timeOf(minutes: number): string {
  const within = ((minutes % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;
  return [Math.floor(within / 60), within % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

export const taken = ({ room, film, at, lasts }: Held): string =>
  lasts === null
    ? `Na ${roomIn(room)} já começa “${film}” às ${timeOf(at)}.`
    : `Na ${roomIn(room)} passa “${film}” das ${timeOf(at)} às ${timeOf(at + lasts)}.`;

const roomIn = (room: string) => (/^sala\b/i.test(room) ? room : `sala ${room}`);

/** «14:30», «14h30», «14h», «1430», «9.15» */
const TIME = /^(?<hour>\d{1,2})(?:[:h.](?<minute>\d{2})?|(?<rest>\d{2}))?(?:min)?$/i;

/** What is typed in one cell; what is no time is `wrong`. */
export function timesIn(text: string): { times: string[]; wrong: string[] } {
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

/** As a cell has it once one leaves it: in order, where all of it are times. */
export function tidy(text: string): string {
  const { times, wrong } = timesIn(text);
  return wrong.length > 0 ? text.trim() : times.toSorted().join(' ');
}
