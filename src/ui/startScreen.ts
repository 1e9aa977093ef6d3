import type { RawResponse } from '../shared/httpCall.ts';
import type { PreloadedUser } from '../shared/preloadedUser.ts';

/** Set while the page validates a token and reloads, so that it does so once only. */
const AGAIN_KEY = 'vitrine.again';
const READER_KEY = 'vitrine.reader';
const TOKEN_KEY = 'vitrine.token';

/** Time in ms after parsing at which modules load even if nothing was painted (background window). */
const MAX_PAINT_MS = 500;

/**
 * Starts a page of the back office before its content is parsed.
 *
 * A page rendered for a reader is hidden from all other users: the stored token must belong to that reader
 * (session.ts stores whose it is). Without a token, the script goes to the sign-in. With a token of another or
 * an unknown user, it validates the token, which also renews the session's page key, and reloads the page.
 * `stop` keeps the rest of the page from being parsed into content.
 */
export function startScreen(): void {
  const { reader, asks, pattern } = document.currentScript?.dataset ?? {};
  const token = storedToken();
  guardRestoredPage(token);
  if (reader && !belongsTo(JSON.parse(reader), token)) {
    show(false);
    stop();
    if (token === null || sessionStorage.getItem(AGAIN_KEY)) signIn();
    else {
      sessionStorage.setItem(AGAIN_KEY, '1');
      validate(token).catch(signIn);
    }
    return;
  }
  try {
    sessionStorage.removeItem(AGAIN_KEY);
  } catch {}
  // The shell does not know the query.
  if (asks && token && !location.search) preload(asks.split(' '), pattern ?? '', token);
  if (reader) {
    repeatInputAfterHydration();
    loadModulesAfterPaint();
  }
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

const storedToken = () => read(TOKEN_KEY);

const belongsTo = ({ uuid }: PreloadedUser, token: string | null) =>
  token !== null && read(READER_KEY) === `${uuid} ${token}`;

function show(isVisible: boolean): void {
  document.documentElement.style.opacity = isVisible ? '' : '0';
}

const signIn = () =>
  location.replace(`/auth/login?next=${encodeURIComponent(location.pathname + location.search)}`);

const startAgain = () => (storedToken() === null ? signIn() : location.reload());

const ask = (path: string, { headers, ...options }: { headers: Record<string, string> } & RequestInit) =>
  fetch(path, { ...options, headers: { accept: 'application/json', ...headers } });

/**
 * Keeps a page restored from the back/forward cache invisible until it is certain that no other user has
 * signed in meanwhile.
 */
function guardRestoredPage(first: string | null): void {
  let left = first;
  addEventListener('pagehide', ({ persisted }) => {
    left = storedToken();
    if (persisted) show(false);
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    if (left === storedToken()) show(true);
    else startAgain();
  });
}

async function validate(token: string): Promise<void> {
  const api = document.querySelector<HTMLMetaElement>('meta[name=api-base]')?.content ?? '';
  const response = await ask(`${api}/auth/validate-token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  const { user } = (await response.json()).data;
  if (storedToken() === token) {
    if (user) localStorage.setItem(READER_KEY, `${user.uuid} ${token}`);
    else localStorage.removeItem(TOKEN_KEY);
  }
  startAgain();
}

/** Requests the data of the screen. The loader that takes a response handles its failure. */
function preload(addresses: string[], pattern: string, token: string): void {
  const names = pattern.split('/');
  const parts = location.pathname.split('/');
  const fillIn = (address: string) =>
    names.reduce(
      (path, name, at) =>
        name.startsWith(':') ? path.replace(encodeURIComponent(name), () => parts[at] ?? '') : path,
      address,
    );
  window.vitrineAsks = new Map(
    addresses.map((address) => {
      const path = fillIn(address);
      const answer = request(path, token);
      answer.catch(() => {});
      return [path, answer];
    }),
  );
}

async function request(path: string, token: string): Promise<RawResponse> {
  const response = await ask(path, { headers: { authorization: `Bearer ${token}` } });
  return {
    status: response.status,
    text: await response.text(),
    retryAfter: response.headers.get('retry-after'),
  };
}

/**
 * Repeats what the user did before hydration. A button is pressed again, unless another one was pressed since.
 * Typed text is dispatched again; React must not regard it as known, because it tracks values that are set on
 * the element itself.
 */
function repeatInputAfterHydration(): void {
  let pressed: HTMLElement | null | undefined;
  let typed: EventTarget | null = null;
  const holdClick = (event: Event) => {
    pressed =
      event.target instanceof Element ? event.target.closest<HTMLElement>('button[type=button]') : null;
    if (pressed) event.stopImmediatePropagation();
  };
  const noteInput = (event: Event) => {
    typed = event.target;
  };
  addEventListener('click', holdClick, true);
  addEventListener('input', noteInput, true);
  window.vitrineAlive = () => {
    removeEventListener('click', holdClick, true);
    removeEventListener('input', noteInput, true);
    if (pressed?.isConnected) pressed.click();
    if (typed instanceof Element && typed.isConnected && 'value' in typed) {
      const { value } = typed;
      typed.value = `${value} `;
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(typed), 'value')?.set?.call(typed, value);
      typed.dispatchEvent(new Event('input', { bubbles: true }));
    }
    pressed = null;
    typed = null;
  };
}

/** Loads the modules of a page with content after its first paint. The server has renamed their elements. */
function loadModulesAfterPaint(): void {
  const start = () => {
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=later]'))
      link.rel = 'modulepreload';
    const later = document.querySelector<HTMLScriptElement>('script[type=later]');
    if (!later) return;
    const { parentNode, nextSibling } = later;
    later.remove();
    later.type = 'module';
    later.async = true;
    parentNode?.insertBefore(later, nextSibling);
  };
  addEventListener('DOMContentLoaded', () => {
    requestAnimationFrame(() => (window.requestIdleCallback ?? setTimeout)(start));
    setTimeout(start, MAX_PAINT_MS);
  });
}
