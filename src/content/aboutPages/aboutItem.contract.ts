import { z } from 'zod';
import { json } from '../../contract/endpoint.ts';
import { choice, expectedVersion, requiredName, requiredText, wholeNumber } from '../../contract/fields.ts';
import type { Filters } from '../../contract/filters.ts';
import { orderedEndpoints } from '../../contract/records.ts';
import { ABOUT_NAMES } from './aboutPage.contract.ts';

export const aboutItemFields = z.object({
  title: requiredName('o título', 120),
  description: requiredText('a descrição', 1000),
  /** Id of the text that the item belongs to, which is its type. */
  about_id_type: choice(ABOUT_NAMES, 'Escolha sobre o que é o item.'),
  position: wholeNumber('A posição é um número a partir de 1.', 1, 10_000).optional(),
});

export const aboutItemInput = aboutItemFields.extend({ version: expectedVersion });
export type AboutItemInput = z.output<typeof aboutItemInput>;

export const aboutItem = z.object({
  id: z.number(),
  uuid: z.string(),
  title: z.string(),
  description: z.string(),
  about: z.object({ id: z.number(), title: z.string() }),
  about_id_type: z.number(),
  position: z.number(),
  version: z.number(),
  updated_at: z.string(),
});
export type AboutItem = z.output<typeof aboutItem>;

export const aboutItemFilters = {
  about: { label: 'Sobre', values: ABOUT_NAMES },
} as const satisfies Filters;

export const {
  list: listAboutItems,
  show: getAboutItem,
  store: storeAboutItem,
  update: updateAboutItem,
  destroy: destroyAboutItem,
  order: orderAboutItems,
} = orderedEndpoints({
  table: 'about_items',
  path: 'about-items',
  area: 'abouts',
  many: 'os itens dos textos sobre a rede',
  one: 'um item de um texto sobre a rede',
  record: aboutItem,
  sortable: ['id', 'title', 'about', 'position'],
  filters: aboutItemFilters,
  body: json(aboutItemInput),
  orderMissing: 'Informe a ordem dos itens.',
});
