import { useLocation, useNavigate, useOutletContext } from 'react-router';
import { BranchDialog } from '../features/branches/BranchDialog.tsx';
import { siteBranch } from '../features/branches/branch.contract.ts';
import { branchPage } from '../features/recordPages.ts';
import type { Route } from './+types/BranchDialogRoute.ts';
import { apiOf } from './api.ts';
import type { BranchesOutlet } from './BranchesPage.tsx';
import { pageMeta } from './meta.ts';
import { groceryStore } from './structured.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export async function loader({ context, params: { uuid } }: Route.LoaderArgs) {
  if (!UUID.test(uuid)) throw new Response(null, { status: 404 });
  const { data } = await apiOf(context)(siteBranch, { params: { uuid } });
  return data;
}

export function meta({ matches, loaderData: branch }: Route.MetaArgs) {
  if (!branch) return pageMeta(matches, { title: 'Página não encontrada' });
  return pageMeta(matches, {
    title: branch.name,
    description: branch.description ?? `${branch.road}, ${branch.number}, ${branch.city}, ${branch.state}`,
    path: branchPage(branch.uuid),
    image: branch.file,
    structured: (site) => [groceryStore(site, branch)],
  });
}

export default function BranchDialogRoute({ loaderData: branch }: Route.ComponentProps) {
  const navigate = useNavigate();
  const { list } = useOutletContext<BranchesOutlet>();
  const { state } = useLocation();
  const fromList = (state as { fromList?: boolean } | null)?.fromList;
  const leave = () =>
    fromList ? navigate(-1) : navigate(list, { preventScrollReset: true, defaultShouldRevalidate: false });
  return <BranchDialog key={branch.uuid} branch={branch} list={list} onClose={leave} />;
}
