import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { formatInstant } from '../../ui/format.ts';
import { initialsOf } from '../../ui/initials.ts';
import { type Column, ListPage, ListSkeleton } from '../../ui/office/ListPage.tsx';
import { loadList } from '../../ui/office/load.ts';
import { screenMeta } from '../../ui/office/screenMeta.ts';
import { type Application, destroyApplication, listApplications } from './application.contract.ts';
import './ApplicationList.css';
import { applications } from './application.resource.ts';

export const meta = screenMeta('Candidaturas');

const FIELDS = ['uuid', 'id', 'name', 'vacancie_id', 'created_at'] as const;
type Row = Pick<Application, (typeof FIELDS)[number]>;

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return loadList(listApplications, FIELDS, request);
}

export { ListSkeleton as HydrateFallback };

const columns: readonly Column<Row>[] = [
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
    render: ({ vacancie_id }) => vacancie_id.name,
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
  const { answer, filters } = useLoaderData<typeof clientLoader>();
  return (
    <ListPage
      resource={applications}
      title="Candidaturas"
      description="As mais novas primeiro. Cada uma é apagada sozinha quando vence o prazo de guarda."
      searchLabel="Buscar por nome, e-mail, telefone ou vaga"
      answer={answer}
      filters={filters}
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
