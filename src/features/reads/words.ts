import { fold } from '../../contract/fold.ts';
import { MOST_WORDS } from './read.contract.ts';

/** As many digits are a telephone, a document or a card, and nothing that a shop sells. */
const MOST_DIGITS = 4;

/** What was searched, as it is counted; null where it might be about a person. */
export function countedWords(search: string): string | null {
  const words = fold(search.replaceAll('\0', '').toWellFormed());
  if (words.length < 2 || words.length > MOST_WORDS) return null;
  if (/[@:/\\<>]|www\./.test(words)) return null;
  return words.replace(/\D/g, '').length > MOST_DIGITS ? null : words;
}
