// Finds misspelt variables of the application. Most of an environment belongs to other programs, so only near
// misses are refused.

/**
 * Minimum length at which one edit counts as a misspelling; shorter names are too close to other programs'
 * (`POST`, `APP_URL`).
 */
const ONE_EDIT_FROM = 8;
const TWO_EDITS_FROM = 12;

/** Prefixes of our variables. */
const FAMILY = /^(BACKUP|DATABASE|METRICS|S3|SMTP)_/;

/** Returns each name that nearly matches a known one that is not set, with the known one. */
export function misspeltNames(names: readonly string[], known: readonly string[]): [string, string][] {
  const present = new Set(names);
  const others = names.filter((name) => !known.includes(name));
  return others.flatMap((name): [string, string][] => {
    const match = nearestOf(name, known);
    return match && !present.has(match) ? [[name, match]] : [];
  });
}

/** Returns the names that nothing reads: those with one of our prefixes, and any that is set in `.env`. */
export function unreadNames(
  names: readonly string[],
  known: readonly string[],
  inFile: readonly string[],
): string[] {
  return names.filter((name) => !known.includes(name) && (FAMILY.test(name) || inFile.includes(name)));
}

function nearestOf(name: string, known: readonly string[]): string | undefined {
  const upper = name.toUpperCase();
  let nearest: string | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const candidate of known) {
    if (upper === candidate && !upper.includes('_')) continue;
    const most = maxEdits(upper, candidate);
    // Each edit changes the length by one at most. Without this, a start compares all names for milliseconds.
    if (Math.abs(upper.length - candidate.length) > most) continue;
    const edits = editsBetween(upper, candidate);
    if (edits <= most && edits < fewest) {
      nearest = candidate;
      fewest = edits;
    }
  }
  return nearest;
}

function maxEdits(name: string, candidate: string): number {
  const length = Math.min(name.length, candidate.length);
  if (length >= TWO_EDITS_FROM) return 2;
  if (length >= ONE_EDIT_FROM) return 1;
  return isSwapped(name, candidate) ? 1 : 0;
}

const isSwapped = (name: string, candidate: string) =>
  name.length === candidate.length && [...name].sort().join() === [...candidate].sort().join();

/**
 * Returns the number of insertions, deletions, substitutions and swaps of neighbours (optimal string
 * alignment).
 */
function editsBetween(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let edits = Math.min(Number(last[j]) + 1, Number(row[j - 1]) + 1, Number(last[j - 1]) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        edits = Math.min(edits, Number(before[j - 2]) + 1);
      row.push(edits);
    }
    before = last;
    last = row;
  }
  return Number(last[b.length]);
}
