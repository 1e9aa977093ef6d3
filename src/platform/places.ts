/**
 * Waits for a place and returns the function that gives it back. `caller` names who shares the place with whom. Rejects
 * when too many wait already, or when `signal` aborts.
 */
export type TakePlace = (caller: string, signal?: AbortSignal) => Promise<() => void>;

export interface PlaceLimits {
  /** Places at once. */
  most: number;
  /** Places that one caller has at once. */
  each?: number;
  /** Bound of the queue, and of one caller's part in it; without a bound where absent. */
  waiting?: number;
  waitingEach?: number;
  /** Returns the error for a caller who finds the queue full. */
  full?: () => Error;
}

interface Caller {
  taken: number;
  /** Each gives a place to the one who waits. In order. */
  queue: Set<() => void>;
}

/** Limits concurrency. Free places go to callers in turn, and to one caller's requests in their order. */
export function createPlaces(limits: PlaceLimits): TakePlace {
  const { most, each = most, waiting = Number.POSITIVE_INFINITY } = limits;
  const { waitingEach = waiting, full = () => new Error('the queue is full') } = limits;
  /** In the order in which they get their next place. */
  const callers = new Map<string, Caller>();
  let taken = 0;
  let queued = 0;

  const forget = (name: string, { taken, queue }: Caller) => {
    if (taken === 0 && queue.size === 0) callers.delete(name);
  };
  const serve = () => {
    // At most as many callers are passed over as there are places.
    for (const [name, caller] of callers) {
      if (taken >= most) return;
      const [next] = caller.queue;
      if (!next || caller.taken >= each) continue;
      caller.queue.delete(next);
      queued -= 1;
      caller.taken += 1;
      taken += 1;
      callers.delete(name);
      callers.set(name, caller);
      next();
    }
  };

  return async (name, signal) => {
    signal?.throwIfAborted();
    const caller = callers.getOrInsertComputed(name, () => ({ taken: 0, queue: new Set() }));
    const isFree = taken < most && caller.taken < each;
    if (!isFree && (queued >= waiting || caller.queue.size >= waitingEach)) {
      forget(name, caller);
      throw full();
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      if (!caller.queue.delete(resolve)) return;
      queued -= 1;
      forget(name, caller);
      reject(signal?.reason);
    };
    caller.queue.add(resolve);
    queued += 1;
    signal?.addEventListener('abort', leave, { once: true });
    serve();
    try {
      await promise;
    } finally {
      signal?.removeEventListener('abort', leave);
    }
    let isGiven = false;
    return () => {
      if (isGiven) return;
      isGiven = true;
      taken -= 1;
      caller.taken -= 1;
      forget(name, caller);
      serve();
    };
  };
}
