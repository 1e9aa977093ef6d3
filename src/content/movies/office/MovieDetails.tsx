import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { RecordDetails } from '../../../records/office/details/RecordDetails.tsx';
import { RecordSkeleton } from '../../../records/office/Loaded.tsx';
import { load } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { getMovie, movieRecord } from '../movie.contract.ts';
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
    <RecordDetails
      definition={movieRecord}
      resource={movies}
      answer={answer}
      backLabel="Voltar"
      picture={{ width: 640, altOf: ({ name }) => `Capa de ${name}` }}
      last={['release_date', 'duration', 'trailer_link']}
      labels={{ trailer_link: 'Trailer' }}
      values={{
        status: ({ status }) => <MovieStatusTag status={status} />,
        classification: ({ classification }) => bandOf(classification)?.label ?? classification,
      }}
    />
  );
}
