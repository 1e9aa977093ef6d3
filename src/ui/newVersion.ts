// A page that was opened before a release asks for pieces that the server no longer has. Small: every page loads it.

const RELOADED = 'vitrine.reloaded';
/** Fields of a public page while it is loaded anew (site/manners/typed.ts); the back office keeps drafts. */
export const TYPED = 'vitrine.typed';
const TYPED_IN = 'input:not([type=password], [type=file], [type=hidden]), textarea, select';
const PAUSE_MS = 4000;
/** Keeps a page that stays old, as one from a cache may, from being loaded anew for ever. */
const AGAIN_MS = 60_000;

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export const fieldsOf = (page: ParentNode): Field[] => [...page.querySelectorAll<Field>(TYPED_IN)];

export const isChecked = (field: Field): field is HTMLInputElement =>
  'checked' in field && /^(checkbox|radio)$/.test(field.type);

/** Whether this page was loaded anew with something typed in it. */
export function hasTyped(): boolean {
  try {
    return sessionStorage.getItem(TYPED) !== null;
  } catch {
    return false;
  }
}

/** Returns the file of this page's build whose name changes with each build. */
function buildFile(): string | undefined {
  const { __reactRouterManifest: office } = window as { __reactRouterManifest?: { url?: string } };
  return office?.url ?? document.querySelector<HTMLScriptElement>('script[src*="/assets/"]')?.src;
}

/** Asks the server itself: `HEAD` passes the service worker by. */
async function isReplaced(): Promise<boolean> {
  const file = buildFile();
  if (!file) return false;
  const answer = await fetch(file, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  return answer?.status === 404;
}

/** Resolves once no form holds the page up to keep what was typed, and after two seconds in any case. */
async function untilKept(): Promise<void> {
  for (let tries = 0; tries < 40; tries += 1) {
    if (window.dispatchEvent(new Event('beforeunload', { cancelable: true }))) return;
    await new Promise((wait) => setTimeout(wait, 50));
  }
}

async function reload(): Promise<void> {
  await untilKept();
  try {
    sessionStorage.setItem(RELOADED, String(Date.now()));
    if (!('__reactRouterManifest' in window)) {
      const values = fieldsOf(document).map((field) => (isChecked(field) ? field.checked : field.value));
      sessionStorage.setItem(TYPED, JSON.stringify({ page: location.pathname, values }));
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

/** Says that there is a new version and loads the page anew, which keeps what was typed. */
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
  Object.assign(dialog.style, { maxWidth: '24rem', padding: '1.5rem', borderRadius: '1rem', border: '0' });
  Object.assign(dialog.style, { margin: 'auto', lineHeight: '1.5' });
  Object.assign(title.style, { margin: '0 0 .5rem', fontSize: '1.25rem' });
  Object.assign(text.style, { margin: '0 0 1rem' });
  dialog.append(title, text, button);
  document.body.append(dialog);
  dialog.showModal();
  setTimeout(reload, PAUSE_MS);
}

/** Handles a piece that could not be loaded. Where there is a new version its promise stays pending until the reload. */
export async function reloadIfReplaced(error: unknown): Promise<never> {
  if (hasReloaded() || !(await isReplaced())) throw error;
  announce();
  return new Promise(() => {});
}
