const REFUSED = 'O aparelho não deixou agora. Pode ser a bateria fraca.';

/** Handles the tools of a recipe: print, and keep the screen on if the browser can. */
export default function enableRecipeTools(tools: HTMLElement): void {
  const [print, awake] = tools.querySelectorAll('button');
  const liveRegion = tools.querySelector('[aria-live]');
  if (!print || !awake || !liveRegion) return;
  let stop: (() => void) | undefined;

  const say = (on: boolean) => {
    awake.setAttribute('aria-pressed', String(on));
    awake.classList.toggle('btn-ink', on);
    awake.classList.toggle('btn-line', !on);
  };
  const onRefused = () => {
    stop?.();
    stop = undefined;
    say(false);
    liveRegion.textContent = REFUSED;
  };

  print.addEventListener('click', () => window.print());
  if ('wakeLock' in navigator)
    awake.addEventListener('click', () => {
      liveRegion.textContent = '';
      if (stop) stop();
      stop = stop ? undefined : keepAwake(onRefused);
      say(Boolean(stop));
    });
  else awake.remove();
  for (const button of [print, awake]) button.classList.remove('waits');
}

/**
 * Keeps the screen on; returns the function that ends this. Browsers release the lock whenever the page is
 * hidden.
 */
function keepAwake(onRefused: () => void): () => void {
  let over = false;
  let lock: WakeLockSentinel | undefined;
  const hold = async () => {
    if (document.visibilityState !== 'visible') return;
    try {
      const sentinel = await navigator.wakeLock.request('screen');
      if (over) await sentinel.release();
      else lock = sentinel;
    } catch {
      if (!over && document.visibilityState === 'visible') onRefused();
    }
  };
  void hold();
  document.addEventListener('visibilitychange', hold);
  return () => {
    over = true;
    document.removeEventListener('visibilitychange', hold);
    void lock?.release();
  };
}
