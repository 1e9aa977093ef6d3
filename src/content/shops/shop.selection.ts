import type { ImageFile } from '../../shared/files/image.ts';
import { fold } from '../../shared/text/fold.ts';
import { containsWords, parseSearch, wholeWordsFirst } from '../../shared/text/searchWords.ts';
import type { Shop } from './shop.contract.ts';

/** Fields of a shop that its card needs. */
export interface ShopCardData {
  uuid: string;
  name: string;
  description: string | null;
  file: ImageFile;
}

export function shopCardData({ uuid, name, description, file }: Shop): ShopCardData {
  return { uuid, name, description, file };
}

const LONGEST_SEARCH = 80;

export function readShopSearch(params: URLSearchParams): string {
  return (params.get('busca') ?? '').replace(/\s+/g, ' ').trim().slice(0, LONGEST_SEARCH);
}

const shopText = ({ name, description }: Shop) => `${name} ${description ?? ''}`;

/**
 * Returns the shops with every word of the search, ignoring accents and case: matches in the name first, then
 * in the description («sorvete» finds the ice-cream parlour); matches inside words last.
 */
export function selectShops(shops: readonly Shop[], search: string): ShopCardData[] {
  const words = parseSearch(search);
  const has = (text: string) => containsWords(fold(text), words);
  const named = shops.filter(({ name }) => has(name));
  const described = shops.filter((shop) => !named.includes(shop) && has(shopText(shop)));
  const found = wholeWordsFirst([...named, ...described], words, shopText);
  return found.map(shopCardData);
}

/** Returns the next `count` shops in the site's order, wrapping around at the end. */
export function nextShops(uuid: string, shops: readonly Shop[], count: number): ShopCardData[] {
  const at = shops.findIndex((shop) => shop.uuid === uuid);
  const others = [...shops.slice(at + 1), ...shops.slice(0, Math.max(at, 0))];
  return others.slice(0, count).map(shopCardData);
}
