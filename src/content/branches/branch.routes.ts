import type { Feature } from '../../platform/feature.ts';
import { route } from '../../platform/http/route.ts';
import { galleryImageRoute, recordRoutes } from '../../records/server/recordRoutes.ts';
import { branchRecord, destroyBranchImage, siteBranch, siteBranches } from './branch.contract.ts';
import { branchService } from './branch.service.ts';
import { siteBranchSummaries } from './branchSummary.contract.ts';
import { branchSummaries } from './branchSummary.service.ts';

const NOT_FOUND = 'Não encontramos esta filial. Ela pode ter mudado de endereço.';

export const feature: Feature = {
  routes: (deps) => [
    route(siteBranches, async () => ({ data: await branchService.publishedWithPictures(deps) })),
    route(siteBranch, async ({ params }) => ({
      data: await branchService.findPublic(deps, params.uuid, NOT_FOUND),
    })),
    route(siteBranchSummaries, async () => ({ data: await branchSummaries(deps) })),
    ...recordRoutes(deps, branchRecord, branchService),
    galleryImageRoute(deps, destroyBranchImage, branchService),
  ],
};
