/** Shortest word in which a slip is forgiven. In shorter ones, another word is as likely. */
const MIN_LENGTH = 4;

/**
 * Returns whether `typed` begins a word of `text`, with one slip of the finger: a letter that is wrong, missing or
 * doubled, or two letters in the wrong order. Both are folded. Exact matches count too.
 */
export function nearlyBeginsWord(text: string, typed: string): boolean {
  return text.split(' ').some((word) => nearlyBegins(word, typed));
}

function nearlyBegins(word: string, typed: string): boolean {
  if (word.startsWith(typed)) return true;
  if (typed.length < MIN_LENGTH) return false;
  let at = 0;
  while (at < typed.length && typed[at] === word[at]) at += 1;
  // The first letter is hardly ever wrong, and would match too much.
  if (at === 0) return false;
  const [wordRest, typedRest] = [word.slice(at), typed.slice(at)];
  const isSwapped = typedRest[0] === wordRest[1] && typedRest[1] === wordRest[0];
  return (
    wordRest.slice(1).startsWith(typedRest.slice(1)) ||
    wordRest.startsWith(typedRest.slice(1)) ||
    wordRest.slice(1).startsWith(typedRest) ||
    (typedRest.length > 1 && isSwapped && wordRest.slice(2).startsWith(typedRest.slice(2)))
  );
}
