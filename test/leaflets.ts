import { heightsOf } from '../src/features/leaflets/drawing/fit.ts';
import { type Box, type Part, sheetsOf, type Words } from '../src/features/leaflets/drawing/place.ts';
import type { Format, LeafletContent, LeafletProduct } from '../src/features/leaflets/leaflet.types.ts';

/** Names that a layout has to bear: long ones, short ones, without a space, of letters that no font has. */
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

/** The `seed`th product, each with another mixture of all that can be said of one. */
export function hardProduct(seed: number, file_id: number | null = null): LeafletProduct {
  const pick = <T>(of: readonly T[], by: number): T => of[Math.floor(seed / by) % of.length] as T;
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

export const leafletOf = (
  products: LeafletProduct[],
  more: Partial<LeafletContent> = {},
): LeafletContent => ({
  title: 'Dia de açougue',
  validity: 'De 23 a 29/11',
  terms: 'Ofertas válidas de 23/11/2026 a 29/11/2026, ou enquanto durarem os estoques.',
  theme: 'red',
  layout: 16,
  ...more,
  products,
});

export const BRAND = { name: 'Hiper Aurora', sun: 'M0 0h1zM0 2h1z', letters: 'M0 0h1z' };
/** For numbers that were added up in another order. */
const AIR = 0.01;

/** From the top of its capitals to the foot of its letters; a price's digits stand on the line. */
function boxOf({ face, size, x, baseline, width }: Words): Box {
  const { cap, descent } = heightsOf(face);
  const above = cap * size;
  return { x, y: baseline - above, width, height: above + (face === 'price' ? 0 : descent * size * 0.5) };
}

/** No product's name is smaller: some 5 points of an A4, 9 pixels of a story. */
const LEAST = 0.0083;

const isWithin = (inner: Box, outer: Box) =>
  inner.x >= outer.x - AIR &&
  inner.y >= outer.y - AIR &&
  inner.x + inner.width <= outer.x + outer.width + AIR &&
  inner.y + inner.height <= outer.y + outer.height + AIR;

const overlap = (one: Box, other: Box) =>
  one.x + one.width > other.x + AIR &&
  other.x + other.width > one.x + AIR &&
  one.y + one.height > other.y + AIR &&
  other.y + other.height > one.y + AIR;

export const wordsIn = (parts: readonly Part[]) => parts.filter((part) => part.kind === 'words');

/** What is wrong with how a leaflet is laid out. */
export function faultsOf(content: LeafletContent, format: Format): string[] {
  const faults: string[] = [];
  for (const { width, height, cells, ground } of sheetsOf(content, format, BRAND)) {
    const page = { x: 0, y: 0, width, height };
    for (const words of wordsIn(ground))
      if (!isWithin(boxOf(words), page)) faults.push(`${words.text}: off the page`);
    for (const [at, { box, parts }] of cells.entries()) {
      if (!isWithin(box, page)) faults.push(`cell ${at}: off the page`);
      for (const other of cells.slice(at + 1))
        if (overlap(box, other.box)) faults.push(`cell ${at}: over another`);
      const words = wordsIn(parts);
      const pictures = parts.filter((part) => part.kind === 'picture');
      for (const [index, one] of words.entries()) {
        const own = boxOf(one);
        if (one.face === 'title' && index === 0 && one.size < width * LEAST)
          faults.push(`${one.text}: too small`);
        if (!isWithin(own, box)) faults.push(`${one.text}: out of its cell`);
        for (const other of words.slice(index + 1))
          if (overlap(own, boxOf(other))) faults.push(`${one.text} × ${other.text}`);
        for (const picture of pictures)
          if (overlap(own, picture)) faults.push(`${one.text}: over the picture`);
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
