/**
 * Returns the progress of each file, 0 to 1, from that of the whole body. Files come last in the body, in the
 * order of `files`; the few bytes between them count as part of the file before.
 */
export function uploadProgressByFile(
  files: readonly File[],
  sent: number,
  total: number,
): ReadonlyMap<File, number> {
  const shares = new Map<File, number>();
  let end = total;
  for (const file of files.toReversed()) {
    const start = end - file.size;
    shares.set(file, sent >= end ? 1 : Math.max(0, (sent - start) / file.size));
    end = start;
  }
  return shares;
}
