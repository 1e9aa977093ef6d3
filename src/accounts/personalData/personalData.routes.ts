import type { Feature } from '../../platform/feature.ts';
import { route } from '../../platform/http/route.ts';
import { eraseDeleted } from '../../records/server/history/history.contract.ts';
import { eraseFromTrash } from './erasedTrash.service.ts';
import { erasureJobs } from './erasures.job.ts';
import * as contract from './personalData.contract.ts';
import { erasePerson, exportPerson, findPersonalData, readDataInventory } from './personalData.service.ts';

export const personalData: Feature = {
  routes: (deps) => [
    route(contract.readPersonalData, async () => ({ data: await readDataInventory(deps) })),
    route(contract.findPersonalData, async ({ actor, body }) => ({
      data: await findPersonalData(deps, actor, body.email),
    })),
    route(contract.exportPersonalData, async ({ actor, body }) => ({
      data: await exportPerson(deps, actor, body.email),
    })),
    route(contract.erasePersonalData, async ({ actor, body }) => ({
      data: await erasePerson(deps, actor, body),
    })),
    route(eraseDeleted, async ({ actor, body }) => ({
      data: { message: await eraseFromTrash(deps, actor, body) },
    })),
  ],
  jobs: erasureJobs,
};
