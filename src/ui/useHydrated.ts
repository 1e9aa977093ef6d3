import { startTransition, useEffect, useState } from 'react';

let hydrated = false;

/**
 * Returns false on the server and in the first render in the browser, then true. The update runs in a
 * transition, so that it leaves no long task.
 */
export function useHydrated(): boolean {
  const [isHydrated, setHydrated] = useState(hydrated);
  useEffect(() => {
    hydrated = true;
    startTransition(() => setHydrated(true));
  }, []);
  return isHydrated;
}
