import { isAisleName, isUnit, MAX_ITEM_NAME_LENGTH } from './shoppingLine.ts';
import {
  EMPTY_SHOPPING_LIST,
  type ListedPrice,
  MAX_SHOPPING_ITEMS,
  type ShoppingItem,
  type ShoppingList,
} from './shoppingList.ts';
import { MAX_GONE } from './shoppingListMerge.ts';

// Validates lists from the device's storage and from links. Neither is trusted.

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
export function parseList(text: string): ShoppingList {
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
