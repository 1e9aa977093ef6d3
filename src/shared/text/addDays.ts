/** Returns `day` (`YYYY-MM-DD`) plus `days`; other texts unchanged. Not every browser has `Temporal`. */
export function addDays(day: string, days: number): string {
  const date = new Date(Date.parse(day) + days * 86_400_000);
  return Number.isNaN(date.getTime()) ? day : date.toISOString().slice(0, 10);
}
