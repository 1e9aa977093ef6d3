import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { callEndpoint } from '../../../records/office/callEndpoint.ts';
import { type Column, ListPage, ListSkeleton, orderColumn } from '../../../records/office/list/ListPage.tsx';
import { loadList } from '../../../records/office/loadScreen.ts';
import { SortableRows } from '../../../records/office/rows/SortableRows.tsx';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import {
  type AboutItem,
  destroyAboutItem,
  listAboutItems,
  orderAboutItems,
  updateAboutItem,
} from '../aboutItem.contract.ts';
import { aboutItems } from '../aboutItem.resource.ts';

export const meta = screenMeta('Itens do sobre');

const FIELDS = ['uuid', 'title', 'position', 'about'] as const;
type Row = Pick<AboutItem, (typeof FIELDS)[number]>;

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return loadList(listAboutItems, FIELDS, request, { whole: true });
}

export { ListSkeleton as HydrateFallback };

const columns: readonly Column<Row>[] = [
  orderColumn(updateAboutItem),
  {
    key: 'title',
    label: 'Título',
    sortable: true,
    kind: 'title',
    narrow: 'title',
    render: ({ title }) => title,
  },
  {
    key: 'about',
    label: 'Sobre',
    sortable: true,
    kind: 'quiet',
    narrow: 'line',
    render: ({ about }) => about.title,
  },
];

export default function AboutItemList() {
  const { answer, filters, views } = useLoaderData<typeof clientLoader>();
  return (
    <ListPage
      title="Itens do sobre"
      description="A ordem daqui é a ordem dos itens dentro de cada texto. Arraste para mudar."
      resource={aboutItems}
      add="Adicionar item"
      searchLabel="Buscar por título ou descrição"
      answer={answer}
      filters={filters}
      views={views}
      source={{ endpoint: listAboutItems, fields: FIELDS }}
      columns={columns}
      nameOf={({ title }) => title}
      remove={{
        endpoint: destroyAboutItem,
        consequence: 'Sai do site agora. Fica na lixeira, de onde pode voltar.',
      }}
      onReorder={(uuids) => callEndpoint(orderAboutItems, { body: { uuids } })}
      sortableRows={SortableRows}
    />
  );
}
