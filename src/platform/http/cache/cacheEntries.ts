import type { CachedResponse } from './cachedResponse.ts';
import type { Validated } from './dependencyRevisions.ts';

/** Limits of the two stores: responses of the site's own addresses, and those with visitors' words. */
const SITE_ROOM = { bytes: 64 * 1024 * 1024, entries: 6000 };
const TYPED_ROOM = { bytes: 8 * 1024 * 1024, entries: 200 };

interface Entry extends Validated {
  finished: CachedResponse;
  size: number;
  /** True if the entry was found since the last eviction pass. */
  used: boolean;
}

interface EntryStore {
  stats(): { entries: number; bytes: number; evicted: number };
  /** Finds an entry and marks it as used. */
  find(key: string): Entry | undefined;
  has(key: string): boolean;
  put(key: string, entry: Entry): void;
  drop(key: string): void;
}

/**
 * Creates a store that evicts by the clock algorithm: the oldest entry goes, unless it was used since; then
 * it becomes the newest. A hit sets a flag and moves nothing.
 */
function createEntryStore(limits: { bytes: number; entries: number }): EntryStore {
  const entries = new Map<string, Entry>();
  let size = 0;
  let evicted = 0;
  const drop = (key: string) => {
    size -= entries.get(key)?.size ?? 0;
    entries.delete(key);
  };
  return {
    stats: () => ({ entries: entries.size, bytes: size, evicted }),
    drop,
    has: (key) => entries.has(key),
    find(key) {
      const entry = entries.get(key);
      if (entry) entry.used = true;
      return entry;
    },
    put(key, entry) {
      drop(key);
      entries.set(key, entry);
      size += entry.size;
      for (const [oldest, { used }] of entries) {
        if (size <= limits.bytes && entries.size <= limits.entries) break;
        const retained = used && oldest !== key ? entries.get(oldest) : undefined;
        drop(oldest);
        if (!retained) evicted += 1;
        else {
          retained.used = false;
          entries.set(oldest, retained);
          size += retained.size;
        }
      }
    },
  };
}

/** Creates the two stores and finds an entry in either. */
export function createCacheEntries() {
  const siteEntries = createEntryStore(SITE_ROOM);
  const typedEntries = createEntryStore(TYPED_ROOM);
  const drop = (key: string) => {
    siteEntries.drop(key);
    typedEntries.drop(key);
  };
  return {
    find: (key: string) => siteEntries.find(key) ?? typedEntries.find(key),
    /** Returns whether the entry under `key` holds a visitor's words. */
    isTyped: typedEntries.has,
    drop,
    put(key: string, entry: Entry, isTyped: boolean) {
      drop(key);
      (isTyped ? typedEntries : siteEntries).put(key, entry);
    },
    stats() {
      const stores = [siteEntries.stats(), typedEntries.stats()];
      const total = (name: 'entries' | 'bytes' | 'evicted') =>
        stores.reduce((sum, store) => sum + store[name], 0);
      return { stored: { entries: total('entries'), bytes: total('bytes') }, evicted: total('evicted') };
    },
  };
}
