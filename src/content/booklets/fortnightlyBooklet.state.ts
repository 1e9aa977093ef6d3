interface Validity {
  valid_until: string | null;
}

/** Returns whether the last day has passed; false while the current day is unknown. */
export function hasEnded({ valid_until }: Validity, today: string | null | undefined): boolean {
  return valid_until !== null && Boolean(today) && valid_until < String(today);
}

interface ScheduledBooklet extends Validity {
  shown_from: string;
  withdrawn_at: string | null;
}

/** Returns whether a booklet begins in the future. */
export const isFuture = ({ shown_from }: Pick<ScheduledBooklet, 'shown_from'>, now: string) =>
  shown_from > now;

/**
 * Splits `rows`, latest first, into current, future and former booklets. An ended booklet gives way to an
 * earlier one whose last day has not passed; without any, it stays and is shown as ended. A booklet without a
 * last day never returns by itself, because its intended end is unknown.
 */
export function splitBooklets<B extends ScheduledBooklet>(rows: readonly B[], now: string, today: string) {
  const waiting = rows.filter((row) => isFuture(row, now)).toReversed();
  const begun = rows.filter((row) => !waiting.includes(row));
  const shown = begun.filter(({ withdrawn_at }) => withdrawn_at === null);
  const [latest = null] = shown;
  const current =
    latest && hasEnded(latest, today)
      ? (shown.find((row) => row.valid_until !== null && !hasEnded(row, today)) ?? latest)
      : latest;
  return { current, waiting, former: begun.filter((row) => row !== current) };
}

/**
 * Returns the instant from which a booklet is shown if its first day begins at `begins` (ms), or has no first day
 * (null). A booklet on the site keeps its instant, because `splitBooklets` orders by it.
 */
export function shownFromOf(
  begins: number | null,
  before: Pick<ScheduledBooklet, 'shown_from'> | null,
  now: string,
): string {
  if (begins !== null && begins > Date.parse(now)) return new Date(begins).toISOString();
  return before && !isFuture(before, now) ? before.shown_from : now;
}
