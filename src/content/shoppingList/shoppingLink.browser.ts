import { isAisleName, lineTexts, MAX_LINE_LENGTH } from './shoppingLine.ts';
import type { NewShoppingItem, ShoppingList } from './shoppingList.ts';

// Encodes a list in a link, behind the `#`, which browsers do not send to servers. Ticked items are left out,
// and prices too, because a forged link could contain any price.

const PLAIN = '#lista=0';
const PACKED = '#lista=1';
/** Longest link that messengers transmit completely. */
const MAX_LINK_LENGTH = 12_000;
/** Largest decompressed size, against decompression bombs. */
const MAX_BYTES = 100_000;
const MAX_LINES = 600;

/** Returns the link of a list; null if it would be too long or no item is missing. */
export async function encodeListLink(list: ShoppingList): Promise<string | null> {
  const lines = list.items.filter(({ done }) => !done).flatMap(shareableLines);
  if (lines.length === 0) return null;
  const bytes = new TextEncoder().encode(
    lines.map(({ text, aisle }) => (aisle ? `${text}\t${aisle}` : text)).join('\n'),
  );
  const packed =
    'CompressionStream' in globalThis ? await pipeThrough(bytes, new CompressionStream('deflate-raw')) : null;
  const link = packed ? PACKED + encodeBase64Url(packed) : PLAIN + encodeBase64Url(bytes);
  return link.length <= MAX_LINK_LENGTH ? link : null;
}

/** Returns the lines of an item for sharing; an offer as count and size. */
export function shareableLines({
  name,
  amounts,
  aisle,
  ...more
}: NewShoppingItem): { text: string; aisle?: string }[] {
  const note = more.price ? more.price.size : more.note;
  return lineTexts({ name, ...(note && { note }), amounts }).map((text) => ({
    text,
    ...(aisle && { aisle }),
  }));
}

/** Returns the list of a link; null if it is absent or broken. */
export async function decodeListLink(hash: string): Promise<NewShoppingItem[] | null> {
  const { parseLine } = await import('./shoppingLineParser.ts');
  try {
    const [kind, text] = [hash.slice(0, PACKED.length), hash.slice(PACKED.length)];
    if (text.length > MAX_LINK_LENGTH || (kind !== PLAIN && kind !== PACKED)) return null;
    const bytes = decodeBase64Url(text);
    const decoded =
      kind === PACKED ? await pipeThrough(bytes, new DecompressionStream('deflate-raw')) : bytes;
    const lines = new TextDecoder('utf-8', { fatal: true }).decode(decoded).split('\n').slice(0, MAX_LINES);
    const found = lines.map((row): NewShoppingItem | null => {
      const [lineText = '', aisle] = row.slice(0, MAX_LINE_LENGTH + 30).split('\t');
      const line = parseLine(lineText);
      return line && { ...line, ...(isAisleName(aisle) && { aisle }) };
    });
    const list = found.filter((line) => line !== null);
    return list.length > 0 ? list : null;
  } catch {
    return null;
  }
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
