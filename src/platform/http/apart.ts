// What a site and an API that are served apart say to each other beside calls.

/** Sent with a call, it asks for, and with the answer it has, the tables that the answer was made of. */
export const READS = 'vitrine-reads';

/** Below the API's prefix: which tables change, as they do (server-sent events), and a sign of life in between. */
export const PULSE = '/site/pulse';
export const PULSE_MS = 300;
/** Whoever hears nothing for so long takes everything for changed. */
export const SILENCE_MS = 1000;

export const readsLine = (names: Iterable<string>): string => Array.from(names, encodeURIComponent).join(',');

/** Null where the answer does not say. */
export const readsIn = (line: string | undefined): string[] | null =>
  line === undefined ? null : line.split(',').filter(Boolean).map(decodeURIComponent);
