import { Trash2 } from 'lucide';
import { lazy, type RefObject, useRef, useState } from 'react';
import type { ImageFile } from '../../../shared/files/image.ts';
import { texts } from '../../../shared/text/texts.ts';
import { alert, undoButton } from '../alerts.tsx';
import { callEndpoint, type DestroyEndpoint } from '../callEndpoint.ts';
import { Icon } from '../Icon.tsx';
import { failureFrom } from '../loadScreen.ts';
import { withReauth } from '../session.ts';
import { Thumb } from '../Thumb.tsx';

// Loaded on first use.
const ConfirmDialog = lazy(() =>
  import('../dialog/ConfirmDialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);

/** How rows of a list are deleted. */
export interface RowRemoval<T> {
  endpoint: DestroyEndpoint;
  /** Verb and question, if the action is not called deletion. */
  verb?: string;
  question?: string;
  /** Consequence of the deletion, in words. */
  consequence: string;
  picture?: (item: T) => ImageFile | null;
}

/** Asks before a record is deleted, deletes it and reports the result. */
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
  remove: RowRemoval<T>;
  /** Title of the alert afterwards. */
  said: string;
  onRemoved: (item: T) => void;
  /** Restores the record, if possible. */
  onUndo: ((item: T) => void) | undefined;
  onClose: () => void;
  heading: RefObject<HTMLElement | null>;
}) {
  const [busy, setBusy] = useState(false);
  const isDeleted = useRef(false);
  const confirm = async () => {
    setBusy(true);
    try {
      const { data } = await withReauth(() => callEndpoint(remove.endpoint, { params: { uuid: item.uuid } }));
      isDeleted.current = true;
      if (onUndo) alert.undo(said, data.message, { label: 'Desfazer', run: () => onUndo(item) });
      else alert.success(said, data.message);
      onRemoved(item);
    } catch (error) {
      const failure = failureFrom(error);
      alert.failure(failure);
      // Another user deleted it first: remove the row.
      if (failure.code === 'not_found') return onRemoved(item);
      setBusy(false);
    }
  };
  const picture = remove.picture?.(item);
  return (
    <ConfirmDialog
      open
      title={remove.question ?? texts.confirmDelete}
      confirm={{ label: remove.verb ?? 'Excluir', icon: <Icon of={Trash2} /> }}
      busy={busy}
      onConfirm={confirm}
      onClose={onClose}
      finalFocus={() => (isDeleted.current ? (undoButton() ?? heading.current) : null)}
    >
      {picture && <Thumb file={picture} width={404} alt="" />}
      <p className="dialog-subject">{name}</p>
      <p>{remove.consequence}</p>
    </ConfirmDialog>
  );
}
