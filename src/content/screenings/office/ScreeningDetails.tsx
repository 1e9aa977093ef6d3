import { type ClientLoaderFunctionArgs, Link, useLoaderData } from 'react-router';
import { RecordDetails } from '../../../records/office/details/RecordDetails.tsx';
import { RecordSkeleton } from '../../../records/office/Loaded.tsx';
import { load } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { movies } from '../../movies/movie.resource.ts';
import { getScreening, screeningRecord } from '../screening.contract.ts';
import { screeningName } from '../screening.format.ts';
import { screenings } from '../screening.resource.ts';

export const meta = screenMeta('Detalhes da sessão');

export function clientLoader({ request, params: { uuid = '' } }: ClientLoaderFunctionArgs) {
  return load(getScreening, request, { params: { uuid } });
}

export { RecordSkeleton as HydrateFallback };

export default function ScreeningDetails() {
  const { answer } = useLoaderData<typeof clientLoader>();
  return (
    <RecordDetails
      definition={screeningRecord}
      resource={screenings}
      answer={answer}
      backLabel="Voltar"
      titleOf={screeningName}
      values={{
        movie_id: ({ movie }) =>
          movie && (
            <Link className="link" to={movies.at.show(movie)}>
              {movie.name}
            </Link>
          ),
      }}
    />
  );
}
