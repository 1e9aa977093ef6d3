import { BranchCard } from '../features/branches/BranchCard.tsx';
import { BranchDialog } from '../features/branches/BranchDialog.tsx';
import { BranchFinder } from '../features/branches/BranchFinder.tsx';
import { siteBranch, siteBranches } from '../features/branches/branch.contract.ts';
import { askedCity, branchesIn, citiesOf } from '../features/branches/branch.selection.ts';
import { byDistance, isPlace, kmInWords } from '../features/branches/nearby.browser.ts';
import { useNearby } from '../features/branches/useNearby.browser.ts';
import { plural } from '../ui/format.ts';
import sheet from './BranchesPage.css?url';
import type { PageMeta } from './meta.ts';
import { PageHead } from './PageHead.tsx';
import { type Asked, type DataOf, type HeadArgs, loaded, type PageProps } from './page.ts';

export { sheet };

export async function load({ reader, url, params: { uuid }, call }: Asked) {
  const { read, errors } = reader;
  const [all, opened] = await Promise.all([
    read(siteBranches),
    uuid ? call(siteBranch, { params: { uuid } }) : null,
  ]);
  const branches = all?.data;
  if (!branches)
    return loaded({ branches: null, cities: [], city: null, opened: opened?.data ?? null, errors }, 503);
  const cities = citiesOf(branches);
  const city = askedCity(url.searchParams, cities);
  return { branches: branchesIn(branches, city), cities, city, opened: opened?.data ?? null, errors };
}

export function head({ data }: HeadArgs<typeof load>): PageMeta {
  const city = data.branches?.length ? data.city : null;
  return {
    title: city ? `Filiais em ${city}` : 'Filiais',
    description: `Endereço, horários, telefone e como chegar a cada filial${city ? ` em ${city}` : ''}.`,
    path: `/branches${city ? queryOf(city) : ''}`,
  };
}

function queryOf(city: string): string {
  return `?${new URLSearchParams({ cidade: city })}`;
}

type LoaderData = DataOf<typeof load>;
type Branches = NonNullable<LoaderData['branches']>;

export default function BranchesPage({ data: { branches, cities, city, opened } }: PageProps<typeof load>) {
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
      {opened && <BranchDialog branch={opened} list={`/branches${query}`} onClose={() => {}} />}
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
          <a className="btn btn-red" href="/branches">
            Ver todas as filiais
          </a>
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
