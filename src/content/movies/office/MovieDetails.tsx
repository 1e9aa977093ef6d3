import { Download } from 'lucide-react';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import type { PublishableRecord } from '../../../contract/publicationPlan.ts';
import { DetailsPage } from '../../../records/office/details/DetailsPage.tsx';
import { downloadName } from '../../../records/office/downloadName.ts';
import { LoadedContent, RecordSkeleton } from '../../../records/office/Loaded.tsx';
import { load } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { Thumb } from '../../../records/office/Thumb.tsx';
import { formatDate, formatInstant } from '../../../ui/format.ts';
import { getMovie, type Movie } from '../movie.contract.ts';
import { movies } from '../movie.resource.ts';
import { bandOf } from '../movie.types.ts';
import { MovieStatusTag } from './MovieStatusTag.tsx';

export const meta = screenMeta('Detalhes do filme');

export function clientLoader({ request, params: { uuid = '' } }: ClientLoaderFunctionArgs) {
  return load(getMovie, request, { params: { uuid } });
}

export { RecordSkeleton as HydrateFallback };

export default function MovieDetails() {
  const { answer } = useLoaderData<typeof clientLoader>();
  return (
    <LoadedContent answer={answer} skeleton={<RecordSkeleton />} back={movies.at.list}>
      {({ data }) => <Details movie={data} />}
    </LoadedContent>
  );
}

function Details({ movie }: { movie: Movie & PublishableRecord }) {
  const { name, file, classification, release_date, trailer_link } = movie;
  return (
    <DetailsPage
      title={name}
      back={{ to: movies.at.list, label: 'Voltar' }}
      publication={movie.publication}
      edit={{ to: movies.at.edit(movie), area: movies.area }}
      actions={
        <a
          className="btn btn-line btn-s"
          href={file.url_s3}
          download={downloadName(name, file.url_s3)}
          target="_blank"
          rel="noopener"
        >
          <Download className="i" aria-hidden="true" />
          Baixar imagem
        </a>
      }
      picture={<Thumb file={file} width={640} alt={file.alt ?? `Capa de ${name}`} />}
      rows={[
        { label: '#', value: movie.id },
        { label: 'Título', value: name },
        { label: 'Tipo', value: movie.type.text },
        { label: 'No site', value: <MovieStatusTag status={movie.status} /> },
        { label: 'Classificação indicativa', value: bandOf(classification)?.label ?? classification },
        { label: 'Descrição', value: movie.description },
        { label: 'Data de lançamento', value: release_date && formatDate(release_date) },
        { label: 'Duração', value: movie.duration },
        {
          label: 'Trailer',
          value: trailer_link && (
            <a className="link" href={trailer_link} target="_blank" rel="noopener">
              {trailer_link}
            </a>
          ),
        },
        { label: 'Última alteração', value: formatInstant(movie.updated_at) },
      ]}
    />
  );
}
