/**
 * Creates a mutex. The returned function waits in order of arrival and resolves with the function that
 * releases the lock.
 */
export function createMutex(): () => Promise<() => void> {
  let tail = Promise.resolve();
  return async () => {
    const previous = tail;
    const { promise, resolve } = Promise.withResolvers<void>();
    tail = promise;
    await previous;
    return resolve;
  };
}

/**
 * Acquires a slot of a concurrency limit and returns the function that releases it. `caller` is the key for
 * the limits per caller. Rejects when the queue is full or `signal` aborts.
 */
export type AcquireSlot = (caller: string, signal?: AbortSignal) => Promise<() => void>;

export interface ConcurrencyOptions {
  /** Maximum of slots in use. */
  max: number;
  /** Maximum of slots that one caller uses. */
  maxPerCaller?: number;
  /** Maximum length of the queue, and of one caller's part in it; unlimited if absent. */
  maxQueued?: number;
  maxQueuedPerCaller?: number;
  /** Creates the error for a caller that finds the queue full. */
  queueFullError?: () => Error;
}

interface Caller {
  taken: number;
  /** Resolvers of the waiting requests, in order of arrival. */
  queue: Set<() => void>;
}

/**
 * Creates a concurrency limit. Free slots go to callers in round robin, and to the requests of one caller in
 * order.
 */
export function createConcurrencyLimit(limits: ConcurrencyOptions): AcquireSlot {
  const { max, maxPerCaller = max, maxQueued = Number.POSITIVE_INFINITY } = limits;
  const { maxQueuedPerCaller = maxQueued, queueFullError = () => new Error('the queue is full') } = limits;
  /** Callers, in the order in which they get their next slot. */
  const callers = new Map<string, Caller>();
  let taken = 0;
  let queued = 0;

  const forget = (name: string, { taken, queue }: Caller) => {
    if (taken === 0 && queue.size === 0) callers.delete(name);
  };
  const serve = () => {
    // The loop skips at most as many callers as there are slots.
    for (const [name, caller] of callers) {
      if (taken >= max) return;
      const [next] = caller.queue;
      if (!next || caller.taken >= maxPerCaller) continue;
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
    const isFree = taken < max && caller.taken < maxPerCaller;
    if (!isFree && (queued >= maxQueued || caller.queue.size >= maxQueuedPerCaller)) {
      forget(name, caller);
      throw queueFullError();
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const abandon = () => {
      if (!caller.queue.delete(resolve)) return;
      queued -= 1;
      forget(name, caller);
      reject(signal?.reason);
    };
    caller.queue.add(resolve);
    queued += 1;
    signal?.addEventListener('abort', abandon, { once: true });
    serve();
    try {
      await promise;
    } finally {
      signal?.removeEventListener('abort', abandon);
    }
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      taken -= 1;
      caller.taken -= 1;
      forget(name, caller);
      serve();
    };
  };
}

/** Runs `work` for all `items`, `max` at a time. Stops at the first failure and throws it. */
export async function forEachConcurrently<T>(
  items: Iterator<T>,
  max: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  let failed = false;
  const worker = async () => {
    for (let next = items.next(); !next.done && !failed; next = items.next()) {
      try {
        await work(next.value);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: max }, worker));
  const failure = ended.find((result) => result.status === 'rejected');
  if (failure) throw failure.reason;
}

/**
 * Creates a single flight: while a run is in progress, callers share it instead of starting another one.
 */
export function createSingleFlight<T>() {
  let current: Promise<T> | undefined;
  return {
    run(work: () => Promise<T>): Promise<T> {
      current ??= work().finally(() => {
        current = undefined;
      });
      return current;
    },
    /** Returns the run in progress. */
    current: () => current,
  };
}

/** Settles as `work` does; after `ms` as `onTimeout`. Does not cancel `work`, but ignores its result. */
export async function withTimeout<T, L>(
  work: Promise<T>,
  ms: number,
  onTimeout: () => L | Promise<L>,
): Promise<T | L> {
  const timeout = Promise.withResolvers<void>();
  const timer = setTimeout(timeout.resolve, ms);
  try {
    return await Promise.race([work, timeout.promise.then(onTimeout)]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * `onTimeout` that resolves with false after a grace period. It processes responses that arrived while the
 * event loop was busy.
 */
export const falseAfterGrace = () => new Promise<false>((resolve) => setTimeout(resolve, 50, false));

/** Settles as `work` does; rejects when `signal` aborts. Does not cancel `work`, but ignores its result. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
