import { expect, test } from 'vitest';
import { isoAt, nextTimeOfDay, surely, systemClock } from './clock.ts';

test('the next time of day is today or tomorrow, by the wall clock of the zone', () => {
  const next = (instant: string, zone?: string) => isoAt(nextTimeOfDay(Date.parse(instant), '03:30', zone));
  expect(next('2026-01-10T06:29:59.999Z')).toBe('2026-01-10T06:30:00.000Z');
  expect(next('2026-01-10T06:30:00.000Z')).toBe('2026-01-11T06:30:00.000Z');
  expect(next('2026-01-11T02:00:00.000Z')).toBe('2026-01-11T06:30:00.000Z');
  // The night on which daylight saving time begins.
  expect(next('2026-03-28T12:00:00Z', 'Europe/Lisbon')).toBe('2026-03-29T02:30:00.000Z');
});

test('`surely` returns a whole instant, equal to now while the clock is not changed', () => {
  for (let attempt = 0; attempt < 2000; attempt += 1) {
    const sure = surely(systemClock);
    expect(Temporal.Instant.fromEpochMilliseconds(sure).epochMilliseconds).toBe(sure);
    expect(Math.abs(systemClock.now() - sure)).toBeLessThan(100);
  }
});
