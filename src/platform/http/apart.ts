import { hash } from 'node:crypto';

// What a site and an API that are served apart say to each other beside calls.

/** Sent with a call, it asks for the tables that the answer depends on; with the answer, it has their opaque names. */
export const READS = 'vitrine-reads';

/** Below the API's prefix: which tables change, as they do (server-sent events), and a sign of life in between. */
export const PULSE = '/site/pulse';
export const PULSE_MS = 300;
/** Whoever hears nothing for so long takes everything for changed. */
export const SILENCE_MS = 1000;

const digests = new Map<string, string>();

/** There are as many names as tables and their parts, so the digests are cached. */
const digestOf = (name: string) =>
  digests.getOrInsertComputed(name, () => hash('sha256', `vitrine table ${name}`, 'base64url').slice(0, 16));

/**
 * Returns a name of a dependency with a digest in place of each table, because any caller may ask. The separators `/`
 * and `#` and the row stay: a site compares names and needs no more. Every instance of an API makes the same digests.
 */
export function opaqueName(name: string): string {
  const [tables = '', ...row] = name.split('#');
  return [tables.split('/').map(digestOf).join('/'), ...row].join('#');
}

export const readsLine = (names: Iterable<string>): string =>
  Array.from(names, (name) => encodeURIComponent(opaqueName(name))).join(',');

/** Null where the answer does not say. */
export const readsIn = (line: string | undefined): string[] | null =>
  line === undefined ? null : line.split(',').filter(Boolean).map(decodeURIComponent);
