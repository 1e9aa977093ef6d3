import { ScrollText } from 'lucide';
import { type ClientLoaderFunctionArgs, Link, useLoaderData } from 'react-router';
import { AccessNote } from '../../records/office/AccessNote.tsx';
import { BackLink } from '../../records/office/BackLink.tsx';
import { LinkButton } from '../../records/office/Button.tsx';
import { Icon } from '../../records/office/Icon.tsx';
import { LoadedContent, RecordSkeleton } from '../../records/office/Loaded.tsx';
import { load, useLoaded } from '../../records/office/loadScreen.ts';
import { screenMeta } from '../../records/office/screenMeta.ts';
import { usePermissions } from '../../records/office/usePermissions.ts';
import { DASHBOARD } from '../../shared/addresses.ts';
import { formatInstant, formatPeriod } from '../../shared/text/format.ts';
import { plural } from '../../shared/text/plural.ts';
import { listOffers, MAX_HIGHLIGHTS } from '../offers/offer.contract.ts';
import { posterFormAddress, posterScreens } from '../offers/poster.screens.ts';
import { type ListedPoster, listPosters, POSTER_RETENTION_DAYS, storePoster } from './leaflet.contract.ts';

export const meta = screenMeta('Cartazes');

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return {
    ...load(listPosters, request),
    highlights: load(listOffers, request, { query: HIGHLIGHTS }).answer,
  };
}

/** The offers that a poster begins with: those that the home page highlights today. */
const HIGHLIGHTS = {
  ...{ highlight: 'yes', state: 'current', standing: 'shown' },
  ...{ page: 1, per_page: MAX_HIGHLIGHTS, fields: 'uuid' },
} as const;

export { RecordSkeleton as HydrateFallback };

export default function LeafletList() {
  const { answer, highlights } = useLoaderData<typeof clientLoader>();
  const today = useLoaded(highlights).value?.data.map(({ uuid }) => uuid) ?? [];
  const { canPublishNow } = usePermissions();
  return (
    <>
      <BackLink to={DASHBOARD} />
      <header className="page-head">
        <div>
          <h1>Cartazes</h1>
          <p>
            Imagem para o site, story, post e PDF, feitos das ofertas. Ficam aqui por {POSTER_RETENTION_DAYS}{' '}
            dias.
          </p>
        </div>
        {canPublishNow(storePoster) && (
          <LinkButton to={posterFormAddress(today)} icon={<Icon of={ScrollText} />}>
            Fazer cartaz
          </LinkButton>
        )}
      </header>
      <AccessNote area="offers" />
      <LoadedContent answer={answer} skeleton={<RecordSkeleton />} back={DASHBOARD}>
        {({ data }) =>
          data.length === 0 ? (
            <div className="empty">
              <p className="d4">Nenhum cartaz feito ainda</p>
              <p>Escolha as ofertas, veja como fica e baixe pronto.</p>
            </div>
          ) : (
            <ul className="leaflets">
              {data.map((leaflet) => (
                <Row key={leaflet.uuid} leaflet={leaflet} />
              ))}
            </ul>
          )
        }
      </LoadedContent>
    </>
  );
}

function Row({ leaflet }: { leaflet: ListedPoster }) {
  const { title, valid_from, valid_until, products, pages, created_at } = leaflet;
  return (
    <li>
      <Link className="link" to={posterScreens.at.show(leaflet)}>
        {title}
      </Link>
      <span>
        {plural(products, 'oferta', 'ofertas')}, {plural(pages, 'página', 'páginas')},{' '}
        {formatPeriod(valid_from, valid_until)}
      </span>
      <span>
        {posterStateText(leaflet)} · {formatInstant(created_at)}
      </span>
    </li>
  );
}

export function posterStateText({ state, done, formats }: ListedPoster): string {
  if (state === 'ready') return 'Pronto';
  return state === 'failed' ? 'Não deu certo' : `Em preparo: ${done} de ${formats.length}`;
}
