// The pages of the site. Their modules are in src/site/pages.ts; sitemap, cache keys, previews, menus, search,
// page views and the offline cache follow from these facts.

interface PageFacts {
  /** Name for people. The page of a record is named after its record. */
  name?: string;
  /** Page above it in the breadcrumbs, besides the home page. */
  parent?: string;
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
  /** False if the service worker never caches the page: it has a form with personal data, or only typed words. */
  isAvailableOffline?: false;
  /** Tables of the records that the page shows besides its own: it changes with them, and previews them. */
  shows?: readonly string[];
  /** How the site's search finds the page. Absent if it does not. */
  search?: PageSearch;
}

interface PageSearch {
  /** Title of the result, if it is not the name. */
  title?: string;
  text: string;
  /** Names that shoppers use for the page. A question that is one of them finds it first. */
  names?: readonly string[];
  /** Topics that it covers. */
  keywords: string;
  /** Breaks ties between pages that match equally well: the highest comes first. 0 if absent. */
  priority?: number;
}

/** All pages by the pattern of their address, in the order of the sitemap. */
export const SITE_PAGES = {
  '/': {
    name: 'Início',
    shows: [
      'banners',
      'offers',
      'daily_booklets',
      'fortnightly_booklets',
      'abouts',
      'about_items',
      'branches',
      'exceptions',
    ],
  },
  '/branches': {
    name: 'Filiais',
    query: ['cidade', 'servico'],
    shows: ['branches', 'exceptions'],
    search: {
      text: 'Endereço, horários e como chegar a cada uma.',
      names: ['lojas', 'endereço', 'horário de funcionamento', 'loja perto de mim', 'mapa'],
      keywords: 'hora aberto fecha abre unidade mercado estacionamento telefone feriado domingo',
      priority: 1,
    },
  },
  '/branches/:uuid': {
    table: 'branches',
    query: ['cidade', 'servico'],
  },
  '/offers': {
    name: 'Ofertas',
    query: ['departamento', 'filial', 'busca', 'ordem', 'pagina'],
    shows: ['offers'],
    search: {
      text: 'Tudo o que está em oferta, por departamento, preço e filial.',
      keywords:
        'promoção desconto barato preço departamento hortifrúti açougue peixaria padaria frios laticínios congelados mercearia bebidas limpeza higiene beleza bebês pet casa eletro',
      priority: 2,
    },
  },
  '/offers/details/:uuid': { table: 'offers' },
  '/booklets-day': {
    name: 'Ofertas do dia',
    changesDaily: true,
    shows: ['offers', 'daily_booklets'],
    search: {
      text: 'O encarte de hoje.',
      names: ['encarte do dia', 'folheto', 'tabloide', 'jornal de ofertas'],
      keywords: 'promoção hoje',
      priority: 2,
    },
  },
  '/booklet': {
    name: 'Encarte da quinzena',
    query: ['pagina', 'busca'],
    shows: ['fortnightly_booklets'],
    search: {
      text: 'Folheie o encarte inteiro, página por página.',
      names: ['folheto', 'tabloide', 'jornal de ofertas', 'revista'],
      keywords: 'quinzenal pdf',
      priority: 2,
    },
  },
  '/tips-and-recipes': {
    name: 'Dicas e receitas',
    query: ['busca', 'categoria', 'dificuldade', 'pagina', 'tempo'],
    shows: ['recipe_categories', 'recipes'],
    search: {
      text: 'Receitas passo a passo, com lista de compras.',
      keywords: 'cozinha culinária cardápio jantar almoço fácil rápida',
    },
  },
  '/tips-and-recipes/details/:uuid': {
    table: 'recipes',
  },
  '/list': {
    name: 'Minha lista',
    alias: '/lista',
    search: {
      text: 'Fica neste aparelho, sem conta. Na loja, abre até sem internet.',
      names: ['lista de compras'],
      keywords: 'mercado anotar carrinho',
    },
  },
  '/debit-cards': {
    name: 'Cartão',
    shows: ['phones', 'questions', 'abouts', 'about_items', 'card_terms', 'branches'],
    search: {
      text: 'Peça o seu e faça a compra caber no mês.',
      names: ['cartão da loja', 'cartão de crédito', 'fazer cartão'],
      keywords: 'casa débito parcelar anuidade fatura limite juros pedir solicitar vantagens',
      priority: 1,
    },
  },
  '/shopping': {
    name: 'Shopping',
    shows: ['abouts', 'about_items', 'exceptions', 'shops', 'movies'],
    search: {
      text: 'Lojas, praça de alimentação e um passeio inteiro.',
      keywords: 'galeria praça alimentação passeio horário',
    },
  },
  '/shops': {
    name: 'Lojas',
    parent: '/shopping',
    query: ['busca'],
    shows: ['shops'],
    search: {
      title: 'Lojas do shopping',
      text: 'Todas as lojas do shopping.',
      keywords: 'lojista inquilino',
    },
  },
  '/shops/:uuid': { table: 'shops' },
  '/cinema': {
    name: 'Cinema',
    query: ['dia'],
    shows: [
      'videos',
      'abouts',
      'about_items',
      'exceptions',
      'ticket_offices',
      'ticket_office_items',
      'movies',
      'screenings',
    ],
    search: {
      text: 'O que está em cartaz, as sessões e quanto custa o ingresso.',
      names: ['filmes em cartaz', 'ingresso', 'sessões', 'bilheteria'],
      keywords: 'em breve meia entrada preço horário sala dublado legendado',
    },
  },
  '/cinema/:uuid': { table: 'movies' },
  '/contacts': {
    name: 'Contato',
    shows: ['company_information', 'phones', 'office_hours', 'exceptions'],
    search: {
      text: 'Endereço, telefones, e-mail, redes sociais e horário de atendimento.',
      names: [
        'telefone',
        'whatsapp',
        'e-mail',
        'fale conosco',
        'SAC',
        'atendimento',
        'instagram',
        'facebook',
      ],
      keywords: 'fale com a gente ouvidoria reclamação',
      priority: -1,
    },
  },
  '/help': {
    name: 'Ajuda',
    query: ['busca'],
    alias: '/ajuda',
    shows: ['company_information', 'phones', 'office_hours', 'questions'],
    search: {
      text: 'O que mais perguntam no balcão, já respondido.',
      names: ['perguntas frequentes', 'dúvidas', 'FAQ'],
      keywords: 'trocas devoluções pagamento entregas retirada',
      priority: -1,
    },
  },
  '/vacancies': {
    name: 'Vagas abertas',
    shows: ['vacancies'],
    search: {
      text: 'As vagas de emprego e como se candidatar.',
      names: ['vagas de emprego'],
      keywords: 'carreira recrutamento estágio aprendiz',
    },
  },
  '/vacancies/:uuid': { table: 'vacancies' },
  '/work-with-us': {
    name: 'Trabalhe conosco',
    query: ['vaga', 'enviada'],
    isAvailableOffline: false,
    shows: ['vacancies'],
    search: {
      text: 'Mande o seu currículo.',
      names: ['currículo', 'candidatura'],
      keywords: 'recrutamento cadastro',
    },
  },
  '/about': {
    name: 'Sobre nós',
    shows: ['company_information', 'abouts', 'about_items'],
    search: {
      text: 'Quem somos e o que temos.',
      names: ['quem somos', 'história'],
      keywords: 'empresa institucional',
      priority: -1,
    },
  },
  '/privacy': {
    name: 'Privacidade',
    shows: ['company_information'],
    search: {
      text: 'O que guardamos de quem visita e de quem se candidata, e os seus direitos.',
      names: ['LGPD', 'dados pessoais', 'cookies'],
      keywords: 'encarregado exclusão',
      priority: -1,
    },
  },
  '/accessibility': {
    name: 'Acessibilidade',
    shows: ['company_information'],
    search: {
      text: 'O que fazemos para que o site sirva a todo mundo.',
      keywords: 'leitor tela teclado contraste deficiência libras',
      priority: -1,
    },
  },
  '/search': {
    name: 'Busca',
    query: ['q', 'tipo', 'pagina'],
    alias: '/busca',
    inSitemap: false,
    isAvailableOffline: false,
  },
  '/offline': { name: 'Sem internet', inSitemap: false, isCounted: false, isAvailableOffline: false },
} as const satisfies Readonly<Record<string, PageFacts>>;

/** Pattern of a page's address: `/shops/:uuid`. */
export type SitePage = keyof typeof SITE_PAGES;

type Facts = typeof SITE_PAGES;

/** Address of a page without a record. */
export type NamedPage = { [P in SitePage]: Facts[P] extends { name: string } ? P : never }[SitePage];

/** Address of a record's page. */
export type RecordAddress = {
  [P in SitePage]: P extends `${infer Path}:uuid` ? `${Path}${string}` : never;
}[SitePage];

/** Pattern of a page whose views are counted. */
export type CountedPage = { [P in SitePage]: Facts[P] extends { isCounted: false } ? never : P }[SitePage];

export const sitePages = Object.keys(SITE_PAGES) as SitePage[];

/** Returns the facts of a page. */
export const factsOf = (page: SitePage): PageFacts => SITE_PAGES[page];

export const isSitePage = (pattern: string): pattern is SitePage => Object.hasOwn(SITE_PAGES, pattern);

/** Tables of the records that have pages. */
type PageTable = { [P in SitePage]: Facts[P] extends { table: infer T } ? T : never }[SitePage];

/** Returns the table of the record that a page shows; undefined if it shows none. */
export function tableOfPage(page: SitePage): PageTable | undefined {
  const facts = SITE_PAGES[page];
  return 'table' in facts ? facts.table : undefined;
}

export const isNamedPage = (pattern: string): pattern is NamedPage =>
  isSitePage(pattern) && 'name' in SITE_PAGES[pattern];

const namedPages = sitePages.filter(isNamedPage);

export function parentOf(page: NamedPage): NamedPage | undefined {
  const facts = SITE_PAGES[page];
  return 'parent' in facts ? facts.parent : undefined;
}

/** Lists the pages that show records of a table, apart from the records' own pages. */
export const pagesShowing = (table: string): NamedPage[] =>
  namedPages.filter((page) => factsOf(page).shows?.includes(table));

/** Lists the tables of the records that a page shows. */
export function tablesShownOn(page: NamedPage) {
  const facts = SITE_PAGES[page];
  return 'shows' in facts ? facts.shows : [];
}

export const isCountedPage = (pattern: string): pattern is CountedPage =>
  isSitePage(pattern) && factsOf(pattern).isCounted !== false;

export const countedPages = sitePages.filter(isCountedPage);

/** Pages without a record that the sitemap lists. */
export const sitemapPages = namedPages.filter((page) => factsOf(page).inSitemap !== false);

/**
 * Pages that the service worker caches: a regular expression of their paths, and the query parameters that they
 * read.
 */
export const OFFLINE_PAGES = sitePages
  .filter((page) => factsOf(page).isAvailableOffline !== false)
  .map(
    (page) =>
      [`^${page.replace(/\/$/, '').replace(':uuid', '[\\w-]+')}/?$`, factsOf(page).query ?? []] as const,
  );
