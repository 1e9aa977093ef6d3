import { expect, test } from 'vitest';
import { driftSafeNow, isoAt, isStoredInstant, nextTimeOfDay, systemClock } from './clock.ts';

test('the next time of day is today or tomorrow, by the wall clock of the zone', () => {
  const next = (instant: string, zone?: string) => isoAt(nextTimeOfDay(Date.parse(instant), '03:30', zone));
  expect(next('2026-01-10T06:29:59.999Z')).toBe('2026-01-10T06:30:00.000Z');
  expect(next('2026-01-10T06:30:00.000Z')).toBe('2026-01-11T06:30:00.000Z');
  expect(next('2026-01-11T02:00:00.000Z')).toBe('2026-01-11T06:30:00.000Z');
  // The night on which daylight saving time begins.
  expect(next('2026-03-28T12:00:00Z', 'Europe/Lisbon')).toBe('2026-03-29T02:30:00.000Z');
});

test('clamps instants outside the years 0 to 9999, so that stored texts sort by time', () => {
  expect(isoAt(Date.parse('9999-12-31T23:59:59-03:00'))).toBe('9999-12-31T23:59:59.999Z');
  expect(isoAt(Date.parse('0000-01-01T00:00:00+14:00'))).toBe('0000-01-01T00:00:00.000Z');
  const damaged = [
    '+010000-01-01T02:59:59.000Z',
    '-000001-12-31T10:00:00.000Z',
    '2026-13-45T99:99Z',
    'zzz',
    '',
  ];
  expect(damaged.filter(isStoredInstant)).toEqual([]);
  expect(isStoredInstant(isoAt(0))).toBe(true);
});

test('the time without drift is a whole instant, equal to now while the clock is not changed', () => {
  for (let tries = 0; tries < 2000; tries += 1) {
    const before = systemClock.now();
    const sure = driftSafeNow(systemClock);
    const after = systemClock.now();
    expect(Temporal.Instant.fromEpochMilliseconds(sure).epochMilliseconds).toBe(sure);
    expect(sure).toBeGreaterThan(before - 100);
    expect(sure).toBeLessThan(after + 100);
  }
});
