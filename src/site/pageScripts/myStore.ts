import { onStoreChange, readStore, removedStoreName } from '../../content/branches/site/myStore.browser.ts';

const MINUTE = 60_000;

/**
 * Updates the state of the shopper's own store each minute, in the header and elsewhere on the page. The
 * header's link opens the choice of a store. The head script has marked the page and inserted the name before
 * the first paint.
 */
export default function myStore(element: HTMLElement): void {
  const link = element as HTMLAnchorElement;
  const { dataset } = document.documentElement;
  const [none, name, state = null] = ['.none', 'b', 'small'].map((part) => link.querySelector(part));
  const unchosen = none?.textContent ?? '';
  let timer: ReturnType<typeof setTimeout>;

  const show = async () => {
    clearTimeout(timer);
    const store = readStore();
    if (store) dataset.myStore = store.uuid;
    else delete dataset.myStore;
    none?.replaceChildren(removedStoreName() ? 'Sua loja saiu do site' : unchosen);
    if (name && name.textContent !== store?.name) name.textContent = store?.name ?? '';
    for (const button of document.querySelectorAll<HTMLElement>('[data-own-store]')) {
      button.setAttribute('aria-pressed', String(button.dataset.ownStore === store?.uuid));
      button.classList.remove('waits');
    }
    if (!store) return;
    // A preview shows its own time.
    const now = dataset.now ? new Date(dataset.now) : new Date();
    timer = setTimeout(show, MINUTE - (now.getTime() % MINUTE));
    const storeToday = await import('./storeToday.ts');
    storeToday.showToday(store, now, state);
    if (!dataset.now) void storeToday.refreshOwnStore();
  };

  const choose = async (opener: HTMLElement) => {
    try {
      const storeChoice = await import('./storeChoice.ts');
      await storeChoice.openChoice(opener);
    } catch {
      location.assign(link.href);
    }
  };
  link.setAttribute('role', 'button');
  link.setAttribute('aria-haspopup', 'dialog');
  addEventListener('click', (event) => {
    const { target, ctrlKey, metaKey, shiftKey } = event;
    const pressed = (target as Element).closest<HTMLElement>(
      '[data-store-choice], [data-store-open], [data-own-store]',
    );
    if (!pressed || ctrlKey || metaKey || shiftKey) return;
    event.preventDefault();
    if (pressed.dataset.ownStore)
      void import('./ownStore.ts').then((ownStore) => ownStore.toggleOwnStore(pressed));
    else void choose(pressed);
  });
  link.addEventListener('keydown', (event) => {
    if (event.key !== ' ') return;
    event.preventDefault();
    void choose(link);
  });
  onStoreChange(show);
  document.addEventListener('visibilitychange', () => document.hidden || show());
  void show();
}
