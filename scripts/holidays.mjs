import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './lib/project.mjs';

// Writes `src/content/specialDays/holidayRules.ts` from the data of the package date-holidays, which it installs
// temporarily. Run it by `node scripts/holidays.mjs`, with a new VERSION after a change of law.

const VERSION = '3.37.0';

/** Names in common use, by the package's names. */
const NAMES = {
  'Ano Novo': 'Ano-Novo',
  'Dia de Tiradentes': 'Tiradentes',
  'Sexta-Feira Santa': 'Sexta-feira Santa',
  'Dia do trabalhador': 'Dia do Trabalho',
  'Corpo de Deus': 'Corpus Christi',
  'Dia da Independência': 'Independência do Brasil',
  'Dia de Finados': 'Finados',
  'Dia da Consciência Negra': 'Consciência Negra',
  'Noite de Natal': 'Véspera de Natal',
  'Véspera de Ano Novo': 'Véspera de Ano-Novo',
  'Dia de Eleição': 'Eleições',
  'Dia do evangélico': 'Dia do Evangélico',
  'Data magna do estado': 'Data Magna',
  'Alusivo ao Dia Internacional da Mulher': 'Dia Internacional da Mulher',
};

/**
 * Excluded rules: Valentine's Day closes no shop, and half days of Carnival belong to the days beside them.
 */
const LEFT_OUT = ['06-12', 'easter -50 PT48H', 'easter -46 PT14H'];

const directory = mkdtempSync(path.join(tmpdir(), 'holidays-'));
try {
  execFileSync('npm', ['install', '--prefix', directory, '--no-save', `date-holidays@${VERSION}`]);
  const file = path.join(directory, 'node_modules/date-holidays/src/data.js');
  const { data } = await import(pathToFileURL(file).href);
  const { days, states } = data.holidays.BR;
  const lines = [
    ...linesOf(data.names, days),
    ...Object.entries(states).flatMap(([state, { days }]) => linesOf(data.names, days ?? {}, state)),
  ];
  const target = path.join(root, 'src/content/specialDays/holidayRules.ts');
  writeFileSync(target, `${HEAD()}${lines.map((line) => `  ${line},\n`).join('')}];\n`);
  execFileSync(path.join(root, 'node_modules/.bin/biome'), ['format', '--write', target]);
} finally {
  rmSync(directory, { recursive: true });
}

/**
 * @param {Record<string, { name: { pt?: string } }>} names
 * @param {Record<string, false | { _name?: string, name?: { pt?: string }, type?: string, active?: { to?: string }[] }>} days
 * @param {string} [state]
 */
function linesOf(names, days, state) {
  return Object.entries(days).flatMap(([rule, day]) => {
    if (day === false || LEFT_OUT.includes(rule) || / if /.test(rule)) return [];
    // Skip holidays that are no longer in force.
    if (day.active?.every(({ to }) => to)) return [];
    const name = day.name?.pt ?? names[day._name ?? '']?.name.pt;
    if (!name) throw new Error(`No name for ${rule}`);
    const { type = 'public' } = day;
    // Easter is always a Sunday and needs no law, but shops close.
    const isOptional = rule === 'easter' || (type !== 'observance' && type !== 'public' && !state);
    const kind = isOptional ? 'optional' : type === 'observance' ? type : 'holiday';
    return JSON.stringify({
      rule: rule.replace(/ 14:00$/, ''),
      name: NAMES[/** @type {keyof typeof NAMES} */ (name)] ?? name,
      kind,
      ...(state && { state }),
    });
  });
}

function HEAD() {
  return `// Written by \`node scripts/holidays.mjs\` from date-holidays ${VERSION} (commenthol), whose data is from Wikipedia and
// available under CC BY-SA 3.0, as this file is: https://pt.wikipedia.org/wiki/Feriados_no_Brasil

/**
 * Annual day: a date, an offset from Easter in days, or a weekday of a month. \`holidays.ts\` parses the rule.
 */
export interface HolidayRule {
  rule: string;
  name: string;
  /**
   * \`optional\`: public offices and banks close, though the day is no legal holiday; \`observance\`: a family
   * day.
   */
  kind: 'holiday' | 'optional' | 'observance';
  /** Two-letter code; absent for national holidays. */
  state?: string;
}

export const HOLIDAYS: readonly HolidayRule[] = [
`;
}
