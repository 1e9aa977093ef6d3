import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, dayAt, daysBetween, weekdayOf } from './dates.ts';

const someDay = fc
  .integer({ min: Date.UTC(1, 0, 1), max: Date.UTC(9999, 11, 31) })
  .map((at) => new Date(at).toISOString().slice(0, 10))
  .filter((day) => day >= '0001');

test('adds, subtracts and counts days as Temporal does, also beyond the year 9999', () => {
  fc.assert(
    fc.property(someDay, fc.integer({ min: -5000, max: 5000 }), (day, days) => {
      const expected = Temporal.PlainDate.from(day).add({ days });
      expect(addDays(day, days)).toBe(expected.toString());
      expect(daysBetween(day, expected.toString())).toBe(days);
      expect(weekdayOf(day)).toBe(Temporal.PlainDate.from(day).dayOfWeek);
    }),
  );
  expect(addDays('9999-12-31', 1)).toBe('+010000-01-01');
});

test('keeps a text that is no day, which has no weekday and no distance', () => {
  expect(addDays('soon', 1)).toBe('soon');
  expect(weekdayOf('')).toBeNaN();
  expect(daysBetween('', '2026-11-26')).toBeNaN();
});

test('returns the day of an instant in a zone, and throws for an invalid instant', () => {
  const evening = Date.parse('2026-11-27T02:30:00.000Z');
  expect(dayAt(evening)).toBe('2026-11-26');
  expect(dayAt(evening, 'UTC')).toBe('2026-11-27');
  expect(dayAt(Date.parse('+010000-01-01T12:00:00.000Z'))).toBe('+010000-01-01');
  expect(() => dayAt(Number.NaN)).toThrow(RangeError);
});
