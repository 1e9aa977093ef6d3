import { whenIdle, whenVisible } from './pageScripts/pageState.ts';

const TOUCHES = ['pointerdown', 'focusin'];
/** Longest wait of a click for an island's script. After that, the click works as without JavaScript. */
const PATIENCE_MS = 2000;

/** Hydrates an island once it is visible or touched, so that islands far down a page cost nothing before. */
export default async function wakeIsland(island: HTMLElement): Promise<void> {
  await whenVisible();
  let hydration: Promise<unknown> | undefined;
  const begin = () => {
    watcher.disconnect();
    hydration ??= import('./hydrate.browser.tsx').then(({ hydrate }) => hydrate(island));
    hydration.catch(() => {}).then(() => island.removeEventListener('click', hold, true));
  };
  // Hold back a click until the script is there.
  const hold = (event: MouseEvent) => {
    const pressed = (event.target as Element).closest<HTMLElement>('a, button');
    if (!pressed || !hydration || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const timeout = new Promise((late) => setTimeout(late, PATIENCE_MS));
    void Promise.race([hydration.catch(() => {}), timeout]).then(() => {
      island.removeEventListener('click', hold, true);
      pressed.click();
    });
  };
  const watcher = new IntersectionObserver(
    (entries) => entries.some((entry) => entry.isIntersecting) && begin(),
    {
      rootMargin: '200px',
    },
  );
  // The island itself has no box.
  void whenIdle().then(() => {
    for (const part of island.children) watcher.observe(part);
  });
  for (const type of TOUCHES) island.addEventListener(type, begin, { passive: true, once: true });
  island.addEventListener('click', hold, true);
}
