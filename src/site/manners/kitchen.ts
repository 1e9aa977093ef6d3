const REFUSED = 'O aparelho não deixou agora. Pode ser a bateria fraca.';

/** A recipe is printed, and its screen stays on where the browser can do that. */
export default function kitchen(tools: HTMLElement): void {
  const [print, awake] = tools.querySelectorAll('button');
  const said = tools.querySelector('[aria-live]');
  if (!print || !awake || !said) return;
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
    said.textContent = REFUSED;
  };

  print.addEventListener('click', () => window.print());
  if ('wakeLock' in navigator)
    awake.addEventListener('click', () => {
      said.textContent = '';
      if (stop) stop();
      stop = stop ? undefined : keepAwake(onRefused);
      say(Boolean(stop));
    });
  else awake.remove();
  for (const button of [print, awake]) button.classList.remove('waits');
}

/** Keeps the screen on until what it returns is called; the browser lets go whenever the page is out of sight. */
function keepAwake(onRefused: () => void): () => void {
  let over = false;
  let lock: WakeLockSentinel | undefined;
  const hold = async () => {
    if (document.visibilityState !== 'visible') return;
    try {
      const held = await navigator.wakeLock.request('screen');
      if (over) await held.release();
      else lock = held;
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
