// Locks on the drafts of open forms, shared by all windows: a locked draft is not recovered elsewhere.

const nameOf = (id: string) => `vitrine draft ${id}`;

/** Drafts released by this window; the lock manager may not know it yet. */
const released = new Set<string>();

/** Locks a draft until the returned function is called or the window closes. */
export function lockDraft(id: string): () => void {
  released.delete(id);
  const control = new AbortController();
  const { signal } = control;
  const untilReleased = () =>
    new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  // Web Locks need a secure context; without it, any window of the user may take the latest draft.
  navigator.locks?.request(nameOf(id), { signal }, untilReleased).catch(() => {});
  return () => {
    released.add(id);
    control.abort();
  };
}

/** Returns a predicate for the drafts that are locked now. */
export async function lockedDrafts(): Promise<(id: string) => boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  const names = new Set(held.map(({ name }) => name));
  return (id) => names.has(nameOf(id)) && !released.has(id);
}
