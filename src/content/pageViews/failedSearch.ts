import { fold } from '../../shared/text/fold.ts';
import { MAX_FAILED_SEARCH_LENGTH } from './pageView.contract.ts';

/** Most digits: more are a phone, document or card number, not a product. */
const MOST_DIGITS = 4;

/** Returns the folded words of a search; null if they may be personal data. */
export function countableSearch(search: string): string | null {
  const words = fold(search.replaceAll('\0', '').toWellFormed());
  if (words.length < 2 || words.length > MAX_FAILED_SEARCH_LENGTH) return null;
  if (/[@:/\\<>]|www\./.test(words)) return null;
  return words.replace(/\D/g, '').length > MOST_DIGITS ? null : words;
}
