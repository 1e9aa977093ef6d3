import { MAX_ALT_LENGTH } from '../../shared/files/image.ts';
import { formatDate, formatDayMonth, formatPeriod, formatWeekday } from '../../shared/text/format.ts';
import { MAX_TRANSCRIPT_LENGTH } from '../dailyOffers/dailyBooklet.contract.ts';
import { formatPrice } from '../pricing/price.ts';
import type { PosterContent, PosterProduct } from './leaflet.types.ts';

interface Days {
  valid_from: string;
  valid_until: string;
}

/** Returns the validity in words: «Só sábado, 21/11», «De 23 a 29/11». */
export function posterValidityText({ valid_from, valid_until }: Days): string {
  if (valid_from === valid_until) return `Só ${formatWeekday(valid_from)}, ${formatDayMonth(valid_from)}`;
  const period = formatPeriod(valid_from, valid_until) ?? '';
  return period.charAt(0).toUpperCase() + period.slice(1);
}

/** Returns the terms at the bottom, with the year, because a printed poster may hang for long. */
export function termsText({ valid_from, valid_until }: Days): string {
  const when =
    valid_from === valid_until
      ? `em ${formatDate(valid_from)}`
      : `de ${formatDate(valid_from)} a ${formatDate(valid_until)}`;
  return `Ofertas válidas ${when}, ou enquanto durarem os estoques.`;
}

/** Returns the days of an offer in words if they differ from the poster's, otherwise null. */
export function ownDaysText(offer: Days, leaflet: Days): string | null {
  const late = offer.valid_from > leaflet.valid_from;
  const short = offer.valid_until < leaflet.valid_until;
  if (late && short) return formatPeriod(offer.valid_from, offer.valid_until);
  if (late) return `a partir de ${formatDayMonth(offer.valid_from)}`;
  return short ? `só até ${formatDayMonth(offer.valid_until)}` : null;
}

const priceWithSize = ({ price, size }: PosterProduct) => `${formatPrice(price)}${size ? ` ${size}` : ''}`;

/** Returns all details of a product in one sentence. */
function productText(product: PosterProduct): string {
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

type PosterTexts = Pick<PosterContent, 'title' | 'validity' | 'terms'>;

/**
 * Returns the transcript of a page, one product a line. Shortens all products to name and price if the full
 * text exceeds the limit.
 */
export function pageTranscript(
  { title, validity, terms }: PosterTexts,
  products: readonly PosterProduct[],
): string {
  const textWith = (format: (product: PosterProduct) => string) =>
    [`${title}. ${validity}.`, ...products.map((product) => `${format(product)}.`), terms].join('\n');
  const whole = textWith(productText);
  if (whole.length <= MAX_TRANSCRIPT_LENGTH) return whole;
  return textWith((product) => `${product.product}, ${priceWithSize(product)}`).slice(
    0,
    MAX_TRANSCRIPT_LENGTH,
  );
}

/** Returns the alternative text of a page: as many whole products as fit. */
export function pageAltText({ title, validity }: PosterTexts, products: readonly PosterProduct[]): string {
  const head = `${title}. ${validity}: `;
  const whole = head + products.map(productText).join('; ');
  if (whole.length < MAX_ALT_LENGTH) return `${whole}.`;
  const short = products.map((product) => `${product.product} ${priceWithSize(product)}`);
  const textWith = (count: number) => {
    const rest = short.length - count;
    return `${head}${short.slice(0, count).join('; ')}${rest > 0 ? ` e mais ${rest}` : ''}.`;
  };
  let count = short.length;
  while (count > 1 && textWith(count).length > MAX_ALT_LENGTH) count -= 1;
  return textWith(count).slice(0, MAX_ALT_LENGTH);
}
