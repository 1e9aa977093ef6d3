/**
 * Returns whether a vacancy is open on `today` (a date of the chain's time zone); `open_until` is inclusive.
 */
export function isVacancyOpen({ open_until }: { open_until: string | null }, today: string): boolean {
  return open_until === null || open_until >= today;
}
