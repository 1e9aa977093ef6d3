import type { Banner } from '../features/banners/banner.contract.ts';
import { toLocalTime } from '../ui/zonedTime.ts';

const SOON_MS = 7 * 86_400_000;
const NEWEST = 5;

export interface Turn {
  banner: Banner;
  kind: 'starts' | 'ends';
  at: string;
  /** Days from today by the calendar of the chain: 0 is today. */
  inDays: number;
}

export interface DashboardNews {
  /** In the order in which shoppers see them. */
  live: Banner[];
  scheduled: number;
  ended: number;
  /** Banners that people who do not see them cannot tell; those that are over do not matter any more. */
  withoutAlt: Banner[];
  /** What goes up or comes down within a week, soonest first. */
  soon: Turn[];
  changed: Banner[];
}

/** What there is to know and to do on arrival. */
export function dashboardNews(banners: readonly Banner[], now: Date): DashboardNews {
  const instant = now.getTime();
  const isScheduled = ({ starts_at }: Banner) => starts_at !== null && Date.parse(starts_at) > instant;
  const isOver = ({ ends_at }: Banner) => ends_at !== null && Date.parse(ends_at) <= instant;
  const current = banners.filter((banner) => !isOver(banner));
  const live = current.filter((banner) => !isScheduled(banner));

  const turns = current.flatMap((banner): Turn[] => [
    ...turnOf(banner, 'starts', banner.starts_at, now),
    ...turnOf(banner, 'ends', banner.ends_at, now),
  ]);
  return {
    live: live.toSorted((a, b) => a.position - b.position),
    scheduled: current.length - live.length,
    ended: banners.length - current.length,
    withoutAlt: current.filter(({ alt }) => !alt),
    soon: turns.sort((a, b) => Date.parse(a.at) - Date.parse(b.at)),
    changed: banners.toSorted((a, b) => Date.parse(b.updated_at) - Date.parse(a.updated_at)).slice(0, NEWEST),
  };
}

function turnOf(banner: Banner, kind: Turn['kind'], at: string | null, now: Date): Turn[] {
  const wait = Date.parse(at ?? '') - now.getTime();
  if (at === null || !(wait > 0 && wait <= SOON_MS)) return [];
  return [{ banner, kind, at, inDays: daysBetween(now.toISOString(), at) }];
}

function daysBetween(from: string, to: string): number {
  const day = (instant: string) => Date.parse(`${toLocalTime(instant).slice(0, 10)}T00:00Z`);
  return Math.round((day(to) - day(from)) / 86_400_000);
}
