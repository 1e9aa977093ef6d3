import { Icon } from '../../ui/Icon.tsx';
import type { NextFortnightlyBooklet } from './booklet.contract.ts';
import { newFrom } from './leafletWords.ts';

/** That another booklet comes, where staff let it be known. */
export function NextLeaflet({ next }: { next: NextFortnightlyBooklet | null }) {
  if (!next) return null;
  return (
    <b className="next-leaflet">
      <Icon name="calendar-days" />
      {newFrom(next.valid_from)}.
    </b>
  );
}
