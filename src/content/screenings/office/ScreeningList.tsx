import { type ClientLoaderFunctionArgs, Link, useLoaderData } from 'react-router';
import { type Column, ListPage, ListSkeleton } from '../../../records/office/list/ListPage.tsx';
import { type InitialView, loadList } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { formatInstant } from '../../../shared/text/format.ts';
import { toLocalTime } from '../../../shared/text/zonedTime.ts';
import { destroyScreening, listScreenings, type Screening } from '../screening.contract.ts';
import { screeningName, versionText } from '../screening.format.ts';
import { screenings, weekAt } from '../screening.resource.ts';
import { PROGRAMME_DAYS } from '../screening.types.ts';

export const meta = screenMeta('Sessões');

const FIELDS = ['uuid', 'id', 'movie', 'starts_at', 'room', 'audio', 'format', 'price'] as const;
type Row = Pick<Screening, (typeof FIELDS)[number]>;

/** "Adicionar" leads to the week grid; a single session is created from below the list. */
const LISTED = { ...screenings, at: { ...screenings.at, create: screenings.at.compose } };

/** Sessions to come, nearest first. The API lists the last ones first. */
const NEAREST: InitialView = {
  name: 'Próximas',
  query: { when: 'coming', sort: 'starts_at' },
  all: 'sort=-starts_at',
};

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return loadList(listScreenings, FIELDS, request, { initial: NEAREST });
}

export { ListSkeleton as HydrateFallback };

const columns: readonly Column<Row>[] = [
  { key: 'id', label: '#', sortable: true, kind: 'number', render: ({ id }) => id },
  {
    key: 'movie',
    label: 'Filme',
    kind: 'title',
    narrow: 'title',
    render: ({ movie }) => movie?.name ?? 'Filme excluído',
    csv: ({ movie }) => movie?.name ?? '',
  },
  {
    key: 'starts_at',
    label: 'Começa em',
    sortable: true,
    narrow: 'line',
    render: ({ starts_at }) => (
      <Link
        className="link"
        to={weekAt(toLocalTime(starts_at).slice(0, 10))}
        aria-label={`Montar a semana a partir de ${formatInstant(starts_at)}`}
      >
        {formatInstant(starts_at)}
      </Link>
    ),
    csv: ({ starts_at }) => formatInstant(starts_at),
  },
  { key: 'room', label: 'Sala', sortable: true, kind: 'short', render: ({ room }) => room },
  { key: 'audio', label: 'Versão', render: versionText, csv: versionText },
  {
    key: 'price',
    label: 'Preço',
    kind: 'quiet',
    render: ({ price }) => price?.item ?? '',
    csv: ({ price }) => price?.item ?? '',
  },
];

export default function ScreeningList() {
  const { answer, filters, views } = useLoaderData<typeof clientLoader>();
  return (
    <ListPage
      title="Sessões"
      description={`No site aparecem as de hoje e dos ${PROGRAMME_DAYS - 1} dias seguintes.`}
      ways={
        <Link className="link" to={screenings.at.create}>
          Adicionar uma sessão só
        </Link>
      }
      resource={LISTED}
      add="Montar a semana"
      searchLabel="Buscar por filme, sala ou versão"
      answer={answer}
      filters={filters}
      views={views}
      source={{ endpoint: listScreenings, fields: FIELDS, initial: NEAREST }}
      columns={columns}
      nameOf={screeningName}
      remove={{
        endpoint: destroyScreening,
        consequence: 'Sai da página do cinema agora. Fica na lixeira, de onde pode voltar.',
      }}
    />
  );
}
