import { whenAtRest, whenSeen } from './seen.ts';

/** Which build's script of the list this device keeps. */
const KEPT = 'vitrine.list.kept';
let begun = false;

/**
 * In the shop there may be no connection: the page of the list, and what it runs, is kept as soon as somebody has a
 * list, also who has never read it (public/sw.js), and again with each build; by the page itself each time.
 */
export default async function keepList(page?: HTMLElement): Promise<void> {
  if (begun || !('serviceWorker' in navigator)) return;
  try {
    if (!page && localStorage.getItem(KEPT) === import.meta.url) return;
  } catch {}
  begun = true;
  await whenSeen();
  await whenAtRest();
  // Whoever saves data keeps what was read alone.
  if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return;
  await whenKeeping();
  navigator.serviceWorker.controller?.postMessage({ keep: '/list' });
  const [{ partOf }, { groceryPieces }] = await Promise.all([
    import('../islands.ts'),
    import('../../features/groceries/groceryPieces.browser.ts'),
  ]);
  await Promise.all([
    import('../hydrate.browser.tsx'),
    partOf('GroceryList'),
    ...Object.values(groceryPieces).map((load) => load()),
  ]);
  // What was there before the worker is asked for once more, by way of it; the browser has it at hand.
  const scripts = performance
    .getEntriesByType('resource')
    .filter(({ name }) => /\/assets\/[^/]+\.js$/.test(name));
  await Promise.all(scripts.map(({ name }) => fetch(name, { priority: 'low' })));
  localStorage.setItem(KEPT, import.meta.url);
}

/** The first visit has no worker until it has come. */
const whenKeeping = () =>
  new Promise<void>((keeping) => {
    if (navigator.serviceWorker.controller) keeping();
    else navigator.serviceWorker.addEventListener('controllerchange', () => keeping(), { once: true });
  });
