import { data, Outlet } from 'react-router';
import { BranchCard } from '../features/branches/BranchCard.tsx';
import { siteBranches } from '../features/branches/branch.contract.ts';
import { plural } from '../ui/format.ts';
import type { Route } from './+types/BranchesPage.ts';
import { pageMeta } from './meta.ts';
import { PageError, titleOf } from './PageError.tsx';
import { PageHead } from './PageHead.tsx';
import { readerOf } from './read.ts';

export { PageError as ErrorBoundary };

export async function loader({ context }: Route.LoaderArgs) {
  const { read, errors } = readerOf(context);
  const branches = await read(siteBranches);
  return data({ branches: branches?.data ?? null, errors }, { status: branches ? 200 : 503 });
}

export function meta({ matches, error }: Route.MetaArgs) {
  if (error) return pageMeta(matches, { title: titleOf(error) });
  return pageMeta(matches, {
    title: 'Filiais',
    description: 'Endereço, horários, telefone e como chegar a cada filial.',
    path: '/branches',
  });
}

export default function BranchesPage({ loaderData: { branches } }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Filiais" text={branches && branches.length > 0 ? textOf(branches) : undefined} />
      <div className="wrap sec">
        {branches && branches.length > 0 ? (
          <div className="brs">
            {branches.map((branch) => (
              <BranchCard key={branch.uuid} branch={branch} heading="h2" />
            ))}
          </div>
        ) : (
          <p className="lead">
            {branches
              ? 'Ainda não há filiais por aqui. Volte em breve.'
              : 'Não conseguimos mostrar as filiais agora. Tente de novo em instantes.'}
          </p>
        )}
      </div>
      <Outlet />
    </>
  );
}

function textOf(branches: readonly { city: string; state: string }[]): string {
  const cities = new Set(branches.map(({ city, state }) => `${city}, ${state}`)).size;
  return `${plural(branches.length, 'loja', 'lojas')} em ${plural(cities, 'cidade', 'cidades')}. Toque numa para ver horários e caminho.`;
}
