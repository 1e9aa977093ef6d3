import { readNumber } from '../../contract/typedNumber.ts';
import type { Unit } from './offer.types.ts';
import { centsOf, priceOf } from './price.ts';

// Prices are whole cents and sizes whole thousandths of their unit, so that nothing is ever rounded but once. The wire
// has both as decimal text, with a point: `12.99`, `0.5`.

/** Returns a price of the wire as `12.90` (from `12,9`, `R$ 12.9`); other text comes back as it is. */
export function asPrice(text: string): string {
  const plain = wireNumber(text.replace(/^R\$/i, ''));
  const [, whole = '', cents = ''] = /^(\d{1,6})(?:\.(\d{1,2}))?$/.exec(plain) ?? [];
  return whole ? `${whole}.${cents.padEnd(2, '0')}` : text;
}

/** Returns a size of the wire without needless zeros: `1,5` → `1.5`, `0.500` → `0.5`; other text comes back as it is. */
export function asSize(text: string): string {
  const plain = wireNumber(text);
  return /^\d{1,6}(\.\d{1,3})?$/.test(plain) ? String(Number(plain)) : text;
}

function wireNumber(text: string): string {
  const read = readNumber(text.replace(/\s/g, ''), 'decimal');
  return typeof read === 'string' ? read : '';
}

export const thousandthsOf = (size: string): number => Math.round(Number(size) * 1000);
export const sizeOf = (thousandths: number): string => String(thousandths / 1000);

/** What the price of something is told for, beside it. */
export type PerUnit = 'kg' | 'l' | 'un';

export interface UnitPrice {
  price: string;
  per: PerUnit;
}

/** How many thousandths of the base unit a thousandth of each unit is. */
const BASE: Record<Unit, { per: PerUnit; times: number }> = {
  kg: { per: 'kg', times: 1 },
  g: { per: 'kg', times: 0.001 },
  l: { per: 'l', times: 1 },
  ml: { per: 'l', times: 0.001 },
  un: { per: 'un', times: 1 },
  dz: { per: 'un', times: 12 },
};

/**
 * The price of one kilogram, litre or piece, which Lei 10.962/2004, art. 2º-A, wants beside the price of what is sold
 * in parts; half a cent is rounded up. Null of one single piece: it would say the price again.
 */
export function unitPriceOf(offer: { price: string; size: string; unit: Unit }): UnitPrice | null {
  const { per, times } = BASE[offer.unit];
  const amount = thousandthsOf(offer.size) * times;
  if (amount <= 0 || (per === 'un' && amount === 1000)) return null;
  // Grams of a thousandth are no whole number: what the division leaves beyond the sixth place is not the price's.
  const cents = Math.round(Number(((centsOf(offer.price) * 1000) / amount).toFixed(6)));
  return { price: priceOf(cents), per };
}

/** By how many percent it is cheaper than before, rounded down; 0 where nobody says what it was. */
export function savingOf(price: string, before: string | null | undefined): number {
  if (!before) return 0;
  const [now, then] = [centsOf(price), centsOf(before)];
  return then > now ? Math.floor(((then - now) * 100) / then) : 0;
}
