import { keyOf, MAX_SHOPPING_ITEMS, type ShoppingItem, type ShoppingList } from './shoppingList.ts';

// Merges lists of several phones without a server. Each item has the time of its last change, and a removed item
// leaves the time of its removal. Of an item's states the latest wins, so any order of links leads to the same list,
// and an old link changes nothing.

/** Largest number of removed items that a list remembers. */
export const MAX_GONE = 300;

/** Returns what phones have in common of an item; prices are known to one phone only. */
const contentOf = ({ name, amounts, note, aisle, done, price }: ShoppingItem) =>
  JSON.stringify([
    name,
    amounts.map(({ value, unit }) => [value, unit]),
    price ? price.size : note,
    aisle,
    done,
  ]);

const latest = (gone: Iterable<[string, number]>) =>
  Object.fromEntries([...gone].sort(([, a], [, b]) => b - a).slice(0, MAX_GONE));

/**
 * Returns `after` with the times of its changes since `before`; `now` in seconds. A change is later than the state
 * that it changes, even if that state comes from a phone whose clock is ahead.
 */
export function stampChanges(before: ShoppingList, after: ShoppingList, now: number): ShoppingList {
  const former = new Map(before.items.map((item) => [keyOf(item), item]));
  const gone = new Map(Object.entries(before.gone));
  const items = after.items.map((item) => {
    const key = keyOf(item);
    const old = former.get(key);
    const isSame = old !== undefined && contentOf(old) === contentOf(item);
    const at = isSame ? old.at : Math.max(now, (old?.at ?? gone.get(key) ?? 0) + 1);
    former.delete(key);
    gone.delete(key);
    const { at: _, ...rest } = item;
    return { ...rest, ...(at && { at }) };
  });
  for (const [key, { at = 0 }] of former) gone.set(key, Math.max(now, at + 1));
  return { ...after, items, gone: latest(gone) };
}

/** Returns the later of two states of an item; its content decides between changes of the same second. */
function later(mine: ShoppingItem, other: ShoppingItem): ShoppingItem {
  const ahead = (other.at ?? 0) - (mine.at ?? 0);
  if (ahead < 0 || (ahead === 0 && contentOf(other) <= contentOf(mine))) return mine;
  const { id, price } = mine;
  const { note, ...line } = other;
  return { ...line, id, ...(price ? { price } : note && { note }) };
}

/** Merges a list from another phone into that of this one, whose aisles and prices stay. */
export function mergeLists(mine: ShoppingList, other: ShoppingList): ShoppingList {
  const theirs = new Map(other.items.map((item) => [keyOf(item), item]));
  const gone = new Map(Object.entries(mine.gone));
  for (const [key, at] of Object.entries(other.gone)) gone.set(key, Math.max(at, gone.get(key) ?? 0));
  const known = mine.items.map((item) => {
    const key = keyOf(item);
    const their = theirs.get(key);
    theirs.delete(key);
    return their ? later(item, their) : item;
  });
  const items = [...known, ...theirs.values()].filter((item) => {
    const key = keyOf(item);
    const removed = gone.get(key);
    if (removed !== undefined && removed >= (item.at ?? 0)) return false;
    gone.delete(key);
    return true;
  });
  return { items: items.slice(0, MAX_SHOPPING_ITEMS), places: mine.places, gone: latest(gone) };
}

/** Names of the items that a merge changes. */
export interface ListChanges {
  added: string[];
  changed: string[];
  ticked: string[];
  unticked: string[];
  removed: string[];
}

export function changesBetween(before: ShoppingList, after: ShoppingList): ListChanges {
  const changes: ListChanges = { added: [], changed: [], ticked: [], unticked: [], removed: [] };
  const former = new Map(before.items.map((item) => [keyOf(item), item]));
  for (const item of after.items) {
    const key = keyOf(item);
    const old = former.get(key);
    former.delete(key);
    if (!old) changes.added.push(item.name);
    else if (old.done !== item.done) changes[item.done ? 'ticked' : 'unticked'].push(item.name);
    else if (contentOf(old) !== contentOf(item)) changes.changed.push(item.name);
  }
  changes.removed = Array.from(former.values(), ({ name }) => name);
  return changes;
}
