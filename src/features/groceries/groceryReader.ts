import { readNumber } from '../../contract/typedNumber.ts';
import {
  type Amount,
  COUNTED,
  type GroceryLine,
  LONGEST_LINE,
  LONGEST_NAME,
  MOST,
  plain,
  tidy,
} from './groceryLine.ts';

// What somebody writes on a shopping list, or a recipe among its ingredients, as thing and amount: `2 kg de tomate`,
// `3 colheres (sopa) de azeite`, `meia dúzia de ovos`, `leite 1 l`. Loaded when somebody writes.

/** How measures are written, without accents. */
const WRITTEN: Record<string, string> = {
  g: 'g|grs?|gramas?',
  kg: 'kgs?|quilos?|kilos?|quilogramas?',
  ml: 'mls?|mililitros?',
  l: 'l|lts?|litros?',
  un: 'un|uns|und|unid|unidades?|x',
  dz: 'dz|duzias?',
};

const counted = new Map(
  Object.entries(COUNTED).flatMap(([one, many]) => [
    [plain(one), one],
    [plain(many), one],
  ]),
);

const MEASURE = new RegExp(
  `^ ?(?:${Object.entries(WRITTEN)
    .map(([unit, written]) => `(?<${unit}>${written})`)
    .join('|')})(?![\\w/-])\\.? ?(?:d[eoa]s? )?`,
);

/** Fractions of one character, and those of raised and lowered digits. */
const PART = `(?:[½¼¾⅓⅔⅛⅜⅝⅞⅕⅖⅗⅘⅙⅚⅐⅑⅒]|[¹²³⁴-⁹]/[₁-₉][₀-₉]?)`;
const MORE = String.raw`( e (?:mei[ao]|um quarto|um terco|${PART}|\d/\d))?`;
/** Filling of a spoon or cup; it is no amount. */
const FILLED = String.raw`(?:,? \(?(?:bem )?(?:chei[ao]s?|ras[ao]s?|generos[ao]s?)\)?,?)?`;
const SPOON = new RegExp(
  String.raw`^ (?:de )?(colher(?:es)?|colh?\.|xicaras?|xic\.)${FILLED}(?: das)? ?(?:\((?:de )?(\w+)\)|de (sopa|sobremesa|cha|cafe)(?!\w))?${FILLED}${MORE} de `,
);
const HOLDER = new RegExp(
  String.raw`^ (?:de )?([a-z]+)${FILLED}(?: \(([^()]*)\)| (pequen[ao]s?|medi[ao]s?|grandes?|american[ao]s?))?${FILLED}${MORE} de `,
);
const SPOONS = ['sopa', 'sobremesa', 'cha', 'cafe'];

/** Returns the value of a fraction as it is written: `½`, `3/4`, `¹/₂`. */
function partOf(written: string): number {
  // NFKC writes ½ as 1⁄2, and raised digits as plain ones.
  const [upper, lower] = written.normalize('NFKC').replace('⁄', '/').split('/').map(Number);
  return upper && lower ? upper / lower : 0;
}

/** Returns the value of `e meia`, `e um quarto` or `e ½`. */
function moreOf(said: string | undefined): number {
  if (!said) return 0;
  if (/ mei[ao]$/.test(said)) return 1 / 2;
  if (said.endsWith('um quarto')) return 1 / 4;
  if (said.endsWith('um terco')) return 1 / 3;
  return partOf(said.slice(3));
}

const WORDS: Record<string, number> = {
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
  String.raw`^(${NUMBER})(?:/(\d{1,2})|(?: e)? ?(${PART})|(?: e)? (\d/\d)|( e mei[ao](?= )))?(?! ?[%°]|[\d.,/])`,
);
const PART_FIRST = new RegExp(`^${PART}`);
/** `um quarto de xícara`; of other things quarters are pieces. */
const PART_IN_WORDS =
  /^(um|dois|tres) (quarto|terco)s?(?= de (?:colher|xicara|copo|lata|pacote|quilo|kg|litro)) de/;
const BETWEEN = new RegExp(String.raw`^(?: (?:a|ou) | ?[-–] ?)(?=\d|${PART})`);

/** People write kilograms, litres and dozens with decimals, and all others in thousands. */
const pointOf = (unit: string) => (['kg', 'l', 'dz'].includes(unit) ? 'decimal' : 'thousands');

interface Read {
  /** A point before three digits means one or the other, by the unit behind it. */
  value: { decimal: number; thousands: number };
  length: number;
}

const both = (value: number): Read['value'] => ({ decimal: value, thousands: value });

/** The number with which `text` begins, a range by its greater end. */
function numberAt(text: string): Read | null {
  const first = oneNumberAt(text);
  if (!first) return null;
  const between = BETWEEN.exec(text.slice(first.length))?.[0];
  const second = between && oneNumberAt(text.slice(first.length + between.length));
  if (!second || second.value.decimal <= first.value.decimal) return first;
  return { value: second.value, length: first.length + between.length + second.length };
}

function oneNumberAt(text: string): Read | null {
  const [part] = PART_FIRST.exec(text) ?? [];
  if (part) return { value: both(partOf(part)), length: part.length };
  const [words, upperWord = '', lowerWord = ''] = PART_IN_WORDS.exec(text) ?? [];
  if (words)
    return {
      value: both((WORDS[upperWord] ?? 0) / (lowerWord === 'quarto' ? 4 : 3)),
      length: words.length,
    };
  const [word = ''] = /^[a-z]+(?= )/.exec(text) ?? [];
  const said = Object.hasOwn(WORDS, word) ? WORDS[word] : undefined;
  if (said !== undefined) return { value: both(said), length: word.length };
  const found = DIGITS.exec(text);
  if (!found) return null;
  const [{ length }, digits = '', below, behind, fraction, half] = found;
  const more = half ? moreOf(half) : partOf(behind ?? fraction ?? '');
  const valueBy = (point: 'decimal' | 'thousands') => {
    const number = Number(readNumber(digits, point) ?? readNumber(digits, 'thousands'));
    const value = below ? number / Number(below) : number + more;
    return Number.isFinite(value) && value > 0 && value <= MOST ? value : 0;
  };
  const value = { decimal: valueBy('decimal'), thousands: valueBy('thousands') };
  return value.decimal && value.thousands ? { value, length } : null;
}

/** How much of what the line begins with, and where the thing's name begins. */
function amountAt(text: string): (Amount & { length: number; note?: string }) | null {
  const number = numberAt(text);
  if (!number) return null;
  const rest = text.slice(number.length);
  const amountIn = (unit: string) => number.value[pointOf(unit)];
  const measure = MEASURE.exec(rest);
  if (measure) {
    const unit = unitIn(measure);
    const [more = '', said] = MORE_OF_MEASURE.exec(rest.slice(measure[0].length)) ?? [];
    return {
      value: amountIn(unit) + moreOf(said && ` ${said}`),
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
    return { value: amountIn(unit) + moreOf(more), unit, length: number.length + all.length };
  }
  const holder = HOLDER.exec(rest);
  const unit = counted.get(holder?.[1] ?? '');
  if (holder && unit) {
    const [all, , inBrackets, size, more] = holder;
    const note = inBrackets ?? size;
    return {
      value: amountIn(unit) + moreOf(more),
      unit,
      length: number.length + all.length,
      ...(note && { note }),
    };
  }
  // Nothing that is counted in a way of its own: so many of the thing itself, or a part of one.
  const value = amountIn('un');
  const [before] = (value < 1 && /^ d[eoa] /.exec(rest)) || [' '];
  return rest.startsWith(' ') ? { value, unit: 'un', length: number.length + before.length } : null;
}

const unitIn = ({ groups }: RegExpExecArray) =>
  Object.entries(groups ?? {}).find(([, found]) => found)?.[0] ?? 'un';

const LAST_MEASURE = new RegExp(
  `^(.+?)(?: ?[-–:] ?| \\(?)((?:${NUMBER})(?:/\\d{1,2}| ?${PART}| \\d/\\d)?|${PART}) ?(?:${Object.entries(
    WRITTEN,
  )
    .map(([unit, written]) => `(?<${unit}>${written})`)
    .join('|')})\\)?$`,
);
const MORE_OF_MEASURE = new RegExp(String.raw`^(e (?:mei[ao]|${PART}|\d/\d)) ?(?:d[eoa]s? )?`);
const LAST_TIMES = /^(.+?) x ?(\d{1,3})$/;
/** What is said of the thing behind it, and makes no other thing of it. */
const MANNER =
  /(?:,? (?:(?:bem )?(?:grande|pequen[oa]|medi[oa]|madur[oa]|picad[oa]|picadinh[oa]|amassad[oa]|espremid[oa]|cortad[oa]|rasgad[oa])s?|a gosto|se quiser.*|(?:para|pra) (?:untar|servir|polvilhar|decorar)|em (?:rodelas|cubos|cubinhos|metades|tiras|fatias(?: finas)?)))+$/;

/** Parts of a thing that are wanted of so many. */
const FROM = /^(?:suco|sumo|caldo|polpa|raspa|raspinha|casca|gema|clara)s?(?: e [a-zç]+)? de /i;

/** As leaflets have it, with whatever follows: it is of its day, and no part of the thing. */
const PRICE = /[\s,:;–-]*(?:\b(?:por|a|só) )?R\$ ?\d.*$/i;

/** Null where nothing is named. */
export function readLine(typed: string): GroceryLine | null {
  const text = typed
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(/[⁄∕]/g, '/')
    .trim()
    .slice(0, LONGEST_LINE)
    .replace(/^(?:[-•*·–—☐✓]|\[ ?\]) */u, '')
    .replace(/^(?:para|pra) [^:]{1,40}: */i, '')
    .replace(PRICE, '')
    .replace(/[ .;,]+$/, '');
  const source = FROM.exec(text)?.[0] ?? '';
  const from = numberAt(plain(text.slice(source.length))) ? source : '';
  const line = text.slice(from.length);
  const begin = amountAt(plain(line));
  const name = begin && line.slice(begin.length).trim();
  if (begin && name) {
    const notes = [from.replace(/ de $/i, '').toLowerCase(), begin.note];
    return named(name, notes, [{ value: begin.value, unit: begin.unit }], true);
  }
  const end = LAST_MEASURE.exec(plain(line)) ?? LAST_TIMES.exec(plain(line));
  const last = end && numberAt(end[2] ?? '');
  if (end && last) {
    const unit = unitIn(end);
    const value = last.value[pointOf(unit)];
    return named(line.slice(0, end[1]?.length), [], [{ value, unit }], true);
  }
  return named(text, [], [], false);
}

/** What stands behind a comma is a note, but where no amount says that this is one thing. */
function named(
  text: string,
  given: (string | undefined)[],
  amounts: Amount[],
  isOne: boolean,
): GroceryLine | null {
  const notes = given.filter((note): note is string => Boolean(note));
  let name = text.replace(/ ?\(([^()]*)\)$/, (_, note: string) => {
    if (note.trim()) notes.push(note.trim());
    return '';
  });
  const cut = (at: number) => {
    notes.unshift(name.slice(at).replace(/^[, ]+/, ''));
    name = name.slice(0, at);
  };
  const comma = name.indexOf(', ');
  if (isOne && comma > 0) cut(comma);
  const manner = MANNER.exec(plain(name));
  if (manner && manner.index > 0) cut(manner.index);
  name = name.replace(/[\s,]+$/, '').slice(0, LONGEST_NAME);
  const note = notes.join(', ').slice(0, LONGEST_NAME);
  return /[\p{L}\p{N}]/u.test(name) ? { name, ...(note && { note }), amounts: tidy(amounts) } : null;
}

/** Several things written in one go: lines, or parted by commas and semicolons. */
export const readLines = (typed: string): GroceryLine[] =>
  typed
    .split(/[\n;]|,(?=\s)/)
    .map(readLine)
    .filter((line) => line !== null);
