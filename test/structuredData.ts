import { expect } from 'vitest';
import type { Branch } from '../src/content/branches/branch.contract.ts';
import type { PublicMovie } from '../src/content/movies/movie.contract.ts';
import type { PublicPhone } from '../src/content/phones/phone.contract.ts';
import type { PublicRecipe } from '../src/content/recipes/recipe.contract.ts';
import type { Shop } from '../src/content/shops/shop.contract.ts';
import type { PublicVacancy } from '../src/content/vacancies/vacancy.contract.ts';
import type { SiteData } from '../src/site/siteData.ts';
import { placeContactOf } from '../src/site/structuredData/structuredPlaces.ts';
import { findingsIn, RECOMMENDED } from './schemaRules.ts';

export type Json = { [name: string]: unknown };
export const json = (value: unknown) => JSON.parse(JSON.stringify(value)) as Json;

/** Returns all nodes with a type in `value`, including itself. */
export function typedIn(value: unknown): Json[] {
  if (Array.isArray(value)) return value.flatMap(typedIn);
  if (typeof value !== 'object' || value === null) return [];
  const own = '@type' in value ? [value as Json] : [];
  return [...own, ...Object.values(value).flatMap(typedIn)];
}

/** Expects things with all required properties in the right form, as `test/schemaRules.ts` lists them. */
export function expectComplete(...things: unknown[]) {
  const graph = things.map(json);
  const address = String(graph[0]?.['@id'] ?? graph[0]?.url ?? '').split('#', 1)[0] ?? '';
  expect(graph.length).toBeGreaterThan(0);
  expect(findingsIn(graph, address).filter(({ problem }) => problem !== RECOMMENDED)).toEqual([]);
}

export const none = {
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

export const site: SiteData = {
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
export const bare: SiteData = { ...site, information: null, customerService: null };

export const branch: Branch = {
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
export const dish: PublicRecipe = {
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
export const film: PublicMovie = {
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
export const vacancy: PublicVacancy = {
  id: 1,
  uuid: '0b8a8f8e-3f0f-4d55-9d7e-0f2f5c1c1a04',
  name: 'Padeiro ou padeira',
  type: { number: 1, text: 'Efetivo' },
  description: 'Fornadas das 7h e das 11h.',
  city: 'Fortaleza, CE',
  open_until: '2026-12-20',
  posted_on: '2026-11-20',
};
export const about = { description: 'Um passeio inteiro.' };
export const shop: Shop = {
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
export const phones = [
  phone('Cartão', 3, '900000001'),
  phone('Central de atendimento', 1, '00000002'),
  phone('Bilheteria do cinema', 2, '00000009'),
];
export const reach = placeContactOf('Shopping', phones);
