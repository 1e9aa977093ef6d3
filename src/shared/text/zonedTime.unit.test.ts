import { expect, onTestFinished, test, vi } from 'vitest';
import { wallClock } from './wallClock.ts';
import { toInstant, toLocalTime } from './zonedTime.ts';

test('a local time gets the offset of São Paulo', () => {
  expect(toInstant('2026-11-21T08:30')).toBe('2026-11-21T08:30:00-03:00');
});

test('the offset is that of the day, including former daylight saving time', () => {
  expect(toInstant('2018-12-25T12:00')).toBe('2018-12-25T12:00:00-02:00');
  expect(toInstant('2018-07-01T12:00')).toBe('2018-07-01T12:00:00-03:00');
});

test('a time skipped by daylight saving time becomes one hour later', () => {
  expect(toInstant('2018-11-04T00:30')).toBe('2018-11-04T01:30:00-02:00');
});

test("an instant with any offset is shown in São Paulo's time", () => {
  expect(toLocalTime('2026-11-21T11:30:00Z')).toBe('2026-11-21T08:30');
  expect(toLocalTime('2026-11-21T00:30:00+09:00')).toBe('2026-11-20T12:30');
});

test('an empty or invalid time becomes empty', () => {
  expect(toInstant('')).toBe('');
  expect(toLocalTime(null)).toBe('');
  expect(toLocalTime('logo')).toBe('');
});

test('a browser without Temporal gets the same local times', () => {
  const instants = Array.from({ length: 4000 }, (_, index) => Date.UTC(2017, 0, 1) + index * 13 * 3_601_037);
  const clocksOf = (zone?: string) => instants.map((instant) => wallClock(instant, zone));
  const clocks = [clocksOf(), clocksOf('America/Manaus')];
  vi.stubGlobal('Temporal', undefined);
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  expect([clocksOf(), clocksOf('America/Manaus')]).toEqual(clocks);
  expect(toInstant('2018-11-04T00:30')).toBe('2018-11-04T01:30:00-02:00');
});
