/** How a list stood when it was left. */
export interface ListPlace {
  /** Its search, order and page, as the address says them: empty, or from `?` on. */
  search: string;
  scroll: number;
  /** The record that was opened from it, or saved since. */
  row: string | null;
}

// As long as the tab: what somebody looked for is nobody's business in another, or after they signed out.
const KEY = 'vitrine.lists';
const UUID = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/;
const isList = (path: string) => path.endsWith('/index');

function places(): Record<string, ListPlace> {
  try {
    return JSON.parse(window.sessionStorage.getItem(KEY) ?? '{}') as Record<string, ListPlace>;
  } catch {
    // Switched off, or on the server: lists then begin at their top.
    return {};
  }
}

export function placeOf(list: string): ListPlace | undefined {
  return places()[list];
}

export function rememberPlace(list: string, place: ListPlace): void {
  try {
    window.sessionStorage.setItem(KEY, JSON.stringify({ ...places(), [list]: place }));
  } catch {
    // As above.
  }
}

/** The record whose screen this is. */
export function recordIn(path: string): string | null {
  return UUID.exec(path)?.[0] ?? null;
}

/** A record that was saved is the one to look for when its list is back. */
export function rememberRow(list: string, row: string): void {
  if (isList(list)) rememberPlace(list, { search: '', scroll: 0, ...placeOf(list), row });
}

export function forgetPlaces(): void {
  try {
    window.sessionStorage.removeItem(KEY);
  } catch {
    // As above.
  }
}

/** In the history's state of a list that somebody came back to. */
const RETURN = { returns: true };

export function isReturn(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'returns' in state;
}

/**
 * Where Save and «Registros» lead, and how: a list as it was left, in place of the screen that is left now. It scrolls
 * by itself, once its rows are there. Any other address is a plain way.
 */
export function wayBack(to: string) {
  if (!isList(to)) return { to };
  return { to: to + (placeOf(to)?.search ?? ''), replace: true, preventScrollReset: true, state: RETURN };
}
