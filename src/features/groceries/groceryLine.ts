import { fold } from '../../contract/fold.ts';
// A line of a shopping list as thing and amount, and how it is written; `groceryReader.ts` reads what is written.

export interface Amount {
  value: number;
  /** One of those below. */
  unit: string;
}

export interface GroceryLine {
  name: string;
  /** How it is wanted: `em rodelas`, `395 g`. It makes no other thing of it. */
  note?: string;
  /** None where nobody said; several where they cannot be added up. */
  amounts: Amount[];
}

export const LONGEST_NAME = 80;
/** Of one line as it is typed. */
export const LONGEST_LINE = 160;
export const MOST = 99_999;

/** What can be added up, each by how many of its smallest it is. */
const MEASURES: readonly Record<string, number>[] = [
  { g: 1, kg: 1000 },
  { ml: 1, l: 1000 },
  { un: 1, dz: 12 },
];

/** What is counted in the kitchen or on the shelf, and stays what it is; with `de` before the thing. */
export const COUNTED: Record<string, string> = {
  'colher de sopa': 'colheres de sopa',
  'colher de sobremesa': 'colheres de sobremesa',
  'colher de chá': 'colheres de chá',
  'colher de café': 'colheres de café',
  colher: 'colheres',
  xícara: 'xícaras',
  copo: 'copos',
  lata: 'latas',
  pacote: 'pacotes',
  caixa: 'caixas',
  caixinha: 'caixinhas',
  garrafa: 'garrafas',
  vidro: 'vidros',
  pote: 'potes',
  saco: 'sacos',
  bandeja: 'bandejas',
  envelope: 'envelopes',
  sachê: 'sachês',
  tablete: 'tabletes',
  barra: 'barras',
  rolo: 'rolos',
  maço: 'maços',
  ramo: 'ramos',
  folha: 'folhas',
  dente: 'dentes',
  cabeça: 'cabeças',
  cacho: 'cachos',
  penca: 'pencas',
  espiga: 'espigas',
  talo: 'talos',
  fatia: 'fatias',
  cubo: 'cubos',
  pedaço: 'pedaços',
  pitada: 'pitadas',
  punhado: 'punhados',
  fio: 'fios',
};

/** Without accents, in small letters; as long as it was, so that a place in one is a place in the other. */
export const plain = (text: string) =>
  Array.from(text, (letter) => letter.normalize('NFD').toLowerCase().charAt(0)).join('');

/** By which two names are the same thing: its letters without accents, in the singular. No other word is guessed. */
export const keyOf = (name: string): string =>
  fold(name)
    .split(/[^a-z0-9%]+/)
    .filter(Boolean)
    .map(singular)
    .join(' ');

const ENDINGS: [RegExp, string][] = [
  [/(?:o|a)es$/, 'ao'],
  [/([aeo])is$/, '$1l'],
  [/ns$/, 'm'],
  [/([rz])es$/, '$1'],
  [/s$/, ''],
];

function singular(word: string): string {
  if (word.length < 4) return word;
  const [ending, one] = ENDINGS.find(([many]) => many.test(word)) ?? [];
  return ending ? word.replace(ending, one ?? '') : word;
}

const round = (value: number) => Math.min(MOST * 10, Math.round(value * 1e6) / 1e6);
const measureOf = (unit: string) => MEASURES.find((measure) => Object.hasOwn(measure, unit));

/** What can be added up is one amount; the rest stands beside it. */
export function addedUp(some: readonly Amount[], more: readonly Amount[]): Amount[] {
  const sum = [...some];
  for (const { value, unit } of more) {
    const measure = measureOf(unit);
    const at = sum.findIndex((one) => one.unit === unit || (measure && Object.hasOwn(measure, one.unit)));
    const there = sum[at];
    if (!there) sum.push({ value, unit });
    else if (there.unit === unit) sum[at] = { value: there.value + value, unit };
    else {
      const [least = unit] = Object.keys(measure ?? {});
      const small = (one: Amount) => one.value * (measure?.[one.unit] ?? 1);
      sum[at] = { value: small(there) + small({ value, unit }), unit: least };
    }
  }
  return tidy(sum);
}

/** 1500 g are 1.5 kg, half a kilogram is 500 g, half a dozen are six. */
export function tidy(amounts: readonly Amount[]): Amount[] {
  return amounts.map(({ value, unit }) => {
    const [least = '', greater = ''] = Object.keys(measureOf(unit) ?? {});
    const times = measureOf(unit)?.[greater] ?? 1;
    if (unit === least && unit !== 'un' && value >= times)
      return { value: round(value / times), unit: greater };
    const isWhole = unit !== 'dz' || Number.isInteger(value);
    if (unit === greater && (value < 1 || !isWhole)) return { value: round(value * times), unit: least };
    return { value: round(value), unit };
  });
}

const FRACTIONS: [number, string][] = [
  [1 / 2, '½'],
  [1 / 4, '¼'],
  [3 / 4, '¾'],
  [1 / 3, '⅓'],
  [2 / 3, '⅔'],
  [1 / 8, '⅛'],
  [3 / 8, '⅜'],
  [5 / 8, '⅝'],
  [7 / 8, '⅞'],
];

/** `1,5 kg`, `2 latas`, `1½ xícara`; of things themselves the number alone. */
export function amountText({ value, unit }: Amount): string {
  if (unit === 'un') return numberText(value, true);
  if (unit === 'dz') return `${numberText(value, false)} ${value > 1 ? 'dúzias' : 'dúzia'}`;
  if (measureOf(unit)) return `${numberText(value, false)} ${unit}`;
  return `${numberText(value, true)} ${value >= 2 ? (COUNTED[unit] ?? unit) : unit}`;
}

function numberText(value: number, inParts: boolean): string {
  const whole = Math.floor(value);
  const part = FRACTIONS.find(([of]) => Math.abs(value - whole - of) < 0.002)?.[1];
  if (inParts && part) return whole ? `${whole}${part}` : part;
  return String(Math.round(value * 1000) / 1000).replace('.', ',');
}

export const amountsText = (amounts: readonly Amount[]) => amounts.map(amountText).join(' + ');

/** As somebody would write it; `readLine` (groceryReader.ts) reads the same again. What cannot be added up takes a line each. */
export function textsOf({ name, note, amounts }: GroceryLine): string[] {
  const what = note ? `${name} (${note})` : name;
  if (amounts.length === 0) return [what];
  return amounts.map((amount) => `${amountText(amount)} ${amount.unit === 'un' ? '' : 'de '}${what}`);
}

/** Whether a unit that was kept is one. */
export const isUnit = (unit: unknown): unit is string =>
  typeof unit === 'string' && (measureOf(unit) !== undefined || Object.hasOwn(COUNTED, unit));

/** A department of the shop, or `other`; which there are is known where they are shown. */
export const isAisleName = (aisle: unknown): aisle is string =>
  typeof aisle === 'string' && /^[a-z]{1,20}$/.test(aisle);
