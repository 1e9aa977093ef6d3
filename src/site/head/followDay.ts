import { CHAIN_ZONE } from '../../shared/text/chainZone.ts';

const HOUR_MS = 3_600_000;
const INTERVAL_MS = 20_000;

/**
 * Replaces texts about the page's day (`DayBoundText`) once that day is over, in open tabs and on cached pages, and
 * says that a price has ended once its last day (`data-until`) is over. It uses CSS rules and changes no elements of
 * islands. So React finds its HTML unchanged, also after rendering for another day.
 */
export function followDay(): void {
  try {
    const rules = new CSSStyleSheet();
    let shown: string | undefined;
    const mark = () => {
      const day = dayAt(Date.now());
      if (!day || day === shown) return;
      shown = day;
      for (const { dataset } of document.querySelectorAll<HTMLElement>('[data-until]'))
        if ((dataset.until ?? '') < day) dataset.day = '';
      const past = `[data-day]:not([data-day="${day}"])`;
      rules.replaceSync(
        `${past}>*{display:none}${past}::after{content:attr(data-past)}article:has([data-until][data-day]) .offer-price{filter:grayscale(1)}`,
      );
    };
    document.adoptedStyleSheets = [rules];
    for (const type of ['DOMContentLoaded', 'visibilitychange']) document.addEventListener(type, mark);
    addEventListener('pageshow', mark);
    setInterval(mark, INTERVAL_MS);
  } catch {}
}

/**
 * Returns the day in the chain's zone; undefined on a page without a day. Between 3 and 26 hours after
 * midnight UTC, the page's day is certain for either of the zone's offsets. Hardly any browser then has to
 * create a date formatter.
 */
function dayAt(now: number): string | undefined {
  const day = document.querySelector<HTMLElement>('[data-day]')?.dataset.day;
  if (!day) return day;
  const age = (now - Date.parse(day)) / HOUR_MS;
  if (age > 3 && age < 26) return day;
  if (typeof Temporal === 'object')
    return Temporal.Instant.fromEpochMilliseconds(now)
      .toZonedDateTimeISO(CHAIN_ZONE)
      .toPlainDate()
      .toString();
  return new Date(now).toLocaleDateString('sv-SE', { timeZone: CHAIN_ZONE });
}
