import {
  type Format,
  isPdfFormat,
  type PosterContent,
  type PosterProduct,
  splitIntoPages,
} from '../leaflet.types.ts';
import { drawableText, fitText, textWidth } from './fitText.ts';
import { type FittedName, fitNames } from './nameSizes.ts';
import { type Cell, type CellPlan, planCell } from './offerCell.ts';
import { type Box, below, type PagePart, pathLength, wordsAt } from './pageParts.ts';
import {
  BLEED,
  COVERED_MARGINS,
  type Colours,
  colour,
  MARKS_MARGIN,
  PAGE_SIZES,
  THEME,
  UNITS,
} from './theme.ts';

// Layout of a page. All lengths are proportional to the page's width, so that one template serves every
// format.

export interface PosterPage {
  /** Size of the trimmed page. */
  width: number;
  height: number;
  /** Width of the bleed, and of the margin with bleed and crop marks, around the trimmed page. */
  bleed: number;
  margin: number;
  background: PagePart[];
  cells: Cell[];
}

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
  mark: string;
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
  const hasBleed = content.bleed === true && isPdfFormat(format);
  const bleed = hasBleed ? BLEED : 0;
  const unit = width / UNITS;
  const covered = format === 'story' ? COVERED_MARGINS.story : { top: 0, bottom: 0 };
  const top = covered.top * unit;
  const foot = height - covered.bottom * unit - 58 * unit;
  const head = (height / width < 1.3 ? 214 : 262) * unit;
  const theme = THEME[content.theme];
  const background: PagePart[] = [
    {
      kind: 'rect',
      ...{ x: -bleed, y: -bleed, width: width + 2 * bleed, height: height + 2 * bleed },
      fill: colour.paper,
    },
    ...headOf(content, { width, height: top + head, bleed }, top, unit, theme, brand),
    ...footOf(content, { x: 0, y: foot, width, height: height - foot }, bleed, unit, theme, brand, number),
    ...(hasBleed ? cropMarks(width, height) : []),
  ];
  const room: Box = {
    x: MARGIN * unit,
    y: top + head + 12 * unit,
    width: width - 2 * MARGIN * unit,
    height: foot - top - head - 28 * unit,
  };
  const boxes = boxesIn(room, products.length, GAP * unit);
  const plans = products.map((product, at) =>
    planCell(product, boxes[at] as Box, unit, theme, at === 0 && products.length < 16),
  );
  let placed = 0;
  const names = (ROWS[products.length] ?? []).flatMap((across) => {
    const row = plans.slice(placed, placed + across);
    placed += across;
    return fitNames(row.map(({ name }) => name));
  });
  const cells = products.map((product, at): Cell => {
    const name = names[at] as FittedName;
    return {
      box: boxes[at] as Box,
      product,
      parts: (plans[at] as CellPlan).draw(name),
      isNameCut: name.isCut,
    };
  });
  return { width, height, bleed, margin: hasBleed ? MARKS_MARGIN : 0, background, cells };
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

/** Returns white around the bleed, which covers what reaches beyond it, with crop marks at the corners. */
function cropMarks(width: number, height: number): PagePart[] {
  const rect = (x: number, y: number, across: number, down: number, fill: string): PagePart => ({
    ...{ kind: 'rect', x, y, width: across, height: down, fill },
  });
  const [blank, thick] = [MARKS_MARGIN - BLEED, 0.5];
  const length = blank - 2;
  const [whole, high] = [width + 2 * MARKS_MARGIN, height + 2 * MARKS_MARGIN];
  const outside = (size: number) => [-MARKS_MARGIN, size + BLEED];
  return [
    ...outside(height).map((y) => rect(-MARKS_MARGIN, y, whole, blank, colour.white)),
    ...outside(width).map((x) => rect(x, -MARKS_MARGIN, blank, high, colour.white)),
    ...[0, width].flatMap((x) =>
      outside(height).map((y) => rect(x - thick / 2, y + 1, thick, length, colour.black)),
    ),
    ...[0, height].flatMap((y) =>
      outside(width).map((x) => rect(x + 1, y - thick / 2, length, thick, colour.black)),
    ),
  ];
}

function headOf(
  { title, validity }: PosterContent,
  { width, height, bleed }: { width: number; height: number; bleed: number },
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
  // The mark of the logo, rising behind the diagonal edge.
  const scale = 5.4 * unit;
  const x = width - 292 * unit;
  const mark = { x, y: edge(x + 4 * scale) - 43.5 * scale };
  return [
    {
      kind: 'path',
      d: `M${pathLength(-bleed)} ${pathLength(-bleed)}H${pathLength(width + bleed)}V${pathLength(edge(width + bleed))}L${pathLength(-bleed)} ${pathLength(edge(-bleed))}Z`,
      fill: theme.top,
    },
    ...raysOf(mark.x + 25 * scale, mark.y + 43 * scale, { width, edge, bleed }, theme.rays),
    { kind: 'path', d: withoutGround(brand.mark), fill: colour.yellow, at: { ...mark, scale } },
    ...below(small, words.x, first, 'title', theme.quiet),
    ...below(large, words.x, second, 'poster', theme.title),
    // Covers the part of the mark below the edge with the paper colour.
    {
      kind: 'path',
      d: `M${pathLength(-bleed)} ${pathLength(edge(-bleed))}L${pathLength(width + bleed)} ${pathLength(edge(width + bleed))}V${pathLength(height + 8 * unit)}H${pathLength(-bleed)}Z`,
      fill: colour.paper,
    },
  ];
}

/** Removes the line that the mark stands on, the last stroke of its path; the edge replaces it. */
const withoutGround = (mark: string) => mark.slice(0, mark.lastIndexOf('M'));

/** Returns rays from a point to the edges of the head, clipped at its lower edge. */
function raysOf(
  x: number,
  y: number,
  { width, edge, bleed }: { width: number; edge: (x: number) => number; bleed: number },
  fill: string,
): PagePart[] {
  const wedges: PagePart[] = [];
  const count = 17;
  const [left, top, right] = [-bleed, -bleed, width + bleed];
  const to = (angle: number) => {
    const [dx, dy] = [Math.cos(angle), -Math.sin(angle)];
    const reach = Math.min(
      dx > 0 ? (right - x) / dx : dx < 0 ? (left - x) / dx : Number.POSITIVE_INFINITY,
      dy < 0 ? (top - y) / dy : Number.POSITIVE_INFINITY,
    );
    return { x: x + dx * reach, y: Math.min(y + dy * reach, edge(x + dx * reach)) };
  };
  for (let at = 0; at < count; at += 2) {
    const from = to((Math.PI * at) / count);
    const until = to((Math.PI * (at + 1)) / count);
    // If the ends lie on different edges, the ray includes the corner between them.
    const corner =
      from.y > top && until.y <= top && from.x >= right
        ? `L${pathLength(right)} ${pathLength(top)}`
        : from.y <= top && until.y > top
          ? `L${pathLength(left)} ${pathLength(top)}`
          : '';
    wedges.push({
      kind: 'path',
      d: `M${pathLength(x)} ${pathLength(y)}L${pathLength(from.x)} ${pathLength(from.y)}${corner}L${pathLength(until.x)} ${pathLength(until.y)}Z`,
      fill,
    });
  }
  return wedges;
}

function footOf(
  { terms }: PosterContent,
  { x, y, width, height }: Box,
  bleed: number,
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
    {
      kind: 'rect',
      ...{ x: x - bleed, y, width: width + 2 * bleed, height: height + bleed },
      fill: theme.foot,
    },
    ...below(words, MARGIN * unit, y + (line - words.height) / 2, 'strong', colour.paper),
    ...(number ? [wordsAt('strong', size, right - 24 * unit - page, baseline, number, colour.paper)] : []),
    { kind: 'path', d: brand.mark, fill: colour.yellow, at: logo },
    { kind: 'path', d: brand.letters, fill: colour.white, at: logo },
  ];
}
