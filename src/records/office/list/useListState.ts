import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { useHydrated } from '../../../ui/useHydrated.ts';
import { isReturnToList, recordUuidIn, storedListState, storeListState } from '../listState.ts';

/** Heights in px of the bars that cover a row at the edges of the window. */
const BARS = { top: 68, bottom: 24 };

/**
 * Stores the state of this list, and restores it when the user returns: the scroll position, and the focus on
 * the row they come from. Returns that row's uuid, which stays marked until the list shows something else.
 */
export function useListState(table: RefObject<HTMLElement | null>, shown: boolean): string | null {
  const { pathname, search, key, state } = useLocation();
  const type = useNavigationType();
  const read = () => {
    const place = type === 'POP' || isReturnToList(state) ? storedListState(pathname) : undefined;
    return place?.search === search ? { ...place, key } : null;
  };
  const hydrated = useHydrated();
  // The server marks no row, and hydration must match its markup.
  const [before, setBefore] = useState(() => (hydrated ? read() : null));
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, when the list is mounted
  useLayoutEffect(() => {
    if (!hydrated) setBefore(read());
  }, []);

  useLayoutEffect(() => {
    let scroll = 0;
    const track = () => {
      scroll = window.scrollY;
    };
    // In the cleanup the address is already that of the next screen.
    const store = () =>
      storeListState(pathname, { search, scroll, row: recordUuidIn(window.location.pathname) });
    store();
    window.addEventListener('scroll', track, { passive: true });
    window.addEventListener('pagehide', store);
    return () => {
      window.removeEventListener('scroll', track);
      window.removeEventListener('pagehide', store);
      store();
    };
  }, [pathname, search]);

  const restored = useRef(false);
  useLayoutEffect(() => {
    if (!shown || !before || restored.current) return;
    restored.current = true;
    window.scrollTo({ top: before.scroll, behavior: 'instant' });
    const row = table.current?.querySelector<HTMLElement>('tr[aria-current]');
    if (!row) return;
    const { top, bottom } = row.getBoundingClientRect();
    const alerts = document.querySelector('.alerts')?.getBoundingClientRect().bottom ?? 0;
    if (top < Math.max(BARS.top, alerts) || bottom > window.innerHeight - BARS.bottom)
      row.scrollIntoView({ block: 'center', behavior: 'instant' });
    // Keep the focus if the user has already moved it, for example to the search.
    if (!document.activeElement?.closest('main *')) row.focus({ preventScroll: true });
  }, [shown, before, table]);

  return before?.key === key ? before.row : null;
}
