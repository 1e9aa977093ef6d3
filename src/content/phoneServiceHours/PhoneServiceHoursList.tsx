import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { type Column, ListPage, ListSkeleton } from '../../records/office/list/ListPage.tsx';
import { loadList } from '../../records/office/loadScreen.ts';
import { screenMeta } from '../../records/office/screenMeta.ts';
import { serviceDaysText, serviceTimesText } from './phoneServiceHours.browser.ts';
import {
  destroyPhoneServiceHours,
  listPhoneServiceHours,
  type PhoneServiceHours,
} from './phoneServiceHours.contract.ts';
import { phoneServiceHours } from './phoneServiceHours.resource.ts';

export const meta = screenMeta('Horários');

const FIELDS = [
  'uuid',
  'work_start_day',
  'end_of_work_day',
  'office_start_time',
  'end_of_work_time',
  'lunch_start_time',
  'lunch_end_time',
] as const;
type Row = Pick<PhoneServiceHours, (typeof FIELDS)[number]>;

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return loadList(listPhoneServiceHours, FIELDS, request);
}

export { ListSkeleton as HydrateFallback };

// A narrow row has two lines and no further columns.
const columns: readonly Column<Row>[] = [
  {
    key: 'work_start_day',
    label: 'Primeiro dia',
    sortable: true,
    kind: 'title',
    narrow: 'title',
    csv: ({ work_start_day }) => work_start_day,
    render: (hours) => (
      <>
        <span className="list-wide">{hours.work_start_day}</span>
        <span className="list-narrow">{serviceDaysText(hours)}</span>
      </>
    ),
  },
  {
    key: 'end_of_work_day',
    label: 'Último dia',
    sortable: true,
    render: ({ end_of_work_day }) => end_of_work_day,
  },
  {
    key: 'office_start_time',
    kind: 'short',
    label: 'Início',
    sortable: true,
    narrow: 'line',
    csv: ({ office_start_time }) => office_start_time,
    render: (hours) => (
      <>
        <span className="list-wide">{hours.office_start_time}</span>
        <span className="list-narrow">{serviceTimesText(hours)}</span>
      </>
    ),
  },
  {
    key: 'end_of_work_time',
    kind: 'short',
    label: 'Fim',
    sortable: true,
    render: ({ end_of_work_time }) => end_of_work_time,
  },
  {
    key: 'lunch_start_time',
    kind: 'short',
    label: 'Início do almoço',
    render: ({ lunch_start_time }) => lunch_start_time || '-',
  },
  {
    key: 'lunch_end_time',
    kind: 'short',
    label: 'Fim do almoço',
    render: ({ lunch_end_time }) => lunch_end_time || '-',
  },
];

export default function OfficeHoursList() {
  const { answer, filters, views } = useLoaderData<typeof clientLoader>();
  return (
    <ListPage
      title="Horários"
      description="Quando o atendimento da empresa funciona. Cada filial tem os seus próprios."
      resource={phoneServiceHours}
      add="Adicionar horário"
      searchLabel="Buscar por dia ou hora"
      answer={answer}
      filters={filters}
      views={views}
      source={{ endpoint: listPhoneServiceHours, fields: FIELDS }}
      columns={columns}
      nameOf={serviceDaysText}
      remove={{
        endpoint: destroyPhoneServiceHours,
        consequence: 'Sai do site agora. Fica na lixeira, de onde pode voltar.',
      }}
    />
  );
}
