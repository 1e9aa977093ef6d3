import { type PointRule, readNumber, type TypedNumber } from '../../../shared/text/typedNumber.ts';
import { typedNumber } from '../../pricing/offer.format.ts';
import type { Unit } from '../../pricing/offer.types.ts';
import { toWirePrice, toWireSize } from '../../pricing/prices.ts';
import { WRONG_PRICE, WRONG_SIZE } from '../offer.fields.ts';

// Converts prices and sizes from the way people type them to wire format.

/**
 * Meaning of a point before three digits: pieces, grams and millilitres are never sold by the thousandth; for
 * the other units the point is ambiguous.
 */
const POINTS: Record<Unit, PointRule> = {
  g: 'thousands',
  ml: 'thousands',
  un: 'thousands',
  kg: 'open',
  l: 'open',
  dz: 'open',
};

/** Reads a typed price: `1.299` is R$ 1.299,00. Returns empty text unchanged. */
export function readPrice(text: string): TypedNumber {
  if (text.trim() === '') return { value: '' };
  const read = readNumber(text.trim().replace(/^R\$/i, ''), 'thousands');
  return typeof read === 'string' ? { value: toWirePrice(read) } : { value: text, problem: WRONG_PRICE };
}

/**
 * Reads a typed size by its unit: `1.800` g is 1800; `2.250` kg is ambiguous and becomes a problem. Returns
 * empty text unchanged.
 */
export function readSize(text: string, unit: string): TypedNumber {
  if (text.trim() === '') return { value: '' };
  // An unknown unit is reported separately.
  const isKnown = Object.hasOwn(POINTS, unit);
  const read = readNumber(text, isKnown ? POINTS[unit as Unit] : 'decimal');
  if (typeof read === 'string') return { value: toWireSize(read) };
  if (read === null) return { value: text, problem: WRONG_SIZE };
  const { decimal, thousands } = read;
  const problem = `«${text.trim()} ${unit}» quer dizer ${typedNumber(toWireSize(decimal))} ou ${thousands}? Escreva um dos dois.`;
  return { value: text, problem };
}

/** Reads a typed whole number: `1.500` is 1500. The contract validates other text. */
function readCount(text: string): TypedNumber {
  const read = readNumber(text, 'thousands');
  return { value: typeof read === 'string' && /^\d+$/.test(read) ? read : text };
}

const READERS: Record<string, (text: string, unit: string) => TypedNumber> = {
  size: readSize,
  price: readPrice,
  former_price: readPrice,
  card_price: readPrice,
  customer_limit: readCount,
  place: readCount,
};

/** Reads the numbers among the typed fields of an offer. Returns all fields, and problems by field. */
export function readTypedOffer<T extends Record<string, unknown>>(
  typed: T,
): { fields: T; problems: Record<string, string> } {
  const problems: Record<string, string> = {};
  const fields = Object.entries(typed).map(([name, text]) => {
    const read = Object.hasOwn(READERS, name) ? READERS[name] : undefined;
    if (typeof text !== 'string' || !read) return [name, text];
    const { value, problem } = read(text, String(typed.unit));
    if (problem) problems[name] = problem;
    return [name, value];
  });
  return { fields: Object.fromEntries(fields) as T, problems };
}
