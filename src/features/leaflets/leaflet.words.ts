import { ALT_LENGTH } from '../../contract/image.ts';
import { formatDate, formatDayMonth, formatPeriod, formatWeekday } from '../../ui/format.ts';
import { LEAFLET_TEXT_LENGTH } from '../booklets/booklet.contract.ts';
import { formatPrice } from '../offers/price.ts';
import type { LeafletContent, LeafletProduct } from './leaflet.types.ts';

interface Days {
  valid_from: string;
  valid_until: string;
}

/** «Só sábado, 21/11», «De 23 a 29/11» */
export function validityOf({ valid_from, valid_until }: Days): string {
  if (valid_from === valid_until) return `Só ${formatWeekday(valid_from)}, ${formatDayMonth(valid_from)}`;
  const period = formatPeriod(valid_from, valid_until) ?? '';
  return period.charAt(0).toUpperCase() + period.slice(1);
}

/** What stands below: with the year, for what hangs on a wall. */
export function termsOf({ valid_from, valid_until }: Days): string {
  const when =
    valid_from === valid_until
      ? `em ${formatDate(valid_from)}`
      : `de ${formatDate(valid_from)} a ${formatDate(valid_until)}`;
  return `Ofertas válidas ${when}, ou enquanto durarem os estoques.`;
}

/** The days of an offer that does not hold on all of the leaflet's. */
export function ownDaysOf(offer: Days, leaflet: Days): string | null {
  const late = offer.valid_from > leaflet.valid_from;
  const short = offer.valid_until < leaflet.valid_until;
  if (late && short) return formatPeriod(offer.valid_from, offer.valid_until);
  if (late) return `a partir de ${formatDayMonth(offer.valid_from)}`;
  return short ? `só até ${formatDayMonth(offer.valid_until)}` : null;
}

const priceWithSize = ({ price, size }: LeafletProduct) => `${formatPrice(price)}${size ? ` ${size}` : ''}`;

/** All that a page says of a product, in a sentence. */
function productText(product: LeafletProduct): string {
  const { brand, former_price, card_price, unit_price, customer_limit, days } = product;
  return [
    [product.product, brand].filter(Boolean).join(' '),
    priceWithSize(product),
    former_price && `antes ${formatPrice(former_price)}`,
    unit_price,
    card_price && `${formatPrice(card_price)} com o cartão`,
    customer_limit && `até ${customer_limit} por cliente`,
    days,
  ]
    .filter(Boolean)
    .join(', ');
}

type Told = Pick<LeafletContent, 'title' | 'validity' | 'terms'>;

/**
 * What a page says, for whoever reads it in place of seeing it: a line a product, whole for as long as a leaflet's text
 * may be, and shorter where names are as long as they may be.
 */
export function textOfPage({ title, validity, terms }: Told, products: readonly LeafletProduct[]): string {
  const told = (tell: (product: LeafletProduct) => string) =>
    [`${title}. ${validity}.`, ...products.map((product) => `${tell(product)}.`), terms].join('\n');
  const whole = told(productText);
  if (whole.length <= LEAFLET_TEXT_LENGTH) return whole;
  return told((product) => `${product.product}, ${priceWithSize(product)}`).slice(0, LEAFLET_TEXT_LENGTH);
}

/** The same as an alternative text, which has an end: as much of each product as there is room for, none cut in two. */
export function altOfPage({ title, validity }: Told, products: readonly LeafletProduct[]): string {
  const head = `${title}. ${validity}: `;
  const whole = head + products.map(productText).join('; ');
  if (whole.length < ALT_LENGTH) return `${whole}.`;
  const short = products.map((product) => `${product.product} ${priceWithSize(product)}`);
  const told = (count: number) => {
    const rest = short.length - count;
    return `${head}${short.slice(0, count).join('; ')}${rest > 0 ? ` e mais ${rest}` : ''}.`;
  };
  let count = short.length;
  while (count > 1 && told(count).length > ALT_LENGTH) count -= 1;
  return told(count).slice(0, ALT_LENGTH);
}
