/** A store answers many questions in the time that it takes for one. */
const AT_ONCE = 8;

/** Does `work` for all of `items`, several at once. The first failure ends it. */
export async function severally<T>(items: Iterator<T>, work: (item: T) => Promise<void>): Promise<void> {
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
  const failure = ended.find((one) => one.status === 'rejected');
  if (failure) throw failure.reason;
}
