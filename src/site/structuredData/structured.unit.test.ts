import type { ReactElement } from 'react';
import { expect, test } from 'vitest';
import { findingsIn, RECOMMENDED } from '../../../test/schemaRules.ts';
import type { Branch } from '../../content/branches/branch.contract.ts';
import type { PublicMovie } from '../../content/movies/movie.contract.ts';
import type { PublicPhone } from '../../content/phones/phone.contract.ts';
import type { PublicRecipe } from '../../content/recipes/recipe.contract.ts';
import type { Shop } from '../../content/shops/shop.contract.ts';
import type { PublicVacancy } from '../../content/vacancies/vacancy.contract.ts';
import { headTags, MAX_DESCRIPTION, type PageMeta } from '../meta.ts';
import type { SiteData } from '../siteData.ts';
import { breadcrumbs, graphOf, organization, webSite } from './structured.ts';
import { jobPosting } from './structuredJobs.ts';
import { groceryStore, movieTheater, placeContactOf, shoppingCenter, store } from './structuredPlaces.ts';
import { recipe } from './structuredProducts.ts';
import { movie, screeningEvents } from './structuredScreenings.ts';

type Json = { [name: string]: unknown };
const json = (value: unknown) => JSON.parse(JSON.stringify(value)) as Json;

/** Returns all nodes with a type in `value`, including itself. */
function typedIn(value: unknown): Json[] {
  if (Array.isArray(value)) return value.flatMap(typedIn);
  if (typeof value !== 'object' || value === null) return [];
  const own = '@type' in value ? [value as Json] : [];
  return [...own, ...Object.values(value).flatMap(typedIn)];
}

/** Expects things with all required properties in the right form, as `test/schemaRules.ts` lists them. */
function expectComplete(...things: unknown[]) {
  const graph = things.map(json);
  const address = String(graph[0]?.['@id'] ?? graph[0]?.url ?? '').split('#', 1)[0] ?? '';
  expect(graph.length).toBeGreaterThan(0);
  expect(findingsIn(graph, address).filter(({ problem }) => problem !== RECOMMENDED)).toEqual([]);
}

const none = {
  facebook: null,
  instagram: null,
  twitter: null,
  tiktok: null,
  pinterest: null,
  youtube: null,
  linkedin: null,
};
const address = {
  number: '1200',
  road: 'Avenida do Sol Nascente',
  district: 'Aldeota',
  city: 'Fortaleza',
  state: 'CE',
  zip_code: '60150-160',
  complement: null,
  reference: null,
  localization: 'https://mapas.example/aurora',
};
const picture = (url_s3: string) => ({
  url_s3,
  width: 1600,
  height: 1200,
  alt: 'Uma foto',
  variants: [],
  placeholder: null,
});

const site: SiteData = {
  information: {
    corporate_name: 'Hiper Aurora',
    cnpj: '12.ABC.345/01DE-35',
    responsible: 'Rosângela Melo',
    email: 'contato@hiperaurora.example',
    ...address,
    ...none,
    instagram: 'https://instagram.example/hiperaurora',
  },
  fortnightly: null,
  whatsapp: {
    href: 'https://wa.me/5585900000007',
    label: '(85) 90000-0007',
    telephone: '+5585900000007',
  },
  cardWhatsapp: {
    href: 'https://wa.me/5585900000001',
    label: '(85) 90000-0001',
    telephone: '+5585900000001',
  },
  customerService: {
    href: 'tel:+558500000002',
    label: '(85) 0000-0002',
    telephone: '+558500000002',
  },
  settings: {
    site_name: 'Hiper Aurora',
    public_url: null,
    recruitment_link: '/work-with-us',
    popup: null,
    fallback_address: null,
    fallback_cnpj: null,
    retention_months: 12,
    resume_megabytes: 10,
    today: '2026-11-21',
    other_days: {},
  },
  origin: 'https://aurora.example',
  errors: [],
};
const bare: SiteData = { ...site, information: null, customerService: null };

const branch: Branch = {
  time_zone: 'America/Fortaleza',
  id: 1,
  uuid: '0b8a8f8e-3f0f-4d55-9d7e-0f2f5c1c1a01',
  name: 'Aurora Centro',
  description: 'A primeira de todas.',
  email: 'centro@hiperaurora.example',
  phone: '(85) 0000-0011',
  phone_secondary: null,
  latitude: -3.7275,
  longitude: 0,
  hours: [
    ...[1, 2, 3, 4, 5].map((weekday) => ({ weekday, opens: '07:00', closes: '22:00' })),
    { weekday: 6, opens: '18:00', closes: '02:00' },
    { weekday: 7, opens: '00:00', closes: '00:00' },
  ],
  services: [
    { service: 'bakery', note: null, hours: [{ weekday: 1, opens: '06:00', closes: '21:00' }] },
    { service: 'butcher', note: null, hours: [] },
    { service: 'parking', note: 'Grátis', hours: [{ weekday: 7, opens: '07:00', closes: '12:00' }] },
  ],
  position: 1,
  file: picture('/media/a/original.jpg'),
  galleries: {
    url_s3: {
      original: [{ ...picture(''), uuid: 'x', path: 'https://cdn.example/media/b/original.jpg' }],
    },
  },
  ...address,
  ...none,
};
const dish: PublicRecipe = {
  id: 1,
  uuid: '0b8a8f8e-3f0f-4d55-9d7e-0f2f5c1c1a02',
  name: 'Moqueca',
  revenue_category_id: { id: 2, name: 'Peixes' },
  description: 'Do litoral.',
  ingredients: '1 kg de peixe\n\n2 tomates',
  preparation_mode: 'Corte.\nCozinhe.',
  recipe_link: null,
  preparation_minutes: 20,
  total_minutes: 90,
  servings: '6 porções',
  difficulty: { number: 2, text: 'Média' },
  alt: null,
  file: picture('/media/c/original.jpg'),
};
const film: PublicMovie = {
  id: 1,
  uuid: '0b8a8f8e-3f0f-4d55-9d7e-0f2f5c1c1a03',
  name: 'A volta do sol',
  type: { number: 1, text: 'Em cartaz' },
  classification: '14',
  description: 'Uma história.',
  release_date: '2026-11-19',
  duration: '02:05',
  trailer_link: null,
  status: 'showing',
  file: picture('/media/d/original.jpg'),
};
const vacancy: PublicVacancy = {
  id: 1,
  uuid: '0b8a8f8e-3f0f-4d55-9d7e-0f2f5c1c1a04',
  name: 'Padeiro ou padeira',
  type: { number: 1, text: 'Efetivo' },
  description: 'Fornadas das 7h e das 11h.',
  city: 'Fortaleza, CE',
  open_until: '2026-12-20',
  posted_on: '2026-11-20',
};
const about = { description: 'Um passeio inteiro.' };
const shop: Shop = {
  id: 1,
  uuid: '0b8a8f8e-3f0f-4d55-9d7e-0f2f5c1c1a05',
  name: 'Livraria Pé de Página',
  description: 'Livros e café.',
  email: 'oi@pedepagina.example',
  phone: '(85) 0000-0021',
  phoneSecondary: null,
  phone_secondary: null,
  position: 1,
  file: picture('/media/e/original.jpg'),
  gallery: [],
  ...none,
  instagram: 'https://instagram.example/pedepagina',
};
const phone = (contact: string, type: number, number: string): PublicPhone => ({
  id: 1,
  uuid: '0b8a8f8e-3f0f-4d55-9d7e-0f2f5c1c1a06',
  contact,
  ddi: '55',
  ddd: '85',
  number,
  type: { number: type, text: '' },
});
const phones = [
  phone('Cartão', 3, '900000001'),
  phone('Central de atendimento', 1, '00000002'),
  phone('Bilheteria do cinema', 2, '00000009'),
];
const reach = placeContactOf('Shopping', phones);

test.each<[string, unknown]>([
  ['the company', organization(site)],
  ['the site', webSite(site)],
  ['a branch', groceryStore(site, branch)],
  ['the shopping centre', shoppingCenter(site, about, reach)],
  ['the cinema', movieTheater(site, about, reach)],
  ['a shop', store(site, shop)],
  ['a film', movie(site, film)],
  ['a recipe', recipe(site, dish)],
  ['a vacancy', jobPosting(site, vacancy, [])],
  [
    'a vacancy in every city',
    jobPosting(site, { ...vacancy, city: 'Todas as cidades' }, ['Natal, RN', 'Recife, PE']),
  ],
  ['a way', breadcrumbs(site, [{ name: 'Filiais', path: '/branches' }])],
  ['the company, before it was saved', organization(bare)],
  [
    'a branch with no more than it must have',
    groceryStore(bare, {
      ...branch,
      description: null,
      phone: 'ramal 12',
      latitude: null,
      longitude: null,
      hours: [],
      file: null,
      galleries: { url_s3: { original: [] } },
      localization: null,
    }),
  ],
  [
    'a film',
    movie(bare, {
      ...film,
      description: null,
      release_date: null,
      duration: null,
      classification: 'Ver na entrada',
    }),
  ],
  ['a recipe', recipe(bare, { ...dish, description: null })],
  ['a vacancy', jobPosting(bare, { ...vacancy, open_until: null }, [])],
  ['the cinema without phones', movieTheater(site, null, placeContactOf('Cinema', []))],
  ['a shop', store(site, { ...shop, ...none, description: null, phone: 'ramal 3' })],
])('%s has all required properties in the right form', (_, thing) => {
  expectComplete(thing);
});

test('omits a thing that lacks a required property', () => {
  expect(shoppingCenter(bare, about, reach)).toBeNull();
  expect(movieTheater(bare, about, reach)).toBeNull();
  expect(store(bare, shop)).toBeNull();
  expect(recipe(site, { ...dish, ingredients: null })).toBeNull();
  expect(recipe(site, { ...dish, preparation_mode: ' \n' })).toBeNull();
  expect(jobPosting(site, { ...vacancy, city: null }, [])).toBeNull();
  expect(jobPosting(site, { ...vacancy, description: null }, [])).toBeNull();
  for (const city of ['Todas as cidades', 'Várias cidades', 'Diversas lojas', 'Remoto', 'A combinar'])
    expect(jobPosting(site, { ...vacancy, city }, []), city).toBeNull();
});

test('groups opening hours by day, past midnight and around the clock', () => {
  expect(json(groceryStore(site, branch)).openingHoursSpecification).toEqual([
    {
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
      opens: '07:00',
      closes: '22:00',
    },
    { '@type': 'OpeningHoursSpecification', dayOfWeek: ['Saturday'], opens: '18:00', closes: '02:00' },
    { '@type': 'OpeningHoursSpecification', dayOfWeek: ['Sunday'], opens: '00:00', closes: '23:59' },
  ]);
});

test('lists special days by date: closed, with other hours, around the clock', () => {
  const day = (date: string, ...spans: { opens: string; closes: string }[]) => ({
    date,
    reason: 'Natal',
    spans,
  });
  const special = [
    day('2026-12-25'),
    day('2026-12-24', { opens: '08:00', closes: '01:00' }),
    day('2026-12-23', { opens: '07:00', closes: '07:00' }),
  ];
  const base = { '@type': 'OpeningHoursSpecification', name: 'Natal' };
  const on = (date: string) => ({ ...base, validFrom: date, validThrough: date });
  expect(json(groceryStore(site, branch, special)).specialOpeningHoursSpecification).toEqual([
    { ...on('2026-12-25'), opens: '00:00', closes: '00:00' },
    { ...on('2026-12-24'), opens: '08:00', closes: '01:00' },
    { ...on('2026-12-23'), opens: '07:00', closes: '06:59' },
  ]);
  expect(json(groceryStore(site, branch))).not.toHaveProperty('specialOpeningHoursSpecification');
});

test('lists the services of a branch, and counters with hours of their own as departments', () => {
  const { amenityFeature, department } = json(groceryStore(site, branch));
  const base = { '@type': 'LocationFeatureSpecification', value: true };
  const hours = (day: string, opens: string, closes: string) => [
    { '@type': 'OpeningHoursSpecification', dayOfWeek: [day], opens, closes },
  ];
  expect(amenityFeature).toEqual([
    { ...base, name: 'Padaria', hoursAvailable: hours('Monday', '06:00', '21:00') },
    { ...base, name: 'Açougue' },
    { ...base, name: 'Estacionamento', hoursAvailable: hours('Sunday', '07:00', '12:00') },
  ]);
  expect(department).toMatchObject([
    {
      '@type': 'Bakery',
      name: 'Padaria Aurora Centro',
      openingHoursSpecification: hours('Monday', '06:00', '21:00'),
    },
  ]);
  expect(json(groceryStore(site, { ...branch, services: [] }))).not.toHaveProperty('amenityFeature');
});

test('formats values for machines', () => {
  expect(json(groceryStore(site, branch))).toMatchObject({
    '@id': `https://aurora.example/branches/${branch.uuid}`,
    telephone: '+558500000011',
    geo: { latitude: -3.7275, longitude: 0 },
    image: ['https://aurora.example/media/a/original.jpg', 'https://cdn.example/media/b/original.jpg'],
    address: {
      streetAddress: 'Avenida do Sol Nascente, 1200, Aldeota',
      postalCode: '60150-160',
      addressCountry: 'BR',
    },
  });
  expect(json(movie(site, film))).toMatchObject({ duration: 'PT2H5M', contentRating: '14 anos' });
  expect(json(recipe(site, dish))).toMatchObject({
    recipeIngredient: ['1 kg de peixe', '2 tomates'],
    prepTime: 'PT20M',
    cookTime: 'PT1H10M',
    totalTime: 'PT1H30M',
    recipeYield: '6 porções',
  });
  expect(json(organization(site))).toMatchObject({
    taxID: '12.ABC.345/01DE-35',
    contactPoint: { telephone: '+558500000002' },
  });
});

test.each([
  ['Fortaleza, CE', { addressLocality: 'Fortaleza', addressRegion: 'CE' }],
  ['Mogi-Guaçu/SP', { addressLocality: 'Mogi-Guaçu', addressRegion: 'SP' }],
  ['São Luís - MA', { addressLocality: 'São Luís', addressRegion: 'MA' }],
  ['Brasília', { addressLocality: 'Brasília' }],
])('places a vacancy in %s', (city, place) => {
  expect(json(jobPosting(site, { ...vacancy, city }, ['Natal, RN'])).jobLocation).toEqual({
    '@type': 'Place',
    address: { '@type': 'PostalAddress', ...place, addressCountry: 'BR' },
  });
});

test('places a vacancy of all cities in each city of the chain', () => {
  const posting = json(
    jobPosting(site, { ...vacancy, city: 'Todas as cidades' }, ['Natal, RN', 'Recife, PE']),
  );
  expect(typedIn(posting.jobLocation).flatMap(({ addressLocality }) => addressLocality ?? [])).toEqual([
    'Natal',
    'Recife',
  ]);
  expect(JSON.stringify(posting)).not.toContain('Todas');
});

test('gives places of the company their own phone, and never the hours of the phone service', () => {
  const centre = json(shoppingCenter(site, about, reach));
  const cinema = json(movieTheater(site, about, placeContactOf('Cinema', phones)));
  expect(centre.telephone, 'customer service, where none is named').toBe('+558500000002');
  expect(cinema.telephone).toBe('+558500000009');
  expect(centre).not.toHaveProperty('openingHoursSpecification');
  expect(cinema).not.toHaveProperty('openingHoursSpecification');
});

type Tag = Record<string, unknown>;
const tagsOf = (page: PageMeta): Tag[] =>
  (headTags(site, page, 'M').filter(Boolean) as ReactElement<Tag>[]).map(({ type, props }) => ({
    tag: type,
    ...props,
  }));
const contentOf = (tags: Tag[], name: string) =>
  tags.find((tag) => tag.property === name || tag.name === name)?.content;
const saidIn = (tags: Tag[]) => {
  const script = tags.find(({ tag }) => tag === 'script');
  const { __html = 'null' } = (script?.dangerouslySetInnerHTML ?? {}) as { __html?: string };
  return JSON.parse(__html) as Json | null;
};

test('a page has its own title, description, address, picture and breadcrumbs', () => {
  const tags = tagsOf({
    title: 'Aurora Centro',
    description: `Perto da praça.\n${'Pão quente às sete. '.repeat(20)}`,
    path: `/branches/${branch.uuid}`,
    image: branch.file,
    structured: (data) => [groceryStore(data, branch)],
  });
  const own = `https://aurora.example/branches/${branch.uuid}`;
  expect(tags).toContainEqual({ tag: 'title', children: 'Aurora Centro · Hiper Aurora' });
  expect(tags).toContainEqual({ tag: 'link', rel: 'canonical', href: own });
  expect(contentOf(tags, 'og:url')).toBe(own);
  expect(contentOf(tags, 'og:image')).toBe('https://aurora.example/media/a/original.jpg');
  expect([contentOf(tags, 'og:image:width'), contentOf(tags, 'og:image:height')]).toEqual(['1600', '1200']);
  expect(contentOf(tags, 'og:image:alt')).toBe('Uma foto');
  expect(contentOf(tags, 'twitter:card')).toBe('summary_large_image');
  expect(contentOf(tags, 'robots')).toBeUndefined();
  expect(String(contentOf(tags, 'description'))).toMatch(/^Perto da praça\. Pão .*…$/);
  expect(String(contentOf(tags, 'description')).length).toBeLessThanOrEqual(MAX_DESCRIPTION + 1);
  const graph = saidIn(tags) as Json;
  expectComplete(...(graph['@graph'] as unknown[]));
  expect(typedIn(graph).flatMap((node) => (node['@type'] === 'ListItem' ? [node.name] : []))).toEqual([
    'Início',
    'Filiais',
    'Aurora Centro',
  ]);
});

test("a page that is not indexed has no structured data, and a page without a picture uses the site's", () => {
  const tags = tagsOf({ title: 'Sem internet', structured: (data) => [webSite(data)] });
  expect(contentOf(tags, 'robots')).toBe('noindex');
  expect(saidIn(tags)).toBeNull();
  expect(tags.some(({ rel }) => rel === 'canonical')).toBe(false);
  expect(contentOf(tags, 'og:image')).toBe('https://aurora.example/brand/og.jpg');
  expect(contentOf(tags, 'og:image:width')).toBe('1200');
});

test('a graph has one context for all its things', () => {
  expect(json(graphOf([webSite(site)]))).toMatchObject({
    '@context': 'https://schema.org',
    '@graph': [{ '@type': 'WebSite' }],
  });
});

test('lists coming screenings as events with their prices', () => {
  const session = (fields: object) => ({
    uuid: 's',
    starts_at: '2026-11-21T14:30:00-03:00',
    begun: false,
    room: 'Sala 1',
    audio: { number: 1, text: 'Dublado' },
    format: { number: 2, text: '3D' },
    price: 'Sala 3D: inteira R$ 36,00, meia R$ 18,00',
    ticket_link: 'https://ingressos.example/1',
    ...fields,
  });
  const subtitled = {
    audio: { number: 2, text: 'Legendado' },
    format: { number: 1, text: '2D' },
    price: null,
  };
  const days = [
    {
      day: '2026-11-21',
      movies: [
        {
          uuid: 'f',
          name: 'O dragão',
          screenings: [
            session({ begun: true }),
            session({}),
            session(subtitled),
            session({ ...subtitled, ticket_link: null }),
          ],
        },
      ],
    },
  ];
  const [first, second, third, ...more] = screeningEvents(site, days, [{ ...film, uuid: 'f' }]).map(json);
  expect(more).toEqual([]);
  expect(first).toMatchObject({
    '@type': 'ScreeningEvent',
    name: 'O dragão',
    startDate: '2026-11-21T14:30:00-03:00',
    endDate: '2026-11-21T16:35:00-03:00',
    image: ['https://aurora.example/media/d/original.jpg'],
    location: { '@type': 'MovieTheater', address: { '@type': 'PostalAddress' } },
    workPresented: { '@type': 'Movie', name: 'O dragão' },
    inLanguage: 'pt-BR',
    videoFormat: '3D',
    offers: [
      { name: 'Sala 3D: Inteira', price: '36.00', priceCurrency: 'BRL', url: 'https://ingressos.example/1' },
      { name: 'Sala 3D: Meia', price: '18.00' },
    ],
  });
  expect(first).not.toHaveProperty('subtitleLanguage');
  expect(second).toMatchObject({
    subtitleLanguage: 'pt-BR',
    videoFormat: '2D',
    offers: [{ '@type': 'Offer' }],
  });
  expect(second).not.toHaveProperty('inLanguage');
  expect(third).not.toHaveProperty('offers');
  // Without an address it has no location.
  expect(screeningEvents({ ...site, information: null }, days, [])).toEqual([]);
});
