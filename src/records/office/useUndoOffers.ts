import { useCallback, useEffect, useMemo, useRef } from 'react';
import { alert } from './alerts.tsx';

/**
 * Returns functions that show undo alerts for this screen only. They close with the screen or by `close`:
 * after the form is saved, an undo would have no effect.
 */
export function useUndoOffers() {
  const open = useRef<(() => void)[]>([]);
  const close = useCallback(() => {
    for (const end of open.current.splice(0)) end();
  }, []);
  useEffect(() => close, [close]);
  return useMemo(() => {
    const offer =
      (kind: 'undo' | 'done') =>
      (title: string, text: string, run: () => void): void => {
        open.current.push(alert[kind](title, text, { label: 'Desfazer', run }));
      };
    return { undo: offer('undo'), done: offer('done'), close };
  }, [close]);
}

export type UndoOffers = ReturnType<typeof useUndoOffers>;
