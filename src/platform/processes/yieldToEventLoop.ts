/** Longest time that consecutive work may occupy the event loop before it yields, in ms. */
const LONGEST_MS = 10;

let turnStartedAt = 0;
let queue = Promise.resolve();

/**
 * Yields one turn of the event loop. Concurrent callers are queued, each for a turn of its own, so that many
 * long loops together delay other work no longer than one does.
 */
export function yieldToEventLoop(): Promise<void> {
  queue = queue.then(() => new Promise((resolve) => setImmediate(resolve)));
  return queue;
}

/** Yields if this turn of the event loop has lasted at least `LONGEST_MS`; otherwise returns undefined. */
export function yieldIfLong(): Promise<void> | undefined {
  const now = performance.now();
  if (turnStartedAt === 0) {
    turnStartedAt = now;
    setImmediate(() => {
      turnStartedAt = 0;
    });
  }
  return now - turnStartedAt < LONGEST_MS ? undefined : yieldToEventLoop();
}
