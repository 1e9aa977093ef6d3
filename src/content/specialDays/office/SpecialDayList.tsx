import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { type Column, ListPage, ListSkeleton } from '../../../records/office/list/ListPage.tsx';
import { useListPanel } from '../../../records/office/list/useListPanel.ts';
import { type InitialView, load, loadList } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { capitalize, formatDate } from '../../../shared/text/format.ts';
import { openingVerb, weekdayHeading } from '../placeSpecialDays.ts';
import {
  destroySpecialDay,
  listHolidayProposals,
  listSpecialDays,
  type SpecialDay,
} from '../specialDay.contract.ts';
import { PROPOSALS, specialDays } from '../specialDay.resource.ts';
import { OTHER_HOURS } from '../specialDay.types.ts';
import { HolidayProposals, ProposalsButton } from './HolidayProposals.tsx';

export const meta = screenMeta('Feriados e horários especiais');

const FIELDS = ['uuid', 'date', 'reason', 'type', 'hours', 'places_text'] as const;
type Row = Pick<SpecialDay, (typeof FIELDS)[number]>;

/** Days to come, nearest first. The API lists the last ones first. */
const NEAREST: InitialView = { name: 'Próximos', query: { when: 'coming', sort: 'date' }, all: 'sort=-date' };

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return {
    ...loadList(listSpecialDays, FIELDS, request, { initial: NEAREST }),
    proposals: load(listHolidayProposals, request).answer,
  };
}

export { ListSkeleton as HydrateFallback };

const whatOf = ({ type, hours }: Row) =>
  type.number === OTHER_HOURS ? capitalize(openingVerb(hours)) : type.text;
const dayOf = ({ date }: Row) => `${weekdayHeading(date)}/${date.slice(0, 4)}`;

const columns: readonly Column<Row>[] = [
  {
    key: 'reason',
    label: 'Motivo',
    sortable: true,
    kind: 'title',
    narrow: 'title',
    render: ({ reason }) => reason,
  },
  {
    key: 'date',
    label: 'Dia',
    sortable: true,
    narrow: 'line',
    csv: ({ date }) => formatDate(date),
    render: (row) => (
      <>
        <span className="list-wide">{dayOf(row)}</span>
        <span className="list-narrow">
          {dayOf(row)} · {whatOf(row)}
        </span>
      </>
    ),
  },
  { key: 'type', label: 'O que acontece', csv: whatOf, render: whatOf },
  { key: 'places_text', label: 'Para quem', kind: 'quiet', render: ({ places_text }) => places_text },
];

export default function ExceptionList() {
  const { answer, filters, views, proposals } = useLoaderData<typeof clientLoader>();
  const panel = useListPanel(PROPOSALS);
  return (
    <ListPage
      title="Feriados e horários especiais"
      description="Dias em que alguém fecha ou abre em outro horário. O site avisa uma semana antes."
      resource={specialDays}
      add="Adicionar dia"
      searchLabel="Buscar por motivo ou data"
      ways={<ProposalsButton answer={proposals} panel={panel} />}
      above={<HolidayProposals answer={proposals} panel={panel} />}
      answer={answer}
      filters={filters}
      views={views}
      source={{ endpoint: listSpecialDays, fields: FIELDS, initial: NEAREST }}
      columns={columns}
      nameOf={({ reason, date }) => `${reason}, ${formatDate(date)}`}
      remove={{
        endpoint: destroySpecialDay,
        consequence: 'Neste dia volta a valer o horário de sempre. Fica na lixeira, de onde pode voltar.',
      }}
    />
  );
}
