import { onStoreChange, readStore } from '../../content/branches/site/myStore.browser.ts';

/** Adds the own store to a link as the parameter that `data-my-store-link` names. */
export default function storeLink(link: HTMLElement): void {
  if (!(link instanceof HTMLAnchorElement)) return;
  const { myStoreLink: name = '' } = link.dataset;
  const update = () => {
    const store = readStore();
    const url = new URL(link.href);
    if (store) url.searchParams.set(name, store.uuid);
    else url.searchParams.delete(name);
    link.href = url.pathname + url.search;
  };
  onStoreChange(update);
  update();
}
