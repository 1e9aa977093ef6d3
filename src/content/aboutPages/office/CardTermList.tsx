import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { callEndpoint } from '../../../records/office/callEndpoint.ts';
import { type Column, ListPage, ListSkeleton, orderColumn } from '../../../records/office/list/ListPage.tsx';
import { loadList } from '../../../records/office/loadScreen.ts';
import { SortableRows } from '../../../records/office/rows/SortableRows.tsx';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import {
  type CardTerm,
  destroyCardTerm,
  listCardTerms,
  orderCardTerms,
  updateCardTerm,
} from '../cardTerm.contract.ts';
import { cardTerms } from '../cardTerm.resource.ts';

export const meta = screenMeta('Condições do cartão');

const FIELDS = ['uuid', 'title', 'value', 'position', 'type'] as const;
type Row = Pick<CardTerm, (typeof FIELDS)[number]>;

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return loadList(listCardTerms, FIELDS, request, { whole: true });
}

export { ListSkeleton as HydrateFallback };

const columns: readonly Column<Row>[] = [
  orderColumn(updateCardTerm),
  {
    key: 'title',
    label: 'Título',
    sortable: true,
    kind: 'title',
    narrow: 'title',
    render: ({ title }) => title,
  },
  { key: 'value', label: 'Valor', render: ({ value }) => value ?? '-' },
  {
    key: 'type',
    label: 'Tipo',
    sortable: true,
    kind: 'quiet',
    narrow: 'line',
    // On narrow screens the row has no column for the value.
    render: ({ type, value }) => (
      <>
        {type.text}
        {value && <span className="list-narrow">{` · ${value}`}</span>}
      </>
    ),
  },
];

export default function CardTermList() {
  const { answer, filters, views } = useLoaderData<typeof clientLoader>();
  return (
    <ListPage
      title="Condições do cartão"
      description="Tarifas, limites, documentos, passos e telefones da página do cartão, cada tipo na sua parte e nesta ordem. Arraste para mudar."
      resource={cardTerms}
      add="Adicionar condição"
      searchLabel="Buscar por título, valor ou tipo"
      answer={answer}
      filters={filters}
      views={views}
      source={{ endpoint: listCardTerms, fields: FIELDS }}
      columns={columns}
      nameOf={({ title }) => title}
      remove={{
        endpoint: destroyCardTerm,
        consequence: 'Sai do site agora. Fica na lixeira, de onde pode voltar.',
      }}
      onReorder={(uuids) => callEndpoint(orderCardTerms, { body: { uuids } })}
      sortableRows={SortableRows}
    />
  );
}
