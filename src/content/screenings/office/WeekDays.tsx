import { formatDayMonth, formatWeekday } from '../../../shared/text/format.ts';
import { openingVerb } from '../../specialDays/placeSpecialDays.ts';
import { PRICE_OF_DAY, type StoredWeek } from '../screening.contract.ts';

/** Describes a special day of the cinema: «Natal: fecha». */
export function specialText({ special_days }: Pick<StoredWeek, 'special_days'>, day: number): string | null {
  const special = special_days.find((known) => known.day === day);
  return special ? `${special.reason}: ${openingVerb(special.hours)}` : null;
}

export function SpecialDay({ week, day }: { week: StoredWeek; day: number }) {
  const text = specialText(week, day);
  return text && <span className="week-special">{text}</span>;
}

export const dayName = (day: string) => `${formatWeekday(day).slice(0, 3)}., ${formatDayMonth(day)}`;

/** Renders the prices as options, with the selected price even if it was deleted. */
export function Prices({ prices, chosen }: Pick<StoredWeek, 'prices'> & { chosen: string }) {
  const isGone = !['', PRICE_OF_DAY].includes(chosen) && !prices.some(({ id }) => String(id) === chosen);
  return (
    <>
      {isGone && <option value={chosen}>Preço excluído</option>}
      {prices.map(({ id, item }) => (
        <option key={id} value={id}>
          {item}
        </option>
      ))}
    </>
  );
}
