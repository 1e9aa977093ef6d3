import { fold } from './fold.ts';

// Search finds a word in its singular and its plural. Uniqueness and matching compare by `fold` alone.

/** Words whose singular ends in s. */
const SINGULAR = new Set(
  'mais menos tres gas lapis onibus tenis oculos virus gratis atras apos depois antes jesus goias minas'.split(
    ' ',
  ),
);
const IRREGULAR: Record<string, string> = { maes: 'mae', gases: 'gas', meses: 'mes', irmaos: 'irmao' };

/** Returns the singular of a folded word: «paes» → `pao`. It may be no word of Portuguese. */
export function singular(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || SINGULAR.has(word) || /\d/.test(word)) return word;
  if (IRREGULAR[word]) return IRREGULAR[word];
  if (/(oes|aes)$/.test(word)) return `${word.slice(0, -3)}ao`;
  if (/[aeou]is$/.test(word) && word.length > 4) return `${word.slice(0, -2)}l`;
  if (/ns$/.test(word)) return `${word.slice(0, -2)}m`;
  if (/[aeiou][rz]es$/.test(word)) return word.slice(0, -2);
  if (/eses$/.test(word)) return word.slice(0, -3);
  return word.endsWith('ss') ? word : word.slice(0, -1);
}

/** Endings whose plural does not begin with the singular. */
const PLURALS: [RegExp, string[]][] = [
  [/ao$/, ['oes', 'aes']],
  [/(?<=[aeou])l$/, ['is']],
  [/m$/, ['ns']],
];
const MIN_LENGTH = 3;

/** A word of a search, folded. */
export interface SearchWord {
  /** The word as it was typed. It matches anywhere, even inside another word. */
  text: string;
  /** Its singular and plurals. They match only where a word begins, because «ovos» must not find «vovó». */
  forms: readonly string[];
}

/** Returns the forms of a folded word: «limoes» → `limao`, `limaes`. Omits those that begin with the word. */
export function wordForms(text: string): SearchWord {
  if (text.length < MIN_LENGTH || !/^[a-z]+$/.test(text)) return { text, forms: [] };
  const singularForm = singular(text);
  const [ending, plurals = []] = PLURALS.find(([known]) => known.test(singularForm)) ?? [];
  const others = [singularForm, ...plurals.map((plural) => singularForm.replace(ending ?? '', plural))];
  return { text, forms: others.filter((form) => !form.startsWith(text)) };
}

/** Returns the words of a search text. */
export function parseSearch(search: string): SearchWord[] {
  return fold(search).split(' ').filter(Boolean).map(wordForms);
}

/** Returns whether `folded` contains all words, in any order. */
export function containsWords(folded: string, words: readonly SearchWord[]): boolean {
  return words.every((word) => containsWord(folded, word));
}

/** Returns whether each word begins a word of `folded`. A match inside a word, as «pet» in «espetinho», is hardly meant. */
export function beginsWords(folded: string, words: readonly SearchWord[]): boolean {
  return words.every(({ text, forms }) =>
    [text, ...forms].some((form) => ` ${folded.replace(/[^\p{L}\p{N}]/gu, ' ')}`.includes(` ${form}`)),
  );
}

/** Returns `texts` in their order, but those that have a word only inside another word come last. */
export function wholeWordsFirst<T>(
  all: readonly T[],
  words: readonly SearchWord[],
  textOf: (one: T) => string,
): T[] {
  const isWhole = (one: T) => beginsWords(fold(textOf(one)), words);
  return [...all.filter(isWhole), ...all.filter((one) => !isWhole(one))];
}

/** Returns whether `folded` contains a word in one of its forms. */
export function containsWord(folded: string, { text, forms }: SearchWord): boolean {
  return (
    folded.includes(text) || forms.some((form) => folded.startsWith(form) || folded.includes(` ${form}`))
  );
}
