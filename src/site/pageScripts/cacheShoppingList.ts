import { whenIdle, whenVisible } from './pageState.ts';

/** Storage key of the build whose list scripts this device has cached. */
const KEPT = 'vitrine.list.kept';
let begun = false;

/**
 * Caches the list page and its scripts (`serviceWorker.ts`) once there is a list, because a shop may have no
 * connection. It does so again for each build, and at each visit of the page.
 */
export default async function cacheShoppingList(page?: HTMLElement): Promise<void> {
  if (begun || !('serviceWorker' in navigator)) return;
  try {
    // The cache may have been removed in the meantime, by the browser or by a setting of the site.
    if (!page && localStorage.getItem(KEPT) === import.meta.url && (await caches.match('/list'))) return;
  } catch {}
  if (begun) return;
  begun = true;
  await whenVisible();
  await whenIdle();
  // With data saving on, only visited pages are cached.
  if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return;
  await whenControlled();
  navigator.serviceWorker.controller?.postMessage({ keep: '/list' });
  const [{ loadIsland }, { shoppingListModules }] = await Promise.all([
    import('../islands.ts'),
    import('../../content/shoppingList/shoppingListModules.browser.ts'),
  ]);
  await Promise.all([
    import('../wakeIsland.ts'),
    import('../hydrate.browser.tsx'),
    loadIsland('ShoppingListView'),
    ...Object.values(shoppingListModules).map((load) => load()),
  ]);
  // Request scripts that loaded before the worker again through the worker. They come from the browser's
  // cache.
  const scripts = performance
    .getEntriesByType('resource')
    .filter(({ name }) => /\/assets\/[^/]+\.js$/.test(name));
  await Promise.all(scripts.map(({ name }) => fetch(name, { priority: 'low' })));
  localStorage.setItem(KEPT, import.meta.url);
}

/** Resolves once a service worker controls the page. The first visit starts without one. */
const whenControlled = () =>
  new Promise<void>((keeping) => {
    if (navigator.serviceWorker.controller) keeping();
    else navigator.serviceWorker.addEventListener('controllerchange', () => keeping(), { once: true });
  });
