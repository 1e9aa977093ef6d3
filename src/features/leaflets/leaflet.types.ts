// What screens, templates and server know of leaflets alike, apart from the contract.

/** How many products a page has at most; fewer share its room, so that none has a hole. */
export const LAYOUTS = [1, 4, 9, 16] as const;
export type Layout = (typeof LAYOUTS)[number];

export const FORMATS = {
  site: 'Imagem para o site',
  story: 'Story, 1080 × 1920',
  post: 'Post, 1080 × 1350',
  a4: 'PDF para imprimir, A4',
  a3: 'PDF para imprimir, A3',
} as const;
export type Format = keyof typeof FORMATS;

export const THEMES = {
  red: 'Tomate',
  wine: 'Vinho',
  orange: 'Laranja',
  teal: 'Piscina',
} as const;
export type Theme = keyof typeof THEMES;

/** Of one leaflet. */
export const MOST_PRODUCTS = 64;
export const MOST_LEAFLET_PAGES = 12;

/** The one that fits: the next larger, or the largest on several pages. */
export const layoutFor = (products: number): Layout => LAYOUTS.find((most) => most >= products) ?? 16;

export const pagesFor = (products: number, layout: Layout): number => Math.ceil(products / layout);

/** `items` on their pages, as evenly as it goes and in their order. */
export function onPages<T>(items: readonly T[], layout: Layout): T[][] {
  const pages = pagesFor(items.length, layout);
  return Array.from({ length: pages }, (_, page) =>
    items.slice(Math.ceil((page * items.length) / pages), Math.ceil(((page + 1) * items.length) / pages)),
  );
}

/** A product as it stands on a leaflet, from the moment at which somebody asked for it. */
export interface LeafletProduct {
  uuid: string;
  product: string;
  brand: string | null;
  /** `500 g`, `kg`, `un`: what the price is for. */
  size: string;
  /** `12.99`, as all prices here. */
  price: string;
  former_price: string | null;
  card_price: string | null;
  /** `R$ 25,98 o quilo` */
  unit_price: string | null;
  saving: number;
  customer_limit: number | null;
  /** `12 a 14/11`, where it is not that of the whole leaflet. */
  days: string | null;
  file_id: number | null;
}

/** All that is drawn. */
export interface LeafletContent {
  title: string;
  /** Its days, in words. */
  validity: string;
  /** What is said below of all offers. */
  terms: string;
  theme: Theme;
  layout: Layout;
  products: LeafletProduct[];
}
