// The days on which Brazil's shops close early, or sell most: those of the whole country, and two that move with the
// calendar of families. Those of a state or a city are none of ours: branches stand in several.

const FIXED: Record<string, string> = {
  '01-01': 'Confraternização Universal',
  '04-21': 'Tiradentes',
  '05-01': 'Dia do Trabalho',
  '09-07': 'Independência do Brasil',
  '10-12': 'Nossa Senhora Aparecida',
  '11-02': 'Finados',
  '11-15': 'Proclamação da República',
  '11-20': 'Consciência Negra',
  '12-25': 'Natal',
};

/** By their distance from Easter Sunday, in days. */
const MOVING: Record<number, string> = {
  [-48]: 'Carnaval',
  [-47]: 'Carnaval',
  [-2]: 'Sexta-feira Santa',
  0: 'Páscoa',
  60: 'Corpus Christi',
};

/** What a day (`YYYY-MM-DD`) is called; null for one like any other. */
export function holidayOn(day: string): string | null {
  const fixed = FIXED[day.slice(5)];
  if (fixed) return fixed;
  const date = Temporal.PlainDate.from(day);
  const fromEaster = easterOf(date.year).until(date, { largestUnit: 'days' }).days;
  return MOVING[fromEaster] ?? secondSunday(date);
}

function secondSunday({ month, day, dayOfWeek }: Temporal.PlainDate): string | null {
  if (dayOfWeek !== 7 || day < 8 || day > 14) return null;
  if (month === 5) return 'Dia das Mães';
  return month === 8 ? 'Dia dos Pais' : null;
}

/** By the rule of Meeus, Jones and Butcher for the Gregorian calendar. */
function easterOf(year: number): Temporal.PlainDate {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor(b / 4);
  const e = b % 4;
  const f = Math.floor((b + 8) / 25);
  const g = Math.floor((b - f + 1) / 3);
  const h = (19 * a + b - d - g + 15) % 30;
  const i = Math.floor(c / 4);
  const k = c % 4;
  const l = (32 + 2 * e + 2 * i - h - k) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const sum = h + l - 7 * m + 114;
  return Temporal.PlainDate.from({ year, month: Math.floor(sum / 31), day: (sum % 31) + 1 });
}
