import { data, Link } from 'react-router';
import { siteBranches } from '../features/branches/branch.contract.ts';
import { citiesOf } from '../features/branches/branch.selection.ts';
import { vacancyPage } from '../features/recordPages.ts';
import { siteVacancies } from '../features/vacancies/vacancy.contract.ts';
import { formatDate } from '../ui/format.ts';
import type { Route } from './+types/VacancyPage.ts';
import { applicationLink } from './menu.ts';
import { pageMeta } from './meta.ts';
import { PageError, titleOf } from './PageError.tsx';
import { PageHead } from './PageHead.tsx';
import { readerOf } from './read.ts';
import { isEverywhere, jobPosting } from './structured.ts';
import './VacancyPage.css';

export { PageError as ErrorBoundary };

/** One vacancy by its own address: to be sent to a friend, and found by who looks for work. */
export async function loader({ context, params: { uuid } }: Route.LoaderArgs) {
  const { read, errors, status } = readerOf(context);
  const open = await read(siteVacancies);
  const vacancy = open?.data.find((one) => one.uuid === uuid) ?? null;
  if (open && !vacancy) throw new Response(null, { status: 404 });
  const branches = isEverywhere(vacancy?.city ?? null) ? await read(siteBranches) : null;
  const cities = citiesOf(branches?.data ?? []).map(({ city }) => city);
  return data({ vacancy, cities, errors }, { status: vacancy ? 200 : status() });
}

export function meta({ matches, loaderData, error }: Route.MetaArgs) {
  if (!loaderData) return pageMeta(matches, { title: titleOf(error) });
  const { vacancy } = loaderData;
  if (!vacancy) return pageMeta(matches, { title: 'Vagas abertas' });
  const { name, city, description, uuid } = vacancy;
  return pageMeta(matches, {
    title: city ? `Vaga: ${name} em ${city}` : `Vaga: ${name}`,
    description: description ?? `Vaga aberta: ${name}. Mande o seu currículo por aqui.`,
    path: vacancyPage(uuid),
    structured: (site) => [jobPosting(site, vacancy, loaderData.cities)],
  });
}

export default function VacancyPage({ loaderData: { vacancy } }: Route.ComponentProps) {
  if (!vacancy) {
    return (
      <>
        <PageHead title="Vagas abertas" />
        <div className="wrap sec nothing">
          <h2 className="d3">Não conseguimos mostrar esta vaga agora</h2>
          <p className="lead">Tente de novo em instantes.</p>
        </div>
      </>
    );
  }
  const { name, type, city, description, open_until } = vacancy;
  return (
    <>
      <PageHead title={name} text={[type.text, city].filter(Boolean).join(' · ')} />
      <div className="wrap sec job">
        {description && <p className="lead">{description}</p>}
        {open_until && <p>Inscrições até {formatDate(open_until)}.</p>}
        <div className="acts">
          <Link className="btn btn-red" to={applicationLink(name)}>
            Candidatar-se
          </Link>
          <Link className="btn btn-line" to="/vacancies" viewTransition>
            Todas as vagas
          </Link>
        </div>
      </div>
    </>
  );
}
