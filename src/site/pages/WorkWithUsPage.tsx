import { applicationRules, applyForVacancy } from '../../content/applications/application.contract.ts';
import { RECEIPT_MESSAGES } from '../../content/applications/application.types.ts';
import { Application } from '../../content/applications/site/Application.tsx';
import { ApplicationSent, SENT_TITLE } from '../../content/applications/site/ApplicationSent.tsx';
import { ApplicationSteps } from '../../content/applications/site/ApplicationSteps.tsx';
import { applicationPage } from '../../content/recordPages.ts';
import { siteVacancies } from '../../content/vacancies/vacancy.contract.ts';
import { Island } from '../Island.tsx';
import type { PageMeta } from '../meta.ts';
import { PageHead } from '../PageHead.tsx';
import { type HeadArgs, type LoaderInput, type PageProps, withStatus } from '../page.ts';
import { useSite } from '../useSite.ts';
import sheet from './WorkWithUsPage.css?inline';

export { sheet };

export async function load({ reader, url, returned, runtime, preview }: LoaderInput) {
  const { read, errors } = reader;
  const answer = await read(siteVacancies);
  const vacancies = [...new Set(answer?.data.map(({ name }) => name))];
  const { searchParams } = url;
  const wanted = searchParams.get('vaga') ?? '';
  const sent = searchParams.get('enviada') ?? '';
  return withStatus(
    {
      vacancies,
      chosen: vacancies.includes(wanted) ? wanted : '',
      rules: applicationRules(),
      url: runtime.apiBase + applyForVacancy.path,
      received: Object.hasOwn(RECEIPT_MESSAGES, sent)
        ? RECEIPT_MESSAGES[sent as keyof typeof RECEIPT_MESSAGES]
        : null,
      returned,
      /** A preview accepts no applications. */
      isPreview: preview !== undefined,
      errors,
    },
    returned?.status ?? 200,
  );
}

export function head({ data }: HeadArgs<typeof load>): PageMeta {
  const { returned, received } = data ?? {};
  return {
    title: returned ? 'Erro: confira a candidatura' : received ? SENT_TITLE : 'Trabalhe conosco',
    description: 'Escolha uma vaga, ou conte em que você quer trabalhar, e mande o seu currículo em PDF.',
    path: applicationPage,
  };
}

export default function WorkWithUsPage({ data }: PageProps<typeof load>) {
  const { vacancies, chosen, rules, url, received, returned, isPreview } = data;
  const { settings } = useSite();
  const form = {
    page: applicationPage,
    url,
    vacancies,
    chosen,
    rules,
    retentionMonths: settings?.retention_months,
    megabytes: settings?.resume_megabytes,
    returned,
  };
  return (
    <>
      <PageHead
        art="candidatura"
        title="Trabalhe conosco"
        text="Conte quem você é e mande o currículo. Leva uns três minutos."
      />
      <div className="wrap sec applying">
        {received ? (
          <ApplicationSent page={applicationPage} message={received} />
        ) : isPreview ? (
          <div>
            <p className="preview-note">
              Daqui ninguém se candidata: é só uma prévia. O formulário aparece como no site, mas não envia.
            </p>
            <div inert>
              <Application {...form} />
            </div>
          </div>
        ) : (
          <Island name="Application" of={Application} props={form} />
        )}
        <ApplicationSteps />
      </div>
    </>
  );
}
