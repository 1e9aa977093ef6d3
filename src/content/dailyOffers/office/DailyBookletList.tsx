import { type ClientLoaderFunctionArgs, Link, useLoaderData } from 'react-router';
import { type Column, ListPage, ListSkeleton } from '../../../records/office/list/ListPage.tsx';
import { type ListPanel, PanelButton } from '../../../records/office/list/PanelButton.tsx';
import { useListPanel } from '../../../records/office/list/useListPanel.ts';
import { type InitialView, load, loadList, useLoaded } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { Thumb } from '../../../records/office/Thumb.tsx';
import { addDays, todayOnDevice } from '../../../shared/dates.ts';
import { formatDate } from '../../../shared/text/format.ts';
import { posterScreens } from '../../offers/poster.screens.ts';
import { destroyDailyBooklet, listDailyBooklets, type StaffDailyBooklet } from '../dailyBooklet.contract.ts';
import { dailyBooklets, dailyOffersAddress } from '../dailyBooklet.resource.ts';
import { lineCountText, placeText } from '../dailyOfferItems.ts';
import { type DailyOffersOfDays, getDailyOffers } from '../dailyOffers.contract.ts';
import { DailyOffersOverview } from './DailyOffersPeriod.tsx';

export const meta = screenMeta('Ofertas do dia');

const FIELDS = ['uuid', 'id', 'photos', 'start_date', 'place', 'text'] as const;
type Row = Pick<StaffDailyBooklet, (typeof FIELDS)[number]>;

/** «Create» opens the form for whole days; a single picture is added from a link above the list. */
const LISTED = { ...dailyBooklets, at: { ...dailyBooklets.at, create: dailyBooklets.at.compose } };

const WEEK = 7;

/** Offers of today and later, nearest first. The API lists the last ones first. */
const NEAREST: InitialView = {
  name: 'Próximas',
  query: { period: 'coming', sort: 'start_date' },
  all: 'sort=-start_date',
};

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const from = todayOnDevice();
  const until = addDays(from, WEEK - 1);
  return {
    ...loadList(listDailyBooklets, FIELDS, request, { initial: NEAREST }),
    week: load(getDailyOffers, request, { params: { from, until } }).answer,
  };
}

export { ListSkeleton as HydrateFallback };

const columns: readonly Column<Row>[] = [
  { key: 'id', label: '#', sortable: true, kind: 'number', render: ({ id }) => id },
  {
    key: 'photos',
    label: 'Foto',
    kind: 'picture',
    narrow: 'picture',
    render: ({ photos }) => <Thumb file={photos} className="leaflet-thumb" />,
  },
  {
    key: 'start_date',
    label: 'Data',
    sortable: true,
    kind: 'title',
    narrow: 'title',
    render: ({ start_date }) => (
      <Link
        className="link"
        to={dailyOffersAddress(start_date)}
        aria-label={`Montar o dia ${formatDate(start_date)}`}
      >
        {formatDate(start_date)}
      </Link>
    ),
    csv: ({ start_date }) => formatDate(start_date),
  },
  {
    key: 'place',
    label: 'Ordem no dia',
    kind: 'quiet',
    narrow: 'line',
    render: ({ place }) => placeText(place),
  },
  {
    key: 'text',
    label: 'Texto',
    kind: 'quiet',
    render: ({ text }) => lineCountText(text),
    csv: ({ text }) => text ?? '',
  },
];

export default function DailyBookletList() {
  const { answer, filters, views, week } = useLoaderData<typeof clientLoader>();
  const panel = useListPanel('dias');
  return (
    <ListPage
      title="Ofertas do dia"
      description="No site aparecem só as de hoje, na ordem em que o dia foi montado."
      resource={LISTED}
      add="Montar o dia"
      searchLabel="Buscar por data ou texto"
      ways={<WeekWays answer={week} panel={panel} />}
      above={<Week answer={week} panel={panel} />}
      answer={answer}
      filters={filters}
      views={views}
      source={{ endpoint: listDailyBooklets, fields: FIELDS, initial: NEAREST }}
      columns={columns}
      nameOf={({ id, start_date }) => `Oferta ${id}, de ${formatDate(start_date)}`}
      remove={{
        endpoint: destroyDailyBooklet,
        consequence: 'Se for de hoje, sai do site agora. Fica na lixeira, de onde pode voltar.',
        picture: ({ photos }) => photos,
      }}
    />
  );
}

interface WeekProps {
  answer: Promise<{ data: DailyOffersOfDays }>;
  panel: ListPanel;
}

/** Links to other ways of adding offers, and the button of the week, which says how many days have none. */
function WeekWays({ answer, panel }: WeekProps) {
  const { value } = useLoaded(answer);
  const empty = value?.data.days.filter(({ offers }) => offers.length === 0).length ?? 0;
  return (
    <>
      <PanelButton panel={panel}>Próximos dias{empty > 0 && `: ${empty} sem ofertas`}</PanelButton>
      <Link className="link" to={posterScreens.at.create}>
        Fazer cartaz das ofertas
      </Link>
      <Link className="link" to={dailyBooklets.at.create}>
        Adicionar uma foto só
      </Link>
    </>
  );
}

/** Renders the offers of today and the following days, with links to edit each day. */
function Week({ answer, panel: { id, isOpen } }: WeekProps) {
  const { value } = useLoaded(answer);
  return (
    <section className="leaflet-week" id={id} hidden={!isOpen} aria-label="Próximos dias">
      {value && <DailyOffersOverview days={value.data.days} label="Próximos dias" />}
    </section>
  );
}
