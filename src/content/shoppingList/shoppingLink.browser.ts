import { isStamp, parseGone, parseItem } from './parsedShoppingList.ts';
import { isAisleName, lineTexts, MAX_LINE_LENGTH } from './shoppingLine.ts';
import {
  addItems,
  EMPTY_SHOPPING_LIST,
  MAX_SHOPPING_ITEMS,
  type NewShoppingItem,
  type ShoppingItem,
  type ShoppingList,
} from './shoppingList.ts';

// Encodes a list in a link, behind the `#`, which browsers do not send to servers: its items, ticked ones too, and the
// removed ones, each with the time of its last change. Prices are left out, because a forged link could contain any
// price. Links of earlier releases are lines of text without times.

const TEXT = '#lista=0';
const PACKED_TEXT = '#lista=1';
const LIST = '#lista=2';
const PACKED_LIST = '#lista=3';
/** Longest link that messengers transmit completely. */
const MAX_LINK_LENGTH = 12_000;
/** Largest decompressed size, against decompression bombs. */
const MAX_BYTES = 100_000;
const MAX_LINES = 600;
/** Tolerance in seconds for a clock that is ahead. A later time is cut, so that it does not win for ever. */
const MAX_AHEAD = 86_400;

/** Returns the link of a list; null if it would be too long or the list is empty. */
export async function encodeListLink(list: ShoppingList): Promise<string | null> {
  if (list.items.length === 0) return null;
  // If there is no room for the removed items, they stay on the other phone until they are removed there.
  for (const gone of [Object.entries(list.gone), []]) {
    const link = await linkOf(list.items, gone);
    if (link.length <= MAX_LINK_LENGTH) return link;
  }
  return null;
}

/** Times are written as ages relative to the latest one, which makes them short. */
async function linkOf(items: readonly ShoppingItem[], gone: readonly [string, number][]): Promise<string> {
  const latest = Math.max(0, ...items.map(({ at = 0 }) => at), ...gone.map(([, at]) => at));
  const rows = items.map(
    ({ name, amounts, note = '', aisle = '', done = false, price, offer = '', at = 0 }) => [
      name,
      amounts.map(({ value, unit }) => [value, unit]),
      latest - at,
      done,
      price ? (price.size ?? '') : note,
      aisle,
      price?.uuid ?? offer,
    ],
  );
  const ages = gone.map(([key, at]) => [key, latest - at]);
  const bytes = new TextEncoder().encode(JSON.stringify([latest, rows, ages]));
  if (!('CompressionStream' in globalThis)) return LIST + encodeBase64Url(bytes);
  return PACKED_LIST + encodeBase64Url(await pipeThrough(bytes, new CompressionStream('deflate-raw')));
}

/** Returns the lines of an item for sharing; an offer as count and size. */
export function shareableLines({ name, amounts, ...more }: NewShoppingItem): string[] {
  const note = more.price ? more.price.size : more.note;
  return lineTexts({ name, ...(note && { note }), amounts });
}

/** Returns the list of a link; null if it is absent or broken. */
export async function decodeListLink(hash: string): Promise<ShoppingList | null> {
  try {
    const [kind, encoded] = [hash.slice(0, TEXT.length), hash.slice(TEXT.length)];
    if (encoded.length > MAX_LINK_LENGTH || ![TEXT, PACKED_TEXT, LIST, PACKED_LIST].includes(kind))
      return null;
    const bytes = decodeBase64Url(encoded);
    const isPacked = kind === PACKED_TEXT || kind === PACKED_LIST;
    const decoded = isPacked ? await pipeThrough(bytes, new DecompressionStream('deflate-raw')) : bytes;
    const text = new TextDecoder('utf-8', { fatal: true }).decode(decoded);
    const list = kind === TEXT || kind === PACKED_TEXT ? await listOfLines(text) : parseLinkedList(text);
    return list.items.length + Object.keys(list.gone).length > 0 ? list : null;
  } catch {
    return null;
  }
}

async function listOfLines(text: string): Promise<ShoppingList> {
  const { parseLine } = await import('./shoppingLineParser.ts');
  const lines = text.split('\n').slice(0, MAX_LINES);
  const found = lines.map((row): NewShoppingItem | null => {
    const [lineText = '', aisle] = row.slice(0, MAX_LINE_LENGTH + 30).split('\t');
    const line = parseLine(lineText);
    return line && { ...line, ...(isAisleName(aisle) && { aisle }) };
  });
  return addItems(
    EMPTY_SHOPPING_LIST,
    found.filter((line) => line !== null),
  ).list;
}

function parseLinkedList(text: string): ShoppingList {
  const [latest, rows, ages] = JSON.parse(text) as [unknown, unknown[][], unknown[][]];
  const newest = Math.floor(Date.now() / 1000) + MAX_AHEAD;
  const timeOf = (age: unknown) => {
    const time = Math.min(Number(latest) - Number(age), newest);
    return isStamp(time) ? time : undefined;
  };
  const items = rows.slice(0, MAX_SHOPPING_ITEMS).map((row, index) => {
    const [name, amounts, age, done, note, aisle, offer] = row;
    // A line break would look like a further item in a message.
    if (/\p{Cc}/u.test(`${name}${note}`)) return null;
    const pairs = (amounts as unknown[][]).map(([value, unit]) => ({ value, unit }));
    const id = `${Date.now().toString(36)}-${index}`;
    return parseItem({ id, name, amounts: pairs, done, note, aisle, offer, at: timeOf(age) });
  });
  return {
    items: items.filter((item) => item !== null),
    places: {},
    gone: parseGone(ages.map(([key, age]) => [key, timeOf(age)])),
  };
}

async function pipeThrough(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length;
    if (length > MAX_BYTES) {
      await reader.cancel();
      throw new RangeError('longer than any list');
    }
    parts.push(part.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

const encodeBase64Url = (bytes: Uint8Array) =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const decodeBase64Url = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
