import { hasSavedFields } from '../ui/newVersion.ts';
import menus from './pageScripts/menus.ts';
import myStore from './pageScripts/myStore.ts';
import offline from './pageScripts/offline.ts';
import { whenPainted } from './pageScripts/pageState.ts';
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
  '.near-me.waits': () => import('./pageScripts/nearby.ts'),
  '[data-island]': () => import('./wakeIsland.ts'),
  '[data-finder]': () => import('./pageScripts/restoreFocus.ts'),
  '[data-island=ShoppingListView]': () => import('./pageScripts/cacheShoppingList.ts'),
  '[data-shopping-list]': () => import('./pageScripts/recipeTicks.ts'),
  '[data-store-choice]': here(myStore),
  '[data-my-store-link]': () => import('./pageScripts/storeLink.ts'),
  '.offline': here(offline),
  '[data-signed-in]': () => import('./pageScripts/signedIn.ts'),
  '.hero, .gal, .dlg .pic': () => import('./pageScripts/slider.ts'),
  '.kitchen-tools': () => import('./pageScripts/recipeTools.ts'),
  '[data-hours]': () => import('./pageScripts/openTags.ts'),
  'meta[name=counted]': here(countPageView),
  '[data-popup]': () => import('./pageScripts/popup.ts'),
  '[data-page-viewer]': () => import('./pageScripts/pageViewer/pageViewer.ts'),
  '.bk-thumbs': () => import('./pageScripts/pageViewer/markCurrentPage.ts'),
  '[data-preview]': () => import('./pageScripts/previewLinks.ts'),
};

if (hasSavedFields()) void import('./pageScripts/restoreTyped.ts').then((fields) => fields.default());
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
