import { type Groceries, type Grocery, type KnownPrice, MOST_GROCERIES, NOTHING } from './groceries.ts';
import { isAisleName, isUnit, LONGEST_NAME } from './groceryLine.ts';

/** `manners/groceryCount.ts` reads it too. */
export const KEPT = 'vitrine.list';
/** Told in this tab; others hear of it by the storage's own event. */
export const CHANGED = 'vitrine-list';

/** What could not be kept, for as long as the page lives. */
let unkept: Groceries | null = null;
let known: { text: string; list: Groceries } = { text: '', list: NOTHING };

/** The same object until it changes. A device that keeps nothing has an empty list. */
export function readGroceries(): Groceries {
  if (unkept) return unkept;
  let text = '';
  try {
    text = localStorage.getItem(KEPT) ?? '';
  } catch {}
  if (text !== known.text) known = { text, list: parsed(text) };
  return known.list;
}

/** False where the device is full or forbids it: the list lasts as long as the page then. */
export function keepGroceries(list: Groceries): boolean {
  unkept = null;
  try {
    if (list.items.length > 0 || Object.keys(list.places).length > 0)
      localStorage.setItem(KEPT, JSON.stringify(list));
    else localStorage.removeItem(KEPT);
  } catch {
    unkept = list;
  }
  dispatchEvent(new Event(CHANGED));
  return unkept === null;
}

export function onGroceries(listen: () => void): () => void {
  const heard = (event: StorageEvent) => {
    if (event.key === KEPT || event.key === null) listen();
  };
  addEventListener('storage', heard);
  addEventListener(CHANGED, listen);
  return () => {
    removeEventListener('storage', heard);
    removeEventListener(CHANGED, listen);
  };
}

/** Of a page's address: it brings a list (groceryLink.browser.ts). */
export const isListLink = (hash: string) => hash.startsWith('#lista=');

const isText = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= most;
const isNumber = (value: unknown, most: number): value is number =>
  typeof value === 'number' && value > 0 && value <= most;

/** What another version, or somebody by hand, wrote there is taken as far as it can be. */
function parsed(text: string): Groceries {
  try {
    const { items, places } = JSON.parse(text) as { items?: unknown; places?: unknown };
    const moved = Object.entries((places as object | null) ?? {}).filter(([, aisle]) => isAisleName(aisle));
    return {
      items: (Array.isArray(items) ? items : [])
        .map(itemOf)
        .filter((item) => item !== null)
        .slice(0, MOST_GROCERIES),
      places: Object.fromEntries(moved),
    };
  } catch {
    return NOTHING;
  }
}

function itemOf(value: unknown): Grocery | null {
  if (typeof value !== 'object' || value === null) return null;
  const { id, name, note, amounts, done, aisle, price } = value as Record<string, unknown>;
  if (!isText(id, 40) || !isText(name, LONGEST_NAME) || !Array.isArray(amounts)) return null;
  const known = priceOf(price);
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

function priceOf(value: unknown): KnownPrice | null {
  if (typeof value !== 'object' || value === null) return null;
  const { uuid, cents, size, until } = value as Record<string, unknown>;
  if (!isText(uuid, 40) || !isNumber(cents, 1e8) || !isText(until, 10)) return null;
  return { uuid, cents, until, ...(isText(size, 20) && { size }) };
}
