// Which drafts a form is open for, in whichever window: as long as one is, no other takes it for left behind.

const nameOf = (id: string) => `vitrine draft ${id}`;

/** Let go of here; the browser may still be about to hear of it. */
const released = new Set<string>();

/** Holds a draft until it is called off, or the window is gone, however. */
export function holdDraft(id: string): () => void {
  released.delete(id);
  const control = new AbortController();
  const { signal } = control;
  const untilThen = () => new Promise<void>((done) => signal.addEventListener('abort', () => done()));
  // Only where the connection is secure; elsewhere the latest draft is anybody's of the same person.
  navigator.locks?.request(nameOf(id), { signal }, untilThen).catch(() => {});
  return () => {
    released.add(id);
    control.abort();
  };
}

/** Tells which drafts are held now. */
export async function heldDrafts(): Promise<(id: string) => boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  const names = new Set(held.map(({ name }) => name));
  return (id) => names.has(nameOf(id)) && !released.has(id);
}
