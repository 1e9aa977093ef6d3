import type { Span } from './exception.types.ts';

// What a browser has to know of days that are not as usual, to say whether a place is open at this minute.

/** Days as an attribute holds them, closed and with hours: `2026-12-25 2026-12-24,08:00,14:00`. */
export const compactDays = (days: readonly { date: string; spans: readonly Span[] }[]): string =>
  days
    .map(({ date, spans }) => [date, ...spans.flatMap(({ opens, closes }) => [opens, closes])].join(','))
    .join(' ');

export function fromCompactDays(text: string): Map<string, Span[]> {
  const days = text.split(' ').map((day): [string, Span[]] => {
    const [date = '', ...times] = day.split(',');
    const spans = times.flatMap((opens, at) => (at % 2 ? [] : [{ opens, closes: times[at + 1] ?? '' }]));
    return [date, spans];
  });
  return new Map(days);
}
