// Parses decimal numbers. On the wire a point is always decimal. People type a decimal comma, and a point
// between groups of three digits.

/** Meaning of a point before exactly three digits: `1.800`. A leading zero is never grouped: `0.500`. */
export type PointRule = 'decimal' | 'thousands' | 'open';

/** A number with two meanings, each as decimal text of the wire. */
export interface AmbiguousNumber {
  decimal: string;
  thousands: string;
}

/** A field as the wire accepts it, or the typed text with the problem to show. */
export interface TypedNumber {
  value: string;
  problem?: string;
}

/**
 * Returns the number as decimal text with a point (`1.299,90` → `1299.90`). Returns both meanings if `point`
 * is `open` and the text has two, and null if it is no number. Signs are left to the caller.
 */
export function readNumber(text: string, point: PointRule): string | AmbiguousNumber | null {
  const plain = text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/ ?([.,]) ?/g, '$1');
  if (/^[1-9]\d{0,2}(?: \d{3})+(?:,\d+)?$/.test(plain) || /^[1-9]\d{0,2}(?:\.\d{3})+,\d+$/.test(plain))
    return tidy(plain.replace(/[ .]/g, ''));
  if (/^\d+$|^\d*,\d+$/.test(plain)) return tidy(plain);
  if (/^[1-9]\d{0,2}\.\d{3}$/.test(plain) && point !== 'decimal') {
    const thousands = plain.replace('.', '');
    return point === 'thousands' ? thousands : { decimal: plain, thousands };
  }
  if (/^\d*\.\d+$/.test(plain)) return tidy(plain);
  if (/^[1-9]\d{0,2}(?:\.\d{3}){2,}$/.test(plain) && point !== 'decimal') return plain.replaceAll('.', '');
  return null;
}

/** Normalizes decimal text: `,5` → `0.5`, `007` → `7`. */
const tidy = (plain: string) =>
  plain
    .replace(',', '.')
    .replace(/^0+(?=\d)/, '')
    .replace(/^\./, '0.');
