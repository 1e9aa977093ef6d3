import type { Deps } from '../../platform/deps.ts';
import { type Route, route } from '../../platform/http/route.ts';
import * as contract from './person.contract.ts';
import * as people from './person.service.ts';

export const personRoutes = (deps: Deps): Route[] => [
  route(contract.listPeople, ({ query }) => people.listPeople(deps, query)),
  route(contract.personChoices, async ({ actor }) => ({ data: await people.readChoices(deps, actor) })),
  route(contract.getPerson, async ({ actor, params }) => ({
    data: await people.findPerson(deps, actor, params.uuid),
  })),
  route(
    contract.storePerson,
    async ({ actor, body }) => ({ data: await people.storePerson(deps, actor, body) }),
    { confirmsWhen: ({ actor, body }) => people.invitesAdministrator(deps, actor, body) },
  ),
  route(
    contract.updatePerson,
    async ({ actor, params, body }) => ({ data: await people.updatePerson(deps, actor, params.uuid, body) }),
    {
      confirmsWhen: ({ actor, params, body }) =>
        people.promotesToAdministrator(deps, actor, params.uuid, body),
    },
  ),
  route(
    contract.invitePerson,
    async ({ actor, params }) => ({ data: await people.invitePerson(deps, actor, params.uuid) }),
    { confirmsWhen: ({ actor, params }) => people.isAdministrator(deps, actor, params.uuid) },
  ),
  route(contract.disablePerson, async ({ actor, params }) => ({
    data: await people.setPersonAccess(deps, actor, params.uuid, false),
  })),
  route(
    contract.enablePerson,
    async ({ actor, params }) => ({ data: await people.setPersonAccess(deps, actor, params.uuid, true) }),
    { confirmsWhen: ({ actor, params }) => people.isAdministrator(deps, actor, params.uuid) },
  ),
  route(contract.endPersonSessions, async ({ actor, params }) => ({
    data: await people.endPersonSessions(deps, actor, params.uuid),
  })),
  route(contract.destroyPerson, async ({ actor, params }) => ({
    data: await people.destroyPerson(deps, actor, params.uuid),
  })),
];
