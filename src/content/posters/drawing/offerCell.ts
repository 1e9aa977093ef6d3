import type { PosterProduct } from '../leaflet.types.ts';
import { drawableText, fitText } from './fitText.ts';
import type { FittedName, NameRoom } from './nameSizes.ts';
import { type Box, below, type PagePart, pathLength } from './pageParts.ts';
import { placePrice } from './priceTag.ts';
import { type Colours, colour } from './theme.ts';

/** A product's box and its parts. */
export interface Cell {
  box: Box;
  product: PosterProduct;
  parts: PagePart[];
  /** Whether the name ends with «…». */
  isNameCut: boolean;
}

/** A product's cell before the size of its name is known, which depends on the names beside it. */
export interface CellPlan {
  name: NameRoom;
  draw(name: FittedName): PagePart[];
}

/** Plans a cell: name at the top, price at the bottom, and the picture where it fits. */
export function planCell(
  product: PosterProduct,
  box: Box,
  unit: number,
  theme: Colours,
  isFirst: boolean,
): CellPlan {
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
    if (shape < 1.5 || width < 500 * unit) return over(ground, stack(product, inner, style));
    const [left, right] = split(inner, 0.55, pad);
    const price = placePrice(product, right, style, right.height * 0.5).parts;
    return over(
      ground,
      planName(product, left, style, [1, 1], () => price),
    );
  }
  if (shape > 1.6) {
    const [left, right] = split(inner, isFirst ? 0.5 : 0.46, pad);
    return over([...ground, { kind: 'picture', file_id, ...left }], stack(product, right, style));
  }
  const within = shape > 1.05 ? beside : between;
  return over(ground, within(product, inner, style, file_id));
}

const over = (ground: readonly PagePart[], { name, draw }: CellPlan): CellPlan => ({
  name,
  draw: (fitted) => [...ground, ...draw(fitted)],
});

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
function stack(product: PosterProduct, box: Box, style: CellStyle): CellPlan {
  const share = 0.68;
  const lower = { ...box, y: box.y + box.height * (1 - share), height: box.height * share };
  const cost = placePrice(product, lower, style, box.height * 0.32);
  const above = { ...box, height: cost.top - box.height * 0.045 - box.y };
  return planName(product, above, style, [1, 1], () => cost.parts);
}

/** Stacks the name and, below it, the picture beside the price. */
function beside(product: PosterProduct, box: Box, style: CellStyle, file_id: number): CellPlan {
  const gap = box.height * 0.06;
  return planName(product, box, style, [0.3, 0.46], (bottom) => {
    const rest = { ...box, y: bottom + gap, height: box.y + box.height - bottom - gap };
    const [left, right] = split(rest, 0.48, gap);
    return [
      { kind: 'picture', file_id, ...left },
      ...placePrice(product, right, style, right.height * 0.42).parts,
    ];
  });
}

/** Stacks name, picture and price. */
function between(product: PosterProduct, box: Box, style: CellStyle, file_id: number): CellPlan {
  const gap = box.height * 0.04;
  const share = 0.44;
  const lower = { ...box, y: box.y + box.height * (1 - share), height: box.height * share };
  const cost = placePrice(product, lower, style, box.height * 0.18);
  const above = { ...box, height: cost.top - gap - box.y };
  return planName(product, above, style, [0.42, 0.62], (bottom) => [
    { kind: 'picture', file_id, ...box, y: bottom + gap, height: cost.top - gap - bottom - gap },
    ...cost.parts,
  ]);
}

/** Smallest legible size of a name, in units: 10.5 points on A4. */
const LEGIBLE = 16;

/**
 * Plans the name from the top of `box` down, within its usual share of the height, or the largest one. `rest`
 * draws what stands below it.
 */
function planName(
  product: PosterProduct,
  box: Box,
  { unit, small }: CellStyle,
  [usual, most]: readonly [number, number],
  rest: (bottom: number) => PagePart[],
): CellPlan {
  const [height, maxHeight] = [box.height * usual, box.height * most];
  const legible = LEGIBLE * unit;
  const name: NameRoom = {
    ...{ width: box.width, height, maxHeight },
    maxSize: Math.max(legible, Math.min(box.width * 0.17, height * 0.5, 84 * unit)),
    legible,
    name: drawableText(product.product),
    brand: drawableText(product.brand ?? ''),
    days: product.days ?? '',
    detailSize: small,
  };
  return {
    name,
    draw(fitted) {
      const parts: PagePart[] = below(fitted, box.x, box.y, 'title', colour.ink);
      let bottom = box.y + fitted.height;
      if (fitted.detail) {
        // The name stays larger than the brand below it.
        const maxSize = Math.min(small, fitted.size * 0.88);
        const detail = fitText('text', fitted.detail, {
          width: box.width,
          height: box.y + maxHeight - bottom - small * 0.5,
          ...{ maxSize, minSize: Math.min(maxSize, small * 0.72), leading: 1.2, maxLines: 2 },
        });
        parts.push(...below(detail, box.x, bottom + small * 0.5, 'text', colour.quiet));
        bottom += small * 0.5 + detail.height;
      }
      return [...parts, ...rest(bottom)];
    },
  };
}
