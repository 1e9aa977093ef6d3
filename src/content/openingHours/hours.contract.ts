import { z } from 'zod';
import { fromJson } from '../../shared/fields.ts';
import { DAY_MINUTES, lengthOf, minutesOf, WEEKDAYS } from './weekdays.ts';

/** Opening hours of one weekday, 1 (Monday) to 7; a `closes` before its `opens` means the next day. */
export const weekdayHours = z.object({
  weekday: z.number().int().min(1).max(7),
  opens: z.string(),
  closes: z.string(),
});
export type WeekdayHours = z.output<typeof weekdayHours>;

/** Most spans of a day: two, for a break at noon. */
export const MAX_SPANS_PER_DAY = 2;

const MALFORMED = 'Confira os horários: cada dia tem a hora de abrir e a de fechar.';
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const WEEK_MINUTES = WEEKDAYS.length * DAY_MINUTES;

/** Reads weekly hours as JSON text or as a list; an empty list clears them. */
export const hoursField = z.preprocess(
  fromJson,
  z
    .array(
      z.object(
        {
          weekday: z.int({ error: MALFORMED }).min(1, MALFORMED).max(7, MALFORMED),
          opens: time(),
          closes: time(),
        },
        { error: MALFORMED },
      ),
      { error: MALFORMED },
    )
    .max(WEEKDAYS.length * MAX_SPANS_PER_DAY, `Informe até ${MAX_SPANS_PER_DAY} horários por dia.`)
    .superRefine((hours, context) => {
      const message = findingIn(hours);
      if (message) context.addIssue({ code: 'custom', message });
    })
    .transform((hours) => (hours.length === 0 ? null : hours.toSorted(inOrder)))
    .nullish(),
);

/** Drops seconds, which databases and browsers may add. */
function time() {
  return z.preprocess(
    (value) => (typeof value === 'string' ? value.trim().replace(/^(\d\d:\d\d):\d\d$/, '$1') : value),
    z.string({ error: MALFORMED }).max(20, MALFORMED),
  );
}

/** Reads the hours of a single day and sorts them. */
export const spansOfDay = z
  .array(z.object({ opens: time(), closes: time() }, { error: MALFORMED }), { error: MALFORMED })
  .max(MAX_SPANS_PER_DAY, `Informe até ${MAX_SPANS_PER_DAY} horários.`)
  .transform((spans) => spans.toSorted((a, b) => a.opens.localeCompare(b.opens)));

const INCOMPLETE = 'Informe a hora de abrir e a de fechar, como 08:30.';
const CLASHING = 'Um horário começa antes de o anterior terminar.';

/** Lower-cases a sentence that follows a colon. */
const within = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1);

type Span = Pick<WeekdayHours, 'opens' | 'closes'>;
const isWhole = ({ opens, closes }: Span) => TIME.test(opens) && TIME.test(closes);

/** Returns the error message of an open day, undefined if it is valid. */
export function dayHoursProblem(spans: readonly Span[]): string | undefined {
  if (spans.length === 0 || !spans.every(isWhole)) return INCOMPLETE;
  return clashOf(spans.map((span) => ({ ...span, weekday: 1 }))) && CLASHING;
}

function findingIn(hours: readonly WeekdayHours[]): string | undefined {
  for (const [index, name] of WEEKDAYS.entries()) {
    const day = hours.filter(({ weekday }) => weekday === index + 1);
    if (!day.every(isWhole)) return `${name}: ${within(INCOMPLETE)}`;
    if (day.length > MAX_SPANS_PER_DAY) return `${name}: informe até ${MAX_SPANS_PER_DAY} horários.`;
  }
  const clash = clashOf(hours);
  return clash && `${WEEKDAYS[clash.weekday - 1]}: ${within(CLASHING)}`;
}

/** Returns the span that begins before the previous one ends, also from Sunday night to Monday morning. */
function clashOf(hours: readonly WeekdayHours[]): WeekdayHours | undefined {
  const spans = hours
    .map((span) => {
      const start = (span.weekday - 1) * DAY_MINUTES + minutesOf(span.opens);
      return { span, start, end: start + lengthOf(span) };
    })
    .sort((a, b) => a.start - b.start);
  const [first] = spans;
  if (!first) return undefined;
  for (const [index, { end }] of spans.entries()) {
    const next = spans[index + 1] ?? { ...first, start: first.start + WEEK_MINUTES };
    if (next.start < end) return next.span;
  }
  return undefined;
}

function inOrder(a: WeekdayHours, b: WeekdayHours): number {
  return a.weekday - b.weekday || a.opens.localeCompare(b.opens);
}
