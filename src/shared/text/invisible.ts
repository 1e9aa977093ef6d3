// Invisible characters: a text of them looks empty, and two names that differ only in them look the same.

/** Matches a letter, number, sign or emoji; not a lone accent, a filler or the blank Braille cell. */
const VISIBLE = /(?![\u2800\p{Default_Ignorable_Code_Point}])[\p{L}\p{N}\p{P}\p{S}]/u;

/** Returns whether `text` has a visible character. */
export const hasVisibleText = (text: string): boolean => VISIBLE.test(text);

const EMOJI = '\\p{Extended_Pictographic}[\\ufe0e\\ufe0f\\u20e3]*\\p{Emoji_Modifier}?\\ufe0f?';
/** Matches joiners and tags inside emoji, which stay. Soft hyphens and variation selectors stay too. */
const EMOJI_PARTS = `(?<=${EMOJI})\\u200d(?=\\p{Extended_Pictographic})|(?<=\\u{1f3f4}[\\u{e0020}-\\u{e007e}]*)[\\u{e0020}-\\u{e007f}]`;
const INVISIBLE = new RegExp(
  `(?!${EMOJI_PARTS})(?![\\p{M}\\u00ad])[\\p{Cf}\\p{Default_Ignorable_Code_Point}\\u2800]`,
  'gu',
);

/** Returns `text` without bidirectional controls, zero-width characters and fillers. */
export const withoutInvisible = (text: string): string => text.replace(INVISIBLE, '');

/** Returns whether `text` has bidirectional controls, zero-width characters or fillers. */
export const hasInvisible = (text: string): boolean => withoutInvisible(text) !== text;

/** Message for a name with invisible characters. */
export const INVISIBLE_REFUSED =
  'Há caracteres invisíveis neste texto, que vêm junto quando se copia de outro lugar. Apague tudo e digite de novo.';

/** Tells staff what to do with a name that has no character that can be seen. */
export const INVISIBLE_TEXT = 'Informe um texto que se possa ver: este parece vazio.';
