/** Longer than anybody presses to click. */
const LONGEST_MS = 1000;

let pressed = false;
const waiting = new Set<() => void>();

function release(): void {
  pressed = false;
  // The click of this very press comes first.
  setTimeout(() => {
    for (const go of waiting) go();
    waiting.clear();
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
 * Once no button of the mouse and no finger is down. What leaves a field is looked at as soon as one presses somewhere
 * else; its message would push that place away before the press is over, and the click would be lost.
 */
export const released = (): Promise<void> =>
  new Promise((go) => {
    if (!pressed) return go();
    waiting.add(go);
    setTimeout(go, LONGEST_MS);
  });
