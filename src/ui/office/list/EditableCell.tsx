import { Pencil } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { CellEditorProps } from '../cell/CellEditor.tsx';

// For whoever changes something where it stands.
const loadEditor = () => import('../cell/CellEditor.tsx').then((module) => ({ default: module.CellEditor }));
const CellEditor = lazy(loadEditor) as typeof import('../cell/CellEditor.tsx').CellEditor;

type Props<T> = Omit<CellEditorProps<T>, 'onClose'> & {
  /** Opened from elsewhere: the menu of the row. */
  asked: boolean;
  onClosed: () => void;
  children: ReactNode;
};

/** What stands in a cell, as a button that opens a field in its place. */
export function EditableCell<T extends { uuid: string }>({ asked, onClosed, children, ...editor }: Props<T>) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const comesBack = useRef(false);
  useEffect(() => {
    if (asked) setOpen(true);
  }, [asked]);
  // Its row may have moved, and taken the focus from it.
  useLayoutEffect(() => {
    if (!comesBack.current || open) return;
    if (document.activeElement !== document.body && document.activeElement !== button.current) {
      comesBack.current = false;
      return;
    }
    button.current?.focus();
  });
  const close = (focus: boolean) => {
    comesBack.current = focus;
    setOpen(false);
    onClosed();
  };
  const shown = (
    <button
      type="button"
      ref={button}
      className="cell-button"
      onPointerEnter={loadEditor}
      onFocus={loadEditor}
      onBlur={() => {
        comesBack.current = false;
      }}
      onClick={() => setOpen(true)}
      onKeyDown={(event) => event.key === 'F2' && setOpen(true)}
    >
      <span className="sr-only">{`Mudar ${editor.edit.what} de ${editor.name}: `}</span>
      {/* Of one piece, as a line of text is. */}
      <span>{children}</span>
      <Pencil className="i" aria-hidden="true" />
    </button>
  );
  if (!open) return shown;
  return (
    <Suspense fallback={shown}>
      <CellEditor {...editor} onClose={close} />
    </Suspense>
  );
}
