import { Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import type { GalleryImage } from '../../../contract/image.ts';
import { texts } from '../../../contract/texts.ts';
import { alert } from '../alerts.tsx';
import { callEndpoint, type DestroyEndpoint } from '../callEndpoint.ts';
import { ConfirmDialog } from '../dialog/ConfirmDialog.tsx';
import { failureFrom } from '../load.ts';
import { withReauth } from '../session.ts';
import { Thumb } from '../Thumb.tsx';
import { fileOf } from './photo.ts';

/** Asks before a stored picture is deleted, deletes it at once, apart from the form, and says so. */
export function DeletePhotoDialog({
  image,
  place,
  remove,
  onDeleted,
  onClose,
  focusAfter,
}: {
  image: GalleryImage;
  place: number;
  remove: { endpoint: DestroyEndpoint; said: string };
  onDeleted: (image: GalleryImage) => void;
  onClose: () => void;
  focusAfter: () => HTMLElement | null;
}) {
  const [busy, setBusy] = useState(false);
  const next = useRef<HTMLElement | null>(null);
  const leave = () => {
    next.current = focusAfter();
    onDeleted(image);
  };
  const confirm = async () => {
    setBusy(true);
    try {
      const { data } = await withReauth(() =>
        callEndpoint(remove.endpoint, { params: { uuid: image.uuid } }),
      );
      alert.success(remove.said, data.message);
      leave();
    } catch (error) {
      const failure = failureFrom(error);
      alert.failure(failure);
      // Somebody else was faster: the picture has no business here any more.
      if (failure.code === 'not_found') leave();
      else setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      open
      title={texts.confirmDelete}
      confirm={{ label: 'Excluir', icon: <Trash2 className="i" aria-hidden="true" /> }}
      busy={busy}
      onConfirm={confirm}
      onClose={onClose}
      finalFocus={() => next.current}
    >
      <Thumb file={fileOf(image)} width={404} alt="" />
      <p className="dialog-subject">Foto {place} da galeria</p>
      <p>Sai do site agora, mesmo sem salvar o resto. O histórico guarda a foto.</p>
    </ConfirmDialog>
  );
}
