import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { callEndpoint } from '../../../records/office/callEndpoint.ts';
import { type Column, ListPage, ListSkeleton, orderColumn } from '../../../records/office/list/ListPage.tsx';
import { loadList } from '../../../records/office/loadScreen.ts';
import { SortableRows } from '../../../records/office/rows/SortableRows.tsx';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { Thumb } from '../../../records/office/Thumb.tsx';
import { formatPhone } from '../../../shared/text/phone.ts';
import { shopPage } from '../../recordPages.ts';
import { destroyShop, listShops, orderShops, type StaffShop, updateShop } from '../shop.contract.ts';
import { shops } from '../shop.resource.ts';

export const meta = screenMeta('Lojas');

const FIELDS = ['uuid', 'position', 'file', 'name', 'email', 'phone'] as const;
type Row = Pick<StaffShop, (typeof FIELDS)[number]>;

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return loadList(listShops, FIELDS, request, { whole: true });
}

export { ListSkeleton as HydrateFallback };

const columns: readonly Column<Row>[] = [
  orderColumn(updateShop),
  {
    key: 'image',
    label: 'Imagem',
    kind: 'picture',
    narrow: 'picture',
    render: ({ file }) => <Thumb file={file} />,
  },
  {
    key: 'name',
    label: 'Nome',
    sortable: true,
    kind: 'title',
    narrow: 'title',
    render: ({ name }) => name,
  },
  { key: 'email', label: 'E-mail', kind: 'quiet', render: ({ email }) => email },
  {
    key: 'phone',
    label: 'Telefone',
    kind: 'quiet',
    narrow: 'line',
    render: ({ phone }) => formatPhone(phone),
  },
];

export default function ShopList() {
  const { answer, filters, views } = useLoaderData<typeof clientLoader>();
  return (
    <ListPage
      title="Lojas"
      description="A ordem daqui é a ordem do site. Arraste para mudar."
      resource={shops}
      add="Adicionar loja"
      searchLabel="Buscar por nome, e-mail, telefone ou descrição"
      answer={answer}
      filters={filters}
      views={views}
      source={{ endpoint: listShops, fields: FIELDS }}
      columns={columns}
      pageOf={({ uuid }) => shopPage(uuid)}
      nameOf={({ name }) => name}
      remove={{
        endpoint: destroyShop,
        consequence: 'Sai do site agora, com todas as fotos. Fica na lixeira, de onde pode voltar.',
        picture: ({ file }) => file,
      }}
      onReorder={(uuids) => callEndpoint(orderShops, { body: { uuids } })}
      sortableRows={SortableRows}
    />
  );
}
