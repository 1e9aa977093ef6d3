/** What one token may do, whatever others do; in the words of a 429 and on the screens. */
export const MACHINE_LIMITS = {
  calls: { points: 600, seconds: 60 },
  writes: { points: 60, seconds: 60 },
} as const;
