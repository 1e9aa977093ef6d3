import { hash } from 'node:crypto';

// Protocol between a site and an API that run as separate processes, beside ordinary calls.

/** Name of the header that requests the dependencies of a response, which lists them by opaque name. */
export const DEPENDENCIES_HEADER = 'vitrine-reads';

/** Path, below the API's prefix, of the change stream (server-sent events) with heartbeats in between. */
export const CHANGE_STREAM_PATH = '/site/pulse';
/** Interval of the heartbeats. */
export const HEARTBEAT_MS = 300;
/** Longest silence before a site treats every table as changed. */
export const MAX_SILENCE_MS = 1000;

const digests = new Map<string, string>();

/** Caches digests: there are only as many names as tables and their parts. */
const digestOf = (name: string) =>
  digests.getOrInsertComputed(name, () => hash('sha256', `vitrine table ${name}`, 'base64url').slice(0, 16));

/**
 * Returns a dependency's name with a digest in place of each table, because any caller may ask. The
 * separators `/` and `#` and the row stay: a site only compares names. Every instance of an API makes the
 * same digests.
 */
export function opaqueDependency(name: string): string {
  const [tables = '', ...row] = name.split('#');
  return [tables.split('/').map(digestOf).join('/'), ...row].join('#');
}

/** Encodes names of dependencies for the header `DEPENDENCIES_HEADER`. */
export const encodeDependencies = (names: Iterable<string>): string =>
  Array.from(names, (name) => encodeURIComponent(opaqueDependency(name))).join(',');

/** Decodes the header `DEPENDENCIES_HEADER`. Returns null if the response has none. */
export const decodeDependencies = (line: string | undefined): string[] | null =>
  line === undefined ? null : line.split(',').filter(Boolean).map(decodeURIComponent);
