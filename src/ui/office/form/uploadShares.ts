/**
 * How much of each file has left, 0 to 1, from what has left of the whole body: its files come last, in the order
 * of `files`. The few bytes that part them count as the file's before.
 */
export function uploadShares(files: readonly File[], sent: number, total: number): ReadonlyMap<File, number> {
  const shares = new Map<File, number>();
  let end = total;
  for (const file of files.toReversed()) {
    const start = end - file.size;
    shares.set(file, sent >= end ? 1 : Math.max(0, (sent - start) / file.size));
    end = start;
  }
  return shares;
}
