import { fold } from '../../shared/text/fold.ts';
// A line of a shopping list as item and amount, and its text form; `shoppingLineParser.ts` parses it.

export interface Amount {
  value: number;
  /** Unit from `MEASURES` or `COUNTABLE_UNITS`. */
  unit: string;
}

export interface ShoppingLine {
  name: string;
  /** How it is wanted: `em rodelas`, `395 g`. It does not change the identity of the item. */
  note?: string;
  /** Amounts: none if not given, several if they cannot be added up. */
  amounts: Amount[];
}

export const MAX_ITEM_NAME_LENGTH = 80;
/** Longest line that is parsed. */
export const MAX_LINE_LENGTH = 160;
export const MAX_AMOUNT = 99_999;

/** Units that can be added up, in terms of the smallest unit of each group. */
const MEASURES: readonly Record<string, number>[] = [
  { g: 1, kg: 1000 },
  { ml: 1, l: 1000 },
  { un: 1, dz: 12 },
];

/** Countable units with their plural, followed by "de" and the item. */
export const COUNTABLE_UNITS: Record<string, string> = {
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

/** Removes accents and case character by character, so that positions in the result match the text. */
export const foldLetters = (text: string) =>
  Array.from(text, (letter) => letter.normalize('NFD').toLowerCase().charAt(0)).join('');

/** Returns the identity of a name: without accents, in the singular. Synonyms are not recognized. */
export const itemKey = (name: string): string =>
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
  const [ending, singularEnding] = ENDINGS.find(([many]) => many.test(word)) ?? [];
  return ending ? word.replace(ending, singularEnding ?? '') : word;
}

const round = (value: number) => Math.min(MAX_AMOUNT * 10, Math.round(value * 1e6) / 1e6);
const measureOf = (unit: string) => MEASURES.find((measure) => Object.hasOwn(measure, unit));

/** Adds up amounts with compatible units; the others are kept side by side. */
export function addAmounts(some: readonly Amount[], more: readonly Amount[]): Amount[] {
  const sum = [...some];
  for (const { value, unit } of more) {
    const measure = measureOf(unit);
    const at = sum.findIndex((one) => one.unit === unit || (measure && Object.hasOwn(measure, one.unit)));
    const same = sum[at];
    if (!same) sum.push({ value, unit });
    else if (same.unit === unit) sum[at] = { value: same.value + value, unit };
    else {
      const [smallest = unit] = Object.keys(measure ?? {});
      const inSmallest = (one: Amount) => one.value * (measure?.[one.unit] ?? 1);
      sum[at] = { value: inSmallest(same) + inSmallest({ value, unit }), unit: smallest };
    }
  }
  return normalizeAmounts(sum);
}

/** Converts to readable units: 1500 g are 1.5 kg, half a kilogram is 500 g, half a dozen is six. */
export function normalizeAmounts(amounts: readonly Amount[]): Amount[] {
  return amounts.map(({ value, unit }) => {
    const [smallest = '', larger = ''] = Object.keys(measureOf(unit) ?? {});
    const ratio = measureOf(unit)?.[larger] ?? 1;
    if (unit === smallest && unit !== 'un' && value >= ratio)
      return { value: round(value / ratio), unit: larger };
    const isWhole = unit !== 'dz' || Number.isInteger(value);
    if (unit === larger && (value < 1 || !isWhole)) return { value: round(value * ratio), unit: smallest };
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

/** Formats an amount: `1,5 kg`, `2 latas`, `1½ xícara`; pieces as a bare number. */
export function amountText({ value, unit }: Amount): string {
  if (unit === 'un') return numberText(value, true);
  if (unit === 'dz') return `${numberText(value, false)} ${value > 1 ? 'dúzias' : 'dúzia'}`;
  if (measureOf(unit)) return `${numberText(value, false)} ${unit}`;
  return `${numberText(value, true)} ${value >= 2 ? (COUNTABLE_UNITS[unit] ?? unit) : unit}`;
}

function numberText(value: number, inParts: boolean): string {
  const whole = Math.floor(value);
  const part = FRACTIONS.find(([of]) => Math.abs(value - whole - of) < 0.002)?.[1];
  if (inParts && part) return whole ? `${whole}${part}` : part;
  return String(Math.round(value * 1000) / 1000).replace('.', ',');
}

export const amountsText = (amounts: readonly Amount[]) => amounts.map(amountText).join(' + ');

/**
 * Formats an item as lines that `parseLine` (shoppingLineParser.ts) parses to the same item; amounts that cannot be
 * added up need a line each.
 */
export function lineTexts({ name, note, amounts }: ShoppingLine): string[] {
  const text = note ? `${name} (${note})` : name;
  if (amounts.length === 0) return [text];
  return amounts.map((amount) => `${amountText(amount)} ${amount.unit === 'un' ? '' : 'de '}${text}`);
}

/** Returns whether a stored unit is known. */
export const isUnit = (unit: unknown): unit is string =>
  typeof unit === 'string' && (measureOf(unit) !== undefined || Object.hasOwn(COUNTABLE_UNITS, unit));

/**
 * Returns whether a value has the form of a department or `other`; `shoppingAisles.ts` knows which exist.
 */
export const isAisleName = (aisle: unknown): aisle is string =>
  typeof aisle === 'string' && /^[a-z]{1,20}$/.test(aisle);
