import { ApplicationSteps } from '../../content/applications/site/ApplicationSteps.tsx';
import { siteBranches } from '../../content/branches/branch.contract.ts';
import { citiesOf } from '../../content/branches/branch.selection.ts';
import { vacancyPage } from '../../content/recordPages.ts';
import { siteVacancies } from '../../content/vacancies/vacancy.contract.ts';
import { formatDate } from '../../shared/text/format.ts';
import { applicationLink } from '../menu.ts';
import type { PageMeta } from '../meta.ts';
import { PageHead } from '../PageHead.tsx';
import { type HeadArgs, type LoaderInput, PageNotFound, type PageProps, withStatus } from '../page.ts';
import { isEverywhere, jobPosting } from '../structuredData/structuredJobs.ts';
import sheet from './VacancyPage.css?inline';

export { sheet };

/** Loads one vacancy with its own address, so that it can be shared and found. */
export async function load({ reader, params: { uuid } }: LoaderInput) {
  const { read, errors, status } = reader;
  const open = await read(siteVacancies);
  const vacancy = open?.data.find((candidate) => candidate.uuid === uuid) ?? null;
  if (open && !vacancy) throw new PageNotFound();
  const branches = isEverywhere(vacancy?.city ?? null) ? await read(siteBranches) : null;
  const cities = citiesOf(branches?.data ?? []).map(({ city }) => city);
  return withStatus({ vacancy, cities, errors }, vacancy ? 200 : status());
}

export function head({ data }: HeadArgs<typeof load>): PageMeta {
  const { vacancy } = data;
  if (!vacancy) return { title: 'Vagas abertas' };
  const { name, city, description, uuid } = vacancy;
  return {
    title: city ? `Vaga: ${name} em ${isEverywhere(city) ? city.toLowerCase() : city}` : `Vaga: ${name}`,
    description: description ?? `Vaga aberta: ${name}. Mande o seu currículo por aqui.`,
    path: vacancyPage(uuid),
    structured: (site) => [jobPosting(site, vacancy, data.cities)],
  };
}

export default function VacancyPage({ data: { vacancy } }: PageProps<typeof load>) {
  if (!vacancy) {
    return (
      <>
        <PageHead art="vagas" title="Vagas abertas" />
        <div className="wrap sec nothing">
          <h2 className="d3">Não conseguimos mostrar esta vaga agora</h2>
        </div>
      </>
    );
  }
  const { name, type, city, description, open_until } = vacancy;
  return (
    <>
      <PageHead art="vagas" title={name} text={[type.text, city].filter(Boolean).join(' · ')} />
      <div className="wrap sec job">
        <div>
          {description && <p className="lead">{description}</p>}
          {open_until && <p>Inscrições até {formatDate(open_until)}.</p>}
          <div className="acts">
            <a className="btn btn-red" href={applicationLink(name)}>
              Candidatar-se
            </a>
          </div>
        </div>
        <ApplicationSteps />
      </div>
    </>
  );
}
