import { useState } from 'react';
import { data, Link, useLocation, useRouteLoaderData } from 'react-router';
import { ApplicationForm } from '../features/applications/ApplicationForm.tsx';
import { ApplicationSent, SENT } from '../features/applications/ApplicationSent.tsx';
import { applicationRules, apply } from '../features/applications/application.contract.ts';
import { RECEIVED } from '../features/applications/application.types.ts';
import { applicationPage } from '../features/recordPages.ts';
import { siteVacancies } from '../features/vacancies/vacancy.contract.ts';
import type { Route } from './+types/WorkWithUsPage.ts';
import { useAlert } from './Alerts.tsx';
import { type Runtime, returnedFormContext } from './api.ts';
import { pageMeta } from './meta.ts';
import { PageError } from './PageError.tsx';
import { PageHead } from './PageHead.tsx';
import { readerOf } from './read.ts';
import { useSite } from './useSite.ts';
import './WorkWithUsPage.css';

export { PageError as ErrorBoundary };

export async function loader({ context, request }: Route.LoaderArgs) {
  const { read, errors } = readerOf(context);
  const answer = await read(siteVacancies);
  const vacancies = [...new Set(answer?.data.map(({ name }) => name))];
  const { searchParams } = new URL(request.url);
  const wanted = searchParams.get('vaga') ?? '';
  const sent = searchParams.get('enviada') ?? '';
  const returned = context.get(returnedFormContext);
  return data(
    {
      vacancies,
      chosen: vacancies.includes(wanted) ? wanted : '',
      rules: applicationRules(),
      endpoint: apply.path,
      received: Object.hasOwn(RECEIVED, sent) ? RECEIVED[sent as keyof typeof RECEIVED] : null,
      returned,
      errors,
    },
    { status: returned?.status ?? 200 },
  );
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const { returned, received } = loaderData ?? {};
  return pageMeta(matches, {
    title: returned ? 'Erro: confira a candidatura' : received ? SENT : 'Trabalhe conosco',
    description: 'Escolha uma vaga, ou conte em que você quer trabalhar, e mande o seu currículo em PDF.',
    path: applicationPage,
  });
}

export default function WorkWithUsPage({ loaderData }: Route.ComponentProps) {
  const { vacancies, chosen, rules, endpoint, received, returned } = loaderData;
  const { settings } = useSite();
  const runtime = useRouteLoaderData<Runtime>('root');
  const alert = useAlert();
  const { key, hash } = useLocation();
  const [sent, setSent] = useState<{ message: string; at: string } | null>(null);
  // Going to the page again shows the form; going to a place on it does not.
  const message = sent && (sent.at === key || hash !== '') ? sent.message : received;
  return (
    <>
      <PageHead
        title="Trabalhe conosco"
        text="Conte quem você é e mande o currículo. Leva uns três minutos."
      />
      <div className="wrap sec applying">
        {message ? (
          <ApplicationSent page={applicationPage} message={message} takeFocus={sent !== null} />
        ) : (
          <ApplicationForm
            key={chosen}
            page={applicationPage}
            url={`${runtime?.apiBase ?? '/api'}${endpoint}`}
            vacancies={vacancies}
            chosen={chosen}
            rules={rules}
            retentionMonths={settings?.retention_months}
            megabytes={settings?.resume_megabytes}
            returned={returned}
            autoFocus={sent !== null}
            onRefused={alert}
            onSent={(text) => {
              alert({ tone: 'success', title: SENT, text });
              setSent({ message: text, at: key });
            }}
          />
        )}
        <aside className="apply-next" aria-labelledby="depois">
          <h2 className="d4" id="depois">
            O que acontece depois
          </h2>
          <ol>
            <li>
              <span>
                Você recebe a confirmação por <span className="nowrap">e-mail</span>.
              </span>
            </li>
            <li>A nossa equipe lê com calma.</li>
            <li>
              <span>
                Se combinar com a vaga, a gente chama você por <span className="nowrap">e-mail</span> ou
                telefone.
              </span>
            </li>
          </ol>
          <Link className="link" to="/vacancies">
            Ver as vagas abertas
          </Link>
        </aside>
      </div>
    </>
  );
}
