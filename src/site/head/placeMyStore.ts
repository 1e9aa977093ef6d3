import { branchPage, MY_STORE_ADDRESS } from '../../content/recordPages.ts';

/**
 * Shows the shopper's own store (`content/branches/site/myStore.browser.ts`) while the page loads: its name in
 * the header, its entries first in lists. A list stays hidden until it is complete (`placing`), so that no
 * visible content moves.
 */
export function placeMyStore(): void {
  try {
    const store = JSON.parse(localStorage.getItem('vitrine.store') ?? 'null');
    if (!store?.uuid) return;
    const { dataset } = document.documentElement;
    // A cached page of the branches has all about the store, which comes first. Its own page may not be cached.
    if (location.href.endsWith(MY_STORE_ADDRESS) && !('kept' in dataset))
      location.replace(branchPage(store.uuid));
    const observer = new MutationObserver(place);
    const end = () => {
      observer.disconnect();
      delete dataset.placing;
    };
    function place() {
      const name = document.querySelector('[data-store-choice] b:empty');
      if (name) name.textContent = store.name;
      const entries = `[data-my-store-first]>[data-branch~="${store.uuid}"]:not([data-own])`;
      for (const entry of document.querySelectorAll<HTMLElement>(entries)) {
        entry.dataset.own = '';
        const list = entry.parentNode;
        list?.insertBefore(entry, list.querySelector(':scope>:not([data-own])'));
      }
      if (document.querySelector('footer')) end();
    }
    dataset.myStore = store.uuid;
    dataset.placing = '';
    observer.observe(document, { childList: true, subtree: true });
    document.addEventListener('DOMContentLoaded', end);
  } catch {}
}
