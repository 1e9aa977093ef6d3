import { describe, expect, test } from 'vitest';
import type { WeekdayHours } from './branch.contract.ts';
import { compact, fromCompact, hoursInWords, openState } from './hours.browser.ts';

function days(from: number, to: number, opens: string, closes: string): WeekdayHours[] {
  return Array.from({ length: to - from + 1 }, (_, index) => ({ weekday: from + index, opens, closes }));
}

/** A moment by the clock of São Paulo, three hours behind UTC. 2026-11-21 is a Saturday. */
const at = (day: number, time: string) => new Date(`2026-11-${day}T${time}:00-03:00`);

const usual = [...days(1, 6, '07:00', '22:00'), ...days(7, 7, '08:00', '20:00')];

test('hours come back from an attribute as they went into it', () => {
  const hours = [...usual, { weekday: 7, opens: '21:00', closes: '00:30' }];
  expect(compact(hours)).toContain('1,07:00,22:00 2,07:00,22:00');
  expect(fromCompact(compact(hours))).toEqual(hours);
});

describe('hours in words', () => {
  test('put neighbouring days with the same hours together', () => {
    expect(hoursInWords(usual)).toEqual([
      { days: 'Segunda a sábado', hours: '7h às 22h' },
      { days: 'Domingo', hours: '8h às 20h' },
    ]);
  });

  test('name every day at once, and days without hours', () => {
    expect(hoursInWords(days(1, 7, '08:30', '21:00'))).toEqual([
      { days: 'Todos os dias', hours: '8h30 às 21h' },
    ]);
    expect(hoursInWords(days(1, 5, '08:00', '18:00'))).toEqual([
      { days: 'Segunda a sexta', hours: '8h às 18h' },
      { days: 'Sábado e domingo', hours: 'fechada' },
    ]);
  });

  test('tell both spans of a day with a break', () => {
    const [line] = hoursInWords([...days(1, 7, '14:00', '18:00'), ...days(1, 7, '08:00', '12:00')]);
    expect(line?.hours).toBe('8h às 12h e 14h às 18h');
  });

  test('say nothing where nothing is known', () => {
    expect(hoursInWords([])).toEqual([]);
    expect(openState([], at(21, '12:00'))).toBeNull();
  });
});

describe('open now', () => {
  test('until closing time', () => {
    expect(openState(usual, at(21, '07:00'))).toEqual({ open: true, text: 'Aberta até 22h' });
    expect(openState(usual, at(21, '21:59'))?.open).toBe(true);
    expect(openState(usual, at(21, '22:00'))).toEqual({ open: false, text: 'Abre amanhã às 8h' });
  });

  test('opens later today', () => {
    expect(openState(usual, at(22, '06:00'))).toEqual({ open: false, text: 'Abre às 8h' });
  });

  test('opens days later, or never', () => {
    const weekdays = days(1, 5, '09:00', '18:00');
    expect(openState(weekdays, at(20, '19:00'))?.text).toBe('Abre segunda às 9h');
  });

  test('past midnight it is still the evening before', () => {
    const late = days(1, 7, '18:00', '02:00');
    expect(openState(late, at(22, '01:30'))).toEqual({ open: true, text: 'Aberta até 2h' });
    expect(openState(late, at(22, '02:00'))?.open).toBe(false);
    expect(openState(days(6, 6, '18:00', '02:00'), at(23, '01:00'))?.open).toBe(false);
  });

  test('the same time twice is the whole day', () => {
    expect(openState(days(1, 7, '00:00', '00:00'), at(21, '03:00'))).toEqual({
      open: true,
      text: 'Aberta 24 horas',
    });
  });
});
