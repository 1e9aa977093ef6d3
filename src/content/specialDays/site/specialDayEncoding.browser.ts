import type { HoursSpan } from '../../openingHours/weekdays.ts';

// Special days in the compact form in which a browser gets them.

/** Encodes special days for an attribute, closed or with hours: `2026-12-25 2026-12-24,08:00,14:00`. */
export const encodeSpecialDays = (days: readonly { date: string; spans: readonly HoursSpan[] }[]): string =>
  days
    .map(({ date, spans }) => [date, ...spans.flatMap(({ opens, closes }) => [opens, closes])].join(','))
    .join(' ');

export function decodeSpecialDays(text: string): Map<string, HoursSpan[]> {
  const days = text.split(' ').map((day): [string, HoursSpan[]] => {
    const [date = '', ...times] = day.split(',');
    const spans = times.flatMap((opens, at) => (at % 2 ? [] : [{ opens, closes: times[at + 1] ?? '' }]));
    return [date, spans];
  });
  return new Map(days);
}
