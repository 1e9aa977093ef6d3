import { expect, test } from 'vitest';
import { isoAt, nextTimeOfDay, surely, systemClock } from './clock.ts';

test('a time of day comes next on the same day or on the one after, by the clock on the wall', () => {
  const next = (instant: string, zone?: string) => isoAt(nextTimeOfDay(Date.parse(instant), '03:30', zone));
  expect(next('2026-01-10T06:29:59.999Z')).toBe('2026-01-10T06:30:00.000Z');
  expect(next('2026-01-10T06:30:00.000Z')).toBe('2026-01-11T06:30:00.000Z');
  expect(next('2026-01-11T02:00:00.000Z')).toBe('2026-01-11T06:30:00.000Z');
  // The night that has an hour less.
  expect(next('2026-03-28T12:00:00Z', 'Europe/Lisbon')).toBe('2026-03-29T02:30:00.000Z');
});

test('what has surely come is an instant, and now where nobody sets the clock', () => {
  for (let tries = 0; tries < 2000; tries += 1) {
    const sure = surely(systemClock);
    expect(Temporal.Instant.fromEpochMilliseconds(sure).epochMilliseconds).toBe(sure);
    expect(Math.abs(systemClock.now() - sure)).toBeLessThan(100);
  }
});
