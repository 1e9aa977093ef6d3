/** Lets one in at a time, in the order in which they came. Whoever is let in calls what it got when it is done. */
export function createLine(): () => Promise<() => void> {
  let last = Promise.resolve();
  return async () => {
    const before = last;
    const { promise, resolve } = Promise.withResolvers<void>();
    last = promise;
    await before;
    return resolve;
  };
}
