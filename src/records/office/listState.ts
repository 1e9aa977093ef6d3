import { useHydrated } from '../../ui/useHydrated.ts';

/** State of a list when the user left it. */
export interface ListState {
  /** Search, order and page as in the address: empty, or beginning with `?`. */
  search: string;
  scroll: number;
  /** Record that was opened from the list, or saved since. */
  row: string | null;
}

// Kept for the tab only: a search is private, and must not outlive the sign-out.
const KEY = 'vitrine.lists';
const UUID = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/;
const isList = (path: string) => path.endsWith('/index');

function places(): Record<string, ListState> {
  try {
    return JSON.parse(window.sessionStorage.getItem(KEY) ?? '{}') as Record<string, ListState>;
  } catch {
    // Storage is disabled, or this is the server: lists begin at the top.
    return {};
  }
}

export function storedListState(list: string): ListState | undefined {
  return places()[list];
}

export function storeListState(list: string, place: ListState): void {
  try {
    window.sessionStorage.setItem(KEY, JSON.stringify({ ...places(), [list]: place }));
  } catch {
    // Storage is disabled.
  }
}

/** Returns the uuid of the record in a screen's address. */
export function recordUuidIn(path: string): string | null {
  return UUID.exec(path)?.[0] ?? null;
}

/** Marks a saved record as the row to focus when its list is shown again. */
export function storeListRow(list: string, row: string): void {
  if (isList(list)) storeListState(list, { search: '', scroll: 0, ...storedListState(list), row });
}

export function forgetListStates(): void {
  try {
    window.sessionStorage.removeItem(KEY);
  } catch {
    // Storage is disabled.
  }
}

/** State in the history entry of a list that the user returned to. */
const RETURN = { returns: true };

export function isReturnToList(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'returns' in state;
}

/**
 * Returns the link props of Save and «Registros». A list opens as the user left it, replaces the current
 * screen, and scrolls by itself once its rows are loaded. Other addresses are plain links.
 */
export function returnLink(to: string) {
  if (!isList(to)) return { to };
  return {
    to: to + (storedListState(to)?.search ?? ''),
    replace: true,
    preventScrollReset: true,
    state: RETURN,
  };
}

/** Returns `returnLink(to)`, at first as the server renders it, which knows no state of lists. */
export function useReturnLink(to: string) {
  const hydrated = useHydrated();
  const link = returnLink(to);
  return hydrated ? link : { ...link, to };
}
