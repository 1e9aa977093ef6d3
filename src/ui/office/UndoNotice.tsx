import { Redo2, Undo2 } from 'lucide-react';
import { useRef } from 'react';
import { Button } from './Button.tsx';
import './UndoNotice.css';

/**
 * Says in place what was replaced or removed, and offers to take it back until it is saved. Alerts close by themselves,
 * so they are no place for an undo that must not be lost.
 */
export function UndoNotice({
  text,
  onUndo,
  onRedo,
}: {
  /** Empty while nothing happened. */
  text: string;
  onUndo: (() => void) | undefined;
  onRedo?: (() => void) | undefined;
}) {
  const box = useRef<HTMLDivElement>(null);
  const press = (run: () => void) => {
    run();
    // The pressed button may be gone then.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) box.current?.querySelector('button')?.focus();
    });
  };
  return (
    <div className="undo-notice" ref={box} data-empty={text === '' || undefined}>
      <p role="status">{text}</p>
      {onUndo && (
        <Button
          variant="line"
          small
          icon={<Undo2 className="i" aria-hidden="true" />}
          onClick={() => press(onUndo)}
        >
          Desfazer
        </Button>
      )}
      {onRedo && (
        <Button
          variant="line"
          small
          icon={<Redo2 className="i" aria-hidden="true" />}
          onClick={() => press(onRedo)}
        >
          Refazer
        </Button>
      )}
    </div>
  );
}
