import { z } from 'zod';
import { data, done, endpoint, json, uuidParams, written } from '../../contract/endpoint.ts';
import { requiredEmail, requiredName, requiredText, seenVersion } from '../../contract/fields.ts';
import type { Filters } from '../../contract/filters.ts';
import { filteredList, listQuery } from '../../contract/list.ts';

// People of the team. Nobody sees or sets another's password: who is invited chooses it by a link.

export const STATES = { active: 'Ativa', invited: 'Convidada', disabled: 'Desativada' } as const;
export type PersonState = keyof typeof STATES;

const MOST_BRANCHES = 200;
const CHOOSE_BRANCHES = 'Escolha pelo menos uma filial.';

const access = {
  role: requiredText('o papel', 60),
  /** Where the role keeps people to some. */
  branches: z.array(z.uuid(CHOOSE_BRANCHES), CHOOSE_BRANCHES).max(MOST_BRANCHES).default([]),
};

export const personInput = z.object({
  name: requiredName('o nome', 120),
  email: requiredEmail('o e-mail da pessoa'),
  ...access,
});
export type PersonInput = z.output<typeof personInput>;

/** The address is the person's own to change, with the password. */
export const accessInput = z.object({ name: requiredText('o nome', 120), ...access, version: seenVersion });
export type AccessInput = z.output<typeof accessInput>;

const branch = z.object({ uuid: z.string(), name: z.string() });

export const person = z.object({
  uuid: z.string(),
  name: z.string(),
  email: z.string(),
  photo: z.string().nullable(),
  role: z.string(),
  role_name: z.string(),
  /** Those that they are kept to; null for all. */
  branches: z.array(branch).nullable(),
  state: z.enum(['active', 'invited', 'disabled']),
  last_login_at: z.string().nullable(),
  version: z.number(),
});
export type Person = z.output<typeof person>;

export const personDetails = person.extend({
  created_at: z.string(),
  /** When the invitation that waits was sent, and until when its link opens; null where that is over. */
  invited_at: z.string().nullable(),
  invitation_until: z.string().nullable(),
  /** How many are open now. */
  sessions: z.number(),
  is_self: z.boolean(),
  /** Why the caller may not change them: they may more than the caller does. */
  refused: z.string().nullable(),
});
export type PersonDetails = z.output<typeof personDetails>;

export const personFilters = {
  state: { label: 'Acesso', values: STATES },
  role: { label: 'Papel' },
} as const satisfies Filters;

const area = { read: { needs: 'users.read' }, write: { needs: 'users.write' } } as const;

export const listPeople = endpoint({
  ...area.read,
  method: 'GET',
  path: '/admin/users',
  summary: 'Lista as pessoas da equipe',
  query: listQuery(['name', 'last_login_at'], personFilters),
  answers: { 200: filteredList(person) },
});

export const getPerson = endpoint({
  ...area.read,
  method: 'GET',
  path: '/admin/users/details/:uuid',
  summary: 'Mostra uma pessoa da equipe',
  params: uuidParams,
  answers: { 200: data(personDetails) },
});

/** What the form offers. */
export const choices = z.object({
  roles: z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      description: z.string().nullable(),
      own_branches: z.boolean(),
      /** Whether the caller may give it. */
      may_give: z.boolean(),
    }),
  ),
  branches: z.array(branch),
});
export type Choices = z.output<typeof choices>;

export const personChoices = endpoint({
  ...area.read,
  method: 'GET',
  path: '/admin/users/choices',
  summary: 'Papéis e filiais que uma pessoa pode receber',
  answers: { 200: data(choices) },
});

export const storePerson = endpoint({
  ...area.write,
  method: 'POST',
  path: '/admin/users/store',
  summary: 'Convida uma pessoa por e-mail',
  body: json(personInput),
  confirms: 'sometimes',
  answers: { 201: written },
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
  answers: { 200: written },
});

const onOne = { ...area.write, params: uuidParams, answers: { 200: done }, failures: ['conflict'] } as const;

export const invitePerson = endpoint({
  ...onOne,
  method: 'POST',
  path: '/admin/users/invite/:uuid',
  summary: 'Manda o convite de novo, com um link novo',
  body: json(z.object({})),
  confirms: 'sometimes',
  failures: ['conflict', 'too_many'],
});

export const disablePerson = endpoint({
  ...onOne,
  method: 'POST',
  path: '/admin/users/disable/:uuid',
  summary: 'Desativa o acesso e encerra as sessões',
});

export const enablePerson = endpoint({
  ...onOne,
  method: 'POST',
  path: '/admin/users/enable/:uuid',
  summary: 'Ativa o acesso de novo',
  body: json(z.object({})),
  confirms: 'sometimes',
});

export const endPersonSessions = endpoint({
  ...onOne,
  method: 'POST',
  path: '/admin/users/end-sessions/:uuid',
  summary: 'Encerra todas as sessões de uma pessoa',
});

export const destroyPerson = endpoint({
  ...onOne,
  method: 'DELETE',
  path: '/admin/users/destroy/:uuid',
  summary: 'Tira a pessoa da equipe; o histórico guarda o nome dela',
});
