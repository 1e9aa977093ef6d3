import { CHAIN_ZONE } from '../../../shared/text/chainZone.ts';
import type { PlaceSpecialDay } from '../../specialDays/placeSpecialDays.ts';
import { encodeSpecialDays } from '../../specialDays/site/specialDayEncoding.browser.ts';
import type { WeekdayHours } from '../branch.contract.ts';
import { encodeHours } from './hours.browser.ts';

/**
 * Renders an empty tag such as "Aberta até 22h". The browser fills it in (site/pageScripts/openTags.ts), because
 * the page is cached for longer than a minute. It causes no layout shift: it overlays a picture or has its
 * own line.
 */
export const OpenTag = ({
  hours,
  special,
  zone,
}: {
  hours: readonly WeekdayHours[];
  /** Special days in the near future. */
  special: readonly PlaceSpecialDay[];
  /** IANA time zone of the branch. */
  zone: string;
}) =>
  hours.length > 0 && (
    <span
      className="tag"
      data-hours={encodeHours(hours)}
      data-special={special.length > 0 ? encodeSpecialDays(special) : undefined}
      data-zone={zone === CHAIN_ZONE ? undefined : zone}
      hidden
    />
  );
