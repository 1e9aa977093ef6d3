import { whenSeen } from './seen.ts';

const pathOf = (url: string | null | undefined) => (url ? new URL(url).pathname : '');

/** One lies beneath the other, as a recipe beneath the recipes; a branch opens over its list, which stays. */
const isStep = (one: string, other: string) =>
  (other.startsWith(`${one}/`) || one.startsWith(`${other}/`)) && !one.startsWith('/branches');

/** Out of what staff look at ahead of its time, beneath an address of its own, no way is a step. */
const leavesPreview = (path: string) => {
  const base = document.querySelector<HTMLElement>('[data-preview]')?.dataset.preview;
  return base !== undefined && !path.startsWith(base);
};

/**
 * The sheet of the pages that this list leads to. No link of the page's says so, because Firefox would want a policy
 * for such links that is as wide as all others together.
 */
function fetchAhead() {
  const ahead = document.querySelector<HTMLMetaElement>('meta[name=ahead]')?.content;
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (ahead && !connection?.saveData) void fetch(ahead, { priority: 'low' }).catch(() => {});
}

/**
 * The browser moves from page to page (motion.css). This says of which card the picture becomes that of the page it
 * leads to, and takes all ways at once that are none between a list and what lies beneath it. The way back begins
 * before the first paint, so that part of it is in the head's script.
 */
export default function transitions(): void {
  void whenSeen().then(() => {
    if (document.readyState === 'complete') fetchAhead();
    else addEventListener('load', fetchAhead, { once: true });
  });
  addEventListener('pageswap', ({ viewTransition, activation }) => {
    for (const card of document.querySelectorAll('.vt-card.vt-picture')) card.classList.remove('vt-picture');
    if (!viewTransition) return;
    // Given up when the screen is turned, say: the page is there either way.
    viewTransition.ready.catch(() => {});
    const path = pathOf(activation?.entry?.url);
    // A page with a picture of its own has that one to move.
    const card = document.querySelector('.vt-picture')
      ? null
      : document.querySelector(`.tap:has(a[href="${path}"]) .vt-card`);
    card?.classList.add('vt-picture');
    const cameFrom = pathOf(window.navigation?.activation?.from?.url);
    if (leavesPreview(path) || (!card && !isStep(location.pathname, path) && path !== cameFrom))
      viewTransition.skipTransition();
  });
}
