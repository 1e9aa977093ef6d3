import { CalendarDays, Download, FileText, FolderArchive, RotateCw, Trash2 } from 'lucide';
import { useEffect, useState } from 'react';
import {
  type ClientLoaderFunctionArgs,
  Link,
  useLoaderData,
  useNavigate,
  useRevalidator,
} from 'react-router';
import { AccessNote } from '../../records/office/AccessNote.tsx';
import { alert } from '../../records/office/alerts.tsx';
import { BackLink } from '../../records/office/BackLink.tsx';
import { Button, LinkButton } from '../../records/office/Button.tsx';
import { callEndpoint } from '../../records/office/callEndpoint.ts';
import { ConfirmDialog } from '../../records/office/dialog/ConfirmDialog.tsx';
import { downloadName } from '../../records/office/downloadName.ts';
import { Icon } from '../../records/office/Icon.tsx';
import { LoadedContent, RecordSkeleton } from '../../records/office/Loaded.tsx';
import { failureFrom, load, withoutPendingState } from '../../records/office/loadScreen.ts';
import { screenMeta } from '../../records/office/screenMeta.ts';
import { withReauth } from '../../records/office/session.ts';
import { Thumb } from '../../records/office/Thumb.tsx';
import { useFreshLink } from '../../records/office/useFreshLink.browser.ts';
import { usePermissions } from '../../records/office/usePermissions.ts';
import { addDays, todayOnDevice } from '../../shared/dates.ts';
import { formatBytes, formatDate, formatPeriod } from '../../shared/text/format.ts';
import { plural } from '../../shared/text/plural.ts';
import { dailyOffersAddress } from '../dailyOffers/dailyBooklet.resource.ts';
import { MAX_DAYS, saveDailyOffers } from '../dailyOffers/dailyOffers.contract.ts';
import { posterFormAddress, posterScreens } from '../offers/poster.screens.ts';
import { posterStateText } from './LeafletList.tsx';
import { destroyPoster, getPoster, type PosterDetails, storePoster } from './leaflet.contract.ts';
import { type Format, POSTER_FORMATS } from './leaflet.types.ts';

export const meta = screenMeta('Cartaz');

export function clientLoader({ request, params: { uuid = '' } }: ClientLoaderFunctionArgs) {
  return load(getPoster, request, { params: { uuid } });
}

export { RecordSkeleton as HydrateFallback };

export default function LeafletPage() {
  const { answer } = useLoaderData<typeof clientLoader>();
  return (
    <LoadedContent answer={answer} skeleton={<RecordSkeleton />} back={posterScreens.at.list}>
      {({ data }) => <Made leaflet={data} />}
    </LoadedContent>
  );
}

/** Polling interval during the creation. */
const POLL_MS = 1200;

function useProgress(isPending: boolean) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isPending) return;
    const look = setInterval(() => {
      if (!document.hidden) void withoutPendingState(revalidate);
    }, POLL_MS);
    return () => clearInterval(look);
  }, [isPending, revalidate]);
}

function Made({ leaflet }: { leaflet: PosterDetails }) {
  const { title, state, valid_from, valid_until, products, pages, formats, done, kept_until } = leaflet;
  const { canPublishNow } = usePermissions();
  useProgress(state === 'pending');
  return (
    <>
      <BackLink to={posterScreens.at.list} />
      <header className="page-head">
        <div>
          <h1>{title}</h1>
          <p>
            {plural(products, 'oferta', 'ofertas')}, {plural(pages, 'página', 'páginas')},{' '}
            {formatPeriod(valid_from, valid_until)}. Fica aqui até {formatDate(kept_until)}.
          </p>
        </div>
        <div className="edit-ways">
          {leaflet.archive && <Archive leaflet={leaflet} address={leaflet.archive} />}
          {canPublishNow(storePoster) && (
            <LinkButton
              to={posterFormAddress(leaflet.chosen.offers, leaflet.uuid)}
              variant="line"
              small
              icon={<Icon of={RotateCw} />}
            >
              Fazer de novo
            </LinkButton>
          )}
          <Deletion leaflet={leaflet} />
        </div>
      </header>
      <AccessNote area="offers" />
      <div className="leaflet-progress" role="status">
        {state === 'pending' && (
          <>
            <progress value={done} max={formats.length} aria-label="Quanto já está pronto" />
            <span>{posterStateText(leaflet)}. Pode sair desta tela: o trabalho continua.</span>
          </>
        )}
        {state === 'ready' && <span className="sr-only">Pronto.</span>}
      </div>
      {state === 'failed' && (
        <p className="field-error">
          Este cartaz não pôde ser feito. Confira as fotos das ofertas e faça de novo.
        </p>
      )}
      <div className="leaflet-made">
        {formats.map((format) => (
          <Files key={format} leaflet={leaflet} format={format} />
        ))}
      </div>
    </>
  );
}

function Archive({ leaflet, address }: { leaflet: PosterDetails; address: string }) {
  const link = useFreshLink(
    address,
    async () => (await callEndpoint(getPoster, { params: { uuid: leaflet.uuid } })).data.archive,
  );
  return (
    <a className="btn btn-line btn-s" {...link}>
      <Icon of={FolderArchive} />
      Baixar tudo (.zip)
    </a>
  );
}

function Files({ leaflet, format }: { leaflet: PosterDetails; format: Format }) {
  const { title, state } = leaflet;
  const files = leaflet.files.filter((file) => file.format === format);
  return (
    <section className="edit-section leaflet-files" aria-labelledby={`made-${format}`}>
      <h2 id={`made-${format}`}>{POSTER_FORMATS[format]}</h2>
      {files.length === 0 && state === 'pending' && <p className="field-hint">Em preparo.</p>}
      <ul data-format={format}>
        {files.map(({ page, file, photos, alt }) => {
          const name = page === null ? POSTER_FORMATS[format] : `Página ${page}`;
          const address = `${file.url_s3}${file.url_s3.includes('?') ? '&' : '?'}download=1`;
          return (
            <li key={page}>
              {photos ? (
                <Thumb file={photos} width={220} alt={alt ?? `${title}, página ${page}`} />
              ) : (
                <Icon of={FileText} />
              )}
              <a
                className="btn btn-line btn-s"
                href={address}
                download={downloadName(`${title} ${name}`, file.url_s3)}
                aria-label={`Baixar ${POSTER_FORMATS[format]}${page === null ? '' : `, página ${page}`}`}
              >
                <Icon of={Download} />
                Baixar
              </a>
              <span className="field-hint">{formatBytes(file.bytes)}</span>
            </li>
          );
        })}
      </ul>
      {format === 'site' && files.length > 0 && <Publication leaflet={leaflet} />}
    </section>
  );
}

/** Adds the pictures of the poster to the daily offers of its days, through the form for daily offers. */
function Publication({ leaflet }: { leaflet: PosterDetails }) {
  const { valid_from, valid_until } = leaflet;
  const { canPublishNow } = usePermissions();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [published, setPublished] = useState(false);
  if (!canPublishNow(saveDailyOffers)) return null;
  const today = todayOnDevice();
  const from = valid_from < today ? today : valid_from;
  const last = addDays(from, MAX_DAYS - 1);
  const until = valid_until > last ? last : valid_until;
  const pictures = leaflet.files.flatMap(({ picture, alt, text }) =>
    picture ? [{ picture, alt: alt ?? '', text: text ?? '' }] : [],
  );
  const days = from === until ? `de ${formatDate(from)}` : formatPeriod(from, until);

  const publish = async () => {
    setBusy(true);
    try {
      const { data } = await withReauth(() =>
        callEndpoint(saveDailyOffers, {
          params: { from, until },
          body: { offers: pictures, existing: 'keep' },
        }),
      );
      setPublished(true);
      alert.success('No site, nas ofertas do dia', data.message);
    } catch (error) {
      alert.failure(failureFrom(error));
    } finally {
      setBusy(false);
      setAsking(false);
    }
  };
  return (
    <div className="leaflet-publish">
      <Button
        icon={<Icon of={CalendarDays} />}
        unavailable={until < today}
        onUnavailable={() => alert.info('Já acabou', 'As ofertas deste cartaz não valem mais.')}
        busy={busy}
        onClick={() => setAsking(true)}
      >
        Publicar nas ofertas do dia
      </Button>
      {published && (
        <Link className="link" to={dailyOffersAddress(from, until)}>
          Ver as ofertas do dia
        </Link>
      )}
      <ConfirmDialog
        open={asking}
        title="Publicar nas ofertas do dia?"
        confirm={{ label: 'Publicar' }}
        busy={busy}
        onConfirm={publish}
        onClose={() => setAsking(false)}
      >
        <p>
          {pictures.length === 1 ? 'A imagem entra' : `As ${pictures.length} imagens entram`} nas ofertas do
          dia {days}, depois do que já está, com as ofertas escritas para quem não vê.
        </p>
      </ConfirmDialog>
    </div>
  );
}

function Deletion({ leaflet }: { leaflet: PosterDetails }) {
  const { canPublishNow } = usePermissions();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  if (!canPublishNow(destroyPoster)) return null;
  const destroy = async () => {
    setBusy(true);
    try {
      const { data } = await withReauth(() =>
        callEndpoint(destroyPoster, { params: { uuid: leaflet.uuid } }),
      );
      alert.success('Cartaz apagado', data.message);
      await navigate(posterScreens.at.list, { replace: true });
    } catch (error) {
      alert.failure(failureFrom(error));
      setAsking(false);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button variant="line" small icon={<Icon of={Trash2} />} onClick={() => setAsking(true)}>
        Apagar
      </Button>
      <ConfirmDialog
        open={asking}
        title="Apagar este cartaz?"
        confirm={{ label: 'Apagar' }}
        busy={busy}
        onConfirm={destroy}
        onClose={() => setAsking(false)}
      >
        <p>Os arquivos saem daqui agora. O que já foi publicado no site continua lá.</p>
      </ConfirmDialog>
    </>
  );
}
