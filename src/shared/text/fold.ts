// The only normalization for comparing words: search, matching, uniqueness, sort keys and addresses.

/** Replaced first: NFKD makes spaces of spacing accents, which people type as apostrophes: «d´água». */
const SPACING_ACCENTS = /[\u00b4\u0384\u1ffd]/g;
/** Accents, variation selectors, soft hyphens, zero-width characters, bidirectional controls and fillers. */
const IGNORED = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
const APOSTROPHES = /[`\u02b9-\u02bf\u02c8\u02ca\u02cb\u2018-\u201b\u2032\u2035\u2039\u203a\ua78b\ua78c]/g;
/** Replaced before NFKD, which would split a double prime. */
const QUOTES = /[«»\u02ba\u02dd\u02ee\u201c-\u201f\u2033\u2036\u275d\u275e\u301d-\u301f]/g;
const HYPHENS = /[\p{Pd}\u02d7\u2043\u2212\u2796]/gu;
const SLASHES = /[\u2044\u2215]/g;
/** JavaScript does not count the blank Braille cell as white space. */
const WHITE_SPACE = /[\s\u2800]+/g;

/** Letters that NFKD does not decompose. */
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
 * Returns `text` for comparison: without accents, case and invisible characters, with plain apostrophes,
 * quotes and hyphens, with ligatures spelled out and white space collapsed. Stored search columns hold this
 * result, so a change here takes effect on them only after `reindex`.
 */
export function fold(text: string): string {
  return text
    .replace(SPACING_ACCENTS, "'")
    .replace(QUOTES, '"')
    .normalize('NFKD')
    .replace(IGNORED, '')
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
export function stripFormatCharacters(text: string): string {
  return text.replace(INVISIBLE, '');
}

/** Returns `text` as a segment of an address: `Doces & sobremesas` → `doces-sobremesas`. May be empty. */
export function slugOf(text: string): string {
  return fold(text)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
