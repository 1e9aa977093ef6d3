/** For so long one after the other may work before whatever else waits (a finished answer, a health check) is let in. */
const LONGEST_MS = 10;

let begun = 0;
let line = Promise.resolve();

/**
 * For work that goes on piece by piece without ever waiting for anything outside: a turn of the event loop for each
 * that has waited, so that many such works at once hold nobody up for longer than one does.
 */
export function breathe(): Promise<void> {
  line = line.then(() => new Promise((next) => setImmediate(next)));
  return line;
}

/** The same, where this turn of the event loop has been taken up for long enough; undefined where it was not. */
export function breatheIfLong(): Promise<void> | undefined {
  const now = performance.now();
  if (begun === 0) {
    begun = now;
    setImmediate(() => {
      begun = 0;
    });
  }
  return now - begun < LONGEST_MS ? undefined : breathe();
}
