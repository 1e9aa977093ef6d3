import { readSearchQuery, searchAddress } from '../features/search/search.kinds.ts';
import type { PageMeta } from './meta.ts';
import { type Asked, Elsewhere } from './page.ts';
import sheet from './SearchPage.css?url';

export { sheet };

/** What people type by heart. */
export function load({ url }: Asked): never {
  throw new Elsewhere(searchAddress(readSearchQuery(url.searchParams)), 301);
}

export const head = (): PageMeta => ({ title: 'Buscar' });

export default function SearchElsewhere() {
  return null;
}
