import type { PosterProduct } from '../leaflet.types.ts';
import { drawableText, type Face, type FittedText, fitText, fontHeights, textWidth } from './fitText.ts';
import type { CellStyle } from './offerCell.ts';
import { type Box, below, type PagePart, type TextPart, wordsAt } from './pageParts.ts';
import { colour } from './theme.ts';

/** Smallest readable font size, relative to the intended one. */
const MIN_SCALE = 0.55;

/** Places the price from the bottom of `box` up: former price, price, unit price and price with the card. */
export function placePrice(
  product: PosterProduct,
  box: Box,
  style: CellStyle,
  /** Intended height of the price; the other texts shrink to reach it. */
  priceHeight: number,
): { parts: PagePart[]; top: number } {
  const { price, size } = product;
  let small = style.small;
  let rows = textsAround(product, box.width, small);
  while (rows.height + priceHeight > box.height && small * 0.93 > style.small * MIN_SCALE) {
    small *= 0.93;
    rows = textsAround(product, box.width, small);
  }
  const room = Math.max(box.height - rows.height, box.height * 0.2);
  const tag = priceTag(price, size, box.width, Math.min(room, priceHeight));
  const foot = box.y + box.height - rows.below;
  const top = foot - tag.height;
  return {
    parts: [...rows.before(box.x, top), ...tag.at(box.x, top, style.price), ...rows.after(box.x, foot)],
    top: top - rows.above,
  };
}

/** Returns the texts above and below a price, at font size `small`. */
function textsAround(product: PosterProduct, width: number, small: number) {
  const { former_price, card_price, unit_price, saving, customer_limit } = product;
  const gap = small * 0.6;
  const limit = customer_limit === null ? null : `até ${customer_limit} por cliente`;
  const fine = [unit_price, limit].filter((line) => line !== null).join(' · ');
  const fitted = fitText('text', drawableText(fine), {
    width,
    height: small * 2.6,
    ...{ maxSize: small * 0.92, minSize: small * 0.6, leading: 1.2, maxLines: 2 },
  });
  const isNarrow = width < small * 11;
  const strip = small * (isNarrow ? 2.9 : 1.75);
  const card = fitText('strong', card_price ? `${money(card_price)} com o cartão` : '', {
    width: width - small,
    height: strip,
    ...{ maxSize: small * 1.05, minSize: small * 0.4, leading: 1.1, maxLines: isNarrow ? 2 : 1 },
  });
  const former = small * 1.5;
  const above = former_price ? former + gap : 0;
  const under = (fine ? gap + fitted.height : 0) + (card_price ? gap + strip : 0);
  return {
    above,
    below: under,
    height: above + under,
    before: (x: number, foot: number): PagePart[] =>
      former_price
        ? formerRow(former_price, saving, { x, y: foot - gap - former, width, height: former }, small)
        : [],
    after: (x: number, top: number): PagePart[] => {
      const y = top + under - strip;
      return [
        ...(fine ? below(fitted, x, top + gap, 'text', colour.quiet) : []),
        ...(card_price
          ? [
              { kind: 'rect' as const, x, y, width, height: strip, fill: colour.teal },
              ...below(card, x + small * 0.5, centred(card, 'strong', y, strip), 'strong', colour.white),
            ]
          : []),
      ];
    },
  };
}

/** Returns the top of lines that are centred within `height` by their capitals. */
const centred = ({ size, lines, leading }: FittedText, face: Face, y: number, height: number) =>
  y + (height - (fontHeights(face).cap + (lines.length - 1) * leading) * size) / 2;

function formerRow(former: string, saving: number, box: Box, small: number): PagePart[] {
  const face = 'strong';
  const share = saving > 0 ? `−${saving}%` : '';
  const label = 'de ';
  const amount = money(former);
  const pad = small * 0.35;
  const widthAt = (size: number) =>
    textWidth('text', label, size) +
    textWidth('text', amount, size) +
    (share ? small * 0.6 + 2 * pad + textWidth(face, share, size) : 0);
  const size = Math.min(small, (small * box.width) / widthAt(small));
  const baseline = box.y + box.height / 2 + fontHeights('text').cap * size * 0.5;
  const first = wordsAt('text', size, box.x, baseline, label.trim(), colour.quiet);
  const from = box.x + textWidth('text', label, size);
  const words = wordsAt('text', size, from, baseline, amount, colour.quiet);
  const end = from + words.width;
  const parts: PagePart[] = [
    first,
    words,
    {
      kind: 'rect',
      x: from - size * 0.06,
      y: baseline - fontHeights('text').cap * size * 0.5 - size * 0.04,
      width: words.width + size * 0.12,
      height: size * 0.08,
      fill: colour.redDark,
    },
  ];
  if (!share) return parts;
  const x = end + small * 0.6 * (size / small);
  const width = textWidth(face, share, size) + 2 * pad * (size / small);
  return [
    ...parts,
    { kind: 'rect', x, y: box.y, width, height: box.height, fill: colour.ink },
    wordsAt(face, size, x + pad * (size / small), baseline, share, colour.yellow),
  ];
}

/** Formats a price: `1299.90` → `R$ 1.299,90`. */
const money = (price: string) => `R$ ${wholeOf(price)},${price.split('.')[1]}`;

const wholeOf = (price: string) => (price.split('.')[0] ?? '').replace(/\B(?=(\d{3})+$)/g, '.');

/** Returns a price with large reais and small currency, cents and unit beside them, as large as fits. */
function priceTag(price: string, per: string, width: number, height: number) {
  const whole = wholeOf(price);
  const cents = `,${price.split('.')[1]}`;
  const [sign, side] = [0.26, 0.46];
  const air = 0.05;
  const large = textWidth('price', whole, 1);
  const beside = textWidth('price', cents, side);
  // The unit stands below the cents, at most slightly wider than they are.
  const perSize = Math.min(0.24, (0.24 * beside * 1.25) / Math.max(textWidth('title', per, 0.24), 1e-6));
  const under = textWidth('title', per, perSize);
  const across = textWidth('price', 'R$', sign) + air + large + air / 2 + Math.max(beside, under);
  const { cap } = fontHeights('price');
  const size = Math.min(width / across, height / cap);
  return {
    height: cap * size,
    at: (x: number, y: number, fill: string): TextPart[] => {
      const foot = y + cap * size;
      const top = (share: number) => y + cap * size * share;
      const from = x + (textWidth('price', 'R$', sign) + air) * size;
      const right = from + (large + air / 2) * size;
      return [
        wordsAt('price', sign * size, x, top(sign), 'R$', fill),
        wordsAt('price', size, from, foot, whole, fill),
        wordsAt('price', side * size, right, top(side), cents, fill),
        ...(per ? [wordsAt('title', perSize * size, right + 0.03 * size, foot, per, fill)] : []),
      ];
    },
  };
}
