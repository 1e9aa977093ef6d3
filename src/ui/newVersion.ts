// After a release, a page that was opened before it requests chunks that the server no longer has. Keep this
// module small, because every page loads it.

const RELOADED = 'vitrine.reloaded';
/**
 * Key of the fields of a public page during a reload (site/pageScripts/restoreTyped.ts); the back office keeps drafts
 * instead.
 */
export const SAVED_FIELDS_KEY = 'vitrine.typed';
const TYPED_IN = 'input:not([type=password], [type=file], [type=hidden]), textarea, select';
const PAUSE_MS = 4000;
/**
 * Shortest time between two reloads in ms, so that a page that stays outdated (from a cache) does not reload
 * for ever.
 */
const AGAIN_MS = 60_000;

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export const fieldsOf = (page: ParentNode): Field[] => [...page.querySelectorAll<Field>(TYPED_IN)];

export const isChecked = (field: Field): field is HTMLInputElement =>
  'checked' in field && /^(checkbox|radio)$/.test(field.type);

/** Returns whether this page was reloaded with text in its fields. */
export function hasSavedFields(): boolean {
  try {
    return sessionStorage.getItem(SAVED_FIELDS_KEY) !== null;
  } catch {
    return false;
  }
}

/** Returns the file of this page's build whose name changes with each build. */
function buildFile(): string | undefined {
  const { __reactRouterManifest: office } = window as { __reactRouterManifest?: { url?: string } };
  return office?.url ?? document.querySelector<HTMLScriptElement>('script[src*="/assets/"]')?.src;
}

/** Checks with the server itself: the service worker ignores `HEAD`. */
async function isReplaced(): Promise<boolean> {
  const file = buildFile();
  if (!file) return false;
  const answer = await fetch(file, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  return answer?.status === 404;
}

/** Resolves once no form blocks the reload to save its draft, or after two seconds. */
async function untilDraftsSaved(): Promise<void> {
  for (let attempt = 0; attempt < 40; attempt += 1) {
    if (window.dispatchEvent(new Event('beforeunload', { cancelable: true }))) return;
    await new Promise((wait) => setTimeout(wait, 50));
  }
}

async function reload(): Promise<void> {
  await untilDraftsSaved();
  try {
    sessionStorage.setItem(RELOADED, String(Date.now()));
    if (!('__reactRouterManifest' in window)) {
      const values = fieldsOf(document).map((field) => (isChecked(field) ? field.checked : field.value));
      sessionStorage.setItem(SAVED_FIELDS_KEY, JSON.stringify({ page: location.pathname, values }));
    }
  } catch {}
  location.reload();
}

function hasReloaded(): boolean {
  try {
    return Date.now() - Number(sessionStorage.getItem(RELOADED)) < AGAIN_MS;
  } catch {
    return true;
  }
}

let isAnnounced = false;

/** Announces a new version, then reloads the page, which keeps what the user typed. */
function announce(): void {
  if (isAnnounced) return;
  isAnnounced = true;
  const dialog = document.createElement('dialog');
  dialog.setAttribute('role', 'alertdialog');
  dialog.className = 'new-version';
  const title = document.createElement('h2');
  title.textContent = 'Saiu uma versão nova';
  const text = document.createElement('p');
  text.textContent = 'A página recarrega em instantes, e o que você digitou continua nela.';
  const button = document.createElement('button');
  button.className = 'btn btn-red';
  button.textContent = 'Recarregar agora';
  button.onclick = reload;
  dialog.setAttribute('aria-label', `${title.textContent}. ${text.textContent}`);
  dialog.style.cssText =
    'max-width:24rem;margin:auto;padding:1.5rem;border:0;border-radius:1rem;line-height:1.5';
  title.style.cssText = 'margin:0 0 .5rem;font-size:1.25rem';
  text.style.cssText = 'margin:0 0 1rem';
  dialog.append(title, text, button);
  document.body.append(dialog);
  dialog.showModal();
  setTimeout(reload, PAUSE_MS);
}

/** Handles a chunk that failed to load. If there is a new version, the promise stays pending until the reload. */
export async function reloadIfReplaced(error: unknown): Promise<never> {
  if (hasReloaded() || !(await isReplaced())) throw error;
  announce();
  return new Promise(() => {});
}
