import type { Groceries, NewGrocery } from './groceries.ts';
import { isAisleName, LONGEST_LINE, textsOf } from './groceryLine.ts';

// A list in a link: all of it behind the `#`, which no browser sends to a server. What is ticked off stays at home, and
// so do prices: whoever writes a link could write any.

const PLAIN = '#lista=0';
const PACKED = '#lista=1';
/** Of a link that messengers pass on whole. */
const LONGEST_LINK = 12_000;
/** Of what a link may unfold to. */
const MOST_BYTES = 100_000;
const MOST_LINES = 600;

/** Null where it would be too long, or nothing is missing. */
export async function linkOf(list: Groceries): Promise<string | null> {
  const lines = list.items.filter(({ done }) => !done).flatMap(shared);
  if (lines.length === 0) return null;
  const bytes = new TextEncoder().encode(
    lines.map(({ text, aisle }) => (aisle ? `${text}\t${aisle}` : text)).join('\n'),
  );
  const packed =
    'CompressionStream' in globalThis ? await through(bytes, new CompressionStream('deflate-raw')) : null;
  const link = packed ? PACKED + toText(packed) : PLAIN + toText(bytes);
  return link.length <= LONGEST_LINK ? link : null;
}

/** As it is told to others; an offer by how many of which size. */
export function shared({ name, amounts, aisle, ...more }: NewGrocery): { text: string; aisle?: string }[] {
  const note = more.price ? more.price.size : more.note;
  return textsOf({ name, ...(note && { note }), amounts }).map((text) => ({ text, ...(aisle && { aisle }) }));
}

/** Null where it is none, or broken. */
export async function listIn(hash: string): Promise<NewGrocery[] | null> {
  const { readLine } = await import('./groceryReader.ts');
  try {
    const [kind, text] = [hash.slice(0, PACKED.length), hash.slice(PACKED.length)];
    if (text.length > LONGEST_LINK || (kind !== PLAIN && kind !== PACKED)) return null;
    const bytes = fromText(text);
    const whole = kind === PACKED ? await through(bytes, new DecompressionStream('deflate-raw')) : bytes;
    const lines = new TextDecoder('utf-8', { fatal: true }).decode(whole).split('\n').slice(0, MOST_LINES);
    const found = lines.map((row): NewGrocery | null => {
      const [written = '', aisle] = row.slice(0, LONGEST_LINE + 30).split('\t');
      const line = readLine(written);
      return line && { ...line, ...(isAisleName(aisle) && { aisle }) };
    });
    const list = found.filter((line) => line !== null);
    return list.length > 0 ? list : null;
  } catch {
    return null;
  }
}

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length;
    if (length > MOST_BYTES) {
      await reader.cancel();
      throw new RangeError('longer than any list');
    }
    parts.push(part.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

const toText = (bytes: Uint8Array) =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const fromText = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
