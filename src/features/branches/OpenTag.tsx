import { CHAIN_ZONE } from '../../contract/chainZone.ts';
import { compactDays } from '../exceptions/specialDays.browser.ts';
import type { SpecialDay } from '../exceptions/specialDays.ts';
import type { WeekdayHours } from './branch.contract.ts';
import { compact } from './hours.browser.ts';

/**
 * "Aberta até 22h", worked out in the browser (site/manners/openTags.ts), because the page that the server sends is
 * kept for longer than a minute. Nothing moves when it appears: it lies over a picture or in a line of its own.
 */
export const OpenTag = ({
  hours,
  special,
  zone,
}: {
  hours: readonly WeekdayHours[];
  /** Days that are not as usual. */
  special: readonly SpecialDay[];
  /** Its clock. */
  zone: string;
}) =>
  hours.length > 0 && (
    <span
      className="tag"
      data-hours={compact(hours)}
      data-special={special.length > 0 ? compactDays(special) : undefined}
      data-zone={zone === CHAIN_ZONE ? undefined : zone}
      hidden
    />
  );
