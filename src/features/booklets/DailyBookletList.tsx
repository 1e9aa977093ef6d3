import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { formatDate } from '../../ui/format.ts';
import { type Column, ListPage, ListSkeleton } from '../../ui/office/ListPage.tsx';
import { loadList } from '../../ui/office/load.ts';
import { screenMeta } from '../../ui/office/screenMeta.ts';
import { Thumb } from '../../ui/office/Thumb.tsx';
import { destroyDailyBooklet, listDailyBooklets, type StaffDailyBooklet } from './booklet.contract.ts';
import { dailyBooklets } from './dailyBooklet.resource.ts';

export const meta = screenMeta('Ofertas do dia');

const FIELDS = ['uuid', 'id', 'photos', 'start_date'] as const;
type Row = Pick<StaffDailyBooklet, (typeof FIELDS)[number]>;

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return loadList(listDailyBooklets, FIELDS, request);
}

export { ListSkeleton as HydrateFallback };

const columns: readonly Column<Row>[] = [
  { key: 'id', label: '#', sortable: true, kind: 'number', render: ({ id }) => id },
  {
    key: 'photos',
    label: 'Foto',
    kind: 'picture',
    narrow: 'picture',
    render: ({ photos }) => <Thumb file={photos} width={64} />,
  },
  {
    key: 'start_date',
    label: 'Data',
    sortable: true,
    kind: 'title',
    narrow: 'title',
    render: ({ start_date }) => formatDate(start_date),
  },
];

export default function DailyBookletList() {
  const { answer, filters, views } = useLoaderData<typeof clientLoader>();
  return (
    <ListPage
      title="Ofertas do dia"
      description="No site aparecem só as de hoje, na ordem em que foram adicionadas."
      resource={dailyBooklets}
      add="Adicionar oferta do dia"
      searchLabel="Buscar por data"
      answer={answer}
      filters={filters}
      views={views}
      source={{ endpoint: listDailyBooklets, fields: FIELDS }}
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
