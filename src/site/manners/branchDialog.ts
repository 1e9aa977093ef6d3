/**
 * A branch comes with its dialog open over the list, whole without a script. This makes it modal; closing it goes back
 * to the list that it was opened from, as it was left, or on to the list by the closing link.
 */
export default function branchDialog(found: HTMLElement): void {
  const dialog = found as HTMLDialogElement;
  const link = dialog.querySelector<HTMLAnchorElement>('a.x');
  if (!link) return;
  link.addEventListener('click', (event) => {
    if (!isBefore(link)) return;
    event.preventDefault();
    history.back();
  });
  // It stays until the list is there.
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    link.click();
  });
  // A second Escape closes it whatever is said.
  dialog.addEventListener('close', () => link.click());
  // Not close(): that would tell of a closing that nobody asked for.
  dialog.removeAttribute('open');
  dialog.showModal();
}

/** Whether the list that `link` leads to is where the visitor came from. */
function isBefore({ pathname, search }: HTMLAnchorElement): boolean {
  const { navigation } = window as { navigation?: Navigation };
  const before = navigation
    ? navigation.entries()[(navigation.currentEntry?.index ?? 0) - 1]?.url
    : history.length > 1 && document.referrer;
  if (!before) return false;
  const url = new URL(before);
  return url.pathname === pathname && url.search === search;
}
