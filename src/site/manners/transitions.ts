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
 * The browser moves from page to page (motion.css). This says of which card the picture becomes that of the page it
 * leads to, and takes all ways at once that are none between a list and what lies beneath it. The way back begins
 * before the first paint, so that part of it is in the head's script.
 */
export default function transitions(): void {
  addEventListener('pageswap', ({ viewTransition, activation }) => {
    for (const card of document.querySelectorAll('.vt-card.vt-picture')) card.classList.remove('vt-picture');
    if (!viewTransition) return;
    // Given up when the screen is turned, say: the page is there either way.
    for (const told of ['ready', 'finished', 'updateCallbackDone'] as const)
      viewTransition[told].catch(() => {});
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
