import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { downloadName } from '../../../records/office/downloadName.ts';
import { type Column, ListPage, ListSkeleton } from '../../../records/office/list/ListPage.tsx';
import { loadList } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { moviePage } from '../../recordPages.ts';
import { destroyMovie, listMovies, type Movie } from '../movie.contract.ts';
import { movies } from '../movie.resource.ts';
import { MOVIE_STATUSES } from '../movie.types.ts';
import { TypeAndStatus } from './MovieStatusTag.tsx';

export const meta = screenMeta('Filmes');

const FIELDS = ['uuid', 'id', 'name', 'type', 'status', 'file'] as const;
type Row = Pick<Movie, (typeof FIELDS)[number]>;

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return loadList(listMovies, FIELDS, request);
}

export { ListSkeleton as HydrateFallback };

const columns: readonly Column<Row>[] = [
  { key: 'id', label: '#', sortable: true, kind: 'number', render: ({ id }) => id },
  {
    key: 'name',
    label: 'Título',
    sortable: true,
    kind: 'title',
    narrow: 'title',
    picture: ({ file }) => file,
    render: ({ name }) => name,
  },
  {
    key: 'type',
    label: 'Tipo',
    sortable: true,
    narrow: 'line',
    csv: ({ status }) => MOVIE_STATUSES[status],
    render: (movie) => <TypeAndStatus movie={movie} />,
  },
];

export default function MovieList() {
  const { answer, filters, views } = useLoaderData<typeof clientLoader>();
  return (
    <ListPage
      title="Filmes"
      description="Os que estão em cartaz e os que vêm aí aparecem na página do cinema."
      resource={movies}
      add="Adicionar filme"
      searchLabel="Buscar por título ou tipo"
      answer={answer}
      filters={filters}
      views={views}
      source={{ endpoint: listMovies, fields: FIELDS }}
      columns={columns}
      pageOf={({ uuid }) => moviePage(uuid)}
      nameOf={({ name }) => name}
      download={({ file, name }) => ({ href: file.url_s3, name: downloadName(name, file.url_s3) })}
      remove={{
        endpoint: destroyMovie,
        consequence: 'Sai da página do cinema agora. Fica na lixeira, de onde pode voltar.',
        picture: ({ file }) => file,
      }}
    />
  );
}
