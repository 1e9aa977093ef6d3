import type { BranchSummary } from '../branchSummary.contract.ts';

// The shopper's own store: chosen once, stored on the device, shared by all tabs, never sent to the server.

/** The script in the head reads this key too (site/head/placeMyStore.ts). */
const KEY = 'vitrine.store';
/** Own event, because `storage` events do not fire in the tab that writes. */
const CHANGED = 'vitrine:store';

export interface MyStore extends BranchSummary {
  /** Time of the last refresh, in milliseconds. */
  read: number;
}

/** A store that was removed from the site leaves its name, so that the page can say so once. */
type StoredChoice = MyStore | { gone: string } | null;

/** Fallback until the next page, for a browser that refuses `localStorage`. */
let memory: { kept: StoredChoice } | undefined;

function kept(): StoredChoice {
  if (memory) return memory.kept;
  try {
    // Foreign content is harmless: it lacks the properties that the readers check.
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return typeof found === 'object' ? (found as StoredChoice) : null;
  } catch {
    return null;
  }
}

export function saveStore(kept: StoredChoice): void {
  try {
    if (kept) localStorage.setItem(KEY, JSON.stringify(kept));
    else localStorage.removeItem(KEY);
    memory = undefined;
  } catch {
    memory = { kept };
  }
  dispatchEvent(new Event(CHANGED));
}

export function readStore(): MyStore | null {
  const found = kept();
  return found && 'hours' in found ? found : null;
}

/** Returns the name of the own store if it was removed from the site, until it is forgotten or replaced. */
export function removedStoreName(): string | null {
  const found = kept();
  return found && 'gone' in found ? found.gone : null;
}

export const chooseStore = (branch: BranchSummary): void => saveStore({ ...branch, read: Date.now() });
export const forgetStore = (): void => saveStore(null);

/**
 * Calls `listener` when the own store changes in any tab, and when the page returns from the back/forward
 * cache.
 */
export function onStoreChange(listener: () => void): void {
  addEventListener(CHANGED, listener);
  addEventListener('storage', ({ key }) => (key === KEY || key === null) && listener());
  addEventListener('pageshow', ({ persisted }) => persisted && listener());
}
