import type { ChangedTables } from '../../database/dependencyTracking.ts';
import { type CachedReads, createCachedReads } from './cachedReads.ts';
import {
  type CachedResponse,
  compressResponse,
  type HitCounter,
  type RenderedResponse,
} from './cachedResponse.ts';
import { createCacheEntries } from './cacheEntries.ts';
import { createDependencyRevisions, type Tracked, type Tracking } from './dependencyRevisions.ts';
import { createNextChangePlan } from './nextChangePlan.ts';

/** Thrown by `render` when the response must not be cached. Each concurrent caller then renders its own. */
export class NotCacheable extends Error {}

/** Thrown by `render` when its caller left before the render began. Concurrent callers begin again. */
export class CallerDisconnected extends Error {}

/** A response that belongs under another key. `get` continues with that key. */
export interface ResponseUnderOtherKey {
  instead: string;
  produce: () => Promise<RenderedResponse>;
}

export interface ResponseCache extends CachedReads {
  /**
   * Returns the response for `key`. Renders it once for each state of its dependencies, one render at a time.
   * Keys must be bounded: made of the site's content, never of a visitor's input. Responses that `render`
   * marks as `typed` are stored separately.
   */
  get(
    key: string,
    render: () => Promise<RenderedResponse | ResponseUnderOtherKey>,
  ): CachedResponse | Promise<CachedResponse>;
  /**
   * Returns the response for `key`, which depends on nothing stored. Renders it again when it is older than
   * `seconds`. Keys must be bounded.
   */
  fixed(key: string, render: () => Promise<RenderedResponse>, seconds?: number): Promise<CachedResponse>;
  /** Returns the entry under `key` if it is still current. */
  hit(key: string): CachedResponse | undefined;
  /** Drops what depends on the changed tables. It is rendered again on the next request. */
  invalidate(changed?: ChangedTables): void;
  stats(): ResponseCacheStats;
}

export interface ResponseCacheStats {
  /** Number of lookups outside the fast path, by result. */
  results: Record<Result, number>;
  tallies: readonly HitCounter[];
  /** Renders in progress. */
  inFlight: number;
  stored: { entries: number; bytes: number };
  /** Entries dropped for lack of room. */
  evicted: number;
}

/** Outcome of a lookup. `same`: valid without a render. `stale`: last good response after a failure. */
type Result = 'found' | 'waited' | 'same' | 'made' | 'stale' | 'failed';

const MAX_STALE_SECONDS = 86_400;

interface Flight extends Tracked {
  answer: Promise<CachedResponse>;
}

/**
 * Creates the response cache: entries stay until their dependencies change. `nextSiteChange` returns when content
 * will change without a save (midnight, a banner's start). At that instant all entries expire, and `publishDueChanges`
 * publishes due changes before the first render. After a save that may name another instant, no entry is
 * served until `nextSiteChange` has been read again. During an outage the last good response is served.
 */
export function createResponseCache(options: {
  now: () => number;
  nextChange: () => Promise<number>;
  /** Resolves to false if due changes are not published yet. Responses are not cached then. */
  publishDueChanges: () => Promise<boolean> | undefined;
  baseHeaders: Record<string, string>;
  isOutage: (error: unknown) => boolean;
}): ResponseCache {
  const revisions = createDependencyRevisions();
  const { startTracking, track, compact, isStale, isCurrent } = revisions;
  const plan = createNextChangePlan(options, revisions);
  const entries = createCacheEntries();
  const flights = new Map<string, Flight>();
  const fixedEntries = new Map<string, { begun: number; answer: Promise<CachedResponse> }>();
  const results: Record<Result, number> = { found: 0, waited: 0, same: 0, made: 0, stale: 0, failed: 0 };
  const tallies = new Map<string, HitCounter>();

  const tallyOf = (route: string) => tallies.getOrInsertComputed(route, () => ({ route, hits: 0 }));

  /** Returns false if publishing fails. The render then meets the same failure and reports it. */
  const publishDueChanges = async () => {
    try {
      return (await options.publishDueChanges()) ?? true;
    } catch {
      return false;
    }
  };
  const cacheControl = (until: number) => () =>
    cacheLine(Math.min(until, plan.plannedUntil()) - options.now());

  const store = (key: string, finished: CachedResponse, tracking: Tracking, isTyped: boolean) => {
    const current = entries.find(key);
    // The stored entry was rendered later, from newer data.
    if (current && isCurrent(current) && isStale(tracking)) return;
    const { br, gzip } = finished.bytes;
    const size = 1000 + key.length + br.length + gzip.length;
    entries.put(key, { ...compact(tracking), finished, size, checked: 0, used: false }, isTyped);
  };
  const renderOnce = async (
    key: string,
    tracking: Tracking,
    render: () => Promise<RenderedResponse | ResponseUnderOtherKey>,
  ): Promise<CachedResponse> => {
    try {
      const arePublished = await publishDueChanges();
      const plannedUntil = arePublished ? await plan.validUntil() : null;
      const stored = entries.find(key);
      // Only the end of validity was unknown.
      if (stored && plannedUntil !== null && isCurrent(stored)) return stored.finished;
      // Most changes of a table do not show here. After the instant of a planned change, any part may differ.
      if (
        stored?.finished.same &&
        !revisions.isOutdated(stored) &&
        (await track(tracking, stored.finished.same))
      ) {
        const finished = { ...stored.finished, reads: compact(tracking).reads };
        results.same += 1;
        if (arePublished && (await plan.validUntil()) !== null)
          store(key, finished, tracking, entries.isTyped(key));
        return finished;
      }
      const rendered = await track(tracking, render);
      if ('instead' in rendered) {
        entries.drop(key);
        return get(rendered.instead, rendered.produce);
      }
      // Plan again: data that was read during the render may name an instant that the plan did not know.
      const until = plannedUntil === null ? null : await plan.validUntil();
      const tally = tallyOf(rendered.route ?? 'other');
      const finished = {
        ...(await compressResponse(rendered, options.baseHeaders, cacheControl(until ?? 0), tally)),
        reads: compact(tracking).reads,
        same: rendered.same,
      };
      results.made += 1;
      // If the end of validity is unknown, the response is sent but not cached.
      if (until !== null) store(key, finished, tracking, rendered.typed ?? false);
      return finished;
    } catch (error) {
      if (error instanceof CallerDisconnected) throw error;
      if (options.isOutage(error)) {
        const last = entries.find(key);
        if (last) {
          results.stale += 1;
          return last.finished;
        }
      } else {
        // A response that failed otherwise, such as not found, must not come back in the next outage.
        entries.drop(key);
      }
      if (!(error instanceof NotCacheable)) results.failed += 1;
      throw error;
    }
  };
  const hit: ResponseCache['hit'] = (key) => {
    if (!plan.isCurrent()) return undefined;
    const entry = entries.find(key);
    return entry && isCurrent(entry) ? entry.finished : undefined;
  };
  const get: ResponseCache['get'] = (key, render) => {
    const finished = hit(key);
    if (finished) {
      results.found += 1;
      return finished;
    }
    const pending = flights.get(key);
    if (pending && !isStale(pending, true)) {
      results.waited += 1;
      return pending.answer.catch((error: unknown) => {
        if (error instanceof CallerDisconnected) return get(key, render);
        throw error;
      });
    }
    const tracking = startTracking();
    const flight: Flight = {
      ...tracking,
      answer: renderOnce(key, tracking, render).finally(() => {
        if (flights.get(key) === flight) flights.delete(key);
      }),
    };
    flights.set(key, flight);
    return flight.answer;
  };

  const fixed: ResponseCache['fixed'] = (key, render, seconds = Number.POSITIVE_INFINITY) => {
    const cached = fixedEntries.get(key);
    const now = options.now();
    // A clock that was set back also makes an entry old.
    if (cached && now >= cached.begun && now < cached.begun + seconds * 1000) {
      results.found += 1;
      return cached.answer;
    }
    const entry = {
      begun: now,
      answer: (async () => {
        const rendered = await render();
        const tally = tallyOf(rendered.route ?? 'other');
        const response = await compressResponse(rendered, options.baseHeaders, cacheControl(0), tally);
        results.made += 1;
        return { ...response, reads: new Map(), same: undefined };
      })(),
    };
    entry.answer.catch(() => {
      results.failed += 1;
      if (fixedEntries.get(key) === entry) fixedEntries.delete(key);
    });
    fixedEntries.set(key, entry);
    return entry.answer;
  };

  return {
    get,
    fixed,
    ...createCachedReads(revisions, plan),
    hit,
    invalidate(changed = 'all') {
      revisions.recordChanges(changed);
      plan.planAgain();
    },
    stats() {
      return {
        results,
        tallies: [...tallies.values()],
        inFlight: flights.size,
        ...entries.stats(),
      };
    },
  };
}

/**
 * Returns the `cache-control` value if the next planned change is `left` milliseconds away; no lifetime
 * passes it. Shared caches may serve a response for one second, which `no-cache` would forbid. Browsers
 * revalidate each time.
 */
function cacheLine(left: number): string {
  const seconds = Math.floor(left / 1000);
  if (seconds < 1) return 'public, no-cache';
  return `public, max-age=0, s-maxage=1, stale-if-error=${Math.min(MAX_STALE_SECONDS, seconds)}`;
}
