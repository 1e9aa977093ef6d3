import { TriangleAlert } from 'lucide';
import { Icon } from '../../../records/office/Icon.tsx';
import { todayOnDevice } from '../../../shared/dates.ts';
import { formatDayMonth, formatPeriod } from '../../../shared/text/format.ts';
import { toInstant } from '../../../shared/text/zonedTime.ts';
import type { ListedFortnightlyBooklet } from '../booklet.contract.ts';
import { type BookletOverlap, overlapsOf } from '../bookletOverlaps.ts';
import { shownFromOf } from '../fortnightlyBooklet.state.ts';

const DAY = /^\d{4}-\d\d-\d\d$/;

interface Props {
  /** The days as typed. */
  days: { valid_from: string; valid_until: string };
  /** The booklet whose days change; null for a new one. */
  booklet: ListedFortnightlyBooklet | null;
  booklets: readonly ListedFortnightlyBooklet[];
}

/** Warns before a save of each booklet on the same days, and says which of the two shoppers will see. */
export function OverlapNotice({ days: { valid_from, valid_until }, booklet, booklets }: Props) {
  const isTyped = [valid_from, valid_until].every((day) => !day || DAY.test(day));
  const isReversed = valid_from !== '' && valid_until !== '' && valid_until < valid_from;
  const overlaps =
    isTyped && !isReversed
      ? overlapsOf(
          {
            id: booklet?.id ?? Number.POSITIVE_INFINITY,
            shown_from: shownFromOf(
              valid_from ? Date.parse(toInstant(`${valid_from}T00:00`)) : null,
              booklet,
              new Date().toISOString(),
            ),
            valid_until: valid_until || null,
            withdrawn_at: null,
          },
          booklets,
          todayOnDevice(),
        )
      : [];
  return (
    <div className="booklet-overlaps" role="status">
      {overlaps.map((overlap) => (
        <p className="field-ask" key={overlap.other.uuid}>
          <Icon of={TriangleAlert} />
          {sentenceOf(overlap)}
        </p>
      ))}
    </div>
  );
}

function sentenceOf({ other, from, until, isOtherShown }: BookletOverlap<ListedFortnightlyBooklet>): string {
  const { file, valid_from, valid_until } = other;
  const its = formatPeriod(valid_from, valid_until);
  const shared = from === until ? `em ${formatDayMonth(from)}` : formatPeriod(from, until);
  const shown = isOtherShown ? `o outro, ${file.name}` : 'este';
  return `Outro encarte vale nos mesmos dias: ${file.name}${its ? ` (${its})` : ''}. Os dois valem ${shared}, e nesses dias os clientes veem ${shown}.`;
}
