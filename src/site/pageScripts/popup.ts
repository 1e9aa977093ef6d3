import { POPUP_MS } from '../../shared/text/times.ts';
import { whenIdle, whenVisible } from './pageState.ts';

const SEEN = 'vitrine.popup';

/** Shows the vacancies' picture once per browser session, when the page is idle, for a few seconds. */
export default async function popup(template: HTMLElement): Promise<void> {
  await whenVisible();
  if (wasSeen()) return;
  await whenIdle();
  const part = document.importNode((template as HTMLTemplateElement).content, true);
  const dialog = part.querySelector('dialog');
  const image = part.querySelector('img');
  if (!dialog || !image) return;
  dialog.querySelector('button')?.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => dialog.remove());
  // Does the same as `closedby` for browsers without it.
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
  // A modal dialog restyles the whole page, so it gets a task of its own.
  image.addEventListener('load', () => setTimeout(() => show(dialog)), { once: true });
  image.loading = 'eager';
  template.after(part);
}

function show(dialog: HTMLDialogElement): void {
  // The visitor may have opened another dialog or a menu meanwhile, which takes precedence.
  if (document.querySelector('dialog:modal, :popover-open, header details[open]')) dialog.remove();
  else {
    dialog.showModal();
    markSeen();
    setTimeout(() => dialog.close(), POPUP_MS);
  }
}

// Without storage, the picture shows again.

function wasSeen(): boolean {
  try {
    return sessionStorage.getItem(SEEN) !== null;
  } catch {
    return false;
  }
}

function markSeen(): void {
  try {
    sessionStorage.setItem(SEEN, '1');
  } catch {}
}
