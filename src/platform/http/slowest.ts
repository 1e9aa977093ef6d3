/** Returns the one of `all` that moved most slowly since it began, or undefined if none is older than `patienceMs`. */
export function slowestOf<T extends { begun: number }>(
  all: Iterable<T>,
  patienceMs: number,
  moved: (one: T) => number,
): T | undefined {
  const now = performance.now();
  const rate = (one: T) => moved(one) / (now - one.begun);
  const [slowest] = [...all]
    .filter(({ begun }) => now - begun > patienceMs)
    .sort((one, other) => rate(one) - rate(other));
  return slowest;
}
