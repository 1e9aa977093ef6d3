// Weekdays and times without schemas, because public pages load this file.

export const WEEKDAYS = ['Segunda', 'Terça', 'Quarta', 'Quinta', 'Sexta', 'Sábado', 'Domingo'] as const;

/** Opening hours within a day. A `closes` before `opens` is on the next day; equal times are a whole day. */
export interface HoursSpan {
  opens: string;
  closes: string;
}

export const DAY_MINUTES = 24 * 60;

export function minutesOf(time: string): number {
  const [hour, minute] = time.split(':').map(Number);
  return (hour ?? 0) * 60 + (minute ?? 0);
}

/**
 * Returns the length of a span in minutes. A `closes` before `opens` is on the next day; equal times are a
 * whole day.
 */
export function lengthOf({ opens, closes }: { opens: string; closes: string }): number {
  const length = minutesOf(closes) - minutesOf(opens);
  return length > 0 ? length : length + DAY_MINUTES;
}
