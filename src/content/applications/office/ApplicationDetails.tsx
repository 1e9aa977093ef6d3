import { Download } from 'lucide';
import { type ClientLoaderFunctionArgs, Link, useLoaderData } from 'react-router';
import { DetailsPage } from '../../../records/office/details/DetailsPage.tsx';
import { RecordNeighbours } from '../../../records/office/details/RecordNeighbours.tsx';
import { Icon } from '../../../records/office/Icon.tsx';
import { LoadedContent, RecordSkeleton } from '../../../records/office/Loaded.tsx';
import { load } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { fold } from '../../../shared/text/fold.ts';
import { formatDate, formatInstant } from '../../../shared/text/format.ts';
import { callLink, formatPhone } from '../../../shared/text/phone.ts';
import { toLocalTime } from '../../../shared/text/zonedTime.ts';
import { vacancies } from '../../vacancies/vacancy.resource.ts';
import {
  type ApplicationDetails as Application,
  getApplication,
  listApplications,
} from '../application.contract.ts';
import { applications } from '../application.resource.ts';
import { STAGES } from '../application.stages.ts';
import { ApplicationMessages } from './ApplicationMessages.tsx';
import { ApplicationNotes } from './ApplicationNotes.tsx';
import { formatAuthorAndTime } from './application.format.browser.ts';
import { ResumeViewer } from './ResumeViewer.tsx';
import { StageField } from './StageField.tsx';
import { useResumeLink } from './useResumeLink.browser.ts';

export const meta = screenMeta('Detalhes da candidatura');

export function clientLoader({ request, params: { uuid = '' } }: ClientLoaderFunctionArgs) {
  return load(getApplication, request, { params: { uuid } });
}

export { RecordSkeleton as HydrateFallback };

export default function ApplicationDetails() {
  const { answer } = useLoaderData<typeof clientLoader>();
  return (
    <LoadedContent answer={answer} skeleton={<RecordSkeleton />} back={applications.at.list}>
      {({ data }) => <Details key={data.uuid} application={data} />}
    </LoadedContent>
  );
}

function Details({ application }: { application: Application }) {
  const { vacancie_id, id, name, email, phone, talent_pool, created_at, erased_at, others } = application;
  const resume = useResumeLink(application);
  const call = callLink(phone);
  return (
    <>
      <DetailsPage
        title={name}
        back={{ to: applications.at.list }}
        actions={
          <>
            <RecordNeighbours
              endpoint={listApplications}
              list={applications.at.list}
              uuid={application.uuid}
              addressOf={applications.at.show}
              noun="Candidatura"
            />
            <a className="btn btn-ink btn-s" {...resume}>
              <Icon of={Download} />
              Baixar currículo
            </a>
          </>
        }
        rows={[
          {
            label: 'Vaga',
            value: vacancie_id.uuid ? (
              <Link className="link" to={vacancies.at.show({ uuid: vacancie_id.uuid })}>
                {vacancie_id.name}
              </Link>
            ) : (
              vacancie_id.name
            ),
          },
          { label: 'Etapa', value: <StageField application={application} /> },
          { label: 'ID', value: id },
          { label: 'Nome', value: name },
          {
            label: 'E-mail',
            value: (
              <a className="link" href={`mailto:${email}`}>
                {email}
              </a>
            ),
          },
          {
            label: 'Telefone',
            value: call ? (
              <a className="link" href={call}>
                {formatPhone(phone)}
              </a>
            ) : (
              formatPhone(phone)
            ),
          },
          ...(others.length > 0
            ? [{ label: 'Outras candidaturas', value: <OtherApplications others={others} of={name} /> }]
            : []),
          { label: 'Banco de talentos', value: talent_pool ? 'Sim' : 'Não' },
          { label: 'Recebida em', value: formatInstant(created_at) },
          { label: 'Apagada automaticamente em', value: formatDate(toLocalTime(erased_at)) },
        ]}
      />
      <div className="application-parts">
        <ResumeViewer application={application} download={resume} />
        <div>
          <ApplicationNotes application={application} />
          <ApplicationMessages application={application} />
          <Openings openings={application.openings} />
        </div>
      </div>
    </>
  );
}

/** Links the other applications with the same e-mail address or phone number, and says where the name differs. */
function OtherApplications({ others, of }: Pick<Application, 'others'> & { of: string }) {
  return (
    <ul className="application-others">
      {others.map(({ uuid, name, vacancy, stage, created_at }) => (
        <li key={uuid}>
          <Link className="link" to={applications.at.show({ uuid })}>
            {vacancy}
          </Link>
          , {formatDate(toLocalTime(created_at))}: {STAGES[stage]}
          {fold(name) !== fold(of) && ` (em nome de ${name})`}
        </li>
      ))}
    </ul>
  );
}

function Openings({ openings }: Pick<Application, 'openings'>) {
  return (
    <section className="application-part">
      <h2>Quem abriu o currículo</h2>
      {openings.length === 0 ? (
        <p className="application-quiet">Ninguém abriu ainda.</p>
      ) : (
        <ul className="application-entries">
          {openings.map((opening) => (
            <li key={`${opening.at} ${opening.by}`}>Aberto {formatAuthorAndTime(opening)}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
