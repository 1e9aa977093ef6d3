import { siteBranch, siteBranches } from '../../content/branches/branch.contract.ts';
import {
  branchesIn,
  branchQuery,
  citiesOf,
  hasService,
  selectedCity,
  selectedService,
  servicesOf,
} from '../../content/branches/branch.selection.ts';
import { serviceInSentence as inSentence } from '../../content/branches/services.ts';
import { BranchCard } from '../../content/branches/site/BranchCard.tsx';
import { BranchDialog } from '../../content/branches/site/BranchDialog.tsx';
import { BranchFinder } from '../../content/branches/site/BranchFinder.tsx';
import { hasCoordinates } from '../../content/branches/site/nearby.browser.ts';
import { branchPage } from '../../content/recordPages.ts';
import { todayIn } from '../../content/settings/settings.contract.ts';
import {
  branchNotices,
  type ComingSpecialDay,
  comingSpecialDays,
  placeSpecialDays,
  type SpecialDayNotice,
} from '../../content/specialDays/placeSpecialDays.ts';
import { SpecialDayNotices } from '../../content/specialDays/site/SpecialDayNotices.tsx';
import { siteSpecialDays } from '../../content/specialDays/specialDay.contract.ts';
import { plural } from '../../shared/text/plural.ts';
import type { PageMeta } from '../meta.ts';
import { PageHead } from '../PageHead.tsx';
import { type DataOf, type HeadArgs, type LoaderInput, type PageProps, withStatus } from '../page.ts';
import { groceryStore } from '../structuredData/structuredPlaces.ts';
import { useSite } from '../useSite.ts';
import sheet from './BranchesPage.css?inline';

export { sheet };

export async function load({ reader, url, params: { uuid }, call }: LoaderInput) {
  const { read, errors } = reader;
  const [list, branch, days] = await Promise.all([
    read(siteBranches),
    uuid ? call(siteBranch, { params: { uuid } }) : null,
    read(siteSpecialDays),
  ]);
  const opened = branch?.data ?? null;
  const exceptions = days?.data ?? [];
  const branches = list?.data;
  const service = selectedService(url.searchParams);
  const common = { service, opened, exceptions, errors };
  if (!branches) return withStatus({ branches: null, cities: [], city: null, services: [], ...common }, 503);
  const cities = citiesOf(branches);
  const city = selectedCity(url.searchParams, cities);
  const there = branchesIn(branches, city);
  return {
    branches: service ? there.filter((branch) => hasService(branch, service)) : there,
    cities,
    city,
    services: servicesOf(branches),
    ...common,
  };
}

export function head({
  data: { branches, city, service, opened, exceptions },
}: HeadArgs<typeof load>): PageMeta {
  if (opened)
    return {
      title: `${opened.name} · Supermercado em ${opened.city}`,
      description: opened.description ?? `${opened.road}, ${opened.number}, ${opened.city}, ${opened.state}`,
      path: branchPage(opened.uuid),
      image: opened.file,
      structured: (site) => [groceryStore(site, opened, placeSpecialDays(exceptions, opened.uuid))],
    };
  const shown = branches?.length ? city : null;
  const offered = branches?.length ? service : null;
  const what = [offered && `com ${inSentence(offered)}`, shown && `em ${shown}`].filter(Boolean).join(' ');
  return {
    title: `Filiais ${what}`.trim(),
    description: `${`Endereço, horários, telefone e como chegar a cada filial ${what}`.trim()}.`,
    path: `/branches${branchQuery(shown, offered)}`,
  };
}

type LoaderData = DataOf<typeof load>;
type Branches = NonNullable<LoaderData['branches']>;

export default function BranchesPage({ data }: PageProps<typeof load>) {
  const { branches, cities, city, services, service, opened, exceptions } = data;
  const { settings } = useSite();
  const specialOf = ({ uuid, time_zone }: Branches[number]) =>
    settings ? comingSpecialDays(exceptions, uuid, todayIn(settings, time_zone)) : [];
  const query = branchQuery(city, service);
  return (
    <>
      <PageHead art="filiais" title="Filiais" text={headText(cities)} />
      {branches && cities.length > 0 ? (
        <Found
          branches={branches}
          cities={cities}
          city={city}
          services={services}
          service={service}
          query={query}
          notices={settings ? branchNotices(exceptions, branches, (zone) => todayIn(settings, zone)) : []}
          specialOf={specialOf}
          behind={opened !== null}
        />
      ) : (
        <div className="wrap sec">
          <p className="lead">
            {branches ? 'Ainda não há filiais por aqui.' : 'Não conseguimos mostrar as filiais agora.'}
          </p>
        </div>
      )}
      {opened && <BranchDialog branch={opened} special={specialOf(opened)} list={`/branches${query}`} />}
    </>
  );
}

interface FoundProps {
  branches: Branches;
  cities: LoaderData['cities'];
  city: string | null;
  services: LoaderData['services'];
  service: LoaderData['service'];
  query: string;
  notices: readonly SpecialDayNotice[];
  specialOf: (branch: Branches[number]) => readonly ComingSpecialDay[];
  /** True if a branch dialog is open over the list. */
  behind: boolean;
}

function Found(props: FoundProps) {
  const { branches, cities, city, services, service, query, notices, specialOf, behind } = props;
  return (
    <div className="wrap places">
      <BranchFinder
        cities={cities}
        city={city}
        services={services}
        service={service}
        placed={branches.some(hasCoordinates)}
        behind={behind}
      />
      <SpecialDayNotices notices={notices} />
      <p className="found" role="status">
        {countText(branches.length, city, service)}
      </p>
      {branches.length > 0 ? (
        <div className="brs" data-my-store-first>
          {branches.map((branch) => (
            <BranchCard
              key={branch.uuid}
              branch={branch}
              heading="h2"
              special={specialOf(branch)}
              services={{ asked: service }}
              query={query}
              choice
              behind={behind}
            />
          ))}
        </div>
      ) : (
        <div className="nothing">
          <h2 className="d2">{service ? 'Aqui ainda não tem' : 'Ainda não chegamos aí'}</h2>
          <p className="lead">
            {service
              ? 'Veja o que as outras lojas têm, ou procure numa cidade vizinha.'
              : 'Veja se tem uma loja numa cidade vizinha.'}
          </p>
          <a className="btn btn-red" href="/branches">
            Ver todas as filiais
          </a>
        </div>
      )}
    </div>
  );
}

function countText(count: number, city: string | null, service: LoaderData['service']): string {
  const stores = count === 0 ? 'Nenhuma loja' : plural(count, 'loja', 'lojas');
  return [stores, service && `com ${inSentence(service)}`, city && `em ${city}`].filter(Boolean).join(' ');
}

function headText(cities: LoaderData['cities']): string | undefined {
  if (cities.length === 0) return undefined;
  const count = cities.reduce((sum, city) => sum + city.count, 0);
  return `${plural(count, 'loja', 'lojas')} em ${plural(cities.length, 'cidade', 'cidades')}. Toque numa para ver horários e caminho.`;
}
