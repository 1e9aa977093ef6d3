import { type Groceries, type Grocery, type KnownPrice, MOST_GROCERIES, NOTHING } from './groceries.ts';
import { isAisleName, isUnit, LONGEST_NAME } from './groceryLine.ts';

/** Storage key; `manners/groceryCount.ts` reads it too. */
export const KEPT = 'vitrine.list';
/** Event in this tab; other tabs get the `storage` event. */
export const CHANGED = 'vitrine-list';

/** Fallback list if the device refuses storage, until the page is left. */
let unstored: Groceries | null = null;
let cached: { text: string; list: Groceries } = { text: '', list: NOTHING };

/** Returns the stored list, as the same object until it changes; an empty list if storage is unavailable. */
export function readGroceries(): Groceries {
  if (unstored) return unstored;
  let text = '';
  try {
    text = localStorage.getItem(KEPT) ?? '';
  } catch {}
  if (text !== cached.text) cached = { text, list: parseList(text) };
  return cached.list;
}

/**
 * Stores the list. Returns false if storage is full or forbidden; the list then lasts until the page is left.
 */
export function keepGroceries(list: Groceries): boolean {
  unstored = null;
  try {
    if (list.items.length > 0 || Object.keys(list.places).length > 0)
      localStorage.setItem(KEPT, JSON.stringify(list));
    else localStorage.removeItem(KEPT);
  } catch {
    unstored = list;
  }
  dispatchEvent(new Event(CHANGED));
  return unstored === null;
}

export function onGroceries(listen: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === KEPT || event.key === null) listen();
  };
  addEventListener('storage', onStorage);
  addEventListener(CHANGED, listen);
  return () => {
    removeEventListener('storage', onStorage);
    removeEventListener(CHANGED, listen);
  };
}

/** Returns whether the fragment of an address contains a list (groceryLink.browser.ts). */
export const isListLink = (hash: string) => hash.startsWith('#lista=');

const isText = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= max;
const isNumber = (value: unknown, max: number): value is number =>
  typeof value === 'number' && value > 0 && value <= max;

/** Parses the stored list; invalid content, from another release or edited by hand, is dropped. */
function parseList(text: string): Groceries {
  try {
    const { items, places } = JSON.parse(text) as { items?: unknown; places?: unknown };
    const moved = Object.entries((places as object | null) ?? {}).filter(([, aisle]) => isAisleName(aisle));
    return {
      items: (Array.isArray(items) ? items : [])
        .map(parseItem)
        .filter((item) => item !== null)
        .slice(0, MOST_GROCERIES),
      places: Object.fromEntries(moved),
    };
  } catch {
    return NOTHING;
  }
}

function parseItem(value: unknown): Grocery | null {
  if (typeof value !== 'object' || value === null) return null;
  const { id, name, note, amounts, done, aisle, price } = value as Record<string, unknown>;
  if (!isText(id, 40) || !isText(name, LONGEST_NAME) || !Array.isArray(amounts)) return null;
  const known = parsePrice(price);
  return {
    id,
    name,
    amounts: amounts
      .filter((one) => isUnit(one?.unit) && isNumber(one?.value, 1e6))
      .map(({ value, unit }) => ({ value, unit })),
    ...(isText(note, LONGEST_NAME) && { note }),
    ...(done === true && { done }),
    ...(isAisleName(aisle) && { aisle }),
    ...(known && { price: known }),
  };
}

function parsePrice(value: unknown): KnownPrice | null {
  if (typeof value !== 'object' || value === null) return null;
  const { uuid, cents, size, until } = value as Record<string, unknown>;
  if (!isText(uuid, 40) || !isNumber(cents, 1e8) || !isText(until, 10)) return null;
  return { uuid, cents, until, ...(isText(size, 20) && { size }) };
}
