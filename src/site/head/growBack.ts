/**
 * Makes the picture of the page that is left shrink to its card on the way back to a list
 * (`pageScripts/transitions.ts`).
 */
export function growBack(): void {
  try {
    addEventListener('pagereveal', ({ viewTransition }) => {
      if (!viewTransition) return;
      for (const phase of ['ready', 'finished', 'updateCallbackDone'] as const)
        viewTransition[phase].catch(() => {});
      const from = window.navigation?.activation?.from?.url;
      if (!from) return;
      const card = document.querySelector(`.tap:has(a[href="${new URL(from).pathname}"]) .vt-card`);
      card?.classList.add('vt-picture');
    });
  } catch {}
}
