import { fold, stripFormatCharacters } from '../../shared/text/fold.ts';
import { singular } from '../../shared/text/searchWords.ts';
import { SEARCH_KINDS, type SearchKind } from './search.kinds.ts';
import { FILLERS, KIND_WORDS, SYNONYMS } from './shopperWords.ts';

// Splits texts into words and reduces each to the root that its forms share. Both the index and the questions
// use it. A root need not be a Portuguese word: it must only be equal for words that shoppers treat as equal.

/** Words of a question that are used; further words add nothing. */
export const MAX_QUESTION_WORDS = 8;
const LONGEST_WORD = 40;

/** Stop words: they are in nearly every text. */
const STOP = new Set(
  'a o as os um uma uns umas de do da dos das e ou em no na nos nas com sem por para pra pro pelo pela ao aos que se'.split(
    ' ',
  ),
);

/** Returns the first word of each line of synonyms for the others. */
const SAME_AS = new Map(
  SYNONYMS.split('\n').flatMap((line) => {
    const [first = '', ...others] = line.split(',').map((word) => singular(fold(word)));
    return others.map((other) => [other, first] as const);
  }),
);

/**
 * Returns the root of a folded word: «pães», «pao» → `pao`; «jornais» → `jornal`; «refri» → `refrigerante`.
 */
export function rootOf(word: string): string {
  const root = singular(word);
  return SAME_AS.get(root) ?? root;
}

const rootSet = (words: string) => new Set(words.split(' ').map((word) => rootOf(fold(word))));
const FILLER_ROOTS = rootSet(FILLERS);
const KIND_ROOTS = SEARCH_KINDS.map((kind) => ({ kind, roots: rootSet(KIND_WORDS[kind]) }));

/** Returns whether a word says little about what is searched: «como», «tem». */
export const isFiller = (root: string): boolean => FILLER_ROOTS.has(root);

/** Returns the kinds of results that a word names: «vaga». */
export const kindsNamedBy = (root: string): ReadonlySet<SearchKind> =>
  new Set(KIND_ROOTS.filter(({ roots }) => roots.has(root)).map(({ kind }) => kind));

export interface TextWord {
  root: string;
  /** Spelling in the text. */
  shown: string;
}

/** Includes combining marks: an accented letter may lack a precomposed form. */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
const JOINED = /^[\p{L}\p{N}\p{M}]+\p{Pd}[\p{L}\p{N}\p{M}]+$/u;

/**
 * Normalizes accents and removes soft hyphens and zero-width characters, so that they do not split a word.
 */
const typedText = (text: string) => stripFormatCharacters(text.toWellFormed().normalize('NFC'));

/** Returns the searchable words of a text, in their order. */
export function textWords(text: string): TextWord[] {
  const words: TextWord[] = [];
  for (const piece of typedText(text).split(/\s+/)) {
    const parts = piece.match(WORD) ?? [];
    // «Coca-Cola» is also found by «cocacola».
    const isJoined = parts.length === 2 && JOINED.test(piece);
    for (const shown of isJoined ? [...parts, parts.join('')] : parts) {
      const word = fold(shown).replace(/[^a-z0-9\p{L}]/gu, '');
      if (word && !STOP.has(word) && word.length <= LONGEST_WORD)
        words.push({ root: rootOf(word), shown: shown.toLocaleLowerCase('pt-BR') });
    }
  }
  return words;
}

export interface QuestionWord {
  /** Typed word, folded. */
  word: string;
  root: string;
  shown: string;
}

/** Returns the words of a question. Stop words count only if there are no others. */
export function questionWords(question: string): QuestionWord[] {
  const all = (typedText(question).match(WORD) ?? []).flatMap((shown) => {
    const word = fold(shown).slice(0, LONGEST_WORD);
    return word ? [{ word, root: rootOf(word), shown }] : [];
  });
  const significant = all.filter(
    ({ word }, at) => !STOP.has(word) || (at === all.length - 1 && all.length === 1),
  );
  const words = significant.length > 0 ? significant : all;
  const first = new Map(words.toReversed().map((one) => [one.root, one]));
  return words.filter((one) => first.get(one.root) === one).slice(0, MAX_QUESTION_WORDS);
}

/** Returns how many mistakes are forgiven in a word of this length. */
export const allowedMistakes = (word: string): number =>
  /\d/.test(word) || word.length < 4 ? 0 : word.length < 8 ? 1 : 2;

/**
 * Returns the number of missing, extra, wrong or swapped letters (restricted Damerau–Levenshtein distance).
 * Stops at `most` + 1.
 */
export function editDistance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1;
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      row.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return most + 1;
    [before, last] = [last, row];
  }
  return last[other.length] ?? most + 1;
}

export const reverseWord = (word: string): string => [...word].toReversed().join('');

/**
 * Returns a prefix and a suffix of which a misspelled word keeps at least one. The gap between them leaves
 * room for swapped letters. Two mistakes, one at each end, are missed: they are the least likely case.
 */
export function intactParts(word: string): { begins: string; ends: string } {
  const length = Math.max(1, Math.floor((word.length - 1) / (allowedMistakes(word) + 1)));
  return { begins: word.slice(0, length), ends: word.slice(word.length - length) };
}
