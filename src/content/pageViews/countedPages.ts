/** Patterns of pages whose views are counted; the page of a record names its table. */
export const COUNTED_PAGES = {
  '/': null,
  '/branches': null,
  '/branches/:uuid': 'branches',
  '/offers': null,
  '/offers/details/:uuid': 'offers',
  '/booklets-day': null,
  '/booklet': null,
  '/contacts': null,
  '/debit-cards': null,
  '/help': null,
  '/tips-and-recipes': null,
  '/tips-and-recipes/details/:uuid': 'recipes',
  '/vacancies': null,
  '/vacancies/:uuid': 'vacancies',
  '/work-with-us': null,
  '/shopping': null,
  '/shops': null,
  '/shops/:uuid': 'shops',
  '/cinema': null,
  '/cinema/:uuid': 'movies',
  '/list': null,
  '/search': null,
  '/about': null,
  '/privacy': null,
  '/accessibility': null,
} as const;
export type CountedPage = keyof typeof COUNTED_PAGES;

export const isCountedPage = (pattern: string): pattern is CountedPage =>
  Object.hasOwn(COUNTED_PAGES, pattern);
