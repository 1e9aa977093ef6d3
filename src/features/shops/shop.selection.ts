import { fold } from '../../contract/fold.ts';
import type { ImageFile } from '../../contract/image.ts';
import { hasWords, searchedWords } from '../../contract/words.ts';
import type { Shop } from './shop.contract.ts';

/** What a list shows of a shop. */
export interface ShopOnCard {
  uuid: string;
  name: string;
  description: string | null;
  file: ImageFile;
}

export function cardOf({ uuid, name, description, file }: Shop): ShopOnCard {
  return { uuid, name, description, file };
}

const LONGEST_SEARCH = 80;

export function searchOf(params: URLSearchParams): string {
  return (params.get('busca') ?? '').replace(/\s+/g, ' ').trim().slice(0, LONGEST_SEARCH);
}

/**
 * The shops that have every word of the search, whatever its accents and case: in the name first, then in what
 * is said of them («sorvete» finds the ice-cream parlour).
 */
export function selectShops(shops: readonly Shop[], search: string): ShopOnCard[] {
  const words = searchedWords(search);
  const has = (text: string) => hasWords(fold(text), words);
  const named = shops.filter(({ name }) => has(name));
  const told = shops.filter((shop) => !named.includes(shop) && has(`${shop.name} ${shop.description ?? ''}`));
  return [...named, ...told].map(cardOf);
}

/** Those after it in the site's order; at the end it begins again. */
export function neighboursOf(uuid: string, shops: readonly Shop[], count: number): ShopOnCard[] {
  const at = shops.findIndex((shop) => shop.uuid === uuid);
  const others = [...shops.slice(at + 1), ...shops.slice(0, Math.max(at, 0))];
  return others.slice(0, count).map(cardOf);
}
