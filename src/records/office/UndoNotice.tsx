import { Redo2, Undo2 } from 'lucide';
import { useRef } from 'react';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';

/**
 * Names the replaced or removed content in place, and offers an undo until the form is saved. Alerts close by
 * themselves, so they are unsuitable for an undo that must not be lost.
 */
export function UndoNotice({
  text,
  onUndo,
  onRedo,
}: {
  /** Empty while there is nothing to undo. */
  text: string;
  onUndo: (() => void) | undefined;
  onRedo?: (() => void) | undefined;
}) {
  const box = useRef<HTMLDivElement>(null);
  const press = (run: () => void) => {
    run();
    // The pressed button may have been removed by then.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) box.current?.querySelector('button')?.focus();
    });
  };
  return (
    <div className="undo-notice" ref={box} data-empty={text === '' || undefined}>
      <p role="status">{text}</p>
      {onUndo && (
        <Button variant="line" small icon={<Icon of={Undo2} />} onClick={() => press(onUndo)}>
          Desfazer
        </Button>
      )}
      {onRedo && (
        <Button variant="line" small icon={<Icon of={Redo2} />} onClick={() => press(onRedo)}>
          Refazer
        </Button>
      )}
    </div>
  );
}
