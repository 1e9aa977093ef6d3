// The week and its clock, for public pages too: nothing here may bring the contract's schemas along.

export const WEEKDAYS = ['Segunda', 'Terça', 'Quarta', 'Quinta', 'Sexta', 'Sábado', 'Domingo'] as const;

export const DAY_MINUTES = 24 * 60;

export function minutesOf(time: string): number {
  const [hour, minute] = time.split(':').map(Number);
  return (hour ?? 0) * 60 + (minute ?? 0);
}

/** An end before its start means the next day; the same time twice, the whole day. */
export function lengthOf({ opens, closes }: { opens: string; closes: string }): number {
  const length = minutesOf(closes) - minutesOf(opens);
  return length > 0 ? length : length + DAY_MINUTES;
}
