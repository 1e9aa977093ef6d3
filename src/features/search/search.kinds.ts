import type { FoundKind } from '../../contract/resource.ts';

// What the site's search finds, by kinds. Apart from the contract, so that public pages need no validation code.

interface KindFacts {
  /** Above those that were found. */
  many: string;
  /** As it stands in an address. */
  slug: string;
  /** What is still to come is told as such; of all others it is not found before. */
  comes?: true;
}

/** In the order in which they stand where none fits better. */
export const KINDS = {
  offer: { many: 'Ofertas', slug: 'ofertas', comes: true },
  leaflet: { many: 'Encartes', slug: 'encartes' },
  recipe: { many: 'Receitas e dicas', slug: 'receitas' },
  branch: { many: 'Filiais', slug: 'filiais' },
  shop: { many: 'Lojas do shopping', slug: 'lojas' },
  movie: { many: 'Cinema', slug: 'cinema', comes: true },
  vacancy: { many: 'Vagas de emprego', slug: 'vagas' },
  question: { many: 'Perguntas e respostas', slug: 'perguntas' },
  page: { many: 'Páginas', slug: 'paginas' },
} as const satisfies Record<FoundKind, KindFacts>;

export type SearchKind = FoundKind;
export const SEARCH_KINDS = Object.keys(KINDS) as SearchKind[];

export const factsOf = (kind: SearchKind): KindFacts => KINDS[kind];
export const kindBySlug = (slug: string | null): SearchKind | undefined =>
  SEARCH_KINDS.find((kind) => KINDS[kind].slug === slug);

export const LONGEST_QUESTION = 80;
/** Of one kind on one page. */
export const HITS_PER_PAGE = 24;

export interface SearchQuery {
  q: string;
  kind?: SearchKind | undefined;
  page?: number;
}

export const SEARCH = '/search';

/** The one address of what is looked for. */
export function searchAddress({ q, kind, page = 1 }: SearchQuery): string {
  const query = new URLSearchParams({
    ...(q && { q }),
    ...(kind && { tipo: KINDS[kind].slug }),
    ...(page > 1 && { pagina: String(page) }),
  });
  return query.size > 0 ? `${SEARCH}?${query}` : SEARCH;
}

/** Wrong values fall back: an address that somebody typed still shows something. */
export function readSearchQuery(params: URLSearchParams): SearchQuery & { page: number } {
  const page = Number(params.get('pagina'));
  return {
    q: (params.get('q') ?? '').replace(/\s+/g, ' ').trim().slice(0, LONGEST_QUESTION),
    kind: kindBySlug(params.get('tipo')),
    page: Number.isSafeInteger(page) && page > 1 ? page : 1,
  };
}
