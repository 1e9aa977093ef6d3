import type { BranchSummary } from './branchSummary.contract.ts';

// The shopper's own store: chosen once, kept on the device, the same in all tabs, and told to nobody.

/** The head's script reads it too (site/headScript.ts). */
const KEY = 'vitrine.store';
/** The same tab hears nothing of what it keeps itself. */
const CHANGED = 'vitrine:store';

export interface MyStore extends BranchSummary {
  /** When the server was last asked about it. */
  read: number;
}

/** A store that the site no longer shows leaves its name, so that it can be said once. */
type Kept = MyStore | { gone: string } | null;

/** What a browser that refuses storage knows until the next page. */
let here: { kept: Kept } | undefined;

function kept(): Kept {
  if (here) return here.kept;
  try {
    // What is none of ours has none of the names that are asked for.
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return typeof found === 'object' ? (found as Kept) : null;
  } catch {
    return null;
  }
}

export function keepStore(kept: Kept): void {
  try {
    if (kept) localStorage.setItem(KEY, JSON.stringify(kept));
    else localStorage.removeItem(KEY);
    here = undefined;
  } catch {
    here = { kept };
  }
  dispatchEvent(new Event(CHANGED));
}

export function readStore(): MyStore | null {
  const found = kept();
  return found && 'hours' in found ? found : null;
}

/** The name of the own store that has gone from the site, until it is forgotten or another is chosen. */
export function goneStore(): string | null {
  const found = kept();
  return found && 'gone' in found ? found.gone : null;
}

export const chooseStore = (branch: BranchSummary): void => keepStore({ ...branch, read: Date.now() });
export const forgetStore = (): void => keepStore(null);

/** Called when another is chosen, here or in another tab, and when this page comes back from the browser's memory. */
export function onStoreChange(heard: () => void): void {
  addEventListener(CHANGED, heard);
  addEventListener('storage', ({ key }) => (key === KEY || key === null) && heard());
  addEventListener('pageshow', ({ persisted }) => persisted && heard());
}
