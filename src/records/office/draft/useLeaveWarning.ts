import { useEffect, useRef } from 'react';

/**
 * Asks before the tab closes while `losesInput` returns true. Listens only to a form with changes: a page that
 * listens is not kept for the way back.
 */
export function useLeaveWarning(isDirty: boolean, losesInput: () => boolean): void {
  const latest = useRef(losesInput);
  latest.current = losesInput;
  useEffect(() => {
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent) => {
      if (latest.current()) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isDirty]);
}
