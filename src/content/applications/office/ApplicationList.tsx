import { useState } from 'react';
import { type ClientLoaderFunctionArgs, Link, useLoaderData, useSearchParams } from 'react-router';
import { type Column, ListPage, ListSkeleton } from '../../../records/office/list/ListPage.tsx';
import { load, loadViews, useLoaded } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { usePermissions } from '../../../records/office/usePermissions.ts';
import { PERSONAL_DATA } from '../../../shared/addresses.ts';
import { PAGE_SIZE } from '../../../shared/list.ts';
import { formatInstant } from '../../../shared/text/format.ts';
import { initialsOf } from '../../../shared/text/initials.ts';
import {
  type Application,
  type ApplicationQuery,
  applicationOverview,
  destroyApplication,
  listApplications,
} from '../application.contract.ts';
import { applications } from '../application.resource.ts';
import { STAGES } from '../application.stages.ts';
import { ApplicationFilters } from './ApplicationFilters.tsx';
import { SelectionBar } from './SelectionBar.tsx';

export const meta = screenMeta('Candidaturas');

const FIELDS = ['uuid', 'id', 'name', 'vacancie_id', 'stage', 'created_at'] as const;
export type ApplicationRow = Pick<Application, (typeof FIELDS)[number]>;

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const searchParams = new URL(request.url).searchParams;
  const param = (name: string) => searchParams.get(name) ?? '';
  const query = {
    search: param('search'),
    sort: param('sort'),
    page: searchParams.get('page') ?? '1',
    per_page: PAGE_SIZE,
    stage: param('stage') as ApplicationQuery['stage'],
    vacancy: param('vacancy'),
    ending: param('ending') as ApplicationQuery['ending'],
    fields: FIELDS.join(),
  };
  return {
    answer: load(listApplications, request, { query }).answer,
    views: loadViews(request),
    overview: load(applicationOverview, request, { query: { vacancy: param('vacancy') } }).answer,
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
    render: ({ name }) => (
      <span className="applicant">
        <span className="applicant-initials" aria-hidden="true">
          {initialsOf(name)}
        </span>
        {name}
      </span>
    ),
  },
  {
    key: 'vacancy',
    label: 'Vaga',
    sortable: true,
    narrow: 'line',
    render: ({ vacancie_id, stage }) => (
      <>
        {vacancie_id.name}
        <span className="application-narrow">
          <Stage stage={stage} />
        </span>
      </>
    ),
  },
  { key: 'stage', label: 'Etapa', kind: 'status', render: (row) => <Stage stage={row.stage} /> },
  {
    key: 'created_at',
    label: 'Recebida em',
    sortable: true,
    kind: 'quiet',
    render: ({ created_at }) => formatInstant(created_at),
  },
];

export default function ApplicationList() {
  const { answer, overview, views } = useLoaderData<typeof clientLoader>();
  const { value } = useLoaded(answer);
  const above = useLoaded(overview).value?.data;
  const mayAnswer = usePermissions().has('personalData.read');
  const [searchParams] = useSearchParams();
  // The selection belongs to one page of the list; another page starts without one.
  const [selection, setSelection] = useState({ of: '', uuids: new Set<string>() });
  const pageKey = searchParams.toString();
  const chosen = selection.of === pageKey ? selection.uuids : new Set<string>();
  const choose = (uuids: Set<string>) => setSelection({ of: pageKey, uuids });
  const rows: ApplicationRow[] = value?.data ?? [];

  const selectColumn: Column<ApplicationRow> = {
    key: 'chosen',
    label: 'Escolher',
    kind: 'short',
    narrow: 'picture',
    render: ({ uuid, name }) => (
      <label className="application-choice">
        <input
          type="checkbox"
          checked={chosen.has(uuid)}
          onChange={({ target }) => {
            const next = new Set(chosen);
            if (target.checked) next.add(uuid);
            else next.delete(uuid);
            choose(next);
          }}
        />
        <span className="sr-only">Escolher {name}</span>
      </label>
    ),
  };

  return (
    <ListPage
      resource={applications}
      title="Candidaturas"
      description={
        <>
          As mais novas primeiro. Cada uma é apagada automaticamente quando vence o prazo de guarda.
          {mayAnswer && (
            <>
              {' '}
              Alguém pediu os próprios dados, ou que eles sejam apagados?{' '}
              <Link className="link" to={PERSONAL_DATA}>
                Dados pessoais
              </Link>
            </>
          )}
        </>
      }
      searchLabel="Buscar por nome, e-mail, telefone ou vaga"
      above={
        <>
          <ApplicationFilters overview={above} />
          <SelectionBar
            rows={rows}
            chosen={rows.filter(({ uuid }) => chosen.has(uuid))}
            companyEmail={above?.company_email ?? null}
            onChoose={(selected) => choose(new Set(selected.map(({ uuid }) => uuid)))}
          />
        </>
      }
      answer={answer}
      views={views}
      source={{ endpoint: listApplications, fields: FIELDS }}
      columns={[selectColumn, ...columns]}
      nameOf={({ name }) => name}
      remove={{
        endpoint: destroyApplication,
        consequence: 'Os dados e o currículo são apagados agora, de vez. Não dá para desfazer.',
      }}
    />
  );
}
