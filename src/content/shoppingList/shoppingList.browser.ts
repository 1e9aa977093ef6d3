import { isAisleName, isUnit, MAX_ITEM_NAME_LENGTH } from './shoppingLine.ts';
import {
  EMPTY_SHOPPING_LIST,
  type ListedPrice,
  MAX_SHOPPING_ITEMS,
  type ShoppingItem,
  type ShoppingList,
} from './shoppingList.ts';

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
 * Stores the list. Returns false if storage is full or forbidden; the list then lasts until the page is left.
 */
export function storeShoppingList(list: ShoppingList): boolean {
  unstored = null;
  try {
    if (list.items.length > 0 || Object.keys(list.places).length > 0)
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

/** Returns whether the fragment of an address contains a list (shoppingLink.browser.ts). */
export const isShoppingListLink = (hash: string) => hash.startsWith('#lista=');

const isText = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= max;
const isNumber = (value: unknown, max: number): value is number =>
  typeof value === 'number' && value > 0 && value <= max;

/** Parses the stored list; invalid content, from another release or edited by hand, is dropped. */
function parseList(text: string): ShoppingList {
  try {
    const { items, places } = JSON.parse(text) as { items?: unknown; places?: unknown };
    const moved = Object.entries((places as object | null) ?? {}).filter(([, aisle]) => isAisleName(aisle));
    return {
      items: (Array.isArray(items) ? items : [])
        .map(parseItem)
        .filter((item) => item !== null)
        .slice(0, MAX_SHOPPING_ITEMS),
      places: Object.fromEntries(moved),
    };
  } catch {
    return EMPTY_SHOPPING_LIST;
  }
}

function parseItem(value: unknown): ShoppingItem | null {
  if (typeof value !== 'object' || value === null) return null;
  const { id, name, note, amounts, done, aisle, price } = value as Record<string, unknown>;
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
  };
}

function parsePrice(value: unknown): ListedPrice | null {
  if (typeof value !== 'object' || value === null) return null;
  const { uuid, cents, size, until } = value as Record<string, unknown>;
  if (!isText(uuid, 40) || !isNumber(cents, 1e8) || !isText(until, 10)) return null;
  return { uuid, cents, until, ...(isText(size, 20) && { size }) };
}
