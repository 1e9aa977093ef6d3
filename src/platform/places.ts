/** Takes a place and answers how to give it back. Rejects when too many wait already, or when `signal` aborts. */
export type TakePlace = (signal?: AbortSignal) => Promise<() => void>;

/** Limits concurrency to `most` at once; `waiting` more may queue, first come, first served. */
export function createPlaces(most: number, waiting: number, full: () => Error): TakePlace {
  let taken = 0;
  const queue: (() => void)[] = [];

  const place = () => {
    let isGiven = false;
    return () => {
      if (isGiven) return;
      isGiven = true;
      const next = queue.shift();
      if (next) next();
      else taken -= 1;
    };
  };

  return async (signal) => {
    signal?.throwIfAborted();
    if (taken < most) {
      taken += 1;
      return place();
    }
    if (queue.length >= waiting) throw full();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      queue.splice(queue.indexOf(resolve), 1);
      reject(signal?.reason);
    };
    queue.push(resolve);
    signal?.addEventListener('abort', leave, { once: true });
    try {
      // A place that is given back goes to the first in the queue without being free in between.
      await promise;
    } finally {
      signal?.removeEventListener('abort', leave);
    }
    return place();
  };
}
