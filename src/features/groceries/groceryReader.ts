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
const SPOON =
  /^ (colher(?:es)?|xicaras?)(?: (?:cheias?|rasas?))? ?(?:\((?:de )?(\w+)\)|de (sopa|sobremesa|cha|cafe)(?!\w))?( e mei[ao])? de /;
const HOLDER = /^ ([a-z]+)(?: \(([^()]*)\))?( e mei[ao])? de /;
const SPOONS = ['sopa', 'sobremesa', 'cha', 'cafe'];

const PARTS: Record<string, number> = { '½': 1 / 2, '¼': 1 / 4, '¾': 3 / 4, '⅓': 1 / 3, '⅔': 2 / 3 };
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
const DIGITS =
  /^(\d{1,5}(?:[.,]\d{1,3})?)(?:\/(\d{1,2})|(?: e)? ?([½¼¾⅓⅔])|(?: e)? (\d)\/(\d))?(?! ?[%°]|[\d.,/])/;

interface Read {
  value: number;
  length: number;
}

/** The number with which `text` begins, a range by its greater end. */
function numberAt(text: string): Read | null {
  const first = oneNumberAt(text);
  if (!first) return null;
  const between = /^(?: (?:a|ou) | ?[-–] ?)(?=[\d½¼¾⅓⅔])/.exec(text.slice(first.length))?.[0];
  const second = between && oneNumberAt(text.slice(first.length + between.length));
  if (!second || second.value <= first.value) return first;
  return { value: second.value, length: first.length + between.length + second.length };
}

function oneNumberAt(text: string): Read | null {
  const [word = ''] = /^[a-z]+(?= )|^[½¼¾⅓⅔]/.exec(text) ?? [];
  const said = PARTS[word] ?? (Object.hasOwn(WORDS, word) ? WORDS[word] : undefined);
  if (said !== undefined) return { value: said, length: word.length };
  const found = DIGITS.exec(text);
  if (!found) return null;
  const [{ length }, digits = '', below, part, upper, lower] = found;
  // A point that groups thousands is none that parts them.
  const number = Number(/^\d{1,3}\.\d{3}$/.test(digits) ? digits.replace('.', '') : digits.replace(',', '.'));
  const more = part ? (PARTS[part] ?? 0) : upper && lower ? Number(upper) / Number(lower) : 0;
  const value = below ? number / Number(below) : number + more;
  return Number.isFinite(value) && value > 0 && value <= MOST ? { value, length } : null;
}

/** How much of what the line begins with, and where the thing's name begins. */
function amountAt(text: string): (Amount & { length: number; note?: string }) | null {
  const number = numberAt(text);
  if (!number) return null;
  const rest = text.slice(number.length);
  const half = (said: string | undefined) => (said ? 0.5 : 0);
  const measure = MEASURE.exec(rest);
  if (measure) {
    const unit = Object.entries(measure.groups ?? {}).find(([, found]) => found)?.[0] ?? 'un';
    const more = /^e mei[ao] (?:d[eoa]s? )?/.exec(rest.slice(measure[0].length))?.[0];
    return {
      value: number.value + half(more),
      unit,
      length: number.length + measure[0].length + (more?.length ?? 0),
    };
  }
  const spoon = SPOON.exec(rest);
  if (spoon) {
    const [all, word = '', inBrackets, behind, more] = spoon;
    const kind = SPOONS.find((one) => one === (inBrackets ?? behind));
    const unit = counted.get(word.startsWith('colher') && kind ? `colher de ${kind}` : word) ?? 'colher';
    return { value: number.value + half(more), unit, length: number.length + all.length };
  }
  const holder = HOLDER.exec(rest);
  const unit = counted.get(holder?.[1] ?? '');
  if (holder && unit) {
    const [all, , note, more] = holder;
    return {
      value: number.value + half(more),
      unit,
      length: number.length + all.length,
      ...(note && { note }),
    };
  }
  // Nothing that is counted in a way of its own: so many of the thing itself.
  return rest.startsWith(' ') ? { value: number.value, unit: 'un', length: number.length + 1 } : null;
}

const LAST_MEASURE = new RegExp(
  `^(.+?)(?: ?[-–:] ?| \\(?)(\\d{1,5}(?:[.,]\\d{1,3})?) ?(?:${Object.entries(WRITTEN)
    .map(([unit, written]) => `(?<${unit}>${written})`)
    .join('|')})\\)?$`,
);
const LAST_TIMES = /^(.+?) x ?(\d{1,3})$/;
/** What is said of the thing behind it, and makes no other thing of it. */
const MANNER =
  /(?:,? (?:(?:bem )?(?:grande|pequen[oa]|medi[oa]|madur[oa]|picad[oa]|picadinh[oa]|amassad[oa]|espremid[oa]|cortad[oa]|rasgad[oa])s?|a gosto|se quiser.*|(?:para|pra) (?:untar|servir|polvilhar|decorar)|em (?:rodelas|cubos|cubinhos|metades|tiras|fatias(?: finas)?)))+$/;

/** As leaflets have it, with whatever follows: it is of its day, and no part of the thing. */
const PRICE = /[\s,:;–-]*(?:\b(?:por|a|só) )?R\$ ?\d.*$/i;

/** Null where nothing is named. */
export function readLine(typed: string): GroceryLine | null {
  const text = typed
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST_LINE)
    .replace(/^(?:[-•*·–—☐✓]|\[ ?\]) */u, '')
    .replace(/^(?:para|pra) [^:]{1,40}: */i, '')
    .replace(PRICE, '')
    .replace(/[ .;,]+$/, '');
  const from = /^(suco|raspas|casca)s? de (?=\d|mei[ao] )/i.exec(text)?.[0] ?? '';
  const line = text.slice(from.length);
  const begin = amountAt(plain(line));
  const name = begin && line.slice(begin.length).trim();
  if (begin && name) {
    const notes = [from && (from.split(' ')[0] ?? '').toLowerCase(), begin.note];
    return named(name, notes, [{ value: begin.value, unit: begin.unit }], true);
  }
  const end = LAST_MEASURE.exec(plain(line)) ?? LAST_TIMES.exec(plain(line));
  const value = Number(end?.[2]?.replace(',', '.'));
  if (end && value > 0) {
    const unit = Object.entries(end.groups ?? {}).find(([, found]) => found)?.[0] ?? 'un';
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
