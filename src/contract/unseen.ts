// Characters that nobody sees: a text of them looks empty, and two names that differ in them look the same.

/** A letter, number, sign or emoji; not an accent alone, a filler or the blank Braille cell. */
const VISIBLE = /(?![\u2800\p{Default_Ignorable_Code_Point}])[\p{L}\p{N}\p{P}\p{S}]/u;

/** Tells whether something of `text` can be seen. */
export const hasVisible = (text: string): boolean => VISIBLE.test(text);

const EMOJI = '\\p{Extended_Pictographic}[\\ufe0e\\ufe0f\\u20e3]*\\p{Emoji_Modifier}?\\ufe0f?';
/** Joiners and tags inside emoji stay (families, flags), and so do soft hyphens and variation selectors. */
const KEPT = `(?<=${EMOJI})\\u200d(?=\\p{Extended_Pictographic})|(?<=\\u{1f3f4}[\\u{e0020}-\\u{e007e}]*)[\\u{e0020}-\\u{e007f}]`;
const UNSEEN = new RegExp(
  `(?!${KEPT})(?![\\p{M}\\u00ad])[\\p{Cf}\\p{Default_Ignorable_Code_Point}\\u2800]`,
  'gu',
);

/** Returns `text` without bidirectional controls, zero-width characters and fillers. */
export const withoutUnseen = (text: string): string => text.replace(UNSEEN, '');

/** Tells whether `text` has bidirectional controls, zero-width characters or fillers. */
export const hasUnseen = (text: string): boolean => withoutUnseen(text) !== text;

/** Tells staff what to do with a name that has characters that they cannot see. */
export const UNSEEN_REFUSED =
  'Há caracteres invisíveis neste texto, que vêm junto quando se copia de outro lugar. Apague tudo e digite de novo.';

/** Tells staff what to do with a name that has no character that can be seen. */
export const LOOKS_EMPTY = 'Informe um texto que se possa ver: este parece vazio.';
