import { Icon } from '../../ui/Icon.tsx';
import type { NextFortnightlyBooklet } from './booklet.contract.ts';
import { newFrom } from './leafletWords.ts';

/** Announces the next booklet, if staff allow it. */
export function NextLeaflet({ next }: { next: NextFortnightlyBooklet | null }) {
  if (!next) return null;
  return (
    <b className="next-leaflet">
      <Icon name="calendar-days" />
      {newFrom(next.valid_from)}.
    </b>
  );
}
