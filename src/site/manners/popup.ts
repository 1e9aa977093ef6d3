import { POPUP_MS } from '../../contract/times.ts';
import sheet from '../../features/home/RecruitmentPopup.css?url';
import { whenAtRest, whenSeen } from './seen.ts';
import { withSheet } from './sheet.ts';

const SEEN = 'vitrine.popup';

/** The vacancies' picture: once per browser session, when the page has come to rest, for a few seconds. */
export default async function popup(template: HTMLElement): Promise<void> {
  await whenSeen();
  if (wasSeen()) return;
  await whenAtRest();
  await withSheet(sheet);
  const part = document.importNode((template as HTMLTemplateElement).content, true);
  const dialog = part.querySelector('dialog');
  const image = part.querySelector('img');
  if (!dialog || !image) return;
  dialog.querySelector('button')?.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => dialog.remove());
  // What `closedby` says, for browsers that do not know it.
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
  // The whole page is styled anew behind a modal dialog: that deserves a task of its own.
  image.addEventListener('load', () => setTimeout(() => show(dialog)), { once: true });
  image.loading = 'eager';
  template.after(part);
}

function show(dialog: HTMLDialogElement): void {
  // Another dialog may have been opened meanwhile: that one was asked for.
  if (document.querySelector('dialog:modal, :popover-open')) dialog.remove();
  else {
    dialog.showModal();
    markSeen();
    setTimeout(() => dialog.close(), POPUP_MS);
  }
}

// A browser that refuses storage shows it again: better than failing.

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
