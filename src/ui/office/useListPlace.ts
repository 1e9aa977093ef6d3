import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { useHydrated } from '../useHydrated.ts';
import { isReturn, placeOf, recordIn, rememberPlace } from './listPlace.ts';

/** The parts of the window in which a row would be covered. */
const BARS = { top: 68, bottom: 24 };

/**
 * Remembers how this list stands, and brings it back when somebody returns to it: scrolled as it was, with the focus
 * on the row they come from. Answers that row's uuid, which stays marked until the list shows something else.
 */
export function useListPlace(table: RefObject<HTMLElement | null>, shown: boolean): string | null {
  const { pathname, search, key, state } = useLocation();
  const type = useNavigationType();
  const read = () => {
    const place = type === 'POP' || isReturn(state) ? placeOf(pathname) : undefined;
    return place?.search === search ? { ...place, key } : null;
  };
  const hydrated = useHydrated();
  // The server marks no row, and the first render here has to say what it said.
  const [before, setBefore] = useState(() => (hydrated ? read() : null));
  // biome-ignore lint/correctness/useExhaustiveDependencies: as it stood when the list came
  useLayoutEffect(() => {
    if (!hydrated) setBefore(read());
  }, []);

  useLayoutEffect(() => {
    let scroll = 0;
    const note = () => {
      scroll = window.scrollY;
    };
    // By then the address is that of the screen that comes next.
    const keep = () => rememberPlace(pathname, { search, scroll, row: recordIn(window.location.pathname) });
    keep();
    window.addEventListener('scroll', note, { passive: true });
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('scroll', note);
      window.removeEventListener('pagehide', keep);
      keep();
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
    // Whoever is busy elsewhere already, in the search for one, stays there.
    if (!document.activeElement?.closest('main *')) row.focus({ preventScroll: true });
  }, [shown, before, table]);

  return before?.key === key ? before.row : null;
}
