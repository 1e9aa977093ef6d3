const pathOf = (url: string | null | undefined) => (url ? new URL(url).pathname : '');

/**
 * Returns whether one page is below the other, as a recipe is below the recipes. A branch opens over its
 * list, so it does not count.
 */
const isStep = (a: string, b: string) =>
  (b.startsWith(`${a}/`) || a.startsWith(`${b}/`)) && !a.startsWith('/branches');

/** Returns whether a link leaves the preview, which gets no transition. */
const leavesPreview = (path: string) => {
  const base = document.querySelector<HTMLElement>('[data-preview]')?.dataset.preview;
  return base !== undefined && !path.startsWith(base);
};

/**
 * Prepares view transitions between pages (`motion.css`). Marks the card whose picture becomes that of the
 * next page, and skips all transitions except those between a list and its details. The way back starts
 * before the first paint, so the head script handles that part.
 */
export default function transitions(): void {
  addEventListener('pageswap', ({ viewTransition, activation }) => {
    for (const card of document.querySelectorAll('.vt-card.vt-picture')) card.classList.remove('vt-picture');
    if (!viewTransition) return;
    // Browsers reject these when a transition is aborted, for example by rotating the screen. The page
    // appears either way.
    for (const phase of ['ready', 'finished', 'updateCallbackDone'] as const)
      viewTransition[phase].catch(() => {});
    const path = pathOf(activation?.entry?.url);
    // If the page has a picture of its own, that one moves.
    const card = document.querySelector('.vt-picture')
      ? null
      : document.querySelector(`.tap:has(a[href="${path}"]) .vt-card`);
    card?.classList.add('vt-picture');
    const cameFrom = pathOf(window.navigation?.activation?.from?.url);
    if (leavesPreview(path) || (!card && !isStep(location.pathname, path) && path !== cameFrom))
      viewTransition.skipTransition();
  });
}
