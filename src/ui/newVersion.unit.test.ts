import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const MISSING = new TypeError('Failed to fetch dynamically imported module');
const NOW = Date.parse('2026-11-26T12:00:00Z');

class FakeElement {
  readonly style = {};
  readonly children: FakeElement[] = [];
  readonly showModal = vi.fn();
  readonly setAttribute = vi.fn();
  textContent = '';
  onclick: () => void = () => {};
  append(...children: FakeElement[]): void {
    this.children.push(...children);
  }
}

const body = new FakeElement();
const reload = vi.fn();
const fetched = vi.fn<(url: string, options: RequestInit) => Promise<{ status: number }>>();
const stored = new Map<string, string>();
let window: EventTarget;
let fields: object[];
let reloadIfReplaced: (error: unknown) => Promise<never>;

/** Opens a page of the back office, or a public page whose script is `script`. */
function openPage({ manifest, script }: { manifest?: string; script?: string }) {
  if (manifest) Object.assign(window, { __reactRouterManifest: { url: manifest } });
  vi.stubGlobal('document', {
    body,
    querySelector: () => script && { src: script },
    querySelectorAll: () => fields,
    createElement: () => new FakeElement(),
  });
}

/** Reports a missing chunk. Returns the error that the page is left with, if any. */
async function missChunk(): Promise<unknown> {
  let error: unknown;
  void reloadIfReplaced(MISSING).catch((left: unknown) => {
    error = left;
  });
  await vi.advanceTimersByTimeAsync(0);
  return error;
}

beforeEach(async () => {
  vi.useFakeTimers({ now: NOW });
  vi.resetModules();
  body.children.length = 0;
  stored.clear();
  fields = [];
  reload.mockReset();
  fetched.mockReset().mockResolvedValue({ status: 404 });
  window = new EventTarget();
  vi.stubGlobal('window', window);
  vi.stubGlobal('location', { pathname: '/search', reload });
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  ({ reloadIfReplaced } = await import('./newVersion.ts'));
});
afterEach(() => void vi.useRealTimers());

test.each([
  ['the back office', { manifest: '/assets/manifest-1.js' }, '/assets/manifest-1.js'],
  [
    'a public page',
    { script: 'https://a.example/assets/browser-1.js' },
    'https://a.example/assets/browser-1.js',
  ],
])('a missing chunk of %s announces a new version and reloads after four seconds', async (_, page, file) => {
  openPage(page);
  expect(await missChunk()).toBeUndefined();
  // A service worker answers neither HEAD nor what bypasses the cache.
  expect(fetched.mock.calls).toEqual([[file, { method: 'HEAD', cache: 'no-store' }]]);
  const [dialog] = body.children;
  expect(dialog?.showModal).toHaveBeenCalledOnce();
  expect(dialog?.children.map(({ textContent }) => textContent)).toEqual([
    'Saiu uma versão nova',
    'A página recarrega em instantes, e o que você digitou continua nela.',
    'Recarregar agora',
  ]);
  await vi.advanceTimersByTimeAsync(3999);
  expect(reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(reload).toHaveBeenCalledOnce();
});

test('the button of the notice reloads at once', async () => {
  openPage({ manifest: '/assets/manifest-1.js' });
  await missChunk();
  body.children[0]?.children.at(-1)?.onclick();
  await vi.advanceTimersByTimeAsync(0);
  expect(reload).toHaveBeenCalledOnce();
});

test('several missing chunks announce a new version once', async () => {
  openPage({ manifest: '/assets/manifest-1.js' });
  for (let chunk = 0; chunk < 3; chunk += 1) expect(await missChunk()).toBeUndefined();
  expect(body.children).toHaveLength(1);
});

test.each([
  ['the build is still the same', async () => ({ status: 200 })],
  ['the server is in trouble', async () => ({ status: 503 })],
  ['the server cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
])('a missing chunk announces no new version if %s', async (_, answer) => {
  openPage({ manifest: '/assets/manifest-1.js' });
  fetched.mockImplementation(answer);
  expect(await missChunk()).toBe(MISSING);
  expect(body.children).toEqual([]);
});

test('a missing chunk announces no new version if the page has no build', async () => {
  openPage({});
  expect(await missChunk()).toBe(MISSING);
  expect(fetched).not.toHaveBeenCalled();
});

test('a page that stays outdated reloads at most once a minute', async () => {
  openPage({ manifest: '/assets/manifest-1.js' });
  stored.set('vitrine.reloaded', String(NOW - 59_999));
  expect(await missChunk()).toBe(MISSING);
  expect(fetched).not.toHaveBeenCalled();
  vi.setSystemTime(NOW + 1);
  expect(await missChunk()).toBeUndefined();
  await vi.advanceTimersByTimeAsync(4000);
  expect(reload).toHaveBeenCalledOnce();
  expect(stored.get('vitrine.reloaded')).toBe(String(NOW + 4001));
});

test('a page without storage reloads never, because it could reload for ever', async () => {
  openPage({ manifest: '/assets/manifest-1.js' });
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse });
  expect(await missChunk()).toBe(MISSING);
});

test('the reload waits until a form has saved its draft', async () => {
  openPage({ manifest: '/assets/manifest-1.js' });
  let isSaved = false;
  window.addEventListener('beforeunload', (event) => isSaved || event.preventDefault());
  await missChunk();
  await vi.advanceTimersByTimeAsync(4500);
  expect(reload).not.toHaveBeenCalled();
  isSaved = true;
  await vi.advanceTimersByTimeAsync(50);
  expect(reload).toHaveBeenCalledOnce();
  // The draft of the back office has the typed text.
  expect(stored.has('vitrine.typed')).toBe(false);
});

test('the reload waits two seconds for a draft that cannot be saved', async () => {
  openPage({ manifest: '/assets/manifest-1.js' });
  window.addEventListener('beforeunload', (event) => event.preventDefault());
  await missChunk();
  await vi.advanceTimersByTimeAsync(5999);
  expect(reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(reload).toHaveBeenCalledOnce();
});

test('a public page keeps the values of its fields over the reload', async () => {
  openPage({ script: '/assets/browser-1.js' });
  fields = [
    { type: 'search', value: 'café' },
    { type: 'checkbox', value: 'on', checked: true },
    { type: 'select-one', value: 'centro' },
  ];
  await missChunk();
  await vi.advanceTimersByTimeAsync(4000);
  expect(JSON.parse(stored.get('vitrine.typed') ?? '')).toEqual({
    page: '/search',
    values: ['café', true, 'centro'],
  });
});
