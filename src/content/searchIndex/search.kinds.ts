import type { SearchResultKind } from '../../shared/resource.ts';
import type { NamedPage } from '../../shared/sitePages.ts';

// Kinds of records that the site search finds. Separate from the contract, so that public pages need no
// validation code.

interface KindFacts {
  /** Heading of the group of hits. */
  many: string;
  /** Value in the address. */
  slug: string;
  /** True if records are found before their first day. Hits that have not begun rank lower. */
  comes?: true;
}

/** Kinds in the order in which they are shown when their scores are equal. */
export const SEARCH_KIND_FACTS = {
  offer: { many: 'Ofertas', slug: 'ofertas', comes: true },
  leaflet: { many: 'Encartes', slug: 'encartes' },
  recipe: { many: 'Receitas e dicas', slug: 'receitas' },
  branch: { many: 'Filiais', slug: 'filiais' },
  shop: { many: 'Lojas do shopping', slug: 'lojas' },
  movie: { many: 'Cinema', slug: 'cinema', comes: true },
  vacancy: { many: 'Vagas de emprego', slug: 'vagas' },
  question: { many: 'Perguntas e respostas', slug: 'perguntas' },
  page: { many: 'Páginas', slug: 'paginas' },
} as const satisfies Record<SearchResultKind, KindFacts>;

export type SearchKind = SearchResultKind;
export const SEARCH_KINDS = Object.keys(SEARCH_KIND_FACTS) as SearchKind[];

export const searchKindFacts = (kind: SearchKind): KindFacts => SEARCH_KIND_FACTS[kind];
export const searchKindBySlug = (slug: string | null): SearchKind | undefined =>
  SEARCH_KINDS.find((kind) => SEARCH_KIND_FACTS[kind].slug === slug);

export const MAX_QUESTION_LENGTH = 80;
/** Hits of one kind per page. */
export const HITS_PER_PAGE = 24;

export interface SearchQuery {
  q: string;
  kind?: SearchKind | undefined;
  page?: number;
}

export const SEARCH_PATH = '/search' satisfies NamedPage;

/** Returns the canonical address of a search. */
export function searchAddress({ q, kind, page = 1 }: SearchQuery): string {
  const query = new URLSearchParams({
    ...(q && { q }),
    ...(kind && { tipo: SEARCH_KIND_FACTS[kind].slug }),
    ...(page > 1 && { pagina: String(page) }),
  });
  return query.size > 0 ? `${SEARCH_PATH}?${query}` : SEARCH_PATH;
}

/**
 * Reads a search from an address. Invalid values fall back to defaults, so that a typed address still shows
 * results.
 */
export function readSearchQuery(params: URLSearchParams): SearchQuery & { page: number } {
  const page = Number(params.get('pagina'));
  return {
    q: (params.get('q') ?? '').replace(/\s+/g, ' ').trim().slice(0, MAX_QUESTION_LENGTH),
    kind: searchKindBySlug(params.get('tipo')),
    page: Number.isSafeInteger(page) && page > 1 ? page : 1,
  };
}
