import type { Deps } from '../../platform/deps.ts';
import { type Route, route } from '../../platform/http/route.ts';
import * as contract from './person.contract.ts';
import {
  destroyPerson,
  findPerson,
  listPeople,
  readChoices,
  storePerson,
  updatePerson,
} from './person.service.ts';
import {
  endPersonSessions,
  invitesAdministrator,
  isAdministrator,
  promotesToAdministrator,
  setPersonAccess,
} from './personAccess.service.ts';
import { invitePerson } from './personInvitation.service.ts';

export const personRoutes = (deps: Deps): Route[] => [
  route(contract.listPeople, ({ query }) => listPeople(deps, query)),
  route(contract.personChoices, async ({ actor }) => ({ data: await readChoices(deps, actor) })),
  route(contract.getPerson, async ({ actor, params }) => ({
    data: await findPerson(deps, actor, params.uuid),
  })),
  route(contract.storePerson, async ({ actor, body }) => ({ data: await storePerson(deps, actor, body) }), {
    confirmsWhen: ({ actor, body }) => invitesAdministrator(deps, actor, body),
  }),
  route(
    contract.updatePerson,
    async ({ actor, params, body }) => ({ data: await updatePerson(deps, actor, params.uuid, body) }),
    {
      confirmsWhen: ({ actor, params, body }) => promotesToAdministrator(deps, actor, params.uuid, body),
    },
  ),
  route(
    contract.invitePerson,
    async ({ actor, params }) => ({ data: await invitePerson(deps, actor, params.uuid) }),
    { confirmsWhen: ({ actor, params }) => isAdministrator(deps, actor, params.uuid) },
  ),
  route(contract.disablePerson, async ({ actor, params }) => ({
    data: await setPersonAccess(deps, actor, params.uuid, false),
  })),
  route(
    contract.enablePerson,
    async ({ actor, params }) => ({ data: await setPersonAccess(deps, actor, params.uuid, true) }),
    { confirmsWhen: ({ actor, params }) => isAdministrator(deps, actor, params.uuid) },
  ),
  route(contract.endPersonSessions, async ({ actor, params }) => ({
    data: await endPersonSessions(deps, actor, params.uuid),
  })),
  route(contract.destroyPerson, async ({ actor, params }) => ({
    data: await destroyPerson(deps, actor, params.uuid),
  })),
];
