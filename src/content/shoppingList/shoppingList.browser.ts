import { isAisleName, isUnit, MAX_ITEM_NAME_LENGTH } from './shoppingLine.ts';
import {
  EMPTY_SHOPPING_LIST,
  type ListedPrice,
  MAX_SHOPPING_ITEMS,
  type ShoppingItem,
  type ShoppingList,
} from './shoppingList.ts';
import { MAX_GONE, stampChanges } from './shoppingListMerge.ts';

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

const isText = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= max;
const isNumber = (value: unknown, max: number): value is number =>
  typeof value === 'number' && value > 0 && value <= max;
/** Returns whether the value is a time in seconds. */
export const isStamp = (value: unknown): value is number =>
  isNumber(value, Number.MAX_SAFE_INTEGER) && Number.isInteger(value);
const MAX_KEY_LENGTH = 2 * MAX_ITEM_NAME_LENGTH;

/** Parses the times of removed items, from a list or a link. */
export const parseGone = (entries: readonly (readonly [unknown, unknown])[]): Record<string, number> =>
  Object.fromEntries(
    entries
      .filter((entry): entry is [string, number] => isText(entry[0], MAX_KEY_LENGTH) && isStamp(entry[1]))
      .slice(0, MAX_GONE),
  );

/** Parses the stored list; invalid content, from another release or edited by hand, is dropped. */
function parseList(text: string): ShoppingList {
  try {
    const { items, places, gone } = JSON.parse(text) as Partial<Record<keyof ShoppingList, unknown>>;
    const moved = Object.entries((places as object | null) ?? {}).filter(([, aisle]) => isAisleName(aisle));
    return {
      items: (Array.isArray(items) ? items : [])
        .map(parseItem)
        .filter((item) => item !== null)
        .slice(0, MAX_SHOPPING_ITEMS),
      places: Object.fromEntries(moved),
      gone: parseGone(Object.entries((gone as object | null) ?? {})),
    };
  } catch {
    return EMPTY_SHOPPING_LIST;
  }
}

/** Parses an item of a stored list or of a link; null if it is none. */
export function parseItem(value: unknown): ShoppingItem | null {
  if (typeof value !== 'object' || value === null) return null;
  const { id, name, note, amounts, done, aisle, price, offer, at } = value as Record<string, unknown>;
  if (!isText(id, 40) || !isText(name, MAX_ITEM_NAME_LENGTH) || !Array.isArray(amounts)) return null;
  const known = parsePrice(price);
  return {
    id,
    name,
    amounts: amounts
      .filter((one) => isUnit(one?.unit) && isNumber(one?.value, 1e6))
      .map(({ value, unit }) => ({ value, unit })),
    ...(isText(note, MAX_ITEM_NAME_LENGTH) && { note }),
    ...(done === true && { done }),
    ...(isAisleName(aisle) && { aisle }),
    ...(known && { price: known }),
    ...(isText(offer, 40) && { offer }),
    ...(isStamp(at) && { at }),
  };
}

function parsePrice(value: unknown): ListedPrice | null {
  if (typeof value !== 'object' || value === null) return null;
  const { uuid, cents, size, until } = value as Record<string, unknown>;
  if (!isText(uuid, 40) || !isNumber(cents, 1e8) || !isText(until, 10)) return null;
  return { uuid, cents, until, ...(isText(size, 20) && { size }) };
}
