import { z } from 'zod';
import { data, endpoint, json } from '../../contract/endpoint.ts';
import { choice, enumValue, expectedVersion, optionalText, requiredName } from '../../contract/fields.ts';
import type { Filters } from '../../contract/filters.ts';
import { listResponse } from '../../contract/list.ts';
import { recordEndpoints, singleEndpoints } from '../../contract/records.ts';

/** Types of the four texts about the chain; the id of a text is its type. */
export const ABOUT_TYPES = { hypermarket: 1, shopping: 2, cinema: 3, card: 4 } as const;
export type AboutType = (typeof ABOUT_TYPES)[keyof typeof ABOUT_TYPES];

export const ABOUT_NAMES = {
  1: 'Hipermercado',
  2: 'Shopping',
  3: 'Cinema',
  4: 'Cartão',
} as const satisfies Record<AboutType, string>;

/** Returns the subject of a text, for the middle of a sentence: «o cinema». */
export function subjectOf(type: AboutType): string {
  return `o ${ABOUT_NAMES[type].toLowerCase()}`;
}

export const aboutPageFields = z.object({
  title: requiredName('o título', 120),
  description: optionalText(4000),
  type: choice(ABOUT_NAMES, 'Escolha o tipo.'),
});

export const aboutPageInput = aboutPageFields.extend({ version: expectedVersion });
export type AboutPageInput = z.output<typeof aboutPageInput>;

/** Input of the endpoints whose path implies the type. */
export const aboutTextInput = aboutPageInput.omit({ type: true });
export type AboutTextInput = z.output<typeof aboutTextInput>;

export const aboutPage = z.object({
  id: z.number(),
  uuid: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  type: enumValue,
  version: z.number(),
  updated_at: z.string(),
});
export type AboutPage = z.output<typeof aboutPage>;

export const aboutPageFilters = { type: { label: 'Tipo', values: ABOUT_NAMES } } as const satisfies Filters;

const calls = recordEndpoints({
  table: 'abouts',
  path: 'abouts',
  area: 'abouts',
  many: 'os textos sobre a rede',
  one: 'um texto sobre a rede',
  record: aboutPage,
  sortable: ['id', 'title', 'type'],
  filters: aboutPageFilters,
  body: json(aboutPageInput),
});
export const { list: listAboutPages, show: getAboutPage, update: updateAboutPage } = calls;
/** Answers 409 if a text of this type exists. */
export const storeAboutPage = endpoint({ ...calls.store, failures: ['conflict'] });
/** Answers 409 if the text has items. */
export const destroyAboutPage = endpoint({ ...calls.destroy, failures: ['conflict'] });

export const listAboutTypes = endpoint({
  method: 'GET',
  path: '/admin/all-abouts',
  summary: 'Lista os tipos de texto sobre a rede',
  needs: 'abouts.read',
  answers: { 200: listResponse(enumValue) },
});

/** Declares the endpoints of a single text, which is the same record as in the list. */
function singleAbout<const P extends string>(path: P, type: AboutType) {
  const noun = `o texto sobre ${subjectOf(type)}` as const;
  const { read, save } = singleEndpoints({
    table: 'abouts',
    path,
    area: 'abouts',
    one: noun,
    record: aboutPage,
    body: json(aboutTextInput),
  });
  return { type, read, store: save };
}

export const singleAboutPages = {
  'about-hypermarkets': singleAbout('about-hypermarkets', ABOUT_TYPES.hypermarket),
  'about-shoppings': singleAbout('about-shoppings', ABOUT_TYPES.shopping),
  'about-movie-theaters': singleAbout('about-movie-theaters', ABOUT_TYPES.cinema),
  'about-credit-cards': singleAbout('about-credit-cards', ABOUT_TYPES.card),
} as const;

/** Text as shoppers see it, with its items in order. */
export const publicAboutPage = z.object({
  id: z.number(),
  uuid: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  about_items: z.array(
    z.object({ id: z.number(), uuid: z.string(), title: z.string(), description: z.string() }),
  ),
});
export type PublicAboutPage = z.output<typeof publicAboutPage>;

export const siteAboutHypermarkets = endpoint({
  method: 'GET',
  path: '/site/about-hypermarkets',
  summary: 'Sobre o hipermercado',
  answers: { 200: data(publicAboutPage), 204: null },
  cached: true,
});

export const siteAboutCreditCards = endpoint({
  method: 'GET',
  path: '/site/about-credit-cards',
  summary: 'Sobre o cartão',
  answers: { 200: data(publicAboutPage), 204: null },
  cached: true,
});

export const siteAboutShoppings = endpoint({
  method: 'GET',
  path: '/site/about-shoppings',
  summary: 'Sobre o shopping',
  answers: { 200: data(publicAboutPage), 204: null },
  cached: true,
});

export const siteAboutMovieTheaters = endpoint({
  method: 'GET',
  path: '/site/about-movie-theaters',
  summary: 'Sobre o cinema',
  answers: { 200: data(publicAboutPage), 204: null },
  cached: true,
});
