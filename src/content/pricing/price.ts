// Price functions that the shopping list needs as well; the others are in `prices.ts` and `offer.format.ts`.

export const parseCents = (price: string): number => Math.round(Number(price) * 100);
export const formatCents = (cents: number): string => (cents / 100).toFixed(2);

/** Formats a price: `1299.90` → `R$ 1.299,90`. */
export function formatPrice(price: string): string {
  const [whole = '', cents = ''] = price.split('.');
  return `R$ ${whole.replace(/\B(?=(\d{3})+$)/g, '.')},${cents}`;
}
