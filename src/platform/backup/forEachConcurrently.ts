/** Concurrency: a remote store handles many requests in the time of one. */
const AT_ONCE = 8;

/** Runs `work` for all `items`, `AT_ONCE` concurrently. Stops at the first failure and throws it. */
export async function forEachConcurrently<T>(
  items: Iterator<T>,
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
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, worker));
  const failure = ended.find((result) => result.status === 'rejected');
  if (failure) throw failure.reason;
}
