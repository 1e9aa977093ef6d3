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

/** Returns the hours of a day in their order, those that touch as one. */
export function mergedSpans<S extends { opens: string; closes: string }>(spans: readonly S[]): S[] {
  const merged: S[] = [];
  for (const span of spans.toSorted((one, other) => one.opens.localeCompare(other.opens))) {
    const last = merged.at(-1);
    const touches = last && last.opens !== last.closes && last.closes === span.opens;
    if (touches) merged[merged.length - 1] = { ...last, closes: span.closes };
    else merged.push(span);
  }
  return merged;
}
