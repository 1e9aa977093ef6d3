import { fold } from '../../shared/text/fold.ts';
import { containsWord, containsWords, parseSearch, type SearchWord } from '../../shared/text/searchWords.ts';
import type { BookletPage } from './booklet.contract.ts';

const MAX_SEARCH_LENGTH = 80;
const MAX_EXCERPTS = 3;
/** Number of lines after a match that may contain its price. */
const MAX_LINES_AFTER = 4;
const MAX_UNIT_LENGTH = 4;

export interface BookletSearchHit {
  page: number;
  excerpts: Excerpt[];
}

/** An excerpt of a page's text, word by word; `hit` marks matches of the search. */
export type Excerpt = { word: string; hit: boolean }[];

export function readBookletSearch(params: URLSearchParams): string {
  return (params.get('busca') ?? '').replace(/\s+/g, ' ').trim().slice(0, MAX_SEARCH_LENGTH);
}

/** Returns the pages that contain all words of the search, in any order, ignoring accents and case. */
export function findInPages(
  pages: readonly Pick<BookletPage, 'page' | 'text'>[],
  search: string,
): BookletSearchHit[] {
  const words = parseSearch(search);
  if (words.length === 0) return [];
  return pages.flatMap(({ page, text }) =>
    containsWords(fold(text), words) ? [{ page, excerpts: excerptsOf(text, words) }] : [],
  );
}

function excerptsOf(text: string, words: readonly SearchWord[]): Excerpt[] {
  const lines = text.split('\n').filter(Boolean);
  const excerpts: Excerpt[] = [];
  let next = 0;
  for (const [at, line] of lines.entries()) {
    if (at < next || !hits(line, words)) continue;
    next = endOf(lines, at);
    const piece = lines.slice(at, next).join(' ').split(/\s+/);
    excerpts.push(piece.map((word) => ({ word, hit: hits(word, words) })));
    if (excerpts.length === MAX_EXCERPTS) break;
  }
  return excerpts;
}

/**
 * Returns the end of an excerpt: the price stands below the product's name, and its unit, such as `kg`, below
 * the price.
 */
function endOf(lines: readonly string[], at: number): number {
  const price = lines.slice(at, at + 1 + MAX_LINES_AFTER).findIndex((line) => line.includes('R$'));
  if (price < 0) return at + 1;
  const end = at + price + 1;
  return (lines[end] ?? '').length <= MAX_UNIT_LENGTH ? end + 1 : end;
}

function hits(text: string, words: readonly SearchWord[]): boolean {
  const folded = fold(text);
  return words.some((word) => containsWord(folded, word));
}
