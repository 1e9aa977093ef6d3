/**
 * As a route's `handle`: its page only reads, so that its script waits for a first touch or key. Whoever reads and
 * leaves loads none.
 */
export const STILL = { still: true } as const;
