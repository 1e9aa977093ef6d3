import { z } from 'zod';
import { data, endpoint, json, messageResponse, savedResponse, uuidParams } from '../../shared/endpoint.ts';
import { expectedVersion, optionalText, requiredName } from '../../shared/fields.ts';
import { listResponse } from '../../shared/list.ts';
import { permissions } from './rolePermissions.ts';

declare module '../../shared/permissions.ts' {
  interface Areas {
    users: true;
  }
}

const permission = z.enum(
  permissions as [string, ...string[]],
  'Recarregue a página: há uma permissão que não existe mais.',
);

export const role = z.object({
  /** Key that a person's `role` refers to: the uuid of a custom role. */
  key: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  /** Whether the role comes with the product; only its requirement of a second factor can change. */
  built_in: z.boolean(),
  permissions: z.array(z.string()),
  own_branches: z.boolean(),
  /** Whether people with the role must set up a second factor before they can do anything else. */
  needs_second_factor: z.boolean(),
  /** Number of people with the role. */
  people: z.number(),
  /** Null for a built-in role. */
  version: z.number().nullable(),
});
export type Role = z.output<typeof role>;

export const MAX_ROLE_NAME_LENGTH = 60;
const needsSecondFactor = z.boolean('Diga se o papel pede a verificação em duas etapas.');

export const roleInput = z.object({
  name: requiredName('o nome do papel', MAX_ROLE_NAME_LENGTH),
  description: optionalText(200),
  permissions: z
    .array(permission, 'Escolha o que o papel permite.')
    .min(1, 'Escolha pelo menos uma permissão.')
    .max(permissions.length),
  own_branches: z.boolean('Diga se vale só para as filiais da pessoa.').default(false),
  /** An absent value leaves the stored one unchanged. */
  needs_second_factor: needsSecondFactor.optional(),
  version: expectedVersion,
});
export type RoleInput = z.output<typeof roleInput>;

export const listRoles = endpoint({
  method: 'GET',
  path: '/admin/roles',
  summary: 'Lista os papéis: os que vêm com o sistema e os da rede',
  needs: 'users.read',
  answers: { 200: listResponse(role) },
});

export const getRole = endpoint({
  method: 'GET',
  path: '/admin/roles/details/:key',
  summary: 'Mostra um papel',
  needs: 'users.read',
  params: z.object({ key: z.string().max(60) }),
  answers: { 200: data(role) },
});

export const storeRole = endpoint({
  method: 'POST',
  path: '/admin/roles/store',
  summary: 'Cria um papel da rede',
  needs: 'users.write',
  body: json(roleInput),
  answers: { 201: savedResponse },
});

export const updateRole = endpoint({
  method: 'PUT',
  path: '/admin/roles/update/:uuid',
  summary: 'Altera um papel da rede; vale na hora para quem o tem',
  needs: 'users.write',
  params: uuidParams,
  body: json(roleInput),
  confirms: 'sometimes',
  answers: { 200: savedResponse },
});

/** Changes whether a built-in role requires a second factor, its only editable property. */
export const updateBuiltInRole = endpoint({
  method: 'PUT',
  path: '/admin/roles/built-in/:key',
  summary: 'Diz se um papel que vem com o sistema pede a verificação em duas etapas; vale na hora',
  needs: 'users.write',
  params: z.object({ key: z.string().max(60) }),
  body: json(z.object({ needs_second_factor: needsSecondFactor })),
  confirms: 'sometimes',
  answers: { 200: messageResponse },
});

export const destroyRole = endpoint({
  method: 'DELETE',
  path: '/admin/roles/destroy/:uuid',
  summary: 'Exclui um papel da rede que ninguém tem',
  needs: 'users.write',
  params: uuidParams,
  answers: { 200: messageResponse },
  failures: ['conflict'],
});
