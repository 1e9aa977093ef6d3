import { data, Link } from 'react-router';
import { applicationPage, vacancyPage } from '../features/recordPages.ts';
import { siteVacancies } from '../features/vacancies/vacancy.contract.ts';
import { formatDate } from '../ui/format.ts';
import type { Route } from './+types/VacanciesPage.ts';
import { applicationLink } from './menu.ts';
import { pageMeta } from './meta.ts';
import { PageError } from './PageError.tsx';
import { PageHead } from './PageHead.tsx';
import { readerOf } from './read.ts';
import './VacanciesPage.css';

export { PageError as ErrorBoundary };

export async function loader({ context }: Route.LoaderArgs) {
  const { read, errors, status } = readerOf(context);
  const vacancies = await read(siteVacancies);
  return data({ vacancies: vacancies?.data ?? null, errors }, { status: status() });
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Vagas abertas',
    description: 'As vagas abertas agora, com cidade, tipo de contrato e prazo para se candidatar.',
    path: '/vacancies',
  });
}

export default function VacanciesPage({ loaderData: { vacancies } }: Route.ComponentProps) {
  return (
    <>
      <PageHead
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
                    <Link to={vacancyPage(uuid)} viewTransition>
                      {name}
                    </Link>
                  </h2>
                  <p>
                    {[city, open_until && `inscrições até ${formatDate(open_until)}`]
                      .filter(Boolean)
                      .join(' · ')}
                  </p>
                  {description && <p>{description}</p>}
                </div>
                <Link
                  className="btn btn-red"
                  to={applicationLink(name)}
                  aria-label={`Candidatar-se: ${name}`}
                >
                  Candidatar-se
                </Link>
              </li>
            ))}
          </ul>
        ) : (
          <div className="nothing">
            <h2 className="d3">
              {vacancies ? 'Nenhuma vaga aberta agora' : 'Não conseguimos mostrar as vagas agora'}
            </h2>
            <p className="lead">
              {vacancies
                ? 'Deixe o seu currículo: quando abrir uma com a sua cara, a gente chama.'
                : 'Tente de novo em instantes.'}
            </p>
            <Link className="btn btn-red" to={applicationPage}>
              Deixar meu currículo
            </Link>
          </div>
        )}
      </div>
    </>
  );
}
