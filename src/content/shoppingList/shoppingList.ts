import { addAmounts, itemKey, type ShoppingLine } from './shoppingLine.ts';

// Immutable shopping list, as the device stores it, and its operations.

export const MAX_SHOPPING_ITEMS = 200;

/** Price of an offer when it was added to the list. */
export interface ListedPrice {
  uuid: string;
  /** Price of a single pack. */
  cents: number;
  /** Size of a pack: `500 g`; absent for a single piece. */
  size?: string;
  /** Last day of the offer. */
  until: string;
}

export interface ShoppingItem extends ShoppingLine {
  id: string;
  done?: true;
  /** Aisle, known from an offer or chosen by the shopper. */
  aisle?: string;
  price?: ListedPrice;
  /** Offer of an item from another phone: its price does not travel (`shoppingLink.browser.ts`). */
  offer?: string;
  /** Time of the last change in seconds (`shoppingListMerge.ts`); absent if it is older than such times. */
  at?: number;
}

export interface ShoppingList {
  items: readonly ShoppingItem[];
  /** Aisles that the shopper chose, by `itemKey` of the name; used again for later items. */
  places: Readonly<Record<string, string>>;
  /** Times at which items were removed, by `keyOf`, so that no link brings them back. */
  gone: Readonly<Record<string, number>>;
}

export const EMPTY_SHOPPING_LIST: ShoppingList = { items: [], places: {}, gone: {} };

/** Input of `addItems`: a line or an offer. */
export type NewShoppingItem = ShoppingLine & Pick<ShoppingItem, 'aisle' | 'price'>;

export interface AddedItems {
  list: ShoppingList;
  /** Added items, in their state on the list. */
  items: ShoppingItem[];
  /** Number of lines for which there was no room. */
  refused: number;
}

let lastId = 0;
const newId = () => {
  lastId += 1;
  return `${Date.now().toString(36)}${lastId.toString(36)}${Math.random().toString(36).slice(2, 5)}`;
};

/** Returns the identity of an item, the same on all phones: an offer is its uuid, others are their `itemKey`. */
export const keyOf = ({ name, price, offer }: Pick<ShoppingItem, 'name' | 'price' | 'offer'>): string =>
  price?.uuid ?? offer ?? itemKey(name);

const isSameItem = (a: Pick<ShoppingItem, 'name' | 'price' | 'offer'>) => {
  const key = keyOf(a);
  return (b: ShoppingItem) => keyOf(b) === key;
};

/** Adds lines. The same item is merged, with its amounts added up; a ticked item is replaced and unticked. */
export function addItems(list: ShoppingList, lines: readonly NewShoppingItem[]): AddedItems {
  let items = [...list.items];
  const added = new Set<string>();
  let refused = 0;
  for (const line of lines) {
    const existing = items.find(isSameItem(line));
    if (existing) {
      const { done, note, ...rest } = existing;
      const amounts = done ? line.amounts : addAmounts(existing.amounts, line.amounts);
      // A note about one of both is dropped, unless it applies to both.
      const sharedNote =
        note === line.note || (!done && !line.note && line.amounts.length === 0) ? note : undefined;
      const merged: ShoppingItem = {
        ...rest,
        amounts,
        ...(sharedNote && { note: sharedNote }),
        ...(line.price && { price: line.price }),
      };
      items = items.map((item) => (item === existing ? merged : item));
      added.add(existing.id);
    } else if (items.length >= MAX_SHOPPING_ITEMS) refused += 1;
    else {
      const aisle = line.aisle ?? list.places[itemKey(line.name)];
      const item: ShoppingItem = { ...line, id: newId(), ...(aisle && { aisle }) };
      items.push(item);
      added.add(item.id);
    }
  }
  return { list: { ...list, items }, items: items.filter(({ id }) => added.has(id)), refused };
}

const changed = (
  list: ShoppingList,
  id: string,
  change: (item: ShoppingItem) => ShoppingItem | null,
): ShoppingList => ({
  ...list,
  items: list.items.map((item) => (item.id === id ? change(item) : item)).filter((item) => item !== null),
});

export const tickItem = (list: ShoppingList, id: string, done: boolean): ShoppingList =>
  changed(list, id, ({ done: _, ...item }) => ({ ...item, ...(done && { done }) }));

export const removeItem = (list: ShoppingList, id: string): ShoppingList => changed(list, id, () => null);

export const removeTickedItems = (list: ShoppingList): ShoppingList => ({
  ...list,
  items: list.items.filter(({ done }) => !done),
});

/** Rewrites an item; if another item has the new name, both are merged. */
export function rewriteItem(
  list: ShoppingList,
  id: string,
  { name, note, amounts }: ShoppingLine,
): ShoppingList {
  const now = list.items.find((item) => item.id === id);
  if (!now) return list;
  const { note: _, ...rest } = now;
  const written: ShoppingItem = { ...rest, name, amounts, ...(note && { note }) };
  const isSame = isSameItem(written);
  const other = list.items.find((item) => item.id !== id && isSame(item));
  if (other) return addItems(removeItem(list, id), [{ name, amounts, ...(note && { note }) }]).list;
  return changed(list, id, () => written);
}

const MAX_PLACES = 300;

/** Moves an item to an aisle and stores the aisle for later items of that name. */
export function moveItem(list: ShoppingList, id: string, aisle: string): ShoppingList {
  const item = list.items.find((one) => one.id === id);
  if (!item || item.aisle === aisle) return list;
  const { [itemKey(item.name)]: _, ...others } = list.places;
  const places = Object.entries({ ...others, [itemKey(item.name)]: aisle }).slice(-MAX_PLACES);
  return { ...changed(list, id, (one) => ({ ...one, aisle })), places: Object.fromEntries(places) };
}

export interface ShoppingListTotal {
  cents: number;
  /** Valid offers, other items and expired offers. */
  known: number;
  unknown: number;
  ended: number;
}

/** Returns the count of an item; for an offer, its packs. */
export const packCount = ({ amounts }: ShoppingLine) =>
  Math.max(1, Math.ceil(amounts.reduce((sum, { value }) => sum + value, 0)));

export const hasOfferEnded = ({ price }: ShoppingItem, today: string) =>
  price !== undefined && price.until < today;

/** Returns the total of the offers that are valid today. */
export function totalOfList({ items }: ShoppingList, today: string): ShoppingListTotal {
  const total: ShoppingListTotal = { cents: 0, known: 0, unknown: 0, ended: 0 };
  for (const item of items) {
    if (!item.price) total.unknown += 1;
    else if (hasOfferEnded(item, today)) total.ended += 1;
    else {
      total.known += 1;
      total.cents += item.price.cents * packCount(item);
    }
  }
  return total;
}

export const countMissing = ({ items }: ShoppingList) => items.filter(({ done }) => !done).length;
