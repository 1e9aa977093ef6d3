import { Trash2 } from 'lucide-react';
import { lazy, type RefObject, useRef, useState } from 'react';
import { wordsOf } from '../../../contract/failure.ts';
import type { ImageFile } from '../../../contract/image.ts';
import { texts } from '../../../contract/texts.ts';
import { alert, undoButton } from '../alerts.tsx';
import { callEndpoint, type DestroyEndpoint } from '../callEndpoint.ts';
import { failureFrom } from '../load.ts';
import { withReauth } from '../session.ts';
import { Thumb } from '../Thumb.tsx';

// After a first press only.
const ConfirmDialog = lazy(() =>
  import('../dialog/ConfirmDialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);

/** How rows of a list are deleted. */
export interface Removal<T> {
  endpoint: DestroyEndpoint;
  /** What it is called here, where that is not to delete, and how it is asked. */
  verb?: string;
  question?: string;
  /** What follows from it, in words. */
  consequence: string;
  picture?: (item: T) => ImageFile | null;
}

/** Asks before a row's record is deleted, deletes it, and says so. */
export function RemoveDialog<T extends { uuid: string }>({
  item,
  name,
  remove,
  said,
  onRemoved,
  onUndo,
  onClose,
  heading,
}: {
  item: T;
  name: string;
  remove: Removal<T>;
  /** Once it is done. */
  said: string;
  onRemoved: (item: T) => void;
  /** Brings it back, where that can be. */
  onUndo: ((item: T) => void) | undefined;
  onClose: () => void;
  heading: RefObject<HTMLElement | null>;
}) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const gone = useRef(false);
  const confirm = async () => {
    setBusy(true);
    setProblem('');
    try {
      const { data } = await withReauth(() => callEndpoint(remove.endpoint, { params: { uuid: item.uuid } }));
      gone.current = true;
      if (onUndo) alert.undo(said, data.message, { label: 'Desfazer', run: () => onUndo(item) });
      else alert.success(said, data.message);
      onRemoved(item);
    } catch (error) {
      const failure = failureFrom(error);
      alert.failure(failure);
      // Somebody else was faster: the row has no business here any more.
      if (failure.code === 'not_found') return onRemoved(item);
      // Said here too, because the dialog stands before the alert.
      setProblem(wordsOf(failure));
      setBusy(false);
    }
  };
  const picture = remove.picture?.(item);
  return (
    <ConfirmDialog
      open
      title={remove.question ?? texts.confirmDelete}
      confirm={{ label: remove.verb ?? 'Excluir', icon: <Trash2 className="i" aria-hidden="true" /> }}
      busy={busy}
      onConfirm={confirm}
      onClose={onClose}
      finalFocus={() => (gone.current ? (undoButton() ?? heading.current) : null)}
    >
      {picture && <Thumb file={picture} width={404} alt="" />}
      <p className="dialog-subject">{name}</p>
      <p>{remove.consequence}</p>
      {problem && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
    </ConfirmDialog>
  );
}
