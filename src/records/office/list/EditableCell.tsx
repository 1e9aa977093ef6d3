import { Pencil } from 'lucide';
import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { CellEditorProps } from '../cell/CellEditor.tsx';
import { Icon } from '../Icon.tsx';

// Loaded when a cell is edited.
const loadEditor = () => import('../cell/CellEditor.tsx').then((module) => ({ default: module.CellEditor }));
const CellEditor = lazy(loadEditor) as typeof import('../cell/CellEditor.tsx').CellEditor;

type Props<T> = Omit<CellEditorProps<T>, 'onClose'> & {
  /** Set when the row's menu opens the editor. */
  asked: boolean;
  onClosed: () => void;
  children: ReactNode;
};

/** Cell content as a button that opens a field in its place. */
export function EditableCell<T extends { uuid: string }>({ asked, onClosed, children, ...editor }: Props<T>) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const returnsFocus = useRef(false);
  useEffect(() => {
    if (asked) setOpen(true);
  }, [asked]);
  // The row may have moved and lost the focus.
  useLayoutEffect(() => {
    if (!returnsFocus.current || open) return;
    if (document.activeElement !== document.body && document.activeElement !== button.current) {
      returnsFocus.current = false;
      return;
    }
    button.current?.focus();
  });
  const close = (focus: boolean) => {
    returnsFocus.current = focus;
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
        returnsFocus.current = false;
      }}
      onClick={() => setOpen(true)}
      onKeyDown={(event) => event.key === 'F2' && setOpen(true)}
    >
      <span className="sr-only">{`Mudar ${editor.edit.what} de ${editor.name}: `}</span>
      {/* One element, so that the text flows as one line. */}
      <span>{children}</span>
      <Icon of={Pencil} />
    </button>
  );
  if (!open) return shown;
  return (
    <Suspense fallback={shown}>
      <CellEditor {...editor} onClose={close} />
    </Suspense>
  );
}
