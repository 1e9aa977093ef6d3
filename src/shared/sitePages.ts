// The pages of the site. Their modules are in src/site/pages.ts; sitemap, cache keys, previews, menus, search
// and page views follow from these facts.

interface PageFacts {
  /** Name for people. The page of a record is named after its record. */
  name?: string;
  /** Query parameters that the page reads. All others are dropped from its cache key. */
  query?: readonly string[];
  /** Table of the record that the page shows. */
  table?: string;
  /** Portuguese alias. The server redirects it to the page. */
  alias?: string;
  /** Whether the page differs each day, whenever its records were changed. */
  changesDaily?: true;
  /** False if the sitemap leaves it out. */
  inSitemap?: false;
  /** False if its views are not counted. */
  isCounted?: false;
}

/** All pages by the pattern of their address, in the order of the sitemap. */
export const SITE_PAGES = {
  '/': { name: 'Início' },
  '/branches': { name: 'Filiais', query: ['cidade', 'servico'] },
  '/branches/:uuid': { table: 'branches', query: ['cidade', 'servico'] },
  '/offers': { name: 'Ofertas', query: ['departamento', 'filial', 'busca', 'ordem', 'pagina'] },
  '/offers/details/:uuid': { table: 'offers' },
  '/booklets-day': { name: 'Ofertas do dia', changesDaily: true },
  '/booklet': { name: 'Encarte da quinzena', query: ['pagina', 'busca'] },
  '/tips-and-recipes': {
    name: 'Dicas e receitas',
    query: ['busca', 'categoria', 'dificuldade', 'pagina', 'tempo'],
  },
  '/tips-and-recipes/details/:uuid': { table: 'recipes' },
  '/list': { name: 'Minha lista', alias: '/lista' },
  '/debit-cards': { name: 'Cartão' },
  '/shopping': { name: 'Shopping' },
  '/shops': { name: 'Lojas', query: ['busca'] },
  '/shops/:uuid': { table: 'shops' },
  '/cinema': { name: 'Cinema', query: ['dia'] },
  '/cinema/:uuid': { table: 'movies' },
  '/contacts': { name: 'Contato' },
  '/help': { name: 'Ajuda', query: ['busca'], alias: '/ajuda' },
  '/vacancies': { name: 'Vagas abertas' },
  '/vacancies/:uuid': { table: 'vacancies' },
  '/work-with-us': { name: 'Trabalhe conosco', query: ['vaga', 'enviada'] },
  '/about': { name: 'Sobre nós' },
  '/privacy': { name: 'Privacidade' },
  '/accessibility': { name: 'Acessibilidade' },
  '/search': { name: 'Busca', query: ['q', 'tipo', 'pagina'], alias: '/busca', inSitemap: false },
  '/offline': { name: 'Sem internet', inSitemap: false, isCounted: false },
} as const satisfies Readonly<Record<string, PageFacts>>;

/** Pattern of a page's address: `/shops/:uuid`. */
export type SitePage = keyof typeof SITE_PAGES;

type Facts = typeof SITE_PAGES;

/** Address of a page without a record. */
export type NamedPage = { [P in SitePage]: Facts[P] extends { name: string } ? P : never }[SitePage];

/** Pattern of a page whose views are counted. */
export type CountedPage = { [P in SitePage]: Facts[P] extends { isCounted: false } ? never : P }[SitePage];

export const sitePages = Object.keys(SITE_PAGES) as SitePage[];

/** Returns the facts of the page with this pattern; undefined if there is none. */
export const factsOfPage = (pattern: string): PageFacts | undefined =>
  Object.hasOwn(SITE_PAGES, pattern) ? SITE_PAGES[pattern as SitePage] : undefined;

/** Tables of the records that have pages. */
type PageTable = { [P in SitePage]: Facts[P] extends { table: infer T } ? T : never }[SitePage];

/** Returns the table of the record that a page shows; undefined if it shows none. */
export function tableOfPage(pattern: string): PageTable | undefined {
  const facts = Object.hasOwn(SITE_PAGES, pattern) && SITE_PAGES[pattern as SitePage];
  return facts && 'table' in facts ? facts.table : undefined;
}

export const isCountedPage = (pattern: string): pattern is CountedPage => {
  const facts = factsOfPage(pattern);
  return facts !== undefined && facts.isCounted !== false;
};

export const countedPages = sitePages.filter(isCountedPage);

/** Pages without a record that the sitemap lists. */
export const sitemapPages = sitePages.filter((pattern) => {
  const { name, inSitemap } = factsOfPage(pattern) ?? {};
  return name !== undefined && inSitemap !== false;
});
