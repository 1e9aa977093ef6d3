import { startTransition, useEffect, useState } from 'react';

let hydrated = false;

/**
 * False on the server and in the first render in the browser; true from then on. What follows from it is rendered
 * in slices: the first render leaves no long task behind.
 */
export function useHydrated(): boolean {
  const [known, setKnown] = useState(hydrated);
  useEffect(() => {
    hydrated = true;
    startTransition(() => setKnown(true));
  }, []);
  return known;
}
