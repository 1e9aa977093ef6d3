import { hasSavedFields } from '../ui/newVersion.ts';
import menus from './pageScripts/menus.ts';
import myStore from './pageScripts/myStore.ts';
import offline from './pageScripts/offline.ts';
import { whenIdle, whenPainted, whenVisible } from './pageScripts/pageState.ts';
import countPageView from './pageScripts/pageViews.ts';
import enableSearchShortcut from './pageScripts/searchShortcut.ts';
import share from './pageScripts/share.ts';
import showShoppingListCount from './pageScripts/shoppingListCount.ts';
import transitions from './pageScripts/transitions.ts';

// Script of all public pages. It loads page scripts by selector, and islands.

type PageScript = (element: HTMLElement) => unknown;

/**
 * Returns the loader of a bundled page script. Nearly every page uses it, and a separate file would cost a
 * request and 100 bytes more.
 */
const here = (script: PageScript) => async () => ({ default: script });

/** Page scripts by the selector of their element. */
const pageScripts: Record<string, () => Promise<{ default: PageScript }>> = {
  'a[data-address]': () => import('./pageScripts/shareHost.ts'),
  '.alert': () => import('./pageScripts/alerts.ts'),
  '.dlg': () => import('./pageScripts/branchDialog.ts'),
  '.near-me': () => import('./pageScripts/nearby.ts'),
  '[data-finder]': () => import('./pageScripts/restoreFocus.ts'),
  '[data-island=ShoppingListView]': () => import('./pageScripts/cacheShoppingList.ts'),
  '[data-shopping-list]': () => import('./pageScripts/recipeTicks.ts'),
  '[data-store-choice]': here(myStore),
  '[data-store-panel]': () => import('./pageScripts/storePanel.ts'),
  '.offline': here(offline),
  '[data-signed-in]': () => import('./pageScripts/signedIn.ts'),
  '.hero, .gal, .dlg .pic': () => import('./pageScripts/slider.ts'),
  '.kitchen-tools': () => import('./pageScripts/recipeTools.ts'),
  '[data-hours]': () => import('./pageScripts/openTags.ts'),
  'meta[name=counted]': here(countPageView),
  '[data-popup]': () => import('./pageScripts/popup.ts'),
  '[data-preview]': () => import('./pageScripts/previewLinks.ts'),
};

if (hasSavedFields()) void import('./pageScripts/restoreTyped.ts').then(({ default: restore }) => restore());
menus();
showShoppingListCount();
share();
enableSearchShortcut();
// Shows elements that need a script (`ui/needsScript.css`).
const { dataset } = document.documentElement;
dataset.script = '';
transitions();
const painted = whenPainted();
const loading = Object.entries(pageScripts).map(async ([selector, load]) => {
  const elements = document.querySelectorAll<HTMLElement>(selector);
  if (elements.length === 0) return;
  await painted;
  const { default: script } = await load();
  for (const element of elements) script(element);
});
void Promise.allSettled(loading).then(() => {
  dataset.script = 'whole';
});

// A page from the back/forward cache must show the query of its address, not later input.
addEventListener('pagehide', () => {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[method=get]')) form.reset();
});

const TOUCHES = ['pointerdown', 'focusin'];
/** Longest wait of a click for an island's script. After that, the click works as without JavaScript. */
const PATIENCE_MS = 2000;

/** Hydrates an island once it is visible or touched, so that islands far down a page cost nothing before. */
function wake(island: HTMLElement) {
  let hydration: Promise<unknown> | undefined;
  const begin = () => {
    watcher.disconnect();
    hydration ??= import('./hydrate.browser.tsx').then(({ hydrate }) => hydrate(island));
    hydration.catch(() => {}).then(() => island.removeEventListener('click', hold, true));
  };
  // Hold back a click until the script is there.
  const hold = (event: MouseEvent) => {
    const pressed = (event.target as Element).closest<HTMLElement>('a, button');
    if (!pressed || !hydration || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const timeout = new Promise((late) => setTimeout(late, PATIENCE_MS));
    void Promise.race([hydration.catch(() => {}), timeout]).then(() => {
      island.removeEventListener('click', hold, true);
      pressed.click();
    });
  };
  const watcher = new IntersectionObserver(
    (entries) => entries.some((entry) => entry.isIntersecting) && begin(),
    {
      rootMargin: '200px',
    },
  );
  // The island itself has no box.
  void whenIdle().then(() => {
    for (const part of island.children) watcher.observe(part);
  });
  for (const type of TOUCHES) island.addEventListener(type, begin, { passive: true, once: true });
  island.addEventListener('click', hold, true);
}

void whenVisible().then(() => {
  for (const island of document.querySelectorAll<HTMLElement>('[data-island]')) wake(island);
});
