import { Icon } from '../../../ui/Icon.tsx';
import type { NextFortnightlyBooklet } from '../booklet.contract.ts';
import { nextBookletNotice } from '../bookletNotices.ts';

/** Announces the next booklet, if staff allow it. */
export function NextBooklet({ next }: { next: NextFortnightlyBooklet | null }) {
  if (!next) return null;
  return (
    <b className="next-leaflet">
      <Icon name="calendar-days" />
      {nextBookletNotice(next.valid_from)}.
    </b>
  );
}
