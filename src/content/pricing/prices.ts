import { readNumber } from '../../shared/text/typedNumber.ts';
import type { Unit } from './offer.types.ts';
import { formatCents, parseCents } from './price.ts';

// Prices are integer cents and sizes are integer thousandths of their unit, so that each value is rounded
// only once. On the wire both are decimal text with a point: `12.99`, `0.5`.

/** Returns a price in wire format (`12,9` and `R$ 12.9` become `12.90`); returns other text unchanged. */
export function toWirePrice(text: string): string {
  const plain = wireNumber(text.replace(/^R\$/i, ''));
  const [, whole = '', cents = ''] = /^(\d{1,6})(?:\.(\d{1,2}))?$/.exec(plain) ?? [];
  return whole ? `${whole}.${cents.padEnd(2, '0')}` : text;
}

/**
 * Returns a size in wire format without needless zeros: `1,5` → `1.5`, `0.500` → `0.5`; returns other text
 * unchanged.
 */
export function toWireSize(text: string): string {
  const plain = wireNumber(text);
  return /^\d{1,6}(\.\d{1,3})?$/.test(plain) ? String(Number(plain)) : text;
}

function wireNumber(text: string): string {
  const read = readNumber(text.replace(/\s/g, ''), 'decimal');
  return typeof read === 'string' ? read : '';
}

export const parseThousandths = (size: string): number => Math.round(Number(size) * 1000);
export const formatThousandths = (thousandths: number): string => String(thousandths / 1000);

/** Units for which a unit price is stated. */
export type PerUnit = 'kg' | 'l' | 'un';

export interface UnitPrice {
  price: string;
  per: PerUnit;
}

/** Base unit of each unit, and the factor that converts to it. */
const BASE: Record<Unit, { per: PerUnit; times: number }> = {
  kg: { per: 'kg', times: 1 },
  g: { per: 'kg', times: 0.001 },
  l: { per: 'l', times: 1 },
  ml: { per: 'l', times: 0.001 },
  un: { per: 'un', times: 1 },
  dz: { per: 'un', times: 12 },
};

/** Returns the content of an offer in kilograms, litres or pieces. */
export function baseQuantity({ size, unit }: { size: string; unit: Unit }): { value: number; per: PerUnit } {
  const { per, times } = BASE[unit];
  // Amounts in grams are not exact in floating point.
  return { value: Number(((parseThousandths(size) * times) / 1000).toFixed(6)), per };
}

/**
 * Returns the price of one kilogram, litre or piece, which Lei 10.962/2004, art. 2º-A, requires beside the
 * price of fractioned products; half a cent is rounded up. Returns null for a single piece, where it would
 * repeat the price.
 */
export function calculateUnitPrice(offer: { price: string; size: string; unit: Unit }): UnitPrice | null {
  const { value, per } = baseQuantity(offer);
  if (value <= 0 || (per === 'un' && value === 1)) return null;
  // Rounding to six places removes the error of the division.
  const cents = Math.round(Number((parseCents(offer.price) / value).toFixed(6)));
  return { price: formatCents(cents), per };
}

/** Returns the discount in whole percent, rounded down; 0 without a former price. */
export function discountPercent(price: string, before: string | null | undefined): number {
  if (!before) return 0;
  const [now, then] = [parseCents(price), parseCents(before)];
  return then > now ? Math.floor(((then - now) * 100) / then) : 0;
}
