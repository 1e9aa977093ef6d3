import { Failure } from '../../contract/failure.ts';
import type { Feature } from '../../platform/feature.ts';
import { route } from '../../platform/http/route.ts';
import * as contract from './branch.contract.ts';
import {
  branchPictures,
  destroyBranch,
  destroyBranchImage,
  draftBranch,
  findBranch,
  listBranches,
  orderBranches,
  publicBranches,
  storeBranch,
  updateBranch,
} from './branch.service.ts';
import { siteBranchSummaries } from './branchSummary.contract.ts';
import { branchSummaries } from './branchSummary.service.ts';

export const feature: Feature = {
  routes: (deps) => [
    route(contract.siteBranches, async () => ({ data: await publicBranches(deps) })),
    route(contract.siteBranch, async ({ params }) => {
      const [branch] = await publicBranches(deps, params.uuid);
      if (!branch)
        throw new Failure('not_found', 'Não encontramos esta filial. Ela pode ter mudado de endereço.');
      return { data: branch };
    }),
    route(siteBranchSummaries, async () => ({ data: await branchSummaries(deps) })),
    route(contract.listBranches, ({ actor, query }) => listBranches(deps, actor, query)),
    route(contract.getBranch, async ({ params }) => ({ data: await findBranch(deps, params.uuid) })),
    route(
      contract.storeBranch,
      async ({ actor, body, files }) => ({
        data: await storeBranch(deps, actor, body, files.image[0], files.photos),
      }),
      {
        draft: async ({ body, files }) => ({
          draft: await draftBranch(deps.db, body),
          pictures: branchPictures(body, files.image[0], files.photos),
        }),
      },
    ),
    route(
      contract.updateBranch,
      async ({ actor, params, body, files }) => ({
        data: await updateBranch(deps, actor, params.uuid, body, files.image[0], files.photos),
      }),
      {
        draft: async ({ params, body, files }) => ({
          draft: await draftBranch(deps.db, body, params.uuid),
          pictures: branchPictures(body, files.image[0], files.photos),
        }),
      },
    ),
    route(contract.destroyBranch, async ({ actor, params }) => ({
      data: await destroyBranch(deps, actor, params.uuid),
    })),
    route(contract.destroyBranchImage, async ({ actor, params }) => ({
      data: await destroyBranchImage(deps, actor, params.uuid),
    })),
    route(contract.orderBranches, async ({ actor, body }) => ({
      data: await orderBranches(deps, actor, body.uuids),
    })),
  ],
};
