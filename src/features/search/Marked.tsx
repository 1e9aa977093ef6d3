import { wordsOfText } from './search.words.ts';

interface Props {
  text: string;
  /** Roots, and beginnings of them. */
  words: readonly string[];
}

/** A text in which what was looked for stands out. */
export function Marked({ text, words }: Props) {
  const isMarked = (part: string) =>
    wordsOfText(part).some(({ root }) =>
      words.some((word) => root === word || (word.length > 2 && root.startsWith(word))),
    );
  const parts = text.split(/([\p{L}\p{N}]+)/u);
  // biome-ignore lint/suspicious/noArrayIndexKey: they are rendered once
  return parts.map((part, at) => (at % 2 === 1 && isMarked(part) ? <mark key={at}>{part}</mark> : part));
}
