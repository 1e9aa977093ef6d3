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
