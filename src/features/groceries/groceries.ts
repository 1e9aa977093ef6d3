import { addedUp, type GroceryLine, keyOf } from './groceryLine.ts';

// Immutable shopping list, as the device stores it, and its operations.

export const MOST_GROCERIES = 200;

/** Price of an offer when it was added to the list. */
export interface KnownPrice {
  uuid: string;
  /** Price of a single pack. */
  cents: number;
  /** Size of a pack: `500 g`; absent for a single piece. */
  size?: string;
  /** Last day of the offer. */
  until: string;
}

export interface Grocery extends GroceryLine {
  id: string;
  done?: true;
  /** Aisle, known from an offer or chosen by the shopper. */
  aisle?: string;
  price?: KnownPrice;
}

export interface Groceries {
  items: readonly Grocery[];
  /** Aisles that the shopper chose, by `keyOf` of the name; used again for later items. */
  places: Readonly<Record<string, string>>;
}

export const NOTHING: Groceries = { items: [], places: {} };

/** Input of `add`: a line or an offer. */
export type NewGrocery = GroceryLine & Pick<Grocery, 'aisle' | 'price'>;

export interface Added {
  list: Groceries;
  /** Added items, in their state on the list. */
  items: Grocery[];
  /** Number of lines for which there was no room. */
  refused: number;
}

let lastId = 0;
const newId = () => {
  lastId += 1;
  return `${Date.now().toString(36)}${lastId.toString(36)}${Math.random().toString(36).slice(2, 5)}`;
};

/** Returns a predicate for the same item: an offer by its uuid, other items by `keyOf` of the name. */
const isSameItem = (a: Pick<Grocery, 'name' | 'price'>) => {
  const key = keyOf(a.name);
  return (b: Grocery) => (a.price ? a.price.uuid === b.price?.uuid : !b.price && keyOf(b.name) === key);
};

/** Adds lines. The same item is merged, with its amounts added up; a ticked item is replaced and unticked. */
export function add(list: Groceries, lines: readonly NewGrocery[]): Added {
  let items = [...list.items];
  const added = new Set<string>();
  let refused = 0;
  for (const line of lines) {
    const existing = items.find(isSameItem(line));
    if (existing) {
      const { done, note, ...rest } = existing;
      const amounts = done ? line.amounts : addedUp(existing.amounts, line.amounts);
      // A note about one of both is dropped, unless it applies to both.
      const sharedNote =
        note === line.note || (!done && !line.note && line.amounts.length === 0) ? note : undefined;
      const merged: Grocery = {
        ...rest,
        amounts,
        ...(sharedNote && { note: sharedNote }),
        ...(line.price && { price: line.price }),
      };
      items = items.map((item) => (item === existing ? merged : item));
      added.add(existing.id);
    } else if (items.length >= MOST_GROCERIES) refused += 1;
    else {
      const aisle = line.aisle ?? list.places[keyOf(line.name)];
      const item: Grocery = { ...line, id: newId(), ...(aisle && { aisle }) };
      items.push(item);
      added.add(item.id);
    }
  }
  return { list: { ...list, items }, items: items.filter(({ id }) => added.has(id)), refused };
}

const changed = (list: Groceries, id: string, change: (item: Grocery) => Grocery | null): Groceries => ({
  ...list,
  items: list.items.map((item) => (item.id === id ? change(item) : item)).filter((item) => item !== null),
});

export const tick = (list: Groceries, id: string, done: boolean): Groceries =>
  changed(list, id, ({ done: _, ...item }) => ({ ...item, ...(done && { done }) }));

export const remove = (list: Groceries, id: string): Groceries => changed(list, id, () => null);

export const removeDone = (list: Groceries): Groceries => ({
  ...list,
  items: list.items.filter(({ done }) => !done),
});

/** Rewrites an item; if another item has the new name, both are merged. */
export function rewrite(list: Groceries, id: string, { name, note, amounts }: GroceryLine): Groceries {
  const now = list.items.find((item) => item.id === id);
  if (!now) return list;
  const { note: _, ...rest } = now;
  const written: Grocery = { ...rest, name, amounts, ...(note && { note }) };
  const isSame = isSameItem(written);
  const other = list.items.find((item) => item.id !== id && isSame(item));
  if (other) return add(remove(list, id), [{ name, amounts, ...(note && { note }) }]).list;
  return changed(list, id, () => written);
}

const MAX_PLACES = 300;

/** Moves an item to an aisle and stores the aisle for later items of that name. */
export function move(list: Groceries, id: string, aisle: string): Groceries {
  const item = list.items.find((one) => one.id === id);
  if (!item || item.aisle === aisle) return list;
  const { [keyOf(item.name)]: _, ...others } = list.places;
  const places = Object.entries({ ...others, [keyOf(item.name)]: aisle }).slice(-MAX_PLACES);
  return { ...changed(list, id, (one) => ({ ...one, aisle })), places: Object.fromEntries(places) };
}

export interface Total {
  cents: number;
  /** Valid offers, other items and expired offers. */
  known: number;
  unknown: number;
  ended: number;
}

/** Returns the count of an item; for an offer, its packs. */
export const timesOf = ({ amounts }: GroceryLine) =>
  Math.max(1, Math.ceil(amounts.reduce((sum, { value }) => sum + value, 0)));

export const hasEnded = ({ price }: Grocery, today: string) => price !== undefined && price.until < today;

/** Returns the total of the offers that are valid today. */
export function totalOf({ items }: Groceries, today: string): Total {
  const total: Total = { cents: 0, known: 0, unknown: 0, ended: 0 };
  for (const item of items) {
    if (!item.price) total.unknown += 1;
    else if (hasEnded(item, today)) total.ended += 1;
    else {
      total.known += 1;
      total.cents += item.price.cents * timesOf(item);
    }
  }
  return total;
}

export const missingOf = ({ items }: Groceries) => items.filter(({ done }) => !done).length;
