/** Place of use: display name of the browser, and a key of its network. */
export interface SessionPlace {
  browser: string;
  network: string;
}

interface Use {
  place: string;
  at: number;
}

/** Time within which two uses count as simultaneous. */
const TOGETHER_MS = 5 * 60_000;
/**
 * Allowed changes of place. One user on a phone changes networks and back; two users alternate repeatedly.
 */
const CHANGES = { browser: 2, network: 4 };
/** Most sessions that are remembered; the least recently used are dropped. */
const MAX_SESSIONS = 5000;

/**
 * Creates a detector of sessions that two people use at the same time: their uses alternate between places.
 * Its state is kept in memory, because only the last minutes matter.
 */
export function createSharedSessionDetector() {
  const changes = new Map<number, { last: SessionPlace; browsers: Use[]; networks: Use[] }>();

  const alternates = (uses: Use[], place: string, at: number, threshold: number) => {
    while (uses[0] && uses[0].at < at - TOGETHER_MS) uses.shift();
    uses.push({ place, at });
    return uses.length >= threshold && new Set(uses.map((use) => use.place)).size < uses.length;
  };

  return {
    /** Records a use at `at` (ms). Returns true if the session is used from two places at the same time. */
    isShared(session: number, place: SessionPlace, at: number): boolean {
      const known = changes.get(session);
      changes.delete(session);
      const seen = known ?? {
        last: place,
        browsers: [{ place: place.browser, at }],
        networks: [{ place: place.network, at }],
      };
      changes.set(session, seen);
      if (changes.size > MAX_SESSIONS) changes.delete(changes.keys().next().value as number);
      if (!known) return false;
      const { last } = known;
      seen.last = place;
      const byBrowser =
        last.browser !== place.browser && alternates(seen.browsers, place.browser, at, CHANGES.browser + 1);
      const byNetwork =
        last.network !== place.network && alternates(seen.networks, place.network, at, CHANGES.network + 1);
      return byBrowser || byNetwork;
    },
  };
}
