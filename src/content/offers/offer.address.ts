import type { NamedPage } from '../../shared/sitePages.ts';
import { fold } from '../../shared/text/fold.ts';
import { DEPARTMENTS, type Department, type OfferSort } from '../pricing/offer.types.ts';

// The address of the list of offers, with query parameters in Portuguese.

export const OFFERS_PATH = '/offers' satisfies NamedPage;

/** Departments by their slug in addresses, such as `frios-e-laticinios`. */
const DEPARTMENT_SLUGS = new Map(
  Object.entries(DEPARTMENTS).map(([department, name]) => [
    fold(name).replaceAll(' ', '-'),
    department as Department,
  ]),
);
const SLUGS = new Map([...DEPARTMENT_SLUGS].map(([slug, department]) => [department, slug]));

const SORT_WORDS = new Map<string, OfferSort>([
  ['preco', 'price'],
  ['desconto', 'saving'],
]);
const WORDS_OF_SORTS = new Map([...SORT_WORDS].map(([word, sort]) => [sort, word]));

const MAX_SEARCH_LENGTH = 80;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Query of a shopper for the list of offers. */
export interface OffersQuery {
  search: string;
  department: Department | null;
  /** Uuid of a branch. */
  branch: string | null;
  sort: OfferSort;
  page: number;
}

/** Parses the query; invalid values fall back to defaults, so that a mistyped address still shows offers. */
export function readOfferQuery(params: URLSearchParams): OffersQuery {
  const page = Number(params.get('pagina'));
  const branch = params.get('filial') ?? '';
  return {
    search: (params.get('busca') ?? '').replace(/\s+/g, ' ').trim().slice(0, MAX_SEARCH_LENGTH),
    department: DEPARTMENT_SLUGS.get(params.get('departamento') ?? '') ?? null,
    branch: UUID.test(branch) ? branch.toLowerCase() : null,
    sort: SORT_WORDS.get(params.get('ordem') ?? '') ?? 'place',
    page: Number.isSafeInteger(page) && page > 1 ? page : 1,
  };
}

/** Returns the canonical address of a list: fixed order of parameters, defaults left out. */
export function offersAddress(asked: Partial<OffersQuery>): string {
  const query = new URLSearchParams(offersQueryFields(asked));
  const { page = 1 } = asked;
  if (page > 1) query.set('pagina', String(page));
  return query.size > 0 ? `${OFFERS_PATH}?${query}` : OFFERS_PATH;
}

/** Returns the query without the page, as hidden fields of a form. */
export function offersQueryFields({
  search = '',
  department = null,
  branch = null,
  sort = 'place',
}: Partial<OffersQuery>): [string, string][] {
  const fields: [string, string | null | undefined][] = [
    ['departamento', department && SLUGS.get(department)],
    ['filial', branch],
    ['busca', search],
    ['ordem', WORDS_OF_SORTS.get(sort)],
  ];
  return fields.filter((field): field is [string, string] => Boolean(field[1]));
}
