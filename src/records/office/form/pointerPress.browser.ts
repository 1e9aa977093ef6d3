/** Longest time in ms for which a press is awaited; longer than any click. */
const LONGEST_MS = 1000;

let pressed = false;
const resolvers = new Set<() => void>();

function release(): void {
  pressed = false;
  // The click of this press is dispatched first.
  setTimeout(() => {
    for (const resolve of resolvers) resolve();
    resolvers.clear();
  });
}

if (typeof document !== 'undefined') {
  const options = { capture: true, passive: true };
  const press = () => {
    pressed = true;
  };
  addEventListener('pointerdown', press, options);
  for (const end of ['pointerup', 'pointercancel']) addEventListener(end, release, options);
}

/**
 * Resolves once no mouse button and no finger is down. Validation on blur runs as soon as the user presses
 * elsewhere; its message would move the pressed target before the release, and the click would be lost.
 */
export const pressReleased = (): Promise<void> =>
  new Promise((resolve) => {
    if (!pressed) return resolve();
    resolvers.add(resolve);
    setTimeout(resolve, LONGEST_MS);
  });
