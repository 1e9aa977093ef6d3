import { describe, expect, test } from 'vitest';
import { hoursInWords } from '../../openingHours/hoursInWords.ts';
import { decodeSpecialDays, encodeSpecialDays } from '../../specialDays/site/specialDayEncoding.browser.ts';
import type { WeekdayHours } from '../branch.contract.ts';
import { decodeHours, encodeHours, openState } from './hours.browser.ts';

function days(from: number, to: number, opens: string, closes: string): WeekdayHours[] {
  return Array.from({ length: to - from + 1 }, (_, index) => ({ weekday: from + index, opens, closes }));
}

/** Returns a time in São Paulo (UTC-3). 2026-11-21 is a Saturday. */
const at = (day: number, time: string) => new Date(`2026-11-${day}T${time}:00-03:00`);

const usual = [...days(1, 6, '07:00', '22:00'), ...days(7, 7, '08:00', '20:00')];

test('round-trips hours through an attribute', () => {
  const hours = [...usual, { weekday: 7, opens: '21:00', closes: '00:30' }];
  expect(encodeHours(hours)).toContain('1,07:00,22:00 2,07:00,22:00');
  expect(decodeHours(encodeHours(hours))).toEqual(hours);
});

describe('hours in words', () => {
  test('groups neighbouring days with the same hours', () => {
    expect(hoursInWords(usual)).toEqual([
      { days: 'Segunda a sábado', hours: '7h às 22h' },
      { days: 'Domingo', hours: '8h às 20h' },
    ]);
  });

  test('names the whole week at once, and days without hours as closed', () => {
    expect(hoursInWords(days(1, 7, '08:30', '21:00'))).toEqual([
      { days: 'Todos os dias', hours: '8h30 às 21h' },
    ]);
    expect(hoursInWords(days(1, 5, '08:00', '18:00'))).toEqual([
      { days: 'Segunda a sexta', hours: '8h às 18h' },
      { days: 'Sábado e domingo', hours: 'fechada' },
    ]);
  });

  test('shows both spans of a day with a break', () => {
    const [line] = hoursInWords([...days(1, 7, '14:00', '18:00'), ...days(1, 7, '08:00', '12:00')]);
    expect(line?.hours).toBe('8h às 12h e 14h às 18h');
  });

  test('returns nothing when the hours are not known', () => {
    expect(hoursInWords([])).toEqual([]);
    expect(openState([], at(21, '12:00'))).toBeNull();
  });
});

describe('open state', () => {
  test('shows the closing time until the branch closes', () => {
    expect(openState(usual, at(21, '07:00'))).toEqual({ open: true, text: 'Aberta até 22h' });
    expect(openState(usual, at(21, '21:59'))?.open).toBe(true);
    expect(openState(usual, at(21, '22:00'))).toEqual({ open: false, text: 'Abre amanhã às 8h' });
  });

  test('shows the opening time of today', () => {
    expect(openState(usual, at(22, '06:00'))).toEqual({ open: false, text: 'Abre às 8h' });
  });

  test('shows the weekday of an opening that is days away', () => {
    const weekdays = days(1, 5, '09:00', '18:00');
    expect(openState(weekdays, at(20, '19:00'))?.text).toBe('Abre segunda às 9h');
  });

  test('attributes the hours after midnight to the evening before', () => {
    const late = days(1, 7, '18:00', '02:00');
    expect(openState(late, at(22, '01:30'))).toEqual({ open: true, text: 'Aberta até 2h' });
    expect(openState(late, at(22, '02:00'))?.open).toBe(false);
    expect(openState(days(6, 6, '18:00', '02:00'), at(23, '01:00'))?.open).toBe(false);
  });

  test('merges adjacent spans', () => {
    const noon = [...days(1, 7, '08:00', '12:00'), ...days(1, 7, '12:00', '18:00')];
    expect(openState(noon, at(21, '09:00'))?.text).toBe('Aberta até 18h');
    expect(openState(noon, at(21, '12:00'))?.text).toBe('Aberta até 18h');
    expect(openState(noon, at(21, '18:00'))?.text).toBe('Abre amanhã às 8h');
    expect(hoursInWords(noon)).toEqual([{ days: 'Todos os dias', hours: '8h às 18h' }]);
  });

  test('merges spans that meet at midnight', () => {
    const [saturday, sunday] = [days(6, 6, '08:00', '00:00'), days(7, 7, '00:00', '18:00')];
    const weekend = [...saturday, ...sunday];
    expect(openState(weekend, at(22, '10:00'))?.text).toBe('Aberta até 18h');
    expect(openState(weekend, at(21, '20:00'))?.text).toBe('Aberta até amanhã às 18h');
    const night = [...saturday, ...days(7, 7, '00:00', '03:00')];
    expect(openState(night, at(21, '20:00'))?.text).toBe('Aberta até 3h');
  });

  test('shows adjacent spans of a whole day as 24 hours', () => {
    const halves = [...days(1, 7, '00:00', '12:00'), ...days(1, 7, '12:00', '00:00')];
    expect(openState(halves, at(21, '15:00'))?.text).toBe('Aberta 24 horas');
    expect(hoursInWords(halves)).toEqual([{ days: 'Todos os dias', hours: '24 horas' }]);
    const shift = days(1, 7, '06:00', '06:00');
    expect(openState(shift, at(21, '05:00'))?.text).toBe('Aberta 24 horas');
  });

  test.each([
    ['America/Sao_Paulo', '22:55', false],
    ['America/Manaus', '22:55', true],
    ['America/Manaus', '23:29', true],
    ['America/Manaus', '23:30', false],
    ['America/Rio_Branco', '23:55', true],
    ['America/Rio_Branco', '00:29', true],
    ['America/Noronha', '20:55', true],
    ['America/Noronha', '21:30', false],
    ['America/Cuiaba', '23:00', true],
    ['America/Fortaleza', '22:29', true],
    ['America/Fortaleza', '22:31', false],
    [undefined, '22:29', true],
  ])(
    'reads the clock of %s: a branch that closes at 22:30 local time, at %s in Brasília, is open: %j',
    (zone, time, open) => {
      const hours = days(1, 7, '07:00', '22:30');
      const night = time < '06:00' ? 22 : 21;
      expect(openState(hours, at(night, time), undefined, zone)?.open).toBe(open);
    },
  );

  test('reads equal opening and closing times as the whole day', () => {
    expect(openState(days(1, 7, '00:00', '00:00'), at(21, '03:00'))).toEqual({
      open: true,
      text: 'Aberta 24 horas',
    });
  });
});

describe('open state on special days', () => {
  const special = (...days: [date: string, ...spans: [string, string][]][]) =>
    new Map(days.map(([date, ...spans]) => [date, spans.map(([opens, closes]) => ({ opens, closes }))]));
  /** Saturday the 21st, closed. */
  const closed = special(['2026-11-21']);

  test('treats a closed day as closed from midnight to midnight', () => {
    for (const time of ['00:00', '07:00', '21:59'])
      expect(openState(usual, at(21, time), closed)).toEqual({ open: false, text: 'Abre amanhã às 8h' });
    expect(openState(usual, at(20, '23:59'), closed)).toEqual({ open: false, text: 'Abre domingo às 8h' });
    expect(openState(usual, at(22, '08:00'), closed)?.open).toBe(true);
  });

  test('uses the hours of the special day, in two spans', () => {
    const short = special(['2026-11-21', ['08:00', '12:00'], ['14:00', '16:00']]);
    expect(openState(usual, at(21, '07:30'), short)?.text).toBe('Abre às 8h');
    expect(openState(usual, at(21, '11:59'), short)?.text).toBe('Aberta até 12h');
    expect(openState(usual, at(21, '12:00'), short)?.text).toBe('Abre às 14h');
    expect(openState(usual, at(21, '16:00'), short)?.text).toBe('Abre amanhã às 8h');
    expect(openState(usual, at(20, '22:00'), short)?.text).toBe('Abre amanhã às 8h');
  });

  test('lets the evening before last past midnight into a closed day, and a special day into the next', () => {
    const late = days(1, 7, '18:00', '02:00');
    expect(openState(late, at(21, '01:59'), closed)?.text).toBe('Aberta até 2h');
    expect(openState(late, at(21, '02:00'), closed)?.text).toBe('Abre amanhã às 18h');
    expect(openState(late, at(22, '00:30'), closed)?.open).toBe(false);
    const eve = special(['2026-11-21', ['20:00', '04:00']]);
    expect(openState(late, at(22, '03:59'), eve)?.text).toBe('Aberta até 4h');
  });

  test('shows the closing time of an always open branch before a closed day', () => {
    const always = days(1, 7, '00:00', '00:00');
    expect(openState(always, at(20, '12:00'), closed)?.text).toBe('Aberta até 0h');
    expect(openState(always, at(21, '12:00'), closed)?.text).toBe('Abre amanhã às 0h');
    expect(openState(always, at(22, '12:00'), closed)?.text).toBe('Aberta 24 horas');
  });

  test('shows the date of an opening that is a week or more away', () => {
    const mondays = days(1, 1, '09:00', '18:00');
    expect(openState(mondays, at(21, '12:00'), special(['2026-11-23']))?.text).toBe('Abre em 30/11 às 9h');
    const none = special(['2026-11-23'], ['2026-11-30']);
    expect(openState(mondays, at(21, '12:00'), none)?.text).toBe('Fechada');
  });

  test('opens on a special day that is usually closed', () => {
    const sunday = special(['2026-11-22', ['10:00', '16:00']]);
    expect(openState(days(1, 6, '08:00', '18:00'), at(22, '10:00'), sunday)?.text).toBe('Aberta até 16h');
  });

  test('round-trips special days through an attribute', () => {
    const days = [
      { date: '2026-12-25', spans: [] },
      {
        date: '2026-12-24',
        spans: [
          { opens: '08:00', closes: '12:00' },
          { opens: '14:00', closes: '18:00' },
        ],
      },
    ];
    expect([...decodeSpecialDays(encodeSpecialDays(days))]).toEqual(
      days.map(({ date, spans }) => [date, spans]),
    );
    expect(openState(usual, at(21, '12:00'), decodeSpecialDays(''))?.open).toBe(true);
  });
});
