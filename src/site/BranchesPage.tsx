import { data, Link, Outlet } from 'react-router';
import { BranchCard } from '../features/branches/BranchCard.tsx';
import { BranchFinder } from '../features/branches/BranchFinder.tsx';
import { siteBranches } from '../features/branches/branch.contract.ts';
import { askedCity, branchesIn, citiesOf } from '../features/branches/branch.selection.ts';
import { byDistance, isPlace, kmInWords } from '../features/branches/nearby.browser.ts';
import { useNearby } from '../features/branches/useNearby.browser.ts';
import { plural } from '../ui/format.ts';
import type { Route } from './+types/BranchesPage.ts';
import { pageMeta } from './meta.ts';
import { PageError, titleOf } from './PageError.tsx';
import { PageHead } from './PageHead.tsx';
import { readerOf } from './read.ts';
import './BranchesPage.css';

export { PageError as ErrorBoundary };

export async function loader({ context, request }: Route.LoaderArgs) {
  const { read, errors } = readerOf(context);
  const branches = (await read(siteBranches))?.data;
  if (!branches) return data({ branches: null, cities: [], city: null, errors }, { status: 503 });
  const cities = citiesOf(branches);
  const city = askedCity(new URL(request.url).searchParams, cities);
  return { branches: branchesIn(branches, city), cities, city, errors };
}

export function meta({ matches, loaderData, error }: Route.MetaArgs) {
  if (error) return pageMeta(matches, { title: titleOf(error) });
  const city = loaderData?.branches?.length ? loaderData.city : null;
  return pageMeta(matches, {
    title: city ? `Filiais em ${city}` : 'Filiais',
    description: `Endereço, horários, telefone e como chegar a cada filial${city ? ` em ${city}` : ''}.`,
    path: `/branches${city ? queryOf(city) : ''}`,
  });
}

function queryOf(city: string): string {
  return `?${new URLSearchParams({ cidade: city })}`;
}

type LoaderData = Route.ComponentProps['loaderData'];
type Branches = NonNullable<LoaderData['branches']>;

/** What the dialog over the list must know of it. */
export interface BranchesOutlet {
  /** The list's own address, its filter kept. */
  list: string;
}

export default function BranchesPage({ loaderData: { branches, cities, city } }: Route.ComponentProps) {
  const query = city ? queryOf(city) : '';
  return (
    <>
      <PageHead title="Filiais" text={headText(cities)} />
      {branches && cities.length > 0 ? (
        <Found branches={branches} cities={cities} city={city} query={query} />
      ) : (
        <div className="wrap sec">
          <p className="lead">
            {branches
              ? 'Ainda não há filiais por aqui. Volte em breve.'
              : 'Não conseguimos mostrar as filiais agora. Tente de novo em instantes.'}
          </p>
        </div>
      )}
      <Outlet context={{ list: `/branches${query}` } satisfies BranchesOutlet} />
    </>
  );
}

interface FoundProps {
  branches: Branches;
  cities: LoaderData['cities'];
  city: string | null;
  query: string;
}

function Found({ branches, cities, city, query }: FoundProps) {
  const { state, place, toggle } = useNearby();
  const shown = place ? byDistance(branches, place) : branches.map((branch) => ({ branch, km: null }));
  const nearest = shown[0];
  const near = branches.some(isPlace)
    ? { on: state === 'found', searching: state === 'searching', onToggle: toggle }
    : undefined;
  return (
    <div className="wrap places">
      <BranchFinder cities={cities} city={city} near={near} />
      <p className="found" role="status">
        {statusText(state, nearest, countText(branches.length, city))}
      </p>
      {branches.length > 0 ? (
        <div className="brs">
          {shown.map(({ branch, km }) => (
            <BranchCard
              key={branch.uuid}
              branch={branch}
              heading="h2"
              query={query}
              distance={km === null ? undefined : kmInWords(km)}
            />
          ))}
        </div>
      ) : (
        <div className="nothing">
          <h2 className="d2">Ainda não chegamos aí</h2>
          <p className="lead">Veja se tem uma loja numa cidade vizinha.</p>
          <Link className="btn btn-red" to="/branches" preventScrollReset>
            Ver todas as filiais
          </Link>
        </div>
      )}
    </div>
  );
}

type Shown = { branch: Branches[number]; km: number | null } | undefined;

function statusText(state: ReturnType<typeof useNearby>['state'], nearest: Shown, count: string): string {
  switch (state) {
    case 'searching':
      return `${count}. Procurando onde você está...`;
    case 'found':
      return nearest?.km == null
        ? count
        : `${count}. A mais perto é ${nearest.branch.name}, a ${kmInWords(nearest.km)} em linha reta.`;
    case 'refused':
      return `${count}. Sem problema: é só escolher a cidade.`;
    case 'failed':
      return `${count}. Não deu para saber onde você está agora. Escolha a cidade, ou tente de novo.`;
    case 'idle':
      return count;
  }
}

function countText(count: number, city: string | null): string {
  const stores = count === 0 ? 'Nenhuma loja' : plural(count, 'loja', 'lojas');
  return city ? `${stores} em ${city}` : stores;
}

function headText(cities: LoaderData['cities']): string | undefined {
  if (cities.length === 0) return undefined;
  const count = cities.reduce((sum, city) => sum + city.count, 0);
  return `${plural(count, 'loja', 'lojas')} em ${plural(cities.length, 'cidade', 'cidades')}. Toque numa para ver horários e caminho.`;
}
