// The one way in which words are compared: search, matching, uniqueness, sort keys and addresses.

/** NFKD would turn a spacing accent into a space, but people type it as an apostrophe: «d´água». */
const SPACING_ACCENTS = /[\u00b4\u0384\u1ffd]/g;
/** Accents, variation selectors, soft hyphens, zero-width characters, bidirectional controls and fillers. */
const UNSEEN = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
const APOSTROPHES = /[`\u02b9-\u02bf\u02c8\u02ca\u02cb\u2018-\u201b\u2032\u2035\u2039\u203a\ua78b\ua78c]/g;
/** NFKD would take a double prime apart. */
const QUOTES = /[«»\u02ba\u02dd\u02ee\u201c-\u201f\u2033\u2036\u275d\u275e\u301d-\u301f]/g;
const HYPHENS = /[\p{Pd}\u02d7\u2043\u2212\u2796]/gu;
const SLASHES = /[\u2044\u2215]/g;
/** The blank Braille cell is no white space to JavaScript. */
const WHITE_SPACE = /[\s\u2800]+/g;

/** Letters that NFKD does not take apart. */
const SPELLED_OUT: Record<string, string> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ß: 'ss',
  þ: 'th',
  ð: 'd',
  đ: 'd',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ȷ: 'j',
  ŋ: 'n',
  ŧ: 't',
  ĸ: 'k',
  ƒ: 'f',
  ƀ: 'b',
  ȼ: 'c',
  ɇ: 'e',
  ǥ: 'g',
  ɨ: 'i',
  ɉ: 'j',
  ɵ: 'o',
  ɍ: 'r',
  ʉ: 'u',
  ɏ: 'y',
  ƶ: 'z',
  ς: 'σ',
};
const SPELLED_OUT_LETTERS = new RegExp(`[${Object.keys(SPELLED_OUT).join('')}]`, 'g');

/**
 * Returns `text` as it is compared: without accents, case and unseen characters, with plain apostrophes, quotes and
 * hyphens, with ligatures spelled out and white space collapsed. Stored search columns hold its result, so a change
 * here takes effect on them only after `reindex`.
 */
export function fold(text: string): string {
  return text
    .replace(SPACING_ACCENTS, "'")
    .replace(QUOTES, '"')
    .normalize('NFKD')
    .replace(UNSEEN, '')
    .toLowerCase()
    .replace(SPELLED_OUT_LETTERS, (letter) => SPELLED_OUT[letter] ?? letter)
    .replace(APOSTROPHES, "'")
    .replace(HYPHENS, '-')
    .replace(SLASHES, '/')
    .replace(WHITE_SPACE, ' ')
    .trim();
}

const INVISIBLE = /(?!\p{M})[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Returns `text` without soft hyphens, zero-width characters, bidirectional controls and fillers. */
export function visible(text: string): string {
  return text.replace(INVISIBLE, '');
}

/** Returns `text` folded as a part of an address: `Doces & sobremesas` → `doces-sobremesas`; empty where nothing is left. */
export function slugOf(text: string): string {
  return fold(text)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
