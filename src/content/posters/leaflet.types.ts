// Constants and types of posters that screens, templates and the server share, apart from the contract.

import { brand, type PosterTheme } from '../../brand/brand.ts';

/** Largest numbers of products on a page; fewer products share its space without gaps. */
export const LAYOUTS = [1, 4, 9, 16] as const;
export type Layout = (typeof LAYOUTS)[number];

export const POSTER_FORMATS = {
  site: 'Imagem para o site',
  story: 'Story, 1080 × 1920',
  post: 'Post, 1080 × 1350',
  a4: 'PDF para imprimir, A4',
  a3: 'PDF para imprimir, A3',
} as const;
export type Format = keyof typeof POSTER_FORMATS;

export const isPdfFormat = (format: Format) => format === 'a4' || format === 'a3';

/** Colours of a poster, with the brand's names for them. */
export const THEMES = brand.posterThemes;
export type Theme = PosterTheme;

/** Largest number of products of a poster. */
export const MAX_PRODUCTS = 64;
export const MAX_POSTER_PAGES = 12;
/** Largest length of a name that is written for one poster alone. */
export const MAX_SHORT_NAME = 60;

/** Returns the smallest layout that holds the products, or the largest one for several pages. */
export const layoutFor = (products: number): Layout => LAYOUTS.find((max) => max >= products) ?? 16;

export const pageCount = (products: number, layout: Layout): number => Math.ceil(products / layout);

/** Distributes `items` over pages as evenly as possible, in order. */
export function splitIntoPages<T>(items: readonly T[], layout: Layout): T[][] {
  const pages = pageCount(items.length, layout);
  return Array.from({ length: pages }, (_, page) =>
    items.slice(Math.ceil((page * items.length) / pages), Math.ceil(((page + 1) * items.length) / pages)),
  );
}

/** A product as the poster shows it, with its values at the time of the request. */
export interface PosterProduct {
  uuid: string;
  /** Name of the offer, or the one written for this poster. */
  product: string;
  /** Set if the name was written for this poster alone. */
  renamed?: true;
  brand: string | null;
  /** Unit or size of the price: `500 g`, `kg`, `un`. */
  size: string;
  /** Decimal text in reais, such as `12.99`. */
  price: string;
  former_price: string | null;
  card_price: string | null;
  /** Unit price in words, such as `R$ 25,98 o quilo`. */
  unit_price: string | null;
  saving: number;
  customer_limit: number | null;
  /** Days of the offer, such as `12 a 14/11`, if they differ from the poster's. */
  days: string | null;
  file_id: number | null;
}

/** Contents of a poster, as drawn. */
export interface PosterContent {
  title: string;
  /** Days of the poster, in words. */
  validity: string;
  /** Terms of all offers, at the bottom of the page. */
  terms: string;
  theme: Theme;
  layout: Layout;
  /** Whether PDFs have 3 mm of bleed and crop marks; absent in posters made before this choice. */
  bleed?: boolean;
  products: PosterProduct[];
}
