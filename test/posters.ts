import { fontHeights } from '../src/content/posters/drawing/fitText.ts';
import { layOutPages } from '../src/content/posters/drawing/layout.ts';
import type { Box, PagePart, TextPart } from '../src/content/posters/drawing/pageParts.ts';
import type { Format, PosterContent, PosterProduct } from '../src/content/posters/leaflet.types.ts';

/** Product names that a layout must handle: long, short, without a space, with letters that no font has. */
export const HARD_NAMES = [
  'M'.repeat(200),
  'Sal',
  `Café torrado e moído ${'extraforte '.repeat(16)}`.slice(0, 200),
  'W-'.repeat(100),
  'Desodorante antitranspirante aerossol masculino sem perfume 150 ml',
  'Crème brûlée ŁØß 日本語 🍅 Ação',
  '1',
  'Ílhavo Jô Gênio çÇ Água',
];
const HARD_PRICES = ['0.01', '9.98', '99999.99', '1299.90', '999999.99'];

/** Returns the `seed`th product, each with a different combination of fields. */
export function hardProduct(seed: number, file_id: number | null = null): PosterProduct {
  const pick = <T>(values: readonly T[], by: number): T => values[Math.floor(seed / by) % values.length] as T;
  const price = pick(HARD_PRICES, 1);
  return {
    uuid: String(seed),
    product: HARD_NAMES[seed % HARD_NAMES.length] as string,
    brand: pick([null, 'Serra Alta', 'Marca de nome comprido de sessenta letras, que também cabe!'], 2),
    size: pick(['kg', '500 g', 'un', '999999,999 dúzias'], 3),
    price,
    former_price: pick([null, '999999.99', '16.90'], 1),
    card_price: pick([null, '99999.98', '8.90'], 2),
    unit_price: pick([null, 'R$ 199.999,98 o quilo', 'R$ 3,49 o litro'], 3),
    saving: pick([0, 20, 99], 1),
    customer_limit: pick([null, 3, 999], 5),
    days: pick([null, 'só até 24/11', 'a partir de 25/11'], 4),
    file_id: pick([null, file_id], 1),
  };
}

export const posterOf = (products: PosterProduct[], more: Partial<PosterContent> = {}): PosterContent => ({
  title: 'Dia de açougue',
  validity: 'De 23 a 29/11',
  terms: 'Ofertas válidas de 23/11/2026 a 29/11/2026, ou enquanto durarem os estoques.',
  theme: 'red',
  layout: 16,
  ...more,
  products,
});

export const BRAND = { name: 'Hiper Aurora', mark: 'M0 0h1zM0 2h1z', letters: 'M0 0h1z' };
/** Tolerance for rounding. */
const TOLERANCE = 0.01;

/**
 * Returns the box from cap height to half the descent of the words. Prices have digits only, which stand on
 * the baseline.
 */
function boxOf({ face, size, x, baseline, width }: TextPart): Box {
  const { cap, descent } = fontHeights(face);
  const above = cap * size;
  return { x, y: baseline - above, width, height: above + (face === 'price' ? 0 : descent * size * 0.5) };
}

/** Smallest size of a product name as a share of the width, in boxes full of other texts: about 5 points on A4. */
const MIN_NAME_SIZE = 0.0083;

const isWithin = (inner: Box, outer: Box) =>
  inner.x >= outer.x - TOLERANCE &&
  inner.y >= outer.y - TOLERANCE &&
  inner.x + inner.width <= outer.x + outer.width + TOLERANCE &&
  inner.y + inner.height <= outer.y + outer.height + TOLERANCE;

const overlap = (one: Box, other: Box) =>
  one.x + one.width > other.x + TOLERANCE &&
  other.x + other.width > one.x + TOLERANCE &&
  one.y + one.height > other.y + TOLERANCE &&
  other.y + other.height > one.y + TOLERANCE;

export const wordsIn = (parts: readonly PagePart[]) => parts.filter((part) => part.kind === 'words');

/** Returns the layout errors of a poster. */
export function layoutFaults(content: PosterContent, format: Format): string[] {
  const faults: string[] = [];
  for (const { width, height, cells, background } of layOutPages(content, format, BRAND)) {
    const page = { x: 0, y: 0, width, height };
    for (const words of wordsIn(background))
      if (!isWithin(boxOf(words), page)) faults.push(`${words.text}: off the page`);
    for (const [at, { box, parts }] of cells.entries()) {
      if (!isWithin(box, page)) faults.push(`cell ${at}: off the page`);
      for (const other of cells.slice(at + 1))
        if (overlap(box, other.box)) faults.push(`cell ${at}: over another`);
      const words = wordsIn(parts);
      const pictures = parts.filter((part) => part.kind === 'picture');
      for (const [index, text] of words.entries()) {
        const own = boxOf(text);
        if (text.face === 'title' && index === 0 && text.size < width * MIN_NAME_SIZE)
          faults.push(`${text.text}: too small`);
        if (!isWithin(own, box)) faults.push(`${text.text}: out of its cell`);
        for (const other of words.slice(index + 1))
          if (overlap(own, boxOf(other))) faults.push(`${text.text} × ${other.text}`);
        for (const picture of pictures)
          if (overlap(own, picture)) faults.push(`${text.text}: over the picture`);
      }
      for (const picture of pictures) {
        if (!isWithin(picture, box)) faults.push(`cell ${at}: picture out of it`);
        if (picture.height < box.height * 0.08) faults.push(`cell ${at}: no room for the picture`);
      }
      if (!words.some(({ face }) => face === 'price')) faults.push(`cell ${at}: no price`);
    }
  }
  return faults;
}
