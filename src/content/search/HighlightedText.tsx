import { textWords } from '../searchIndex/search.tokens.ts';

interface Props {
  text: string;
  /** Roots and prefixes of roots. */
  words: readonly string[];
}

/** Renders a text with the searched words highlighted. */
export function HighlightedText({ text, words }: Props) {
  const isMarked = (part: string) =>
    textWords(part).some(({ root }) =>
      words.some((word) => root === word || (word.length > 2 && root.startsWith(word))),
    );
  const parts = text.split(/([\p{L}\p{N}]+)/u);
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts are rendered once
  return parts.map((part, at) => (at % 2 === 1 && isMarked(part) ? <mark key={at}>{part}</mark> : part));
}
