import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { callEndpoint } from '../../../records/office/callEndpoint.ts';
import { type Column, ListPage, ListSkeleton, orderColumn } from '../../../records/office/list/ListPage.tsx';
import { loadList } from '../../../records/office/loadScreen.ts';
import { SortableRows } from '../../../records/office/rows/SortableRows.tsx';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { Thumb } from '../../../records/office/Thumb.tsx';
import { formatPhone } from '../../../shared/text/phone.ts';
import { branchPage } from '../../recordPages.ts';
import {
  destroyBranch,
  listBranches,
  orderBranches,
  type StaffBranch,
  updateBranch,
} from '../branch.contract.ts';
import { branches } from '../branch.resource.ts';

export const meta = screenMeta('Filiais');

const FIELDS = ['uuid', 'position', 'file', 'name', 'city', 'state', 'phone'] as const;
type Row = Pick<StaffBranch, (typeof FIELDS)[number]>;

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return loadList(listBranches, FIELDS, request, { whole: true });
}

export { ListSkeleton as HydrateFallback };

const columns: readonly Column<Row>[] = [
  orderColumn(updateBranch),
  {
    key: 'image',
    label: 'Imagem',
    kind: 'picture',
    narrow: 'picture',
    render: ({ file }) => (file ? <Thumb file={file} /> : '-'),
  },
  {
    key: 'name',
    label: 'Nome',
    sortable: true,
    kind: 'title',
    narrow: 'title',
    render: ({ name }) => name,
  },
  {
    key: 'city',
    label: 'Cidade',
    sortable: true,
    kind: 'quiet',
    narrow: 'line',
    render: ({ city, state }) => `${city}, ${state}`,
  },
  { key: 'phone', label: 'Telefone', kind: 'quiet', render: ({ phone }) => formatPhone(phone) },
];

export default function BranchList() {
  const { answer, filters, views } = useLoaderData<typeof clientLoader>();
  return (
    <ListPage
      title="Filiais"
      description="A ordem daqui é a ordem do site. Arraste para mudar."
      resource={branches}
      add="Adicionar filial"
      searchLabel="Buscar por nome, cidade ou endereço"
      answer={answer}
      filters={filters}
      views={views}
      source={{ endpoint: listBranches, fields: FIELDS }}
      columns={columns}
      pageOf={({ uuid }) => branchPage(uuid)}
      nameOf={({ name }) => name}
      remove={{
        endpoint: destroyBranch,
        consequence: 'Sai do site agora, com todas as fotos. Fica na lixeira, de onde pode voltar.',
        picture: ({ file }) => file,
      }}
      onReorder={(uuids) => callEndpoint(orderBranches, { body: { uuids } })}
      sortableRows={SortableRows}
    />
  );
}
