import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { callEndpoint } from '../../../records/office/callEndpoint.ts';
import { type Column, ListPage, ListSkeleton, orderColumn } from '../../../records/office/list/ListPage.tsx';
import { loadList } from '../../../records/office/loadScreen.ts';
import { SortableRows } from '../../../records/office/rows/SortableRows.tsx';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import {
  destroyTicketOfficeItem,
  listTicketOfficeItems,
  orderTicketOfficeItems,
  type TicketOfficeItem,
  updateTicketOfficeItem,
} from '../ticketOfficeItem.contract.ts';
import { ticketOfficeItems } from '../ticketOfficeItem.resource.ts';

export const meta = screenMeta('Itens da bilheteria');

const FIELDS = ['uuid', 'position', 'item', 'version'] as const;
type Row = Pick<TicketOfficeItem, (typeof FIELDS)[number]>;

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return loadList(listTicketOfficeItems, FIELDS, request, { whole: true });
}

export { ListSkeleton as HydrateFallback };

const columns: readonly Column<Row>[] = [
  orderColumn(updateTicketOfficeItem),
  {
    key: 'item',
    label: 'Item',
    sortable: true,
    kind: 'title',
    narrow: 'title',
    // The text contains the price, so it is edited as a whole.
    edit: {
      endpoint: updateTicketOfficeItem,
      field: 'item',
      what: 'o texto',
      requiredFields: () => ({}),
      text: ({ item }) => item,
    },
    render: ({ item }) => item,
  },
];

export default function TicketOfficeItemList() {
  const { answer, filters, views } = useLoaderData<typeof clientLoader>();
  return (
    <ListPage
      title="Itens da bilheteria"
      description="A ordem daqui é a ordem da página do cinema. Arraste para mudar."
      resource={ticketOfficeItems}
      add="Adicionar"
      searchLabel="Buscar item"
      answer={answer}
      filters={filters}
      views={views}
      source={{ endpoint: listTicketOfficeItems, fields: FIELDS }}
      columns={columns}
      nameOf={({ item }) => item}
      remove={{
        endpoint: destroyTicketOfficeItem,
        consequence: 'Sai da página do cinema agora. Fica na lixeira, de onde pode voltar.',
      }}
      onReorder={(uuids) => callEndpoint(orderTicketOfficeItems, { body: { uuids } })}
      sortableRows={SortableRows}
    />
  );
}
