import { z } from 'zod';
import { defineRecord } from '../../records/define/defineRecord.ts';
import { computedField, nameField, optionalTextField } from '../../records/define/fields.ts';
import { data, endpoint, json } from '../../shared/endpoint.ts';
import { choice, enumValue, enumValueOf } from '../../shared/fields.ts';
import { listResponse } from '../../shared/list.ts';
import { singleEndpoints } from '../../shared/records.ts';
import { aboutItemRecord } from './aboutItem.contract.ts';
import { ABOUT_NAMES, ABOUT_TYPES, type AboutType, subjectOf } from './aboutPage.types.ts';

export const aboutPageRecord = defineRecord({
  table: 'abouts',
  path: 'abouts',
  area: 'abouts',
  many: 'os textos sobre a rede',
  one: 'um texto sobre a rede',
  screenOrder: ['title', 'type', 'description'],
  fields: {
    title: nameField({
      ...{ label: 'Título', what: 'o título', max: 120 },
      ...{ public: true, sortable: true, searched: true },
    }),
    description: optionalTextField({ label: 'Descrição', max: 4000, public: true, searched: true }),
    /** The id of a text is its type. */
    type: {
      ...computedField({ label: 'Tipo' }, enumValue, ({ id }: { id: number }) =>
        enumValueOf(ABOUT_NAMES, id),
      ),
      ...({ sortable: true, sortColumn: 'id', filtered: true } as const),
      input: choice(ABOUT_NAMES, 'Escolha o tipo.'),
      options: ABOUT_NAMES,
      shown: ({ text }: z.output<typeof enumValue>): string | null => text,
    },
  },
});

export type AboutPageInput = z.output<typeof aboutPageRecord.input>;
export type AboutPage = z.output<typeof aboutPageRecord.output>;

/** Input of the endpoints whose path implies the type. */
const aboutTextInput = aboutPageRecord.input.omit({ type: true });
export type AboutTextInput = z.output<typeof aboutTextInput>;

const { endpoints } = aboutPageRecord;
export const aboutPageEndpoints = {
  ...endpoints,
  /** Answers 409 if a text of this type exists. */
  store: endpoint({ ...endpoints.store, failures: ['conflict'] }),
  /** Answers 409 if the text has items. */
  destroy: endpoint({ ...endpoints.destroy, failures: ['conflict'] }),
};
export const {
  list: listAboutPages,
  show: getAboutPage,
  store: storeAboutPage,
  update: updateAboutPage,
  destroy: destroyAboutPage,
} = aboutPageEndpoints;

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
    record: aboutPageRecord.output,
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
export const publicAboutPage = aboutPageRecord.publicOutput.extend({
  about_items: z.array(aboutItemRecord.publicOutput),
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
