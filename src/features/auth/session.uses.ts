/** Where a session is used: what the browser calls itself, and a mark of its network. */
export interface Place {
  browser: string;
  network: string;
}

interface Use {
  place: string;
  at: number;
}

/** So long a use counts as at the same time. */
const TOGETHER_MS = 5 * 60_000;
/** A phone goes from one network to another and back; two people do it again and again. */
const CHANGES = { browser: 2, network: 4 };
/** Sessions that are remembered, those used last. */
const MOST = 5000;

/**
 * Tells two who use one session at the same time from one who went elsewhere: whether the uses change to and fro. Kept in
 * memory, for it is of the moment.
 */
export function createUses() {
  const changes = new Map<number, { last: Place; browsers: Use[]; networks: Use[] }>();

  const isToAndFro = (uses: Use[], place: string, at: number, most: number) => {
    while (uses[0] && uses[0].at < at - TOGETHER_MS) uses.shift();
    uses.push({ place, at });
    return uses.length >= most && new Set(uses.map((use) => use.place)).size < uses.length;
  };

  return {
    /** Notes a use at `at` (ms); true where the session is used from two places at the same time. */
    isShared(session: number, place: Place, at: number): boolean {
      const known = changes.get(session);
      changes.delete(session);
      const seen = known ?? {
        last: place,
        browsers: [{ place: place.browser, at }],
        networks: [{ place: place.network, at }],
      };
      changes.set(session, seen);
      if (changes.size > MOST) changes.delete(changes.keys().next().value as number);
      if (!known) return false;
      const { last } = known;
      seen.last = place;
      const byBrowser =
        last.browser !== place.browser && isToAndFro(seen.browsers, place.browser, at, CHANGES.browser + 1);
      const byNetwork =
        last.network !== place.network && isToAndFro(seen.networks, place.network, at, CHANGES.network + 1);
      return byBrowser || byNetwork;
    },
  };
}
