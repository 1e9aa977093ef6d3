import { useEffect } from 'react';

/**
 * A browser gives a view transition up when the screen is turned or the tab is left, and says so by a promise that
 * nobody holds. The page is there either way: that is no error.
 */
export function useQuietTransitions() {
  useEffect(() => {
    const start = document.startViewTransition as Document['startViewTransition'] | undefined;
    if (!start) return;
    document.startViewTransition = function startQuietly(...args) {
      const transition = start.apply(this, args);
      transition.ready.catch(() => {});
      return transition;
    };
    return () => {
      document.startViewTransition = start;
    };
  }, []);
}
