import { useCallback, useEffect, useMemo, useRef } from 'react';
import { alert } from './alerts.tsx';

/**
 * Alerts that offer to undo what happened on this screen alone. They close with it, and when `close` is called: once a
 * form is saved or gone, an undo would change nothing.
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
