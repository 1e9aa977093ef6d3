import { BranchCard } from '../features/branches/BranchCard.tsx';
import { BranchDialog } from '../features/branches/BranchDialog.tsx';
import { BranchFinder } from '../features/branches/BranchFinder.tsx';
import { siteBranch, siteBranches } from '../features/branches/branch.contract.ts';
import { askedCity, branchesIn, citiesOf } from '../features/branches/branch.selection.ts';
import { isPlace } from '../features/branches/nearby.browser.ts';
import { siteExceptions } from '../features/exceptions/exception.contract.ts';
import { Notices } from '../features/exceptions/Notices.tsx';
import {
  branchNotices,
  type ComingDay,
  comingDays,
  type Notice,
  specialDaysOf,
} from '../features/exceptions/specialDays.ts';
import { branchPage } from '../features/recordPages.ts';
import { plural } from '../ui/format.ts';
import sheet from './BranchesPage.css?url';
import type { PageMeta } from './meta.ts';
import { PageHead } from './PageHead.tsx';
import { type Asked, type DataOf, type HeadArgs, loaded, type PageProps } from './page.ts';
import { groceryStore } from './structured.ts';
import { useSite } from './useSite.ts';

export { sheet };

export async function load({ reader, url, params: { uuid }, call }: Asked) {
  const { read, errors } = reader;
  const [all, asked, special] = await Promise.all([
    read(siteBranches),
    uuid ? call(siteBranch, { params: { uuid } }) : null,
    read(siteExceptions),
  ]);
  const opened = asked?.data ?? null;
  const exceptions = special?.data ?? [];
  const branches = all?.data;
  if (!branches) return loaded({ branches: null, cities: [], city: null, opened, exceptions, errors }, 503);
  const cities = citiesOf(branches);
  const city = askedCity(url.searchParams, cities);
  return { branches: branchesIn(branches, city), cities, city, opened, exceptions, errors };
}

export function head({ data: { branches, city, opened, exceptions } }: HeadArgs<typeof load>): PageMeta {
  if (opened)
    return {
      title: opened.name,
      description: opened.description ?? `${opened.road}, ${opened.number}, ${opened.city}, ${opened.state}`,
      path: branchPage(opened.uuid),
      image: opened.file,
      structured: (site) => [groceryStore(site, opened, specialDaysOf(exceptions, opened.uuid))],
    };
  const shown = branches?.length ? city : null;
  return {
    title: shown ? `Filiais em ${shown}` : 'Filiais',
    description: `Endereço, horários, telefone e como chegar a cada filial${shown ? ` em ${shown}` : ''}.`,
    path: `/branches${shown ? queryOf(shown) : ''}`,
  };
}

function queryOf(city: string): string {
  return `?${new URLSearchParams({ cidade: city })}`;
}

type LoaderData = DataOf<typeof load>;
type Branches = NonNullable<LoaderData['branches']>;

export default function BranchesPage({ data }: PageProps<typeof load>) {
  const { branches, cities, city, opened, exceptions } = data;
  const today = useSite().settings?.today;
  const specialOf = (uuid: string) => (today ? comingDays(exceptions, uuid, today) : []);
  const query = city ? queryOf(city) : '';
  return (
    <>
      <PageHead title="Filiais" text={headText(cities)} />
      {branches && cities.length > 0 ? (
        <Found
          branches={branches}
          cities={cities}
          city={city}
          query={query}
          notices={today ? branchNotices(exceptions, branches, today) : []}
          specialOf={specialOf}
          behind={opened !== null}
        />
      ) : (
        <div className="wrap sec">
          <p className="lead">
            {branches
              ? 'Ainda não há filiais por aqui. Volte em breve.'
              : 'Não conseguimos mostrar as filiais agora. Tente de novo em instantes.'}
          </p>
        </div>
      )}
      {opened && <BranchDialog branch={opened} special={specialOf(opened.uuid)} list={`/branches${query}`} />}
    </>
  );
}

interface FoundProps {
  branches: Branches;
  cities: LoaderData['cities'];
  city: string | null;
  query: string;
  notices: readonly Notice[];
  specialOf: (uuid: string) => readonly ComingDay[];
  /** A branch is open over them. */
  behind: boolean;
}

function Found({ branches, cities, city, query, notices, specialOf, behind }: FoundProps) {
  return (
    <div className="wrap places">
      <BranchFinder cities={cities} city={city} placed={branches.some(isPlace)} />
      <Notices notices={notices} />
      <p className="found" role="status">
        {countText(branches.length, city)}
      </p>
      {branches.length > 0 ? (
        <div className="brs" data-my-store-first>
          {branches.map((branch) => (
            <BranchCard
              key={branch.uuid}
              branch={branch}
              heading="h2"
              special={specialOf(branch.uuid)}
              query={query}
              choice
              behind={behind}
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

function countText(count: number, city: string | null): string {
  const stores = count === 0 ? 'Nenhuma loja' : plural(count, 'loja', 'lojas');
  return city ? `${stores} em ${city}` : stores;
}

function headText(cities: LoaderData['cities']): string | undefined {
  if (cities.length === 0) return undefined;
  const count = cities.reduce((sum, city) => sum + city.count, 0);
  return `${plural(count, 'loja', 'lojas')} em ${plural(cities.length, 'cidade', 'cidades')}. Toque numa para ver horários e caminho.`;
}
