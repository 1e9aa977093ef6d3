import type { DependencyRevisions, Validated } from './dependencyRevisions.ts';

/** Largest step back of the clock that counts as ordinary synchronisation. */
const MAX_CLOCK_CORRECTION_MS = 1000;

export type NextChangePlan = ReturnType<typeof createNextChangePlan>;

/**
 * Plans until when entries hold. `nextChange` returns when content will change without a save (midnight, a
 * banner's start). At that instant all entries expire.
 */
export function createNextChangePlan(
  options: { now: () => number; nextChange: () => Promise<number> },
  revisions: DependencyRevisions,
) {
  let plan: (Validated & { from: number; until: number }) | null = null;
  let planning: { at: number; until: Promise<number | null> } | null = null;

  const expire = () => {
    const now = options.now();
    // The clock was set back to before the planning, maybe to another day.
    if (!plan || (now < plan.until && now >= plan.from - MAX_CLOCK_CORRECTION_MS)) return;
    revisions.expireAll();
    plan = null;
  };
  const compute = async () => {
    const tracking = revisions.startTracking();
    const from = options.now();
    const until = await revisions.track(tracking, options.nextChange).catch(() => null);
    planning = null;
    if (until === null || revisions.isStale(tracking)) return null;
    plan = { ...revisions.compact(tracking), from, until, checked: revisions.current() };
    return until;
  };
  /** Returns until when entries hold unless content is saved, or null if that is unknown now. */
  const validUntil = (): Promise<number | null> => {
    expire();
    if (plan && revisions.isCurrent(plan)) return Promise.resolve(plan.until);
    // Concurrent callers await the same promise.
    if (planning?.at !== revisions.current()) planning = { at: revisions.current(), until: compute() };
    return planning.until;
  };

  return {
    validUntil,
    /** Expires the plan at its instant. Returns whether it is known and current. */
    isCurrent() {
      expire();
      return plan !== null && revisions.isCurrent(plan);
    },
    /** Returns the instant (ms) of the last plan; 0 without one. */
    plannedUntil: () => plan?.until ?? 0,
    /**
     * Plans at once after a change, not with the next request. By then another instance may have published
     * what came due, and this one would never learn of that instant.
     */
    planAgain() {
      if (plan && !revisions.isCurrent(plan)) void validUntil();
    },
  };
}
