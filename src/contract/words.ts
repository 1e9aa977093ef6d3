import { fold } from './fold.ts';

// Finding: a word is found in its singular and its plural. Uniqueness and matching compare by `fold` alone.

/** Words that end with an s in the singular. */
const SINGULAR = new Set(
  'mais menos tres gas lapis onibus tenis oculos virus gratis atras apos depois antes jesus goias minas'.split(
    ' ',
  ),
);
const IRREGULAR: Record<string, string> = { maes: 'mae', gases: 'gas', meses: 'mes', irmaos: 'irmao' };

/** Returns the singular of a folded word: «paes» → `pao`. It need be no word of Portuguese. */
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

/** Plurals that do not begin with their singular. */
const PLURALS: [RegExp, string[]][] = [
  [/ao$/, ['oes', 'aes']],
  [/(?<=[aeou])l$/, ['is']],
  [/m$/, ['ns']],
];
const SHORTEST = 3;

/** A word that is looked for, folded. */
export interface SearchedWord {
  /** The word as it was typed; it is found anywhere, also within a word. */
  text: string;
  /** Its singular and plurals; they are found where a word begins, because «ovos» must not find «vovó». */
  others: readonly string[];
}

/** Returns the forms of a folded word: «limoes» → `limao`, `limaes`. A form that begins with another one is left out. */
export function formsOf(text: string): SearchedWord {
  if (text.length < SHORTEST || !/^[a-z]+$/.test(text)) return { text, others: [] };
  const one = singular(text);
  const [ending, plurals = []] = PLURALS.find(([known]) => known.test(one)) ?? [];
  const others = [one, ...plurals.map((plural) => one.replace(ending ?? '', plural))];
  return { text, others: others.filter((form) => !form.startsWith(text)) };
}

/** Returns the words of a search as people type it. */
export function searchedWords(search: string): SearchedWord[] {
  return fold(search).split(' ').filter(Boolean).map(formsOf);
}

/** Tells whether `folded` has all words, in any order. */
export function hasWords(folded: string, words: readonly SearchedWord[]): boolean {
  return words.every((word) => hasWord(folded, word));
}

/** Tells whether `folded` has a word in one of its forms. */
export function hasWord(folded: string, { text, others }: SearchedWord): boolean {
  return (
    folded.includes(text) || others.some((form) => folded.startsWith(form) || folded.includes(` ${form}`))
  );
}
