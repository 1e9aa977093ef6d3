import { type ClientLoaderFunctionArgs, Link, useLoaderData } from 'react-router';
import type { PublishableRecord } from '../../../contract/publicationPlan.ts';
import { addressLink, DetailsPage } from '../../../records/office/details/DetailsPage.tsx';
import { LoadedContent, RecordSkeleton } from '../../../records/office/Loaded.tsx';
import { load } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { formatInstant } from '../../../ui/format.ts';
import { movies } from '../../movies/movie.resource.ts';
import { getScreening, type Screening } from '../screening.contract.ts';
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
    <LoadedContent answer={answer} skeleton={<RecordSkeleton />} back={screenings.at.list}>
      {({ data }) => <Details screening={data} />}
    </LoadedContent>
  );
}

function Details({ screening }: { screening: Screening & PublishableRecord }) {
  const { id, movie, starts_at, room, audio, format, price, ticket_link, updated_at } = screening;
  return (
    <DetailsPage
      title={screeningName(screening)}
      back={{ to: screenings.at.list, label: 'Voltar' }}
      publication={screening.publication}
      edit={{ to: screenings.at.edit(screening), area: screenings.area }}
      rows={[
        { label: '#', value: id },
        {
          label: 'Filme',
          value: movie && (
            <Link className="link" to={movies.at.show(movie)}>
              {movie.name}
            </Link>
          ),
        },
        { label: 'Começa em', value: formatInstant(starts_at) },
        { label: 'Sala', value: room },
        { label: 'Áudio', value: audio.text },
        { label: 'Formato', value: format.text },
        { label: 'Preço', value: price?.item },
        { label: 'Link dos ingressos', value: addressLink(ticket_link) },
        { label: 'Última alteração', value: formatInstant(updated_at) },
      ]}
    />
  );
}
