import { addedUp, type GroceryLine, keyOf } from './groceryLine.ts';

// The list of one shopper, as it is kept on the device, and what can be done to it. Nothing here changes what it gets.

export const MOST_GROCERIES = 200;

/** What the shop said of an offer when it was put on the list. */
export interface KnownPrice {
  uuid: string;
  /** Of one. */
  cents: number;
  /** What one is, where it is not a single piece: `500 g`. */
  size?: string;
  /** The last day on which it holds. */
  until: string;
}

export interface Grocery extends GroceryLine {
  id: string;
  done?: true;
  /** Where it stands in the shop, by who knows: the shop of its offers, the shopper of all. */
  aisle?: string;
  price?: KnownPrice;
}

export interface Groceries {
  items: readonly Grocery[];
  /** What the shopper has moved, by its key: it goes there the next time too. */
  places: Readonly<Record<string, string>>;
}

export const NOTHING: Groceries = { items: [], places: {} };

/** What `add` takes: a line, or an offer. */
export type NewGrocery = GroceryLine & Pick<Grocery, 'aisle' | 'price'>;

export interface Added {
  list: Groceries;
  /** As they stand on the list now. */
  items: Grocery[];
  /** How many there was no room for. */
  refused: number;
}

let last = 0;
const newId = () => {
  last += 1;
  return `${Date.now().toString(36)}${last.toString(36)}${Math.random().toString(36).slice(2, 5)}`;
};

/** An offer is that offer; anything else is what it is called. */
const sameAs = (one: Pick<Grocery, 'name' | 'price'>) => {
  const key = keyOf(one.name);
  return (other: Grocery) =>
    one.price ? one.price.uuid === other.price?.uuid : !other.price && keyOf(other.name) === key;
};

/** The same thing is on the list once, with all of its amounts. What was ticked off is wanted anew. */
export function add(list: Groceries, lines: readonly NewGrocery[]): Added {
  let items = [...list.items];
  const added = new Set<string>();
  let refused = 0;
  for (const line of lines) {
    const there = items.find(sameAs(line));
    if (there) {
      const { done, note, ...kept } = there;
      const amounts = done ? line.amounts : addedUp(there.amounts, line.amounts);
      // What is said of one is not said of both.
      const said =
        note === line.note || (!done && !line.note && line.amounts.length === 0) ? note : undefined;
      const now: Grocery = {
        ...kept,
        amounts,
        ...(said && { note: said }),
        ...(line.price && { price: line.price }),
      };
      items = items.map((item) => (item === there ? now : item));
      added.add(there.id);
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

/** Written anew. Where it is another thing's name now, the two become one. */
export function rewrite(list: Groceries, id: string, { name, note, amounts }: GroceryLine): Groceries {
  const now = list.items.find((item) => item.id === id);
  if (!now) return list;
  const { note: _, ...kept } = now;
  const written: Grocery = { ...kept, name, amounts, ...(note && { note }) };
  const isSame = sameAs(written);
  const other = list.items.find((item) => item.id !== id && isSame(item));
  if (other) return add(remove(list, id), [{ name, amounts, ...(note && { note }) }]).list;
  return changed(list, id, () => written);
}

const MOST_PLACES = 300;

/** It stands there from now on, on later lists too. */
export function move(list: Groceries, id: string, aisle: string): Groceries {
  const item = list.items.find((one) => one.id === id);
  if (!item || item.aisle === aisle) return list;
  const { [keyOf(item.name)]: _, ...others } = list.places;
  const places = Object.entries({ ...others, [keyOf(item.name)]: aisle }).slice(-MOST_PLACES);
  return { ...changed(list, id, (one) => ({ ...one, aisle })), places: Object.fromEntries(places) };
}

export interface Total {
  cents: number;
  /** Offers that hold, and how many lines nobody knows a price of. */
  known: number;
  unknown: number;
  ended: number;
}

/** How many of it are wanted: of an offer, each is one. */
export const timesOf = ({ amounts }: GroceryLine) =>
  Math.max(1, Math.ceil(amounts.reduce((sum, { value }) => sum + value, 0)));

export const hasEnded = ({ price }: Grocery, today: string) => price !== undefined && price.until < today;

/** What the offers on it come to today. */
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
