import { z } from 'zod';
import { data, endpoint, json, messageResponse, savedResponse, uuidParams } from '../../shared/endpoint.ts';
import { expectedVersion, requiredEmail, requiredName, requiredText } from '../../shared/fields.ts';
import type { Filters } from '../../shared/filters.ts';
import { filteredListResponse, listQuery } from '../../shared/list.ts';

// No endpoint reads or sets another person's password: an invited person chooses it through a mailed link.

export const PERSON_STATES = { active: 'Ativa', invited: 'Convidada', disabled: 'Desativada' } as const;
export type PersonState = keyof typeof PERSON_STATES;

const MAX_BRANCHES = 200;
const CHOOSE_BRANCHES = 'Escolha pelo menos uma filial.';

const access = {
  role: requiredText('o papel', 60),
  /** Used only if the role is limited to branches. */
  branches: z.array(z.uuid(CHOOSE_BRANCHES), CHOOSE_BRANCHES).max(MAX_BRANCHES).default([]),
};

export const personInput = z.object({
  name: requiredName('o nome', 120),
  email: requiredEmail('o e-mail da pessoa'),
  ...access,
});
export type PersonInput = z.output<typeof personInput>;

/** Fields that administrators change. Only the person changes the e-mail address, with the password. */
export const accessInput = z.object({
  name: requiredText('o nome', 120),
  ...access,
  version: expectedVersion,
});
export type AccessInput = z.output<typeof accessInput>;

const branch = z.object({ uuid: z.string(), name: z.string() });

export const person = z.object({
  uuid: z.string(),
  name: z.string(),
  email: z.string(),
  photo: z.string().nullable(),
  role: z.string(),
  role_name: z.string(),
  /** Branches to which the person is limited; null for all. */
  branches: z.array(branch).nullable(),
  state: z.enum(['active', 'invited', 'disabled']),
  last_login_at: z.string().nullable(),
  version: z.number(),
});
export type Person = z.output<typeof person>;

export const personDetails = person.extend({
  created_at: z.string(),
  /** When the open invitation was sent; null once accepted. An expired link has no `invitation_until`. */
  invited_at: z.string().nullable(),
  invitation_until: z.string().nullable(),
  /** Number of open sessions. */
  sessions: z.number(),
  is_self: z.boolean(),
  /** Why the caller may not change the person, who has more rights than the caller; null if the caller may. */
  refused: z.string().nullable(),
});
export type PersonDetails = z.output<typeof personDetails>;

export const personFilters = {
  state: { label: 'Acesso', values: PERSON_STATES },
  role: { label: 'Papel' },
} as const satisfies Filters;

const area = { read: { needs: 'users.read' }, write: { needs: 'users.write' } } as const;

export const listPeople = endpoint({
  ...area.read,
  method: 'GET',
  path: '/admin/users',
  summary: 'Lista as pessoas da equipe',
  query: listQuery(['name', 'last_login_at'], personFilters),
  answers: { 200: filteredListResponse(person) },
});

export const getPerson = endpoint({
  ...area.read,
  method: 'GET',
  path: '/admin/users/details/:uuid',
  summary: 'Mostra uma pessoa da equipe',
  params: uuidParams,
  answers: { 200: data(personDetails) },
});

/** Roles and branches that the form offers. */
export const accessChoices = z.object({
  roles: z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      description: z.string().nullable(),
      own_branches: z.boolean(),
      /** Whether the caller may assign the role. */
      may_give: z.boolean(),
    }),
  ),
  branches: z.array(branch),
});
export type AccessChoices = z.output<typeof accessChoices>;

export const personChoices = endpoint({
  ...area.read,
  method: 'GET',
  path: '/admin/users/choices',
  summary: 'Papéis e filiais que uma pessoa pode receber',
  answers: { 200: data(accessChoices) },
});

export const storePerson = endpoint({
  ...area.write,
  method: 'POST',
  path: '/admin/users/store',
  summary: 'Convida uma pessoa por e-mail',
  body: json(personInput),
  confirms: 'sometimes',
  answers: { 201: savedResponse },
  failures: ['too_many'],
});

export const updatePerson = endpoint({
  ...area.write,
  method: 'PUT',
  path: '/admin/users/update/:uuid',
  summary: 'Altera nome, papel e filiais; outro acesso encerra as sessões da pessoa',
  params: uuidParams,
  body: json(accessInput),
  confirms: 'sometimes',
  answers: { 200: savedResponse },
});

const personAction = {
  ...area.write,
  params: uuidParams,
  answers: { 200: messageResponse },
  failures: ['conflict'],
} as const;

export const invitePerson = endpoint({
  ...personAction,
  method: 'POST',
  path: '/admin/users/invite/:uuid',
  summary: 'Manda o convite de novo, com um link novo',
  body: json(z.object({})),
  confirms: 'sometimes',
  failures: ['conflict', 'too_many'],
});

export const disablePerson = endpoint({
  ...personAction,
  method: 'POST',
  path: '/admin/users/disable/:uuid',
  summary: 'Desativa o acesso e encerra as sessões',
});

export const enablePerson = endpoint({
  ...personAction,
  method: 'POST',
  path: '/admin/users/enable/:uuid',
  summary: 'Ativa o acesso de novo',
  body: json(z.object({})),
  confirms: 'sometimes',
});

export const endPersonSessions = endpoint({
  ...personAction,
  method: 'POST',
  path: '/admin/users/end-sessions/:uuid',
  summary: 'Encerra todas as sessões de uma pessoa',
});

export const destroyPerson = endpoint({
  ...personAction,
  method: 'DELETE',
  path: '/admin/users/destroy/:uuid',
  summary: 'Tira a pessoa da equipe; o histórico guarda o nome dela',
});
