import { whenIdle } from './pageState.ts';

/**
 * Makes the dialog of a branch modal. The page comes with the dialog open over the list and works without
 * JavaScript. Closing goes back to the page that led here, in its former state, or follows the closing link
 * to the list.
 */
export default async function branchDialog(element: HTMLElement): Promise<void> {
  const dialog = element as HTMLDialogElement;
  const link = dialog.querySelector<HTMLAnchorElement>('a.x');
  let isLeaving = false;
  link?.addEventListener('click', (event) => {
    // A second click would go back one page too far.
    if (isLeaving) event.preventDefault();
    if (isLeaving || !cameByLink()) return;
    event.preventDefault();
    isLeaving = true;
    history.back();
  });
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && !dialog.matches(':modal')) link?.click();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    isLeaving = false;
    if (!dialog.open) dialog.showModal();
  });
  // The dialog stays open until the page behind has loaded.
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    link?.click();
  });
  // Browsers do not let a page prevent a second Escape.
  dialog.addEventListener('close', () => link?.click());
  await Promise.race([whenIdle(), touched()]);
  if (isLeaving) return;
  // `close()` would fire a close event.
  dialog.removeAttribute('open');
  dialog.showModal();
}

/** A modal dialog restyles the whole page, so wait until the page is idle or the visitor acts. */
const touched = () =>
  new Promise<void>((act) => {
    for (const type of ['pointerdown', 'keydown'])
      addEventListener(type, () => act(), { once: true, capture: true });
  });

/** Returns whether the previous page is of this site and led here. */
function cameByLink(): boolean {
  const { navigation } = window as { navigation?: Navigation };
  const from = document.referrer;
  if (history.length < 2 || !from || new URL(from).origin !== location.origin) return false;
  const before = navigation?.entries()[(navigation.currentEntry?.index ?? 0) - 1]?.url;
  return !navigation || before?.replace(/#.*/, '') === from;
}
