import { Failure } from '../../contract/failure.ts';
import type { Deps } from '../../platform/deps.ts';
import { route } from '../../platform/http/route.ts';
import { siteBranch, siteBranches } from './branch.contract.ts';
import { publicBranches } from './branch.service.ts';

export const branchRoutes = (deps: Deps) => [
  route(siteBranches, async () => ({ data: await publicBranches(deps) })),
  route(siteBranch, async ({ params }) => {
    const [branch] = await publicBranches(deps, params.uuid);
    if (!branch)
      throw new Failure('not_found', 'Não encontramos esta filial. Ela pode ter mudado de endereço.');
    return { data: branch };
  }),
];
