import {
  type Format,
  type PosterContent,
  type PosterProduct,
  splitIntoPages,
  type Theme,
} from '../leaflet.types.ts';
import { drawableText, type Face, type FittedText, fitText, fontHeights, textWidth } from './fitText.ts';

// Layout of a page. All lengths are proportional to the page's width, so that one template serves every
// format.

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface TextPart {
  kind: 'words';
  face: Face;
  size: number;
  x: number;
  /** Vertical position of the baseline. */
  baseline: number;
  width: number;
  text: string;
  fill: string;
}

export type PagePart =
  | TextPart
  | ({ kind: 'rect'; fill: string } & Box)
  | { kind: 'path'; d: string; fill: string; at?: { x: number; y: number; scale: number } }
  | ({ kind: 'picture'; file_id: number } & Box);

/** A product's box and its parts. */
export interface Cell {
  box: Box;
  product: PosterProduct;
  parts: PagePart[];
}

export interface PosterPage {
  width: number;
  height: number;
  background: PagePart[];
  cells: Cell[];
}

/**
 * Size in points; a picture has as many pixels as its page has points, unless `across` sets its width in
 * pixels.
 */
export const PAGE_SIZES: Record<Format, { width: number; height: number; across?: number }> = {
  site: { width: 595.28, height: 841.89, across: 1600 },
  story: { width: 1080, height: 1920 },
  post: { width: 1080, height: 1350 },
  a4: { width: 595.28, height: 841.89 },
  a3: { width: 841.89, height: 1190.55 },
};

/** Width of a page in layout units. */
const UNITS = 900;

/** Margins of a story that social networks cover, in units; they stay free of text. */
const COVERED_MARGINS = { story: { top: 130, bottom: 150 } } as const;

const colour = {
  paper: '#fff6e8',
  white: '#ffffff',
  ink: '#2b120a',
  quiet: '#6b4435',
  red: '#c4161c',
  redLight: '#d22b26',
  redDark: '#a51018',
  wine: '#6a0d14',
  wineLight: '#7b1620',
  orange: '#ff7a1a',
  orangeLight: '#ff8d3b',
  yellow: '#ffc83d',
  teal: '#04616b',
  tealLight: '#0c717b',
  tealDark: '#033f47',
} as const;

interface Colours {
  top: string;
  rays: string;
  title: string;
  quiet: string;
  foot: string;
}

const THEME: Record<Theme, Colours> = {
  red: {
    top: colour.red,
    rays: colour.redLight,
    title: colour.paper,
    quiet: colour.paper,
    foot: colour.wine,
  },
  wine: {
    top: colour.wine,
    rays: colour.wineLight,
    title: colour.yellow,
    quiet: colour.paper,
    foot: colour.red,
  },
  orange: {
    top: colour.orange,
    rays: colour.orangeLight,
    title: colour.ink,
    quiet: colour.ink,
    foot: colour.wine,
  },
  teal: {
    top: colour.teal,
    rays: colour.tealLight,
    title: colour.paper,
    quiet: colour.paper,
    foot: colour.tealDark,
  },
};

/** Numbers of products in each row, by number of products on the page. */
const ROWS: readonly (readonly number[])[] = [
  [],
  [1],
  [1, 1],
  [1, 2],
  [1, 3],
  [1, 2, 2],
  [1, 2, 3],
  [1, 3, 3],
  [2, 3, 3],
  [1, 2, 3, 3],
  [1, 3, 3, 3],
  [2, 3, 3, 3],
  [3, 3, 3, 3],
  [1, 4, 4, 4],
  [2, 4, 4, 4],
  [3, 4, 4, 4],
  [4, 4, 4, 4],
];

const MARGIN = 36;
const GAP = 14;

export interface Brand {
  /** Name of the brand, as text alternative. */
  name: string;
  /** Paths in a box of 218 × 60. */
  sun: string;
  letters: string;
}

/** Returns the pages of a poster in one format. */
export function layOutPages(content: PosterContent, format: Format, brand: Brand): PosterPage[] {
  const pages = splitIntoPages(content.products, content.layout);
  return pages.map((products, at) =>
    sheetOf(content, products, format, brand, pages.length > 1 ? `${at + 1}/${pages.length}` : ''),
  );
}

function sheetOf(
  content: PosterContent,
  products: readonly PosterProduct[],
  format: Format,
  brand: Brand,
  number: string,
): PosterPage {
  const { width, height } = PAGE_SIZES[format];
  const unit = width / UNITS;
  const covered = format === 'story' ? COVERED_MARGINS.story : { top: 0, bottom: 0 };
  const top = covered.top * unit;
  const foot = height - covered.bottom * unit - 58 * unit;
  const head = (height / width < 1.3 ? 214 : 262) * unit;
  const theme = THEME[content.theme];
  const background: PagePart[] = [
    { kind: 'rect', x: 0, y: 0, width, height, fill: colour.paper },
    ...headOf(content, { x: 0, y: 0, width, height: top + head }, top, unit, theme, brand),
    ...footOf(content, { x: 0, y: foot, width, height: height - foot }, unit, theme, brand, number),
  ];
  const room: Box = {
    x: MARGIN * unit,
    y: top + head + 12 * unit,
    width: width - 2 * MARGIN * unit,
    height: foot - top - head - 28 * unit,
  };
  const boxes = boxesIn(room, products.length, GAP * unit);
  const cells = products.map((product, at): Cell => {
    const box = boxes[at] as Box;
    return { box, product, parts: cellOf(product, box, unit, theme, at === 0 && products.length < 16) };
  });
  return { width, height, background, cells };
}

/** Returns the boxes of the products. A row with a single product is higher, as it leads the page. */
function boxesIn(room: Box, count: number, gap: number): Box[] {
  const rows = ROWS[count] ?? [];
  const weights = rows.map((across) => (across === 1 && rows.length > 1 ? 1.18 : 1));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const free = room.height - gap * (rows.length - 1);
  let y = room.y;
  return rows.flatMap((across, row) => {
    const height = (free * (weights[row] ?? 1)) / all;
    const width = (room.width - gap * (across - 1)) / across;
    const boxes = Array.from({ length: across }, (_, at) => ({
      x: room.x + at * (width + gap),
      y,
      width,
      height,
    }));
    y += height + gap;
    return boxes;
  });
}

function headOf(
  { title, validity }: PosterContent,
  { width, height }: Box,
  top: number,
  unit: number,
  theme: Colours,
  brand: Brand,
): PagePart[] {
  const cut = 52 * unit;
  const edge = (x: number) => height - (cut * x) / width;
  const words = { x: MARGIN * unit, width: width - 2 * MARGIN * unit - 300 * unit };
  const small = fitText('title', drawableText(validity), {
    ...{
      width: words.width,
      height: 60 * unit,
      maxSize: 27 * unit,
      minSize: 15 * unit,
      leading: 1.15,
      maxLines: 2,
    },
  });
  const first = top + 40 * unit;
  const second = first + small.height + 20 * unit;
  const large = fitText('poster', drawableText(title), {
    width: words.width,
    height: edge(width * 0.7) - 14 * unit - second,
    ...{ maxSize: 128 * unit, minSize: 26 * unit, leading: 0.9, maxLines: 3 },
  });
  // The sun of the logo, rising behind the diagonal edge.
  const scale = 5.4 * unit;
  const x = width - 292 * unit;
  const sun = { x, y: edge(x + 4 * scale) - 43.5 * scale };
  return [
    { kind: 'path', d: `M0 0H${n(width)}V${n(edge(width))}L0 ${n(height)}Z`, fill: theme.top },
    ...raysOf(sun.x + 25 * scale, sun.y + 43 * scale, { width, edge }, theme.rays),
    { kind: 'path', d: withoutHorizon(brand.sun), fill: colour.yellow, at: { ...sun, scale } },
    ...below(small, words.x, first, 'title', theme.quiet),
    ...below(large, words.x, second, 'poster', theme.title),
    // Covers the part of the sun below the edge with the paper colour.
    {
      kind: 'path',
      d: `M0 ${n(height)}L${n(width)} ${n(edge(width))}V${n(height + 8 * unit)}H0Z`,
      fill: colour.paper,
    },
  ];
}

/** Removes the horizon line of the sun, which is the last stroke of the path; the edge replaces it. */
const withoutHorizon = (sun: string) => sun.slice(0, sun.lastIndexOf('M'));

/** Returns rays from a point to the edges of the head, clipped at its lower edge. */
function raysOf(
  x: number,
  y: number,
  { width, edge }: { width: number; edge: (x: number) => number },
  fill: string,
): PagePart[] {
  const wedges: PagePart[] = [];
  const count = 17;
  const to = (angle: number) => {
    const [dx, dy] = [Math.cos(angle), -Math.sin(angle)];
    const reach = Math.min(
      dx > 0 ? (width - x) / dx : dx < 0 ? -x / dx : Number.POSITIVE_INFINITY,
      dy < 0 ? -y / dy : Number.POSITIVE_INFINITY,
    );
    return { x: x + dx * reach, y: Math.min(y + dy * reach, edge(x + dx * reach)) };
  };
  for (let at = 0; at < count; at += 2) {
    const from = to((Math.PI * at) / count);
    const until = to((Math.PI * (at + 1)) / count);
    // If the ends lie on different edges, the ray includes the corner between them.
    const corner =
      from.y > 0 && until.y <= 0 && from.x >= width
        ? `L${n(width)} 0`
        : from.y <= 0 && until.y > 0
          ? 'L0 0'
          : '';
    wedges.push({
      kind: 'path',
      d: `M${n(x)} ${n(y)}L${n(from.x)} ${n(from.y)}${corner}L${n(until.x)} ${n(until.y)}Z`,
      fill,
    });
  }
  return wedges;
}

function footOf(
  { terms }: PosterContent,
  { x, y, width, height }: Box,
  unit: number,
  theme: Colours,
  brand: Brand,
  number: string,
): PagePart[] {
  const line = 58 * unit;
  const scale = (112 * unit) / 218;
  const right = width - MARGIN * unit - 112 * unit;
  const logo = { x: right, y: y + (line - 60 * scale) / 2, scale };
  const size = 17 * unit;
  const page = number ? textWidth('strong', number, size) : 0;
  const words = fitText('strong', drawableText(terms), {
    width: right - MARGIN * unit - page - 48 * unit,
    height: 46 * unit,
    ...{ maxSize: size, minSize: 11 * unit, leading: 1.2, maxLines: 2 },
  });
  const baseline = y + line / 2 + size * 0.34;
  return [
    { kind: 'rect', x, y, width, height, fill: theme.foot },
    ...below(words, MARGIN * unit, y + (line - words.height) / 2, 'strong', colour.paper),
    ...(number ? [wordsAt('strong', size, right - 24 * unit - page, baseline, number, colour.paper)] : []),
    { kind: 'path', d: brand.sun, fill: colour.yellow, at: logo },
    { kind: 'path', d: brand.letters, fill: colour.white, at: logo },
  ];
}

const n = (length: number) => String(Math.round(length * 100) / 100);

const wordsAt = (
  face: Face,
  size: number,
  x: number,
  baseline: number,
  text: string,
  fill: string,
): TextPart => ({ kind: 'words', face, size, x, baseline, width: textWidth(face, text, size), text, fill });

/** Returns the lines of a fitted text; `y` is the top of the first line's capitals. */
function below(fitted: FittedText, x: number, y: number, face: Face, fill: string): TextPart[] {
  const { size, lines, leading } = fitted;
  const first = y + fontHeights(face).cap * size;
  return lines.map((line, at) => wordsAt(face, size, x, first + at * leading * size, line, fill));
}

/** Returns the parts of a product: name at the top, price at the bottom, and the picture where it fits. */
function cellOf(
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
          d: `M${n(x)} ${n(y)}H${n(x + width)}V${n(y + height - corner)}L${n(x + width - corner * 0.7)} ${n(y + height)}H${n(x)}Z`,
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

interface CellStyle {
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
function beside(product: PosterProduct, box: Box, style: CellStyle, file_id: number): PagePart[] {
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
function between(product: PosterProduct, box: Box, style: CellStyle, file_id: number): PagePart[] {
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

/** Smallest readable font size, relative to the intended one. */
const MIN_SCALE = 0.55;

/** Places the price from the bottom of `box` up: former price, price, unit price and price with the card. */
function placePrice(
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
