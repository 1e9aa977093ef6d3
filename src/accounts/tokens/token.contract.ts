import { z } from 'zod';
import { data, endpoint, json, messageResponse, savedResponse, uuidParams } from '../../shared/endpoint.ts';
import { expectedVersion, requiredDate, requiredName } from '../../shared/fields.ts';
import { listQuery, listResponse } from '../../shared/list.ts';
import { tokenPermissions } from '../users/rolePermissions.ts';

declare module '../../shared/permissions.ts' {
  interface Areas {
    tokens: true;
  }
}

/** Limit of API tokens of an installation. */
export const MAX_TOKENS = 100;
export const TOO_MANY_TOKENS = `Já há ${MAX_TOKENS} tokens, o máximo. Revogue algum que ninguém usa mais.`;
const MOST_BRANCHES = 200;

/** Days between the reminder mail and the end of a token. */
export const REMINDER_DAYS = 7;

const permission = z.enum(
  tokenPermissions as [string, ...string[]],
  'Um token não pode ter esta permissão. Recarregue a página e escolha de novo.',
);

export const UNKNOWN_BRANCH = 'Uma das filiais não existe mais. Recarregue a página e escolha de novo.';

export const tokenInput = z.object({
  name: requiredName('o nome do token', 60),
  permissions: z
    .array(permission, 'Escolha o que o token permite.')
    .min(1, 'Escolha pelo menos uma permissão.')
    .max(tokenPermissions.length),
  /** UUIDs of branches; null for all. Forms, which have no null, send `all`. */
  branches: z.preprocess(
    (value) => (value === 'all' ? null : value),
    z
      .array(z.uuid(UNKNOWN_BRANCH), 'Diga se vale para todas as filiais.')
      .min(1, 'Escolha pelo menos uma filial.')
      .max(MOST_BRANCHES, `Escolha até ${MOST_BRANCHES} filiais, ou todas.`)
      .nullable(),
  ),
  expires_on: requiredDate('até que dia o token vale'),
  version: expectedVersion,
});
export type TokenInput = z.output<typeof tokenInput>;

/** Returns the last possible end of a token that is saved on `today`: a year ahead. */
export function lastPossibleEnd(today: string): string {
  const day = `${Number(today.slice(0, 4)) + 1}${today.slice(4)}`;
  return day.endsWith('-02-29') ? day.replace(/29$/, '28') : day;
}

export const INVALID_END = 'Escolha um dia de hoje em diante, no máximo daqui a um ano.';
export const isEndPossible = (day: string, today: string) => day >= today && day <= lastPossibleEnd(today);

export const token = z.object({
  uuid: z.string(),
  name: z.string(),
  permissions: z.array(z.string()),
  /** Null for all. */
  branches: z.array(z.object({ uuid: z.string(), name: z.string() })).nullable(),
  expires_on: z.string(),
  last_used_at: z.string().nullable(),
  created_at: z.string(),
  made_by: z.object({
    name: z.string(),
    /** Whether the user can still sign in. The token stays valid either way. */
    active: z.boolean(),
  }),
  version: z.number(),
});
export type Token = z.output<typeof token>;

/** Response to the creation of a token: the only one with the token itself. */
export const createdTokenResponse = savedResponse.shape.data.extend({
  token: z.string(),
  /** A complete command, and a Portuguese sentence that describes it. */
  example: z.object({ text: z.string(), command: z.string() }),
});
export type CreatedTokenResponse = z.output<typeof createdTokenResponse>;

export const listTokens = endpoint({
  method: 'GET',
  path: '/admin/tokens',
  summary: 'Lista os tokens de sistemas',
  needs: 'tokens.read',
  query: listQuery(['name', 'expires_on']),
  answers: { 200: listResponse(token) },
});

export const getToken = endpoint({
  method: 'GET',
  path: '/admin/tokens/details/:uuid',
  summary: 'Mostra um token: tudo, menos ele mesmo',
  needs: 'tokens.read',
  params: uuidParams,
  answers: { 200: data(token) },
});

export const storeToken = endpoint({
  method: 'POST',
  path: '/admin/tokens/store',
  summary: 'Cria um token, que aparece só nesta resposta',
  needs: 'tokens.write',
  body: json(tokenInput),
  confirms: 'always',
  answers: { 201: data(createdTokenResponse) },
});

export const updateToken = endpoint({
  method: 'PUT',
  path: '/admin/tokens/update/:uuid',
  summary: 'Altera o nome, as permissões, as filiais ou a validade de um token',
  needs: 'tokens.write',
  params: uuidParams,
  body: json(tokenInput),
  confirms: 'sometimes',
  answers: { 200: savedResponse },
});

export const destroyToken = endpoint({
  method: 'DELETE',
  path: '/admin/tokens/destroy/:uuid',
  summary: 'Revoga um token: a próxima chamada com ele já é recusada',
  needs: 'tokens.write',
  params: uuidParams,
  answers: { 200: messageResponse },
});
