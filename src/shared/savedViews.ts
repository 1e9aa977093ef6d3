import { z } from 'zod';
import { endpoint, json, messageResponse, savedResponse, uuidParams } from './endpoint.ts';
import { requiredName } from './fields.ts';
import { listResponse } from './list.ts';

// Saved views: a search, an order and filters of a list, under a name. Each user has their own.

export const MAX_VIEWS = 20;
export const MAX_VIEW_NAME = 40;
const MAX_QUERY = 1000;

const NO_QUERY = 'Busque, ordene ou filtre a lista antes de guardar a visão.';

const name = requiredName('o nome da visão', MAX_VIEW_NAME);

export const savedView = z.object({
  uuid: z.string(),
  name: z.string(),
  /** Query of the list's address, without «?» and page: `type=3&sort=name`. */
  query: z.string(),
});
export type SavedView = z.output<typeof savedView>;

/** Name of the list, as `listNameOf` returns it. */
const listParams = z.object({ list: z.string().regex(/^[a-z-]{1,60}$/) });

export const listSavedViews = endpoint({
  method: 'GET',
  path: '/admin/profile/views/:list',
  summary: 'Lista as visões que a pessoa guardou de uma lista',
  needs: 'signed-in',
  params: listParams,
  answers: { 200: listResponse(savedView) },
});

export const storeSavedView = endpoint({
  method: 'POST',
  path: '/admin/profile/views/:list',
  summary: 'Guarda uma visão de uma lista',
  needs: 'signed-in',
  params: listParams,
  body: json(z.object({ name, query: z.string(NO_QUERY).trim().min(1, NO_QUERY).max(MAX_QUERY, NO_QUERY) })),
  answers: { 201: savedResponse },
  failures: ['conflict'],
});

export const renameSavedView = endpoint({
  method: 'PUT',
  path: '/admin/profile/views/update/:uuid',
  summary: 'Dá outro nome a uma visão',
  needs: 'signed-in',
  params: uuidParams,
  body: json(z.object({ name })),
  answers: { 200: savedResponse },
  failures: ['conflict'],
});

export const destroySavedView = endpoint({
  method: 'DELETE',
  path: '/admin/profile/views/destroy/:uuid',
  summary: 'Exclui uma visão',
  needs: 'signed-in',
  params: uuidParams,
  answers: { 200: messageResponse },
});
