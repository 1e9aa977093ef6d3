import { whenAtRest } from './seen.ts';

/**
 * A branch comes with its dialog open over the list, whole without a script. This makes it modal; closing it goes back
 * to the page that led to it, as that was left, or on to the list by the closing link.
 */
export default async function branchDialog(found: HTMLElement): Promise<void> {
  const dialog = found as HTMLDialogElement;
  const link = dialog.querySelector<HTMLAnchorElement>('a.x');
  let isLeaving = false;
  link?.addEventListener('click', (event) => {
    // Twice would be one page too far.
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
  // It stays until the page behind is there.
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    link?.click();
  });
  // A second Escape closes it whatever is said.
  dialog.addEventListener('close', () => link?.click());
  await Promise.race([whenAtRest(), touched()]);
  if (isLeaving) return;
  // Not close(): that would tell of a closing that nobody asked for.
  dialog.removeAttribute('open');
  dialog.showModal();
}

/** All of the page is styled anew behind a modal dialog, which is seen already: that waits as long as nobody acts. */
const touched = () =>
  new Promise<void>((act) => {
    for (const type of ['pointerdown', 'keydown'])
      addEventListener(type, () => act(), { once: true, capture: true });
  });

/** Whether the page before this one is ours, and led here. */
function cameByLink(): boolean {
  const { navigation } = window as { navigation?: Navigation };
  const from = document.referrer;
  if (history.length < 2 || !from || new URL(from).origin !== location.origin) return false;
  const before = navigation?.entries()[(navigation.currentEntry?.index ?? 0) - 1]?.url;
  return !navigation || before?.replace(/#.*/, '') === from;
}
