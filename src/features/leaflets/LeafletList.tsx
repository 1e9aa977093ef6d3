import { ScrollText } from 'lucide-react';
import { type ClientLoaderFunctionArgs, Link, useLoaderData } from 'react-router';
import { DASHBOARD } from '../../contract/addresses.ts';
import { formatInstant, formatPeriod } from '../../ui/format.ts';
import { AccessNote } from '../../ui/office/AccessNote.tsx';
import { BackLink } from '../../ui/office/BackLink.tsx';
import { LinkButton } from '../../ui/office/Button.tsx';
import { Loaded, RecordSkeleton } from '../../ui/office/Loaded.tsx';
import { load } from '../../ui/office/load.ts';
import { useMay } from '../../ui/office/may.ts';
import { screenMeta } from '../../ui/office/screenMeta.ts';
import { plural } from '../../ui/plural.ts';
import { LEAFLETS_KEPT_DAYS, type ListedLeaflet, listLeaflets, storeLeaflet } from './leaflet.contract.ts';
import { leafletScreens } from './leaflet.screens.ts';
import './leaflets.css';

export const meta = screenMeta('Encartes das ofertas');

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return load(listLeaflets, request);
}

export { RecordSkeleton as HydrateFallback };

export default function LeafletList() {
  const { answer } = useLoaderData<typeof clientLoader>();
  const { mayNow } = useMay();
  return (
    <>
      <BackLink to={DASHBOARD} />
      <header className="page-head">
        <div>
          <h1>Encartes das ofertas</h1>
          <p>
            Imagem para o site, story, post e PDF, feitos das ofertas. Ficam aqui por {LEAFLETS_KEPT_DAYS}{' '}
            dias.
          </p>
        </div>
        {mayNow(storeLeaflet) && (
          <LinkButton to={leafletScreens.at.create} icon={<ScrollText className="i" aria-hidden="true" />}>
            Fazer encarte
          </LinkButton>
        )}
      </header>
      <AccessNote area="offers" />
      <Loaded answer={answer} skeleton={<RecordSkeleton />} back={DASHBOARD}>
        {({ data }) =>
          data.length === 0 ? (
            <div className="empty">
              <p className="d4">Nenhum encarte feito ainda</p>
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
      </Loaded>
    </>
  );
}

function Row({ leaflet }: { leaflet: ListedLeaflet }) {
  const { title, valid_from, valid_until, products, pages, created_at } = leaflet;
  return (
    <li>
      <Link className="link" to={leafletScreens.at.show(leaflet)}>
        {title}
      </Link>
      <span>
        {plural(products, 'oferta', 'ofertas')}, {plural(pages, 'página', 'páginas')},{' '}
        {formatPeriod(valid_from, valid_until)}
      </span>
      <span>
        {stateInWords(leaflet)} · {formatInstant(created_at)}
      </span>
    </li>
  );
}

export function stateInWords({ state, done, formats }: ListedLeaflet): string {
  if (state === 'ready') return 'Pronto';
  return state === 'failed' ? 'Não deu certo' : `Em preparo: ${done} de ${formats.length}`;
}
