import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { type Column, ListPage, ListSkeleton } from '../../records/office/list/ListPage.tsx';
import { loadList } from '../../records/office/loadScreen.ts';
import { screenMeta } from '../../records/office/screenMeta.ts';
import { formatDate } from '../../shared/text/format.ts';
import { vacancyPage } from '../recordPages.ts';
import { isVacancyOpenAt, VacancyStatus } from './VacancyStatus.tsx';
import { destroyVacancy, listVacancies, updateVacancy, type Vacancy } from './vacancy.contract.ts';
import { vacancies } from './vacancy.resource.ts';

export const meta = screenMeta('Vagas');

const FIELDS = ['uuid', 'id', 'name', 'type', 'open_until', 'version'] as const;
type Row = Pick<Vacancy, (typeof FIELDS)[number]>;

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return loadList(listVacancies, FIELDS, request);
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
    render: ({ name }) => name,
  },
  {
    key: 'type',
    label: 'Tipo',
    sortable: true,
    narrow: 'line',
    csv: ({ type }) => type.text,
    render: (vacancy) => (
      <span className="vacancy-hours">
        {vacancy.type.text}
        {!isVacancyOpenAt(vacancy, new Date()) && <VacancyStatus vacancy={vacancy} />}
      </span>
    ),
  },
  {
    key: 'open_until',
    label: 'Aberta até',
    csv: ({ open_until }) => (open_until ? formatDate(open_until) : ''),
    edit: {
      endpoint: updateVacancy,
      field: 'open_until',
      what: 'o prazo',
      requiredFields: ({ name, type }) => ({ name, type: type.number }),
      text: ({ open_until }) => open_until ?? '',
      type: 'day',
    },
    render: ({ open_until }) => (open_until ? formatDate(open_until) : 'Sem prazo'),
  },
];

export default function VacancyList() {
  const { answer, filters, views } = useLoaderData<typeof clientLoader>();
  return (
    <ListPage
      title="Vagas"
      description="As abertas aparecem na página Trabalhe conosco."
      resource={vacancies}
      add="Adicionar vaga"
      searchLabel="Buscar por nome, tipo ou cidade"
      answer={answer}
      filters={filters}
      views={views}
      source={{ endpoint: listVacancies, fields: FIELDS }}
      columns={columns}
      pageOf={(vacancy) => (isVacancyOpenAt(vacancy, new Date()) ? vacancyPage(vacancy.uuid) : null)}
      nameOf={({ name }) => name}
      remove={{
        endpoint: destroyVacancy,
        consequence: 'Sai do site agora. As candidaturas recebidas ficam, com o nome da vaga.',
      }}
    />
  );
}
