import { type ClientLoaderFunctionArgs, Link, useLoaderData } from 'react-router';
import { type Column, ListPage, ListSkeleton } from '../../../records/office/list/ListPage.tsx';
import { load, loadList, useLoaded } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { usePermissions } from '../../../records/office/usePermissions.ts';
import { PERSONAL_DATA } from '../../../shared/addresses.ts';
import { formatInstant } from '../../../shared/text/format.ts';
import { initialsOf } from '../../../shared/text/initials.ts';
import {
  type Application,
  applicationOverview,
  destroyApplication,
  listApplications,
  moveApplications,
} from '../application.contract.ts';
import { applications } from '../application.resource.ts';
import { STAGES } from '../application.stages.ts';
import { ChosenApplications } from './ChosenApplications.tsx';
import { EndingNotice } from './EndingNotice.tsx';

export const meta = screenMeta('Candidaturas');

const FIELDS = ['uuid', 'id', 'name', 'vacancie_id', 'stage', 'created_at', 'version', 'of_person'] as const;
export type ApplicationRow = Pick<Application, (typeof FIELDS)[number]>;

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return {
    ...loadList(listApplications, FIELDS, request),
    overview: load(applicationOverview, request).answer,
  };
}

export { ListSkeleton as HydrateFallback };

const lookOf = (stage: Application['stage']) =>
  stage === 'closed' ? 'off' : stage === 'new' ? 'warn' : undefined;

function Stage({ stage }: Pick<ApplicationRow, 'stage'>) {
  return (
    <span className="status" data-look={lookOf(stage)}>
      {STAGES[stage]}
    </span>
  );
}

const columns: readonly Column<ApplicationRow>[] = [
  { key: 'id', label: '#', sortable: true, kind: 'number', render: ({ id }) => id },
  {
    key: 'name',
    label: 'Nome',
    sortable: true,
    kind: 'title',
    narrow: 'title',
    csv: ({ name }) => name,
    render: ({ name, of_person }) => (
      <span className="applicant">
        <span className="applicant-initials" aria-hidden="true">
          {initialsOf(name)}
        </span>
        <span>
          {name}
          {of_person > 1 && <small className="applicant-again">{of_person} candidaturas</small>}
        </span>
      </span>
    ),
  },
  {
    key: 'vacancy',
    label: 'Vaga',
    sortable: true,
    narrow: 'line',
    csv: ({ vacancie_id }) => vacancie_id.name,
    render: ({ vacancie_id, stage }) => (
      <>
        {vacancie_id.name}
        <span className="application-stage-line list-narrow">
          <Stage stage={stage} />
        </span>
      </>
    ),
  },
  {
    key: 'stage',
    label: 'Etapa',
    kind: 'status',
    csv: ({ stage }) => STAGES[stage],
    edit: {
      endpoint: moveApplications,
      field: 'stage',
      what: 'a etapa',
      requiredFields: ({ uuid }) => ({ uuids: [uuid] }),
      text: ({ stage }) => stage,
      choices: STAGES,
    },
    render: (row) => <Stage stage={row.stage} />,
  },
  {
    key: 'created_at',
    label: 'Recebida em',
    sortable: true,
    kind: 'quiet',
    render: ({ created_at }) => formatInstant(created_at),
  },
];

export default function ApplicationList() {
  const { answer, filters, views, overview } = useLoaderData<typeof clientLoader>();
  const above = useLoaded(overview).value?.data;
  const { has } = usePermissions();
  return (
    <ListPage
      resource={applications}
      title="Candidaturas"
      description="As mais novas primeiro. Cada uma é apagada ao fim do prazo de guarda."
      searchLabel="Buscar por nome, e-mail, telefone ou vaga"
      ways={
        <>
          {above?.ending && <EndingNotice ending={above.ending} />}
          {has('personalData.read') && (
            <Link className="link" to={PERSONAL_DATA}>
              Dados pessoais
            </Link>
          )}
        </>
      }
      withChosen={
        has(moveApplications.needs)
          ? (chosen, done) => (
              <ChosenApplications chosen={chosen} companyEmail={above?.company_email ?? null} onDone={done} />
            )
          : undefined
      }
      answer={answer}
      filters={filters}
      views={views}
      source={{ endpoint: listApplications, fields: FIELDS }}
      columns={columns}
      nameOf={({ name }) => name}
      remove={{
        endpoint: destroyApplication,
        consequence: 'Os dados e o currículo são apagados agora, de vez. Não dá para desfazer.',
      }}
    />
  );
}
