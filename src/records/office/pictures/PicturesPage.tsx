import { ImageUp, Replace, RotateCw, Trash2, X } from 'lucide';
import { useId, useRef, useState } from 'react';
import {
  type ClientLoaderFunctionArgs,
  Link,
  useLoaderData,
  useRevalidator,
  useSearchParams,
} from 'react-router';
import { DASHBOARD } from '../../../shared/addresses.ts';
import { acceptOf, mayBeOfKind, wrongFileType } from '../../../shared/files/fileTypes.ts';
import {
  destroyPicture,
  type LibraryPicture,
  listPictures,
  type PicturesQuery,
  type PictureUsage,
  type PictureUse,
  type PictureUseState,
  replaceByStored,
  replacePicture,
  storePicture,
} from '../../../shared/pictures.ts';
import { recordPath } from '../../../shared/resource.ts';
import { formatBytes, formatInstant } from '../../../shared/text/format.ts';
import { plural } from '../../../shared/text/plural.ts';
import { texts } from '../../../shared/text/texts.ts';
import { resourceOf } from '../../define/resources.ts';
import { alert, undoButton } from '../alerts.tsx';
import { BackLink } from '../BackLink.tsx';
import { Button } from '../Button.tsx';
import { callEndpoint } from '../callEndpoint.ts';
import { ConfirmDialog } from '../dialog/ConfirmDialog.tsx';
import { Progress } from '../form/FileField.tsx';
import { Icon } from '../Icon.tsx';
import { LoadedContent } from '../Loaded.tsx';
import { addressWith } from '../list/addressWith.ts';
import { ListDescription } from '../list/ListDescription.tsx';
import { SearchBox } from '../list/SearchBox.tsx';
import { failureFrom, load } from '../loadScreen.ts';
import { screenMeta } from '../screenMeta.ts';
import { useSession, withReauth } from '../session.ts';
import { Thumb } from '../Thumb.tsx';
import { ChosenPicture } from '../upload/ChosenPicture.tsx';
import { useDrop } from '../upload/useDrop.ts';
import { type Upload, useUploads } from '../upload/useUploads.ts';
import { usePermissions } from '../usePermissions.ts';

export const meta = screenMeta('Imagens');

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams;
  const query = Object.fromEntries(
    ['search', 'usage', 'mine', 'before'].map((name) => [name, asked.get(name) ?? '']),
  );
  return load(listPictures, request, { query });
}

function Skeleton() {
  return (
    <div className="skeleton-list" role="status">
      <span className="sr-only">{texts.loading}</span>
      <div>
        <span className="bone bone-thumb" />
        <span className="bone bone-line" />
      </div>
    </div>
  );
}

export default function PicturesPage() {
  const { answer } = useLoaderData<typeof clientLoader>();
  const [asked] = useSearchParams();
  const { has } = usePermissions();
  return (
    <>
      <BackLink to={DASHBOARD} />
      <header className="page-head list-head">
        <div>
          <h1>Imagens</h1>
          <ListDescription>
            Tudo o que foi enviado, e onde aparece. Guarde aqui o que vai usar depois.
          </ListDescription>
        </div>
      </header>
      {has(storePicture.needs) && <Uploads />}
      <div className="list-bar">
        <SearchBox label="Buscar por arquivo, texto ou registro" />
        <UsageFilter />
      </div>
      <LoadedContent answer={answer} skeleton={<Skeleton />}>
        {({ data, meta: { next } }) => (
          <>
            {data.length === 0 ? (
              <div className="empty">
                <p className="d4">Nenhuma imagem aqui.</p>
                {asked.size > 0 && <p>Tente outra palavra, ou veja todas.</p>}
              </div>
            ) : (
              <ul className="pictures" aria-label="Imagens">
                {data.map((picture) => (
                  <PictureCard key={picture.uuid} picture={picture} />
                ))}
              </ul>
            )}
            <nav className="pictures-pages" aria-label="Páginas">
              {asked.get('before') && (
                <Link className="link" to={addressWith(asked, { before: '' })}>
                  Ver as mais novas
                </Link>
              )}
              {next !== null && (
                <Link className="link" to={addressWith(asked, { before: String(next) })}>
                  Ver mais antigas
                </Link>
              )}
            </nav>
          </>
        )}
      </LoadedContent>
    </>
  );
}

/** A choice of the filter, with its query parameters. */
type Choice = Pick<PicturesQuery, 'usage' | 'mine'> & { label: string };
const CHOICES: readonly Choice[] = [
  { label: 'Todas' },
  { usage: 'used', label: 'Em uso' },
  { usage: 'former', label: 'Só no histórico' },
  { usage: 'unused', label: 'Sem uso' },
];
const OWN_RECORDS: Choice = { mine: 'true', label: 'Dos meus registros' };

function UsageFilter() {
  const [asked] = useSearchParams();
  const { user } = useSession();
  // Only staff of some branches have records that are not theirs.
  const choices = user?.branches ? [OWN_RECORDS, ...CHOICES] : CHOICES;
  const isChosen = ({ usage, mine }: Choice) =>
    (usage ?? '') === (asked.get('usage') ?? '') && (mine ?? '') === (asked.get('mine') ?? '');
  return (
    <nav className="pictures-filter" aria-label="Mostrar">
      {choices.map((choice) => (
        <Link
          key={choice.label}
          to={addressWith(asked, { usage: choice.usage ?? '', mine: choice.mine ?? '', before: '' })}
          aria-current={isChosen(choice) ? 'true' : undefined}
          preventScrollReset
        >
          {choice.label}
        </Link>
      ))}
    </nav>
  );
}

/** Uploads pictures to the library and shows their progress. */
function Uploads() {
  const id = useId();
  const { revalidate } = useRevalidator();
  const { uploads, add, cancel, retry } = useUploads(() => void revalidate());
  const take = (files: readonly File[]) => {
    const right = files.filter((file) => mayBeOfKind('image', file));
    if (right.length < files.length) alert.error('Erro', wrongFileType('image'));
    add(right);
  };
  const drop = useDrop(take);
  return (
    <div className="drop-zone pictures-drop" {...drop}>
      <input
        type="file"
        id={id}
        className="sr-only"
        multiple
        accept={acceptOf('image')}
        onChange={(event) => {
          take([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <label className="drop-words" htmlFor={id}>
        <Icon of={ImageUp} />
        <span>
          <b>Arraste ou cole imagens aqui</b> ou <span className="link">escolha no computador</span>. JPG ou
          PNG, várias de uma vez.
        </span>
      </label>
      {uploads.length > 0 && (
        <ul className="uploads" aria-label="Envios">
          {uploads.map((upload) => (
            <UploadRow key={upload.id} upload={upload} onCancel={cancel} onRetry={retry} />
          ))}
        </ul>
      )}
      <p className="sr-only" role="status">
        {uploads.find(({ state }) => state === 'sending')?.remaining}
      </p>
    </div>
  );
}

function UploadRow({
  upload: { id, file, state, progress, remaining, message, isRefused },
  onCancel,
  onRetry,
}: {
  upload: Upload;
  onCancel: (id: number) => void;
  onRetry: (id: number) => void;
}) {
  return (
    <li data-state={state}>
      <span>
        {file.name}
        <small>
          {state === 'waiting' && 'na fila'}
          {state === 'sending' && (remaining ?? 'enviando')}
          {state === 'failed' && message}
        </small>
      </span>
      {state === 'sending' && <progress value={progress} max={1} aria-label={`Enviando ${file.name}`} />}
      {state === 'failed' && !isRefused && (
        <Button variant="line" small icon={<Icon of={RotateCw} />} onClick={() => onRetry(id)}>
          Tentar de novo
        </Button>
      )}
      <button
        type="button"
        className="icon-btn"
        aria-label={state === 'failed' ? `Tirar ${file.name}` : `Cancelar o envio de ${file.name}`}
        onClick={() => onCancel(id)}
      >
        <Icon of={X} />
      </button>
    </li>
  );
}

const STATES: Record<PictureUseState, string> = {
  site: 'no site',
  office: 'fora do site',
  waiting: 'numa mudança que espera',
  bin: 'na lixeira',
  former: 'numa versão anterior',
};

const USAGES: Record<PictureUsage, string> = { used: 'Em uso', former: 'Só no histórico', unused: 'Sem uso' };

function PictureCard({ picture }: { picture: LibraryPicture }) {
  const { uuid, file, name, bytes, created_at, by, usage, uses, more, replaceable } = picture;
  const { has } = usePermissions();
  const { revalidate } = useRevalidator();
  const [asking, setAsking] = useState(false);
  const [chosen, setChosen] = useState<File | null>(null);
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const wasReplaced = useRef(false);
  const showing = uses.filter(({ state }) => state === 'site' || state === 'office');

  const runAction = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await withReauth(work);
    } catch (error) {
      alert.failure(failureFrom(error));
    } finally {
      setBusy(false);
    }
  };
  const remove = () =>
    runAction(async () => {
      const { data } = await callEndpoint(destroyPicture, { params: { uuid } });
      alert.success('Imagem excluída', data.message);
      setAsking(false);
      await revalidate();
    });
  const replace = () =>
    runAction(async () => {
      const { data } = await callEndpoint(replacePicture, {
        params: { uuid },
        body: {},
        files: { image: chosen },
      });
      wasReplaced.current = true;
      setChosen(null);
      alert.undo('Imagem trocada', data.message, {
        label: 'Desfazer',
        run: () =>
          void runAction(async () => {
            const back = await callEndpoint(replaceByStored, {
              params: { uuid: data.uuid },
              body: { by: uuid },
            });
            alert.success('Troca desfeita', back.data.message);
            await revalidate();
          }),
      });
      await revalidate();
    });

  return (
    <li>
      <a className="picture-frame" href={file.url_s3} target="_blank" rel="noopener">
        <Thumb file={file} width={280} alt={`Abrir ${name}`} />
      </a>
      <div className="picture-facts">
        <p className="picture-name">{name}</p>
        <p>
          <span className="status" data-look={usage === 'used' ? 'on' : 'off'}>
            {USAGES[usage]}
          </span>
        </p>
        <p>
          {file.width} × {file.height} · {formatBytes(bytes)}
        </p>
        <p>
          {formatInstant(created_at)}
          {by && `, por ${by}`}
        </p>
        {uses.length > 0 && (
          <ul aria-label={`Onde está ${name}`}>
            {uses.map((use) => (
              <li key={`${use.table} ${use.uuid}`}>
                <UseLink use={use} />, {STATES[use.state]}
              </li>
            ))}
            {more > 0 && <li>e em mais {plural(more, 'registro', 'registros')}</li>}
          </ul>
        )}
      </div>
      <div className="picture-actions">
        {replaceable && (
          <>
            <input
              ref={input}
              type="file"
              className="sr-only"
              tabIndex={-1}
              aria-hidden="true"
              accept={acceptOf('image')}
              onChange={(event) => {
                const [wanted] = event.target.files ?? [];
                if (wanted && mayBeOfKind('image', wanted)) setChosen(wanted);
                else if (wanted) alert.error('Erro', wrongFileType('image'));
                event.target.value = '';
              }}
            />
            <Button
              variant="line"
              small
              busy={busy}
              icon={<Icon of={Replace} />}
              aria-label={`Trocar ${name} em todo lugar`}
              onClick={() => input.current?.click()}
            >
              Trocar
            </Button>
          </>
        )}
        {!replaceable && usage === 'used' && showing.length + more > 0 && has(replacePicture.needs) && (
          <p className="mut">Não dá para trocar em tudo de uma vez. Troque em cada registro.</p>
        )}
        {usage === 'unused' && has(destroyPicture.needs) && (
          <Button
            variant="line"
            small
            icon={<Icon of={Trash2} />}
            aria-label={`Excluir ${name}`}
            onClick={() => setAsking(true)}
          >
            Excluir
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={asking}
        title={texts.confirmDelete}
        confirm={{ label: 'Excluir', icon: <Icon of={Trash2} /> }}
        busy={busy}
        onConfirm={remove}
        onClose={() => setAsking(false)}
      >
        <Thumb file={file} width={404} alt="" />
        <p className="dialog-subject">{name}</p>
        <p>Nenhum registro usa esta imagem. Não dá para desfazer.</p>
      </ConfirmDialog>
      {chosen && (
        <ConfirmDialog
          open
          title="Trocar em todo lugar?"
          confirm={{ label: 'Trocar', icon: <Icon of={Replace} /> }}
          busy={busy}
          onConfirm={() => {
            wasReplaced.current = false;
            void replace();
          }}
          onClose={() => setChosen(null)}
          finalFocus={() => (wasReplaced.current ? undoButton() : null)}
        >
          <ChosenPicture file={chosen} alt="" />
          <p className="dialog-subject">{chosen.name}</p>
          <p>
            Entra no lugar de {name} em {plural(showing.length, 'registro', 'registros')}
            {more > 0 && ' ou mais'}. Dá para desfazer.
          </p>
          {busy && <Progress value={1} label={`Enviando ${chosen.name}`} />}
        </ConfirmDialog>
      )}
    </li>
  );
}

function UseLink({ use: { table, uuid, title, opens } }: { use: PictureUse }) {
  const known = resourceOf(table);
  const text = title ?? known?.office.menu.label ?? table;
  const to = known && opens ? recordPath(known, { uuid }) : null;
  return to ? (
    <Link className="link" to={to}>
      {text}
    </Link>
  ) : (
    <span>{text}</span>
  );
}
