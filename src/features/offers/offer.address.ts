import { fold } from '../../contract/fold.ts';
import { DEPARTMENTS, type Department, type OfferSort } from './offer.types.ts';

// The list of offers as its address asks for it, in people's words.

export const OFFERS = '/offers';

/** Each department by how addresses have it: `frios-e-laticinios`. */
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

const LONGEST_SEARCH = 80;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** What a shopper asks of the list. */
export interface OffersAsked {
  search: string;
  department: Department | null;
  /** A branch's uuid. */
  branch: string | null;
  sort: OfferSort;
  page: number;
}

/** Wrong values fall back: an address that somebody typed still shows offers. */
export function readOfferQuery(params: URLSearchParams): OffersAsked {
  const page = Number(params.get('pagina'));
  const branch = params.get('filial') ?? '';
  return {
    search: (params.get('busca') ?? '').replace(/\s+/g, ' ').trim().slice(0, LONGEST_SEARCH),
    department: DEPARTMENT_SLUGS.get(params.get('departamento') ?? '') ?? null,
    branch: UUID.test(branch) ? branch.toLowerCase() : null,
    sort: SORT_WORDS.get(params.get('ordem') ?? '') ?? 'place',
    page: Number.isSafeInteger(page) && page > 1 ? page : 1,
  };
}

/** The one address of a list: always in the same order, and without what it does not need. */
export function offersAddress(asked: Partial<OffersAsked>): string {
  const query = new URLSearchParams(offersFields(asked));
  const { page = 1 } = asked;
  if (page > 1) query.set('pagina', String(page));
  return query.size > 0 ? `${OFFERS}?${query}` : OFFERS;
}

/** The same but the page, as a form carries it. */
export function offersFields({
  search = '',
  department = null,
  branch = null,
  sort = 'place',
}: Partial<OffersAsked>): [string, string][] {
  const fields: [string, string | null | undefined][] = [
    ['departamento', department && SLUGS.get(department)],
    ['filial', branch],
    ['busca', search],
    ['ordem', WORDS_OF_SORTS.get(sort)],
  ];
  return fields.filter((field): field is [string, string] => Boolean(field[1]));
}
