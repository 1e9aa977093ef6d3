import type { PosterProduct } from '../leaflet.types.ts';
import { drawableText, fitText } from './fitText.ts';
import { type Box, below, type PagePart, pathLength } from './pageParts.ts';
import { placePrice } from './priceTag.ts';
import { type Colours, colour } from './theme.ts';

/** A product's box and its parts. */
export interface Cell {
  box: Box;
  product: PosterProduct;
  parts: PagePart[];
}

/** Returns the parts of a product: name at the top, price at the bottom, and the picture where it fits. */
export function cellOf(
  product: PosterProduct,
  box: Box,
  unit: number,
  theme: Colours,
  isFirst: boolean,
): PagePart[] {
  const { x, y, width, height } = box;
  const rule = Math.max(2, 4 * unit);
  const corner = Math.min(width, height) * 0.12;
  const ground: PagePart[] = isFirst
    ? [
        {
          kind: 'path',
          d: `M${pathLength(x)} ${pathLength(y)}H${pathLength(x + width)}V${pathLength(y + height - corner)}L${pathLength(x + width - corner * 0.7)} ${pathLength(y + height)}H${pathLength(x)}Z`,
          fill: colour.yellow,
        },
      ]
    : [
        { kind: 'rect', ...box, fill: colour.white },
        { kind: 'rect', x, y, width, height: rule, fill: theme.top },
      ];
  const pad = Math.min(width, height) * 0.075;
  const inner = inset(box, pad, rule);
  const style: CellStyle = {
    unit,
    price: isFirst ? colour.redDark : colour.red,
    small: Math.max(10 * unit, Math.min(width * 0.062, height * 0.085, 27 * unit)),
  };
  const { file_id } = product;
  const shape = inner.width / inner.height;
  if (file_id === null) {
    if (shape < 1.5 || width < 500 * unit) return [...ground, ...stack(product, inner, style)];
    const [left, right] = split(inner, 0.55, pad);
    return [
      ...ground,
      ...placeName(product, left, style).parts,
      ...placePrice(product, right, style, right.height * 0.5).parts,
    ];
  }
  if (shape > 1.6) {
    const [left, right] = split(inner, isFirst ? 0.5 : 0.46, pad);
    return [...ground, { kind: 'picture', file_id, ...left }, ...stack(product, right, style)];
  }
  const within = shape > 1.05 ? beside : between;
  return [...ground, ...within(product, inner, style, file_id)];
}

export interface CellStyle {
  unit: number;
  /** Colour of the price. */
  price: string;
  /** Font size of texts other than the price. */
  small: number;
}

const inset = ({ x, y, width, height }: Box, pad: number, top: number): Box => ({
  x: x + pad,
  y: y + pad + top,
  width: width - 2 * pad,
  height: height - 2 * pad - top,
});

const split = ({ x, y, width, height }: Box, share: number, gap: number): [Box, Box] => {
  const left = (width - gap) * share;
  return [
    { x, y, width: left, height },
    { x: x + left + gap, y, width: width - gap - left, height },
  ];
};

/** Stacks name and price. */
function stack(product: PosterProduct, box: Box, style: CellStyle): PagePart[] {
  const share = 0.68;
  const lower = { ...box, y: box.y + box.height * (1 - share), height: box.height * share };
  const cost = placePrice(product, lower, style, box.height * 0.32);
  const above = { ...box, height: cost.top - box.height * 0.045 - box.y };
  return [...placeName(product, above, style).parts, ...cost.parts];
}

/** Stacks the name and, below it, the picture beside the price. */
export function beside(product: PosterProduct, box: Box, style: CellStyle, file_id: number): PagePart[] {
  const gap = box.height * 0.06;
  const name = nameIn(product, box, style, [0.3, 0.46]);
  const rest = { ...box, y: name.bottom + gap, height: box.y + box.height - name.bottom - gap };
  const [left, right] = split(rest, 0.48, gap);
  return [
    ...name.parts,
    { kind: 'picture', file_id, ...left },
    ...placePrice(product, right, style, right.height * 0.42).parts,
  ];
}

/** Stacks name, picture and price. */
export function between(product: PosterProduct, box: Box, style: CellStyle, file_id: number): PagePart[] {
  const gap = box.height * 0.04;
  const share = 0.44;
  const lower = { ...box, y: box.y + box.height * (1 - share), height: box.height * share };
  const cost = placePrice(product, lower, style, box.height * 0.18);
  const name = nameIn(product, { ...box, height: cost.top - gap - box.y }, style, [0.42, 0.62]);
  const picture = { ...box, y: name.bottom + gap, height: cost.top - gap - name.bottom - gap };
  return [...name.parts, { kind: 'picture', file_id, ...picture }, ...cost.parts];
}

/**
 * Fits the name into the usual share of the height, or into the `long` share if it would be smaller than the
 * other texts.
 */
function nameIn(
  product: PosterProduct,
  box: Box,
  style: CellStyle,
  [usual, long]: readonly [number, number],
) {
  const name = placeName(product, { ...box, height: box.height * usual }, style);
  return name.size < style.small ? placeName(product, { ...box, height: box.height * long }, style) : name;
}

/** Places the name from the top of `box` down. */
function placeName(
  product: PosterProduct,
  box: Box,
  { unit, small }: CellStyle,
): { parts: PagePart[]; bottom: number; size: number } {
  const detail = [product.brand, product.days].filter(Boolean).join(' · ');
  const most = Math.min(box.width * 0.17, box.height * 0.5, 84 * unit);
  const minSize = Math.max(5, 8.5 * unit);
  const rest = detail ? Math.min(small * 1.7, box.height * 0.45) : 0;
  const name = fitText('title', drawableText(product.product), {
    width: box.width,
    height: box.height - rest,
    maxSize: Math.max(most, minSize),
    ...{ minSize, leading: 1.06 },
  });
  const parts: PagePart[] = below(name, box.x, box.y, 'title', colour.ink);
  let bottom = box.y + name.height;
  if (detail) {
    const fitted = fitText('text', drawableText(detail), {
      width: box.width,
      height: box.y + box.height - bottom - small * 0.5,
      ...{ maxSize: small, minSize: small * 0.72, leading: 1.2, maxLines: 2 },
    });
    parts.push(...below(fitted, box.x, bottom + small * 0.5, 'text', colour.quiet));
    bottom += small * 0.5 + fitted.height;
  }
  return { parts, bottom, size: name.size };
}
