import { Dialog } from '@base-ui/react/dialog';
import { useEffect, useId, useState } from 'react';
import { type LibraryPicture, listPictures } from '../../../shared/pictures.ts';
import { Button } from '../Button.tsx';
import { callEndpoint } from '../callEndpoint.ts';
import { failureFrom } from '../loadScreen.ts';
import { withReauth } from '../session.ts';
import { Thumb } from '../Thumb.tsx';

const PAUSE_MS = 250;

/** Dialog that selects a picture of the library. */
export default function PictureDialog({
  onChoose,
  onClose,
}: {
  onChoose: (picture: LibraryPicture) => void;
  onClose: () => void;
}) {
  const id = useId();
  const [search, setSearch] = useState('');
  const [pictures, setPictures] = useState<readonly LibraryPicture[] | null>(null);
  const [next, setNext] = useState<number | null>(null);
  const [failed, setFailed] = useState<string | null>(null);

  const read = async (before: number | null, signal?: AbortSignal) => {
    try {
      const { data, meta } = await withReauth(() =>
        callEndpoint(listPictures, { query: { search, ...(before !== null && { before }) } }, { signal }),
      );
      setPictures((shown) => (before === null ? data : [...(shown ?? []), ...data]));
      setNext(meta.next);
      setFailed(null);
    } catch (error) {
      if (!signal?.aborted) setFailed(failureFrom(error).message);
    }
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: reload on each search
  useEffect(() => {
    const control = new AbortController();
    const timer = setTimeout(() => void read(null, control.signal), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [search]);

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="dialog-backdrop" />
        <Dialog.Viewport className="dialog-viewport">
          <Dialog.Popup className="dialog picture-dialog">
            <Dialog.Title className="dialog-title">Escolher da biblioteca</Dialog.Title>
            <label className="sr-only" htmlFor={id}>
              Buscar por arquivo, texto ou registro
            </label>
            <input
              id={id}
              type="search"
              className="input"
              placeholder="Buscar por arquivo, texto ou registro"
              value={search}
              onChange={(event) => setSearch(event.target.value)}
              onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            />
            <p className="field-hint" role="status">
              {failed ??
                (pictures === null ? 'Procurando…' : pictures.length === 0 ? 'Nenhuma imagem aqui.' : '')}
            </p>
            <ul className="picture-choices">
              {pictures?.map((picture) => (
                <li key={picture.uuid}>
                  <button type="button" onClick={() => onChoose(picture)}>
                    <Thumb file={picture.file} width={140} />
                    <span>{picture.name}</span>
                  </button>
                </li>
              ))}
            </ul>
            <div className="dialog-actions">
              {next !== null && (
                <Button variant="line" onClick={() => void read(next)}>
                  Mostrar mais
                </Button>
              )}
              <Button variant="line" onClick={onClose}>
                Voltar
              </Button>
            </div>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
