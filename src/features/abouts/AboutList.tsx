import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { type Column, ListPage, ListSkeleton } from '../../ui/office/ListPage.tsx';
import { askedOf, load, loadList, useLoaded } from '../../ui/office/load.ts';
import { screenMeta } from '../../ui/office/screenMeta.ts';
import { ABOUT_NAMES, type About, destroyAbout, listAbouts } from './about.contract.ts';
import { abouts } from './about.resource.ts';

/** One text of each type. */
const MAX_ABOUTS = Object.keys(ABOUT_NAMES).length;

export const meta = screenMeta('Sobre');

const FIELDS = ['uuid', 'id', 'title', 'type'] as const;
type Row = Pick<About, (typeof FIELDS)[number]>;

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const loaded = loadList(listAbouts, FIELDS, request, { whole: true });
  const isPart = Object.keys(askedOf(new URL(request.url).searchParams)).length > 0;
  const all = isPart ? load(listAbouts, request, { query: { fields: 'uuid' } }).answer : loaded.answer;
  return { ...loaded, all };
}

export { ListSkeleton as HydrateFallback };

const columns: readonly Column<Row>[] = [
  { key: 'id', label: '#', sortable: true, kind: 'number', render: ({ id }) => id },
  {
    key: 'title',
    label: 'Título',
    sortable: true,
    kind: 'title',
    narrow: 'title',
    render: ({ title }) => title,
  },
  {
    key: 'type',
    label: 'Tipo',
    sortable: true,
    kind: 'quiet',
    narrow: 'line',
    render: ({ type }) => type.text,
  },
];

export default function AboutList() {
  const { answer, filters, views, all } = useLoaderData<typeof clientLoader>();
  const { value } = useLoaded(all);
  const open = value !== undefined && value.data.length < MAX_ABOUTS;
  return (
    <ListPage
      title="Sobre"
      description="Os textos que apresentam o hipermercado, o shopping, o cinema e o cartão: um de cada."
      resource={abouts}
      add={open ? 'Adicionar sobre' : undefined}
      searchLabel="Buscar por título ou descrição"
      answer={answer}
      filters={filters}
      views={views}
      source={{ endpoint: listAbouts, fields: FIELDS }}
      columns={columns}
      nameOf={({ title }) => title}
      remove={{
        endpoint: destroyAbout,
        consequence: 'Sai do site agora. Um texto que tem itens só pode ser excluído depois deles.',
      }}
    />
  );
}
