import { fold } from '../../contract/fold.ts';
import { hasWord, hasWords, type SearchedWord, searchedWords } from '../../contract/words.ts';
import type { BookletPage } from './booklet.contract.ts';

const LONGEST_SEARCH = 80;
const MOST_EXCERPTS = 3;
/** How many lines after a found one may belong to it. */
const LINES_AFTER = 4;
const UNIT_LENGTH = 4;

export interface FoundPage {
  page: number;
  excerpts: Excerpt[];
}

/** A piece of a page's text, word by word; `hit` marks those that were looked for. */
export type Excerpt = { word: string; hit: boolean }[];

export function readBookletSearch(params: URLSearchParams): string {
  return (params.get('busca') ?? '').replace(/\s+/g, ' ').trim().slice(0, LONGEST_SEARCH);
}

/** The pages that have every word of the search, in any order, whatever its accents and case. */
export function findInPages(
  pages: readonly Pick<BookletPage, 'page' | 'text'>[],
  search: string,
): FoundPage[] {
  const words = searchedWords(search);
  if (words.length === 0) return [];
  return pages.flatMap(({ page, text }) =>
    hasWords(fold(text), words) ? [{ page, excerpts: excerptsOf(text, words) }] : [],
  );
}

function excerptsOf(text: string, words: readonly SearchedWord[]): Excerpt[] {
  const lines = text.split('\n').filter(Boolean);
  const excerpts: Excerpt[] = [];
  let next = 0;
  for (const [at, line] of lines.entries()) {
    if (at < next || !hits(line, words)) continue;
    next = endOf(lines, at);
    const piece = lines.slice(at, next).join(' ').split(/\s+/);
    excerpts.push(piece.map((word) => ({ word, hit: hits(word, words) })));
    if (excerpts.length === MOST_EXCERPTS) break;
  }
  return excerpts;
}

/** A product's price stands under its name, and under that, what it is the price of: `kg`. */
function endOf(lines: readonly string[], at: number): number {
  const price = lines.slice(at, at + 1 + LINES_AFTER).findIndex((line) => line.includes('R$'));
  if (price < 0) return at + 1;
  const end = at + price + 1;
  return (lines[end] ?? '').length <= UNIT_LENGTH ? end + 1 : end;
}

function hits(text: string, words: readonly SearchedWord[]): boolean {
  const folded = fold(text);
  return words.some((word) => hasWord(folded, word));
}
