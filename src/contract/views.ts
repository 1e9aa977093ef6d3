import { z } from 'zod';
import { done, endpoint, json, uuidParams, written } from './endpoint.ts';
import { requiredName } from './fields.ts';
import { list } from './list.ts';

// Saved views: a search, an order and filters of a list, under a name. Each user has their own.

export const MOST_VIEWS = 20;
export const MAX_VIEW_NAME = 40;
const MAX_QUERY = 1000;

const NO_QUERY = 'Busque, ordene ou filtre a lista antes de guardar a visão.';

const name = requiredName('o nome da visão', MAX_VIEW_NAME);

export const view = z.object({
  uuid: z.string(),
  name: z.string(),
  /** Query of the list's address, without «?» and page: `type=3&sort=name`. */
  query: z.string(),
});
export type View = z.output<typeof view>;

/** Name of the list, as `listNameOf` returns it. */
const listParams = z.object({ list: z.string().regex(/^[a-z-]{1,60}$/) });

export const listViews = endpoint({
  method: 'GET',
  path: '/admin/profile/views/:list',
  summary: 'Lista as visões que a pessoa guardou de uma lista',
  needs: 'signed-in',
  params: listParams,
  answers: { 200: list(view) },
});

export const storeView = endpoint({
  method: 'POST',
  path: '/admin/profile/views/:list',
  summary: 'Guarda uma visão de uma lista',
  needs: 'signed-in',
  params: listParams,
  body: json(z.object({ name, query: z.string(NO_QUERY).trim().min(1, NO_QUERY).max(MAX_QUERY, NO_QUERY) })),
  answers: { 201: written },
  failures: ['conflict'],
});

export const renameView = endpoint({
  method: 'PUT',
  path: '/admin/profile/views/update/:uuid',
  summary: 'Dá outro nome a uma visão',
  needs: 'signed-in',
  params: uuidParams,
  body: json(z.object({ name })),
  answers: { 200: written },
  failures: ['conflict'],
});

export const destroyView = endpoint({
  method: 'DELETE',
  path: '/admin/profile/views/destroy/:uuid',
  summary: 'Exclui uma visão',
  needs: 'signed-in',
  params: uuidParams,
  answers: { 200: done },
});
