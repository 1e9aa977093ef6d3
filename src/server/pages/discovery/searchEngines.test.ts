import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp, testClock } from '../../../../test/app.ts';
import { fileOf, jpeg } from '../../../../test/images.ts';
import { type Finding, findingsIn, RECOMMENDED } from '../../../../test/schemaRules.ts';
import { uploadCalls } from '../../../../test/uploads.ts';
import { siteOffer } from '../../../content/offers/offer.contract.ts';
import { unitPriceText } from '../../../content/pricing/offer.format.ts';
import { formatCents, formatPrice } from '../../../content/pricing/price.ts';
import { siteRecipe } from '../../../content/recipes/recipe.contract.ts';
import { RECIPES_PER_PAGE } from '../../../content/recipes/recipe.selection.ts';
import {
  type Programme,
  type PublicScreening,
  siteScreenings,
} from '../../../content/screenings/screening.contract.ts';
import { type PublicVacancy, siteVacancies } from '../../../content/vacancies/vacancy.contract.ts';
import { formatDayMonth } from '../../../shared/text/format.ts';
import { MAX_DESCRIPTION, MAX_TITLE } from '../../../site/meta.ts';
import { seedDemo } from '../../seed.ts';
import { builtPages } from '../builtPages.ts';

// Reads each page of the demo content as a search engine does.

const HOME = 'https://aurora.example';

interface IndexedPage {
  path: string;
  html: string;
  /** The API's response for the record that the page shows. */
  record: Record<string, unknown> | null;
}

interface Thing {
  '@type': string;
  [property: string]: unknown;
}

let app: TestApp;
let pages: IndexedPage[];
let screenings: PublicScreening[];

const unescaped = (html: string) =>
  html.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&');

beforeAll(async () => {
  app = await createTestApp({
    env: { PUBLIC_URL: HOME },
    clock: testClock('2026-11-21T15:00:00Z'),
    pages: builtPages,
  });
  await seedDemo(app.deps);
  await fillPageOfRecipes();
  pages = await crawl();
  const programme: Programme = await read(siteScreenings.path);
  screenings = programme.days.flatMap(({ movies }) => movies.flatMap((movie) => movie.screenings));
});
afterAll(() => app.remove());

/** The demo content has one page of recipes; the list gets a second one. */
async function fillPageOfRecipes() {
  const { db } = app.deps;
  const category = await db.selectFrom('recipe_categories').select('id').executeTakeFirstOrThrow();
  const picture = await jpeg();
  const recipes = uploadCalls(() => app, 'revenues', {
    fields: () => ({
      ingredients: '1 coco fresco\n2 xícaras de açúcar',
      preparation_mode: 'Rale o coco.\nAsse com o açúcar até dourar.',
      preparation_minutes: '20',
      total_minutes: '80',
      servings: '8 porções',
      revenue_category_id: String(category.id),
    }),
    files: () => ({ image: fileOf(picture) }),
  });
  const { count } = await db
    .selectFrom('recipes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  for (let number = Number(count); number <= RECIPES_PER_PAGE; number += 1)
    await recipes.storeRecord({
      name: `Cocada de forno ${number}`,
      description: `Cocada número ${number}, com coco fresco e uma hora de forno.`,
    });
}

async function read<T>(path: string): Promise<T> {
  const answer = await app.request('GET', `/api${path}`);
  expect(answer.statusCode, path).toBe(200);
  return answer.json().data;
}

/** Endpoints of the records with optional values, by the start of their pages' paths. */
const DETAILS = [
  ['/offers/details/', siteOffer.path],
  ['/tips-and-recipes/details/', siteRecipe.path],
] as const;

async function recordOf(path: string): Promise<IndexedPage['record']> {
  const uuid = path.split('/').at(-1) ?? '';
  if (path.startsWith('/vacancies/'))
    return (await read<PublicVacancy[]>(siteVacancies.path)).find((vacancy) => vacancy.uuid === uuid) ?? null;
  const endpoint = DETAILS.find(([start]) => path.startsWith(start))?.[1];
  return endpoint ? read(endpoint.replace(':uuid', uuid)) : null;
}

/** Reads the pages of the sitemap, and the further pages of lists to which they link. */
async function crawl(): Promise<IndexedPage[]> {
  const sitemap = (await app.request('GET', '/sitemap.xml')).payload;
  const paths = new Set(
    Array.from(sitemap.matchAll(/<loc>([^<]+)<\/loc>/g), ([, address = '']) =>
      unescaped(address).replace(HOME, ''),
    ),
  );
  const found: IndexedPage[] = [];
  // A set also visits what is added meanwhile.
  for (const path of paths) {
    const { statusCode, payload: html } = await app.request('GET', path);
    expect(statusCode, path).toBe(200);
    found.push({ path, html, record: await recordOf(path) });
    for (const [, link = ''] of html.matchAll(/href="(\/[^"#]*[?;]pagina=\d+)"/g)) paths.add(unescaped(link));
  }
  return found;
}

function metaOf({ html }: IndexedPage, name: string): string | undefined {
  const content = new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"/>`).exec(html)?.[1];
  return content && unescaped(content);
}

const titleOf = ({ html }: IndexedPage) => unescaped(/<title>([^<]+)<\/title>/.exec(html)?.[1] ?? '');

test('no two pages have the same title or description', () => {
  expect(pages.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      ...['/', '/offers?pagina=3', '/tips-and-recipes?pagina=2'],
      '/tips-and-recipes?categoria=lanches-e-cafe',
    ]),
  );
  for (const textOf of [titleOf, (page: IndexedPage) => metaOf(page, 'description')]) {
    const byText = Map.groupBy(pages, textOf);
    const shared = [...byText].filter(([, same]) => same.length > 1);
    expect(shared.map(([text, same]) => ({ text, paths: same.map(({ path }) => path) }))).toEqual([]);
  }
});

test('search engines show descriptions in full, and titles up to the name of the site', () => {
  for (const page of pages) {
    const title = titleOf(page);
    const description = metaOf(page, 'description') ?? '';
    expect(title.endsWith(' · Hiper Aurora'), title).toBe(
      `${title.replace(/ · Hiper Aurora$/, '')} · Hiper Aurora`.length <= MAX_TITLE,
    );
    expect(description.length, `${page.path}: ${description}`).toBeGreaterThan(40);
    expect(description.length, `${page.path}: ${description}`).toBeLessThanOrEqual(MAX_DESCRIPTION + 1);
  }
});

test('titles of branches name their city', () => {
  const titles = pages.filter(({ path }) => path.startsWith('/branches/')).map(titleOf);
  expect(titles.length).toBeGreaterThan(1);
  for (const title of titles) expect(title).toMatch(/^[^·]+ · Supermercado em [^·]+ · Hiper Aurora$/);
});

test('each page states its own address and the tags of shared links, and may be indexed', () => {
  for (const page of pages) {
    const canonical = unescaped(/<link rel="canonical" href="([^"]+)"\/>/.exec(page.html)?.[1] ?? '');
    expect(canonical, page.path).toBe(HOME + page.path);
    expect(metaOf(page, 'og:url'), page.path).toBe(canonical);
    expect(metaOf(page, 'robots'), page.path).toBeUndefined();
    expect(metaOf(page, 'og:image'), page.path).toMatch(/^https:\/\/aurora\.example\/(media|brand)\//);
    for (const name of ['og:image:width', 'og:image:height', 'og:image:alt', 'og:title', 'og:locale'])
      expect(metaOf(page, name), `${page.path} ${name}`).toBeTruthy();
    expect(page.html, `${page.path} ends with who runs it`).toMatch(
      /<footer[\s\S]*mailto:contato@hiperaurora\.example[\s\S]*CNPJ \d/,
    );
  }
});

function graphOf({ html, path }: IndexedPage): Thing[] {
  const scripts = Array.from(html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g));
  expect(scripts.length, path).toBe(1);
  return JSON.parse(scripts[0]?.[1] ?? '')['@graph'];
}

/** Recommended properties that pages may lack. With `if`, only where the record has no value either. */
const WITHOUT_VALUE: {
  because: string;
  paths: string[];
  if?: (page: IndexedPage, thing: Thing) => boolean;
}[] = [
  {
    because: 'the site collects no ratings and reviews',
    paths: [
      ...['GroceryStore', 'GroceryStore.department', 'MovieTheater', 'ShoppingCenter', 'Store', 'Movie']
        .concat('Product')
        .flatMap((type) => [`${type}.aggregateRating`, `${type}.review`]),
      'Recipe.aggregateRating',
    ],
  },
  {
    because: 'the branch, around its counters, states it',
    paths: ['geo', 'image', 'priceRange', 'url'].map((name) => `GroceryStore.department.${name}`),
  },
  {
    because: 'no record has a price range',
    paths: ['GroceryStore', 'MovieTheater', 'ShoppingCenter', 'Store'].map((type) => `${type}.priceRange`),
  },
  {
    because: 'only branches have a point on the map and weekly hours',
    paths: ['MovieTheater', 'ShoppingCenter', 'Store'].flatMap((type) => [
      `${type}.geo`,
      `${type}.openingHoursSpecification`,
    ]),
  },
  {
    because: 'vacancies have no salary, and name cities only',
    paths: ['baseSalary', 'jobLocation.address.postalCode', 'jobLocation.address.streetAddress'].map(
      (name) => `JobPosting.${name}`,
    ),
  },
  {
    because: 'the vacancy is open until filled',
    paths: ['JobPosting.validThrough'],
    if: ({ record }) => record?.open_until === null,
  },
  {
    because: 'movies have no director, and the release date is that of this cinema',
    paths: ['Movie.director', 'Movie.dateCreated'],
  },
  {
    because: 'the company has one name, and tells neither its age nor its size',
    paths: ['Organization.alternateName', 'Organization.foundingDate', 'WebSite.alternateName'].concat(
      'Organization.numberOfEmployees',
    ),
  },
  {
    because: 'the about page describes the company',
    paths: ['address', 'contactPoint', 'description', 'email', 'legalName', 'sameAs', 'taxID'].map(
      (name) => `Organization.${name}`,
    ),
    if: ({ path }) => path === '/' || path === '/debit-cards',
  },
  {
    because: 'an offer says all with name, brand and size, and has no codes',
    paths: ['Product.description', 'Product.gtin', 'Product.sku'],
  },
  { because: 'the offer has no brand', paths: ['Product.brand'], if: ({ record }) => record?.brand === null },
  {
    because: 'recipes have none of these',
    paths: ['datePublished', 'keywords', 'nutrition', 'recipeCuisine', 'video'].map(
      (name) => `Recipe.${name}`,
    ),
  },
  {
    because: 'the recipe has no yield',
    paths: ['Recipe.recipeYield'],
    if: ({ record }) => record?.servings === null,
  },
  {
    because: 'the recipe needs no time beyond its preparation',
    paths: ['Recipe.cookTime'],
    if: ({ record }) => record !== null && record.total_minutes === record.preparation_minutes,
  },
  {
    because:
      'the cinema does not know which seats are left or since when they are sold, and movies have no cast',
    paths: [
      'ScreeningEvent.offers.availability',
      'ScreeningEvent.offers.validFrom',
      'ScreeningEvent.performer',
    ],
  },
  {
    because: 'the page of the film, which the screening names, states it',
    paths: ['ScreeningEvent.description', 'ScreeningEvent.organizer'],
    if: ({ path }) => path === '/cinema',
  },
  {
    because: 'this screening is not sold online',
    paths: ['ScreeningEvent.offers.url'],
    if: (_, { startDate }) =>
      screenings.some(({ starts_at, ticket_link }) => starts_at === startDate && ticket_link === null),
  },
];

/** Returns the findings that nothing excuses; `used` collects the paths of excuses. */
function findingsOf(page: IndexedPage, graph = graphOf(page), used = new Set<string>()) {
  const excused = ({ path, problem, thing }: Finding) =>
    problem === RECOMMENDED &&
    WITHOUT_VALUE.some((excuse) => {
      const holds = excuse.paths.includes(path) && (excuse.if?.(page, thing as Thing) ?? true);
      if (holds) used.add(path);
      return holds;
    });
  return findingsIn(graph, HOME + page.path)
    .filter((finding) => !excused(finding))
    .map(({ path, problem }) => ({ path, problem }));
}

test('structured data has all required and recommended properties in their forms', () => {
  const used = new Set<string>();
  for (const page of pages) expect(findingsOf(page, graphOf(page), used), page.path).toEqual([]);
  const unused = WITHOUT_VALUE.flatMap(({ paths }) => paths).filter((path) => !used.has(path));
  expect(unused, 'excuses that no page needs').toEqual([]);
});

test('each kind of page has its types', () => {
  const typesOf = (page: IndexedPage) => graphOf(page).map((thing) => thing['@type']);
  expect([...new Set(pages.flatMap(typesOf))].sort()).toEqual([
    'BreadcrumbList',
    'FAQPage',
    'GroceryStore',
    'JobPosting',
    'Movie',
    'MovieTheater',
    'Organization',
    'Product',
    'Recipe',
    'ScreeningEvent',
    'ShoppingCenter',
    'Store',
    'WebSite',
  ]);
  for (const page of pages.filter(({ path }) => path !== '/'))
    expect(typesOf(page), page.path).toContain('BreadcrumbList');
});

const offerOf = (thing: Thing) => thing.offers as Thing;
const pricesOf = (product: Thing) => (offerOf(product).priceSpecification ?? []) as Thing[];
const memberPriceOf = (product: Thing) => pricesOf(product).find((price) => price.validForMemberTier);
const missing = 'misses a required property';

test.each<[string, string, (thing: Thing) => void, path: string, problem: string]>([
  ['Product', 'without an offer', (product) => delete product.offers, 'offers', missing],
  ['Product', 'without its brand', (product) => delete product.brand, 'brand', RECOMMENDED],
  [
    'Product',
    'with a price for people',
    (product) => Object.assign(offerOf(product), { price: '6,90' }),
    'offers.price',
    'has the wrong form: 6,90',
  ],
  [
    'Product',
    'with a struck price for members',
    (product) =>
      Object.assign(memberPriceOf(product) ?? {}, { priceType: 'https://schema.org/StrikethroughPrice' }),
    'offers.priceSpecification',
    'breaks: a price has a type or a tier, not both',
  ],
  [
    'Product',
    'with a dearer price for members',
    (product) => Object.assign(memberPriceOf(product) ?? {}, { price: '9999.00' }),
    'offers',
    "breaks: a member's price is lower",
  ],
  [
    'ScreeningEvent',
    'with a start without its zone',
    (event) => Object.assign(event, { startDate: '2026-11-21T14:30:00' }),
    'startDate',
    'has the wrong form: 2026-11-21T14:30:00',
  ],
  ['ScreeningEvent', 'without its end', (event) => delete event.endDate, 'endDate', RECOMMENDED],
  [
    'ScreeningEvent',
    'that ends at once',
    (event) => Object.assign(event, { endDate: event.startDate }),
    '',
    'breaks: it ends after it begins',
  ],
  [
    'Recipe',
    'with minutes in words',
    (recipe) => Object.assign(recipe, { prepTime: '70 min' }),
    'prepTime',
    'has the wrong form: 70 min',
  ],
  ['Recipe', 'without its cooking time', (recipe) => delete recipe.cookTime, 'cookTime', RECOMMENDED],
  ['JobPosting', 'without a place', (posting) => delete posting.jobLocation, 'jobLocation', missing],
  [
    'JobPosting',
    'with an impossible last day',
    (posting) => Object.assign(posting, { validThrough: '2026-11-31' }),
    'validThrough',
    'has the wrong form: 2026-11-31',
  ],
  [
    'GroceryStore',
    'with a relative picture',
    (store) => Object.assign(store, { image: '/media/loja.jpg' }),
    'image',
    'has the wrong form: /media/loja.jpg',
  ],
  [
    'GroceryStore',
    'of a mistyped type',
    (store) => Object.assign(store, { address: { '@type': 'PostalAdress' } }),
    'address',
    'has the unknown type PostalAdress',
  ],
  ['FAQPage', 'without questions', (faq) => Object.assign(faq, { mainEntity: [] }), 'mainEntity', 'is empty'],
])('a %s %s is a finding', (type, _, change, path, problem) => {
  const [page, graph] =
    pages
      .map((page) => [page, graphOf(page)] as const)
      .filter(([, graph]) => graph.some((thing) => thing['@type'] === type && isWhole(thing)))[0] ?? [];
  const thing = graph?.find((candidate) => candidate['@type'] === type);
  if (!page || !graph || !thing) throw new Error(`no page has a ${type}`);
  change(thing);
  expect(findingsOf(page, graph)).toContainEqual({
    path: [type, path].filter(Boolean).join('.'),
    problem,
  });
});

/** Returns whether a thing has what the test takes away. */
const isWhole = (thing: Thing) =>
  (thing['@type'] !== 'Product' || Boolean(thing.brand && memberPriceOf(thing))) &&
  (thing['@type'] !== 'Recipe' || Boolean(thing.cookTime));

test('structured data of an offer states the prices and days that its page shows', () => {
  const offers = pages.filter(({ path }) => path.startsWith('/offers/details/'));
  const kinds = new Set<string>();
  for (const page of offers) {
    const shown = unescaped(/<article class="one-offer[\s\S]*?<\/article>/.exec(page.html)?.[0] ?? '');
    // Reads the text without tags, so that the markup may change.
    const textOf = (name: string) =>
      new RegExp(`class="${name}\\b[^>]*>([\\s\\S]*?)</p>`).exec(shown)?.[1]?.replace(/<[^>]+>/g, ' ') ?? '';
    const [spoken, terms] = [textOf('offer-price'), textOf('offer-terms')];
    const [product] = graphOf(page);
    if (!product) throw new Error(`${page.path} has no product`);
    const { price, priceValidUntil, validFrom, validThrough } = offerOf(product) as Record<string, string>;
    expect(spoken, page.path).toContain(formatPrice(price ?? ''));
    expect(shown, page.path).toContain(formatDayMonth(priceValidUntil ?? ''));
    expect(validThrough, page.path).toMatch(new RegExp(`^${priceValidUntil}T23:59:59`));
    if (page.record?.state === 'coming')
      expect(shown, page.path).toContain(formatDayMonth(validFrom?.slice(0, 10) ?? ''));
    const stated = pricesOf(product).map((one) => {
      const text = formatPrice(String(one.price));
      if (one.priceType) {
        expect(spoken, page.path).toContain(`De ${text} por `);
        return 'former';
      }
      if (one.validForMemberTier) {
        expect(spoken, page.path).toContain(`, ou ${text} no cartão`);
        return 'member';
      }
      const { value, unitCode } = one.referenceQuantity as { value: number; unitCode: string };
      const per = ({ KGM: 'kg', LTR: 'l' } as const)[unitCode] ?? 'un';
      const cents = Math.round(Number(((Number(price) * 100) / value).toFixed(6)));
      const unitPrice = unitPriceText({ price: formatCents(cents), per });
      // The price of one kilogram is the price itself.
      const isSamePrice = value === 1 && page.record?.size === '1';
      expect(isSamePrice ? spoken : terms, page.path).toContain(unitPrice);
      return isSamePrice ? 'one' : 'unit';
    });
    expect(stated.includes('former'), page.path).toBe(/De R\$/.test(spoken));
    expect(stated.includes('member'), page.path).toBe(terms.includes(' no cartão'));
    expect(stated.includes('unit'), page.path).toBe(/ (o quilo|o litro|a unidade) /.test(terms));
    for (const kind of stated) kinds.add(kind);
  }
  expect([...kinds].sort()).toEqual(['former', 'member', 'one', 'unit']);
});
