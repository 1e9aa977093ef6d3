/** Limits of each API token, independent of other tokens. Used by the 429 and by the screens. */
export const API_TOKEN_LIMITS = {
  calls: { points: 600, seconds: 60 },
  writes: { points: 60, seconds: 60 },
} as const;
