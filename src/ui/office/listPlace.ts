/** State of a list when the user left it. */
export interface ListPlace {
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

function places(): Record<string, ListPlace> {
  try {
    return JSON.parse(window.sessionStorage.getItem(KEY) ?? '{}') as Record<string, ListPlace>;
  } catch {
    // Storage is disabled, or this is the server: lists begin at the top.
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
    // Storage is disabled.
  }
}

/** Returns the uuid of the record in a screen's address. */
export function recordIn(path: string): string | null {
  return UUID.exec(path)?.[0] ?? null;
}

/** Marks a saved record as the row to focus when its list is shown again. */
export function rememberRow(list: string, row: string): void {
  if (isList(list)) rememberPlace(list, { search: '', scroll: 0, ...placeOf(list), row });
}

export function forgetPlaces(): void {
  try {
    window.sessionStorage.removeItem(KEY);
  } catch {
    // Storage is disabled.
  }
}

/** State in the history entry of a list that the user returned to. */
const RETURN = { returns: true };

export function isReturn(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'returns' in state;
}

/**
 * Returns the link props of Save and «Registros». A list opens as the user left it, replaces the current
 * screen, and scrolls by itself once its rows are loaded. Other addresses are plain links.
 */
export function wayBack(to: string) {
  if (!isList(to)) return { to };
  return { to: to + (placeOf(to)?.search ?? ''), replace: true, preventScrollReset: true, state: RETURN };
}
