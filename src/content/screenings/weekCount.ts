import { cleanName } from '../../shared/fields.ts';
import { fold } from '../../shared/text/fold.ts';
import { inSentence } from '../../shared/text/format.ts';
import { plural } from '../../shared/text/plural.ts';
import { PRICE_OF_DAY } from './screening.contract.ts';
import { parseTimes } from './screening.rules.ts';
import { findTicketLink } from './week.ts';
import { cellPrice, PRICE_OF_ROW, type WeekValues } from './weekRows.ts';

export interface ChangeCounts {
  added: number;
  changed: number;
  removed: number;
}

export interface WeekCount extends ChangeCounts {
  sessions: number;
  /** Number of days with a session. */
  days: number;
}

interface PlannedSession {
  day: number;
  /** Everything but its film, room and start, which tell sessions apart. */
  facts: string;
  /** Undefined if the session keeps its link. */
  link: string | undefined;
}

/** Returns the sessions of a week by film, room and start, as a save tells them apart. */
function sessionsOf({ rows, day_prices }: WeekValues): Map<string, PlannedSession> {
  const sessions = new Map<string, PlannedSession>();
  for (const row of rows) {
    const room = String(cleanName(row.room));
    const roomKey = fold(room);
    for (const [day, cell] of row.times.entries()) {
      const own = cellPrice(row, day);
      const rowPrice = own === PRICE_OF_ROW ? row.price_id : own;
      const price = rowPrice === PRICE_OF_DAY ? day_prices[day] : rowPrice;
      for (const time of parseTimes(cell).times)
        sessions.set(JSON.stringify([row.movie_id, roomKey, day, time]), {
          day,
          facts: JSON.stringify([room, row.audio, row.format, price]),
          link: findTicketLink(row, day, time)?.trim(),
        });
    }
  }
  return sessions;
}

/** Counts the sessions of the typed week, and those that a save adds, changes and removes. */
export function countWeek(stored: WeekValues, typed: WeekValues): WeekCount {
  const before = sessionsOf(stored);
  const after = sessionsOf(typed);
  const counts = { added: 0, changed: 0, removed: 0 };
  for (const [key, { facts, link }] of after) {
    const known = before.get(key);
    if (!known) counts.added += 1;
    else if (known.facts !== facts || (link !== undefined && link !== (known.link ?? '')))
      counts.changed += 1;
  }
  for (const key of before.keys()) if (!after.has(key)) counts.removed += 1;
  const days = new Set([...after.values()].map(({ day }) => day)).size;
  return { ...counts, sessions: after.size, days };
}

/** Formats counts: «42 sessões em 7 dias». */
export const sessionsText = (sessions: number, days: number): string =>
  sessions === 0
    ? 'Nenhuma sessão'
    : `${plural(sessions, 'sessão', 'sessões')} em ${plural(days, 'dia', 'dias')}`;

/** Formats changes: «3 novas, 1 mudada e 2 tiradas»; null if there are none. */
export function changesText({ added, changed, removed }: ChangeCounts): string | null {
  const parts = [
    added > 0 && plural(added, 'nova', 'novas'),
    changed > 0 && plural(changed, 'mudada', 'mudadas'),
    removed > 0 && plural(removed, 'tirada', 'tiradas'),
  ].filter((part) => part !== false);
  return parts.length > 0 ? inSentence(parts) : null;
}
