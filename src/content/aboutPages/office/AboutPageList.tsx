import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { type Column, ListPage, ListSkeleton } from '../../../records/office/list/ListPage.tsx';
import { listParamsOf, load, loadList, useLoaded } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { type AboutPage, destroyAboutPage, listAboutPages } from '../aboutPage.contract.ts';
import { aboutPages } from '../aboutPage.resource.ts';
import { ABOUT_NAMES } from '../aboutPage.types.ts';

/** One text of each type. */
const MAX_ABOUTS = Object.keys(ABOUT_NAMES).length;

export const meta = screenMeta('Sobre');

const FIELDS = ['uuid', 'id', 'title', 'type'] as const;
type Row = Pick<AboutPage, (typeof FIELDS)[number]>;

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const loaded = loadList(listAboutPages, FIELDS, request, { whole: true });
  const isPart = Object.keys(listParamsOf(new URL(request.url).searchParams)).length > 0;
  const all = isPart ? load(listAboutPages, request, { query: { fields: 'uuid' } }).answer : loaded.answer;
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
      resource={aboutPages}
      add={open ? 'Adicionar sobre' : undefined}
      searchLabel="Buscar por título ou descrição"
      answer={answer}
      filters={filters}
      views={views}
      source={{ endpoint: listAboutPages, fields: FIELDS }}
      columns={columns}
      nameOf={({ title }) => title}
      remove={{
        endpoint: destroyAboutPage,
        consequence: 'Sai do site agora. Um texto que tem itens só pode ser excluído depois deles.',
      }}
    />
  );
}
