import { readNumber } from '../../shared/text/typedNumber.ts';
import {
  type Amount,
  COUNTABLE_UNITS,
  foldLetters,
  MAX_AMOUNT,
  MAX_ITEM_NAME_LENGTH,
  MAX_LINE_LENGTH,
  normalizeAmounts,
  type ShoppingLine,
} from './shoppingLine.ts';

// Parses lines of a shopping list or ingredients of a recipe as item and amount: `2 kg de tomate`, `3
// colheres (sopa) de azeite`, `meia dúzia de ovos`, `leite 1 l`. Loaded when the shopper types.

/** Spellings of units, without accents. */
const MEASURE_PATTERNS: Record<string, string> = {
  g: 'g|grs?|gramas?',
  kg: 'kgs?|quilos?|kilos?|quilogramas?',
  ml: 'mls?|mililitros?',
  l: 'l|lts?|litros?',
  un: 'un|uns|und|unid|unidades?|x',
  dz: 'dz|duzias?',
};

const counted = new Map(
  Object.entries(COUNTABLE_UNITS).flatMap(([one, many]) => [
    [foldLetters(one), one],
    [foldLetters(many), one],
  ]),
);

const MEASURE = new RegExp(
  `^ ?(?:${Object.entries(MEASURE_PATTERNS)
    .map(([unit, written]) => `(?<${unit}>${written})`)
    .join('|')})(?![\\w/-])\\.? ?(?:d[eoa]s? )?`,
);

/** Single-character fractions, and fractions of superscript and subscript digits. */
const FRACTION = `(?:[½¼¾⅓⅔⅛⅜⅝⅞⅕⅖⅗⅘⅙⅚⅐⅑⅒]|[¹²³⁴-⁹]/[₁-₉][₀-₉]?)`;
const MORE_FRACTION = String.raw`( e (?:mei[ao]|um quarto|um terco|${FRACTION}|\d/\d))?`;
/** How full a spoon or cup is; ignored. */
const FILLING = String.raw`(?:,? \(?(?:bem )?(?:chei[ao]s?|ras[ao]s?|generos[ao]s?)\)?,?)?`;
const SPOON = new RegExp(
  String.raw`^ (?:de )?(colher(?:es)?|colh?\.|xicaras?|xic\.)${FILLING}(?: das)? ?(?:\((?:de )?(\w+)\)|de (sopa|sobremesa|cha|cafe)(?!\w))?${FILLING}${MORE_FRACTION} de `,
);
const CONTAINER = new RegExp(
  String.raw`^ (?:de )?([a-z]+)${FILLING}(?: \(([^()]*)\)| (pequen[ao]s?|medi[ao]s?|grandes?|american[ao]s?))?${FILLING}${MORE_FRACTION} de `,
);
const SPOONS = ['sopa', 'sobremesa', 'cha', 'cafe'];

/** Returns the value of a fraction: `½`, `3/4`, `¹/₂`. */
function fractionValue(text: string): number {
  // NFKC turns ½ into 1⁄2, and superscript digits into plain ones.
  const [upper, lower] = text.normalize('NFKC').replace('⁄', '/').split('/').map(Number);
  return upper && lower ? upper / lower : 0;
}

/** Returns the value of `e meia`, `e um quarto` or `e ½`. */
function moreFractionValue(words: string | undefined): number {
  if (!words) return 0;
  if (/ mei[ao]$/.test(words)) return 1 / 2;
  if (words.endsWith('um quarto')) return 1 / 4;
  if (words.endsWith('um terco')) return 1 / 3;
  return fractionValue(words.slice(3));
}

const NUMBER_WORDS: Record<string, number> = {
  meio: 0.5,
  meia: 0.5,
  um: 1,
  uma: 1,
  dois: 2,
  duas: 2,
  tres: 3,
  quatro: 4,
  cinco: 5,
  seis: 6,
  sete: 7,
  oito: 8,
  nove: 9,
  dez: 10,
  doze: 12,
};
const NUMBER = String.raw`\d{1,3}(?:\.\d{3})+(?:,\d{1,3})?|\d{1,5}(?:[.,]\d{1,3})?`;
const DIGITS = new RegExp(
  String.raw`^(${NUMBER})(?:/(\d{1,2})|(?: e)? ?(${FRACTION})|(?: e)? (\d/\d)|( e mei[ao](?= )))?(?! ?[%°]|[\d.,/])`,
);
const FRACTION_AT_START = new RegExp(`^${FRACTION}`);
/** `um quarto de xícara`; with other words quarters are pieces. */
const FRACTION_IN_WORDS =
  /^(um|dois|tres) (quarto|terco)s?(?= de (?:colher|xicara|copo|lata|pacote|quilo|kg|litro)) de/;
const RANGE = new RegExp(String.raw`^(?: (?:a|ou) | ?[-–] ?)(?=\d|${FRACTION})`);

/** Shoppers write decimals for kilograms, litres and dozens, and thousands for other units. */
const pointMeaning = (unit: string) => (['kg', 'l', 'dz'].includes(unit) ? 'decimal' : 'thousands');

interface ParsedNumber {
  /** Both readings of a point before three digits; the unit decides between them. */
  value: { decimal: number; thousands: number };
  length: number;
}

const eitherWay = (value: number): ParsedNumber['value'] => ({ decimal: value, thousands: value });

/** Parses the number at the start of `text`; of a range, the larger end. */
function numberAt(text: string): ParsedNumber | null {
  const first = singleNumberAt(text);
  if (!first) return null;
  const between = RANGE.exec(text.slice(first.length))?.[0];
  const second = between && singleNumberAt(text.slice(first.length + between.length));
  if (!second || second.value.decimal <= first.value.decimal) return first;
  return { value: second.value, length: first.length + between.length + second.length };
}

function singleNumberAt(text: string): ParsedNumber | null {
  const [part] = FRACTION_AT_START.exec(text) ?? [];
  if (part) return { value: eitherWay(fractionValue(part)), length: part.length };
  const [words, upperWord = '', lowerWord = ''] = FRACTION_IN_WORDS.exec(text) ?? [];
  if (words)
    return {
      value: eitherWay((NUMBER_WORDS[upperWord] ?? 0) / (lowerWord === 'quarto' ? 4 : 3)),
      length: words.length,
    };
  const [word = ''] = /^[a-z]+(?= )/.exec(text) ?? [];
  const wordValue = Object.hasOwn(NUMBER_WORDS, word) ? NUMBER_WORDS[word] : undefined;
  if (wordValue !== undefined) return { value: eitherWay(wordValue), length: word.length };
  const found = DIGITS.exec(text);
  if (!found) return null;
  const [{ length }, digits = '', below, behind, fraction, half] = found;
  const more = half ? moreFractionValue(half) : fractionValue(behind ?? fraction ?? '');
  const valueBy = (point: 'decimal' | 'thousands') => {
    const number = Number(readNumber(digits, point) ?? readNumber(digits, 'thousands'));
    const value = below ? number / Number(below) : number + more;
    return Number.isFinite(value) && value > 0 && value <= MAX_AMOUNT ? value : 0;
  };
  const value = { decimal: valueBy('decimal'), thousands: valueBy('thousands') };
  return value.decimal && value.thousands ? { value, length } : null;
}

/** Parses the amount at the start of a line; `length` is where the name of the item begins. */
function amountAt(text: string): (Amount & { length: number; note?: string }) | null {
  const number = numberAt(text);
  if (!number) return null;
  const rest = text.slice(number.length);
  const amountIn = (unit: string) => number.value[pointMeaning(unit)];
  const measure = MEASURE.exec(rest);
  if (measure) {
    const unit = unitIn(measure);
    const [more = '', said] = MORE_OF_MEASURE.exec(rest.slice(measure[0].length)) ?? [];
    return {
      value: amountIn(unit) + moreFractionValue(said && ` ${said}`),
      unit,
      length: number.length + measure[0].length + more.length,
    };
  }
  const spoon = SPOON.exec(rest);
  if (spoon) {
    const [all, word = '', inBrackets, behind, more] = spoon;
    const kind = SPOONS.find((one) => one === (inBrackets ?? behind));
    const name = word.startsWith('col') ? (kind ? `colher de ${kind}` : 'colher') : 'xicara';
    const unit = counted.get(name) ?? 'colher';
    return { value: amountIn(unit) + moreFractionValue(more), unit, length: number.length + all.length };
  }
  const holder = CONTAINER.exec(rest);
  const unit = counted.get(holder?.[1] ?? '');
  if (holder && unit) {
    const [all, , inBrackets, size, more] = holder;
    const note = inBrackets ?? size;
    return {
      value: amountIn(unit) + moreFractionValue(more),
      unit,
      length: number.length + all.length,
      ...(note && { note }),
    };
  }
  // No unit: the number counts the item itself, or is a fraction of one.
  const value = amountIn('un');
  const [before] = (value < 1 && /^ d[eoa] /.exec(rest)) || [' '];
  return rest.startsWith(' ') ? { value, unit: 'un', length: number.length + before.length } : null;
}

const unitIn = ({ groups }: RegExpExecArray) =>
  Object.entries(groups ?? {}).find(([, found]) => found)?.[0] ?? 'un';

const LAST_MEASURE = new RegExp(
  `^(.+?)(?: ?[-–:] ?| \\(?)((?:${NUMBER})(?:/\\d{1,2}| ?${FRACTION}| \\d/\\d)?|${FRACTION}) ?(?:${Object.entries(
    MEASURE_PATTERNS,
  )
    .map(([unit, written]) => `(?<${unit}>${written})`)
    .join('|')})\\)?$`,
);
const MORE_OF_MEASURE = new RegExp(String.raw`^(e (?:mei[ao]|${FRACTION}|\d/\d)) ?(?:d[eoa]s? )?`);
const LAST_TIMES = /^(.+?) x ?(\d{1,3})$/;
/** Preparation and other remarks after the item, which do not change its identity. */
const PREPARATION =
  /(?:,? (?:(?:bem )?(?:grande|pequen[oa]|medi[oa]|madur[oa]|picad[oa]|picadinh[oa]|amassad[oa]|espremid[oa]|cortad[oa]|rasgad[oa])s?|a gosto|se quiser.*|(?:para|pra) (?:untar|servir|polvilhar|decorar)|em (?:rodelas|cubos|cubinhos|metades|tiras|fatias(?: finas)?)))+$/;

/** Parts of an item, followed by the number of items needed. */
const PART_OF_ITEM = /^(?:suco|sumo|caldo|polpa|raspa|raspinha|casca|gema|clara)s?(?: e [a-zç]+)? de /i;

/** Prices as in leaflets, with everything after them; a price belongs to its day, not to the item. */
const PRICE = /[\s,:;–-]*(?:\b(?:por|a|só) )?R\$ ?\d.*$/i;

/** Parses a line; null if it names no item. */
export function parseLine(typed: string): ShoppingLine | null {
  const text = typed
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(/[⁄∕]/g, '/')
    .trim()
    .slice(0, MAX_LINE_LENGTH)
    .replace(/^(?:[-•*·–—☐✓]|\[ ?\]) */u, '')
    .replace(/^(?:para|pra) [^:]{1,40}: */i, '')
    .replace(PRICE, '')
    .replace(/[ .;,]+$/, '');
  const source = PART_OF_ITEM.exec(text)?.[0] ?? '';
  const from = numberAt(foldLetters(text.slice(source.length))) ? source : '';
  const line = text.slice(from.length);
  const leading = amountAt(foldLetters(line));
  const name = leading && line.slice(leading.length).trim();
  if (leading && name) {
    const notes = [from.replace(/ de $/i, '').toLowerCase(), leading.note];
    return lineOf(name, notes, [{ value: leading.value, unit: leading.unit }], true);
  }
  const trailing = LAST_MEASURE.exec(foldLetters(line)) ?? LAST_TIMES.exec(foldLetters(line));
  const trailingNumber = trailing && numberAt(trailing[2] ?? '');
  if (trailing && trailingNumber) {
    const unit = unitIn(trailing);
    const value = trailingNumber.value[pointMeaning(unit)];
    return lineOf(line.slice(0, trailing[1]?.length), [], [{ value, unit }], true);
  }
  return lineOf(text, [], [], false);
}

/**
 * Splits notes from the name. Text after a comma is a note only if an amount shows that the line is a single
 * item.
 */
function lineOf(
  text: string,
  initialNotes: (string | undefined)[],
  amounts: Amount[],
  hasAmount: boolean,
): ShoppingLine | null {
  const notes = initialNotes.filter((note): note is string => Boolean(note));
  let name = text.replace(/ ?\(([^()]*)\)$/, (_, note: string) => {
    if (note.trim()) notes.push(note.trim());
    return '';
  });
  const cut = (at: number) => {
    notes.unshift(name.slice(at).replace(/^[, ]+/, ''));
    name = name.slice(0, at);
  };
  const comma = name.indexOf(', ');
  if (hasAmount && comma > 0) cut(comma);
  const manner = PREPARATION.exec(foldLetters(name));
  if (manner && manner.index > 0) cut(manner.index);
  name = name.replace(/[\s,]+$/, '').slice(0, MAX_ITEM_NAME_LENGTH);
  const note = notes.join(', ').slice(0, MAX_ITEM_NAME_LENGTH);
  return /[\p{L}\p{N}]/u.test(name)
    ? { name, ...(note && { note }), amounts: normalizeAmounts(amounts) }
    : null;
}

/** Parses several items, separated by line breaks, semicolons or commas. */
export const parseLines = (typed: string): ShoppingLine[] =>
  typed
    .split(/[\n;]|,(?=\s)/)
    .map(parseLine)
    .filter((line) => line !== null);
