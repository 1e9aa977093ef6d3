import { applicationPage, vacancyPage } from '../../content/recordPages.ts';
import { siteVacancies } from '../../content/vacancies/vacancy.contract.ts';
import { formatDate } from '../../shared/text/format.ts';
import { applicationLink } from '../menu.ts';
import type { PageMeta } from '../meta.ts';
import { PageHead } from '../PageHead.tsx';
import { type LoaderInput, type PageProps, withStatus } from '../page.ts';
import sheet from './VacanciesPage.css?inline';

export { sheet };

export async function load({ reader }: LoaderInput) {
  const { read, errors, status } = reader;
  const vacancies = await read(siteVacancies);
  return withStatus({ vacancies: vacancies?.data ?? null, errors }, status());
}

export function head(): PageMeta {
  return {
    title: 'Vagas abertas',
    description: 'As vagas abertas agora, com cidade, tipo de contrato e prazo para se candidatar.',
    path: '/vacancies',
  };
}

export default function VacanciesPage({ data: { vacancies } }: PageProps<typeof load>) {
  return (
    <>
      <PageHead
        art="vagas"
        title="Vagas abertas"
        text="Gente que gosta de gente tem lugar aqui. Escolha a sua e mande o currículo."
      />
      <div className="wrap sec">
        {vacancies && vacancies.length > 0 ? (
          <ul className="jobs">
            {vacancies.map(({ uuid, name, type, city, description, open_until }) => (
              <li key={uuid} id={`vaga-${uuid}`}>
                <div>
                  <span className="tag">{type.text}</span>
                  <h2 className="d3">
                    <a href={vacancyPage(uuid)}>{name}</a>
                  </h2>
                  <p>
                    {[city, open_until && `inscrições até ${formatDate(open_until)}`]
                      .filter(Boolean)
                      .join(' · ')}
                  </p>
                  {description && <p>{description}</p>}
                </div>
                <a className="btn btn-red" href={applicationLink(name)} aria-label={`Candidatar-se: ${name}`}>
                  Candidatar-se
                </a>
              </li>
            ))}
          </ul>
        ) : (
          <div className="nothing">
            <h2 className="d3">
              {vacancies ? 'Nenhuma vaga aberta agora' : 'Não conseguimos mostrar as vagas agora'}
            </h2>
            <p className="lead">Deixe o seu currículo para quando abrir uma com a sua cara.</p>
            <a className="btn btn-red" href={applicationPage}>
              Deixar meu currículo
            </a>
          </div>
        )}
      </div>
    </>
  );
}
