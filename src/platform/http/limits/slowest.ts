/** Returns the item with the lowest rate since it began, or undefined if none is older than `patienceMs`. */
export function slowestOf<T extends { begun: number }>(
  all: Iterable<T>,
  patienceMs: number,
  moved: (one: T) => number,
): T | undefined {
  const now = performance.now();
  const rate = (item: T) => moved(item) / (now - item.begun);
  const [slowest] = [...all]
    .filter(({ begun }) => now - begun > patienceMs)
    .sort((a, b) => rate(a) - rate(b));
  return slowest;
}
