import type { ImageFile } from '../../shared/files/image.ts';
import { fold } from '../../shared/text/fold.ts';
import { containsWords, parseSearch } from '../../shared/text/searchWords.ts';
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

/**
 * Returns the shops with every word of the search, ignoring accents and case: matches in the name first, then
 * in the description («sorvete» finds the ice-cream parlour).
 */
export function selectShops(shops: readonly Shop[], search: string): ShopCardData[] {
  const words = parseSearch(search);
  const has = (text: string) => containsWords(fold(text), words);
  const named = shops.filter(({ name }) => has(name));
  const described = shops.filter(
    (shop) => !named.includes(shop) && has(`${shop.name} ${shop.description ?? ''}`),
  );
  return [...named, ...described].map(shopCardData);
}

/** Returns the next `count` shops in the site's order, wrapping around at the end. */
export function nextShops(uuid: string, shops: readonly Shop[], count: number): ShopCardData[] {
  const at = shops.findIndex((shop) => shop.uuid === uuid);
  const others = [...shops.slice(at + 1), ...shops.slice(0, Math.max(at, 0))];
  return others.slice(0, count).map(shopCardData);
}
