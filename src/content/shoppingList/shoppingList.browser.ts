import { parseList } from './parsedShoppingList.ts';
import { EMPTY_SHOPPING_LIST, type ShoppingList } from './shoppingList.ts';
import { stampChanges } from './shoppingListMerge.ts';

/** Storage key; `pageScripts/groceryCount.ts` reads it too. */
export const SHOPPING_LIST_KEY = 'vitrine.list';
/** Event in this tab; other tabs get the `storage` event. */
export const SHOPPING_LIST_CHANGED = 'vitrine-list';

/** Fallback list if the device refuses storage, until the page is left. */
let unstored: ShoppingList | null = null;
let cached: { text: string; list: ShoppingList } = { text: '', list: EMPTY_SHOPPING_LIST };

/** Returns the stored list, as the same object until it changes; an empty list if storage is unavailable. */
export function readShoppingList(): ShoppingList {
  if (unstored) return unstored;
  let text = '';
  try {
    text = localStorage.getItem(SHOPPING_LIST_KEY) ?? '';
  } catch {}
  if (text !== cached.text) cached = { text, list: parseList(text) };
  return cached.list;
}

/**
 * Stores the list with the times of its changes; with `isStamped`, it has them already, as after a merge. Returns
 * false if storage is full or forbidden; the list then lasts until the page is left.
 */
export function storeShoppingList(changed: ShoppingList, isStamped = false): boolean {
  const list = isStamped ? changed : stampChanges(readShoppingList(), changed, Math.floor(Date.now() / 1000));
  unstored = null;
  try {
    if ([list.items, list.places, list.gone].some((part) => Object.keys(part).length > 0))
      localStorage.setItem(SHOPPING_LIST_KEY, JSON.stringify(list));
    else localStorage.removeItem(SHOPPING_LIST_KEY);
  } catch {
    unstored = list;
  }
  dispatchEvent(new Event(SHOPPING_LIST_CHANGED));
  return unstored === null;
}

export function onShoppingListChange(listen: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === SHOPPING_LIST_KEY || event.key === null) listen();
  };
  addEventListener('storage', onStorage);
  addEventListener(SHOPPING_LIST_CHANGED, listen);
  return () => {
    removeEventListener('storage', onStorage);
    removeEventListener(SHOPPING_LIST_CHANGED, listen);
  };
}

/** Matches the fragment of an address that contains a list (shoppingLink.browser.ts). */
export const SHOPPING_LIST_LINK = /#lista=\S*/;
