import { z } from 'zod';
import { data, done, endpoint, json, uuidParams, written } from '../../contract/endpoint.ts';
import { choice, requiredText, seenVersion, wholeNumber } from '../../contract/fields.ts';
import { list, listQuery, orderBody } from '../../contract/list.ts';
import { ABOUT_NAMES } from './about.contract.ts';

export const aboutItemFields = z.object({
  title: requiredText('o título', 120),
  description: requiredText('a descrição', 1000),
  /** The id of the text that it belongs to, which is that text's type. */
  about_id_type: choice(ABOUT_NAMES, 'Escolha sobre o que é o item.'),
  position: wholeNumber('A posição é um número a partir de 1.', 1, 10_000).optional(),
});

export const aboutItemInput = aboutItemFields.extend({ version: seenVersion });
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

export const listAboutItems = endpoint({
  method: 'GET',
  path: '/admin/about-items',
  summary: 'Lista os itens dos textos sobre a rede',
  needs: 'abouts.read',
  query: listQuery(['id', 'title', 'about', 'position']),
  answers: { 200: list(aboutItem) },
});

export const getAboutItem = endpoint({
  method: 'GET',
  path: '/admin/about-items/details/:uuid',
  summary: 'Mostra um item de um texto sobre a rede',
  needs: 'abouts.read',
  params: uuidParams,
  answers: { 200: data(aboutItem) },
});

export const storeAboutItem = endpoint({
  method: 'POST',
  path: '/admin/about-items/store',
  summary: 'Cria um item de um texto sobre a rede',
  needs: 'abouts.write',
  body: json(aboutItemInput),
  answers: { 201: written },
});

export const updateAboutItem = endpoint({
  method: 'PUT',
  path: '/admin/about-items/update/:uuid',
  summary: 'Altera um item de um texto sobre a rede',
  needs: 'abouts.write',
  params: uuidParams,
  body: json(aboutItemInput),
  answers: { 200: written },
});

export const destroyAboutItem = endpoint({
  method: 'DELETE',
  path: '/admin/about-items/destroy/:uuid',
  summary: 'Exclui um item de um texto sobre a rede',
  needs: 'abouts.write',
  params: uuidParams,
  answers: { 200: done },
});

/** Puts the items in the order of `uuids`; those not named keep their order behind them. */
export const orderAboutItems = endpoint({
  method: 'PUT',
  path: '/admin/about-items/order',
  summary: 'Muda a ordem dos itens dos textos sobre a rede',
  needs: 'abouts.write',
  body: orderBody('Informe a ordem dos itens.'),
  answers: { 200: done },
  failures: ['not_found'],
});
