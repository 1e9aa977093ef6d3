interface Validity {
  valid_until: string | null;
}

/** Whether its last day has passed. Where nobody knows what day it is, nothing is over. */
export function isOver({ valid_until }: Validity, today: string | null | undefined): boolean {
  return valid_until !== null && Boolean(today) && valid_until < String(today);
}

interface Shown extends Validity {
  shown_from: string;
  withdrawn_at: string | null;
}

/** Whether its time is still to come. */
export const isWaiting = ({ shown_from }: Pick<Shown, 'shown_from'>, now: string) => shown_from > now;

/**
 * Who is shown, who waits and who was before, of `rows` with the latest first. One that is over gives way to one
 * before it whose own last day is still to come; where there is none it stays, and says that it is over. One without
 * a last day never comes back by itself: nobody knows for how long it would have held.
 */
export function standing<B extends Shown>(rows: readonly B[], now: string, today: string) {
  const waiting = rows.filter((row) => isWaiting(row, now)).toReversed();
  const begun = rows.filter((row) => !waiting.includes(row));
  const shown = begun.filter(({ withdrawn_at }) => withdrawn_at === null);
  const [latest = null] = shown;
  const current =
    latest && isOver(latest, today)
      ? (shown.find((row) => row.valid_until !== null && !isOver(row, today)) ?? latest)
      : latest;
  return { current, waiting, former: begun.filter((row) => row !== current) };
}
