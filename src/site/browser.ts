import { hasTyped } from '../ui/newVersion.ts';
import counted from './manners/counted.ts';
import find from './manners/find.ts';
import groceries from './manners/groceries.ts';
import menus from './manners/menus.ts';
import myStore from './manners/myStore.ts';
import offline from './manners/offline.ts';
import { whenAtRest, whenPainted, whenSeen } from './manners/seen.ts';
import share from './manners/share.ts';
import transitions from './manners/transitions.ts';

// What a public page runs: small manners on the HTML that is there, each loaded by the pages that have it, and islands.

type Manner = (found: HTMLElement) => unknown;

/** What nearly every page has comes with this script: in pieces it would be a request and some 100 bytes more each. */
const here = (manner: Manner) => async () => ({ default: manner });

/** By what they belong to. */
const manners: Record<string, () => Promise<{ default: Manner }>> = {
  'a[data-address]': () => import('./manners/ownHost.ts'),
  '.alert': () => import('./manners/alerts.ts'),
  '.dlg': () => import('./manners/branchDialog.ts'),
  '.near-me': () => import('./manners/nearby.ts'),
  '[data-finder]': () => import('./manners/place.ts'),
  '[data-island=GroceryList]': () => import('./manners/keepList.ts'),
  '[data-shopping-list]': () => import('./manners/shoppingList.ts'),
  '[data-store-choice]': here(myStore),
  '[data-store-panel]': () => import('./manners/storePanel.ts'),
  '.offline': here(offline),
  '[data-signed-in]': () => import('./manners/session.ts'),
  '.hero, .gal, .dlg .pic': () => import('./manners/slider.ts'),
  '.kitchen-tools': () => import('./manners/kitchen.ts'),
  '[data-hours]': () => import('./manners/openTags.ts'),
  'meta[name=counted]': here(counted),
  '[data-popup]': () => import('./manners/popup.ts'),
  '[data-preview]': () => import('./manners/preview.ts'),
};

if (hasTyped()) void import('./manners/typed.ts').then(({ default: restore }) => restore());
menus();
groceries();
share();
find();
// What only a script can do shows now (ui/needsScript.css).
const { dataset } = document.documentElement;
dataset.script = '';
transitions();
const painted = whenPainted();
const loading = Object.entries(manners).map(async ([selector, load]) => {
  const found = document.querySelectorAll<HTMLElement>(selector);
  if (found.length === 0) return;
  await painted;
  const { default: manner } = await load();
  for (const element of found) manner(element);
});
void Promise.allSettled(loading).then(() => {
  dataset.script = 'whole';
});

// A page that comes back from the browser's memory asks what its address asks, not what led away from it.
addEventListener('pagehide', () => {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[method=get]')) form.reset();
});

const TOUCHES = ['pointerdown', 'focusin'];
/** As long as a press waits for an island's script at most; then it does what it does without. */
const PATIENCE_MS = 2000;

/** When it is seen or touched: what is far down a page costs nobody anything before. */
function wake(island: HTMLElement) {
  let live: Promise<unknown> | undefined;
  const begin = () => {
    watcher.disconnect();
    live ??= import('./hydrate.browser.tsx').then(({ hydrate }) => hydrate(island));
    live.catch(() => {}).then(() => island.removeEventListener('click', hold, true));
  };
  // A press that comes before the script is kept for it.
  const hold = (event: MouseEvent) => {
    const pressed = (event.target as Element).closest<HTMLElement>('a, button');
    if (!pressed || !live || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const enough = new Promise((late) => setTimeout(late, PATIENCE_MS));
    void Promise.race([live.catch(() => {}), enough]).then(() => {
      island.removeEventListener('click', hold, true);
      pressed.click();
    });
  };
  const watcher = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && begin(), {
    rootMargin: '200px',
  });
  // The island itself has no box.
  void whenAtRest().then(() => {
    for (const part of island.children) watcher.observe(part);
  });
  for (const type of TOUCHES) island.addEventListener(type, begin, { passive: true, once: true });
  island.addEventListener('click', hold, true);
}

void whenSeen().then(() => {
  for (const island of document.querySelectorAll<HTMLElement>('[data-island]')) wake(island);
});
