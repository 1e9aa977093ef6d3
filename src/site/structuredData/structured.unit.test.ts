import { expect, test } from 'vitest';
import {
  about,
  bare,
  branch,
  dish,
  expectComplete,
  film,
  json,
  none,
  phones,
  reach,
  shop,
  site,
  typedIn,
  vacancy,
} from '../../../test/structuredData.ts';
import { breadcrumbs, organization, webSite } from './structured.ts';
import { jobPosting } from './structuredJobs.ts';
import { groceryStore, movieTheater, placeContactOf, shoppingCenter, store } from './structuredPlaces.ts';
import { recipe } from './structuredProducts.ts';
import { movie, screeningEvents } from './structuredScreenings.ts';

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
