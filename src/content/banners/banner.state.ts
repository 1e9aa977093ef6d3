export type BannerState = 'waiting' | 'on the air' | 'over';

interface Times {
  starts_at: string | null;
  ends_at: string | null;
}

/** Returns the state of a banner at `now`; `ends_at` is exclusive. */
export function bannerState({ starts_at, ends_at }: Times, now: number): BannerState {
  if (ends_at && Date.parse(ends_at) <= now) return 'over';
  return starts_at && Date.parse(starts_at) > now ? 'waiting' : 'on the air';
}
