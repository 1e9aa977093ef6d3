import { namesOfRows } from '../../affectedRows.ts';
import { reportReads } from '../../database/dependencyTracking.ts';
import type { DependencyRevisions, Tracked, Validated } from './dependencyRevisions.ts';
import type { NextChangePlan } from './nextChangePlan.ts';

/** Limit of cached reads. Their values are as large as a page's lists. */
const MAX_CACHED_READS = 200;

interface CachedRead extends Validated {
  value: unknown;
}

export type CachedReads = ReturnType<typeof createCachedReads>;

/** Caches the values of reads until their dependencies change. */
export function createCachedReads(revisions: DependencyRevisions, plan: NextChangePlan) {
  const cachedReads = new Map<string, CachedRead>();
  /** Reads in progress. Concurrent callers await the same promise. */
  const readsInFlight = new Map<string, Tracked & { value: Promise<unknown> }>();

  return {
    /** Returns the value of `read`, cached until its dependencies change. It is shared, and so frozen. */
    async sharedRead<T>(key: string, read: () => Promise<T>): Promise<T> {
      const isPlanned = plan.isCurrent();
      const cached = cachedReads.get(key);
      if (cached && isPlanned && revisions.isCurrent(cached)) {
        reportReads(namesOfRows(cached.reads));
        return cached.value as T;
      }
      const pending = readsInFlight.get(key);
      if (pending) {
        const value = await pending.value.catch(() => undefined);
        if (value !== undefined && !revisions.isStale(pending)) {
          reportReads(namesOfRows(pending.reads));
          return value as T;
        }
      }
      cachedReads.delete(key);
      const tracking = revisions.startTracking();
      const current = { ...tracking, value: revisions.track(tracking, read) };
      readsInFlight.set(key, current);
      const value = await current.value.finally(() => {
        if (readsInFlight.get(key) === current) readsInFlight.delete(key);
      });
      if (revisions.isStale(tracking)) return value;
      cachedReads.set(key, { ...revisions.compact(tracking), value: deepFreeze(value), checked: 0 });
      if (cachedReads.size > MAX_CACHED_READS) cachedReads.delete(cachedReads.keys().next().value ?? '');
      return value;
    },
    /**
     * Runs `read`. Returns its value and a function that tells whether the value is still current. That
     * function also reports the dependencies to an enclosing render.
     */
    async trackedRead<T>(read: () => Promise<T>): Promise<{ value: T; stands: () => boolean }> {
      const tracking = revisions.startTracking();
      const value = await revisions.track(tracking, read);
      const validated = { ...revisions.compact(tracking), checked: 0 };
      const isStillCurrent = () => {
        if (!plan.isCurrent() || !revisions.isCurrent(validated)) return false;
        reportReads(namesOfRows(validated.reads));
        return true;
      };
      return { value, stands: isStillCurrent };
    },
  };
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) deepFreeze(part);
  return Object.freeze(value);
}
