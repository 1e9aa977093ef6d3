import { type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Button } from '../../../records/office/Button.tsx';
import { DayInput } from '../../../records/office/day/DayInput.tsx';
import { FieldError } from '../../../records/office/form/fields.tsx';
import { Thumb } from '../../../records/office/Thumb.tsx';
import { addDays } from '../../../shared/dates.ts';
import { plural } from '../../../shared/text/plural.ts';
import { dailyOffersAddress } from '../dailyBooklet.resource.ts';
import { countDays, shortWeekdayDate } from '../dailyOfferItems.ts';
import { type DailyOffersOfDay, type DayRange, MAX_DAYS } from '../dailyOffers.contract.ts';

/** Returns whether a day is complete, and not a year that is still being typed. */
const isComplete = (day: string) => /^20\d\d-\d\d-\d\d$/.test(day);

/**
 * Chooses the period to edit: one day or several in a row. `focus` names the field that gets the focus when
 * the next screen opens.
 */
export function DailyOffersPeriod({
  asked,
  today,
  focus,
  onChange,
}: {
  asked: DayRange;
  today: string;
  focus: RefObject<string | null>;
  onChange: (days: DayRange) => void;
}) {
  const id = useId();
  const [typed, setTyped] = useState(asked);
  const box = useRef<HTMLDivElement>(null);
  const count = isComplete(typed.from) && isComplete(typed.until) ? countDays(typed.from, typed.until) : 0;
  const problem = count > MAX_DAYS ? `Monte até ${MAX_DAYS} dias de uma vez.` : undefined;

  // Other days mount a new form; the focus returns to the same field.
  useLayoutEffect(() => {
    const element = box.current;
    if (focus.current) element?.querySelector<HTMLElement>(`[name="${focus.current}"]`)?.focus();
    focus.current = null;
    return () => {
      const active = document.activeElement;
      focus.current = element?.contains(active) ? (active?.getAttribute('name') ?? null) : null;
    };
  }, [focus]);

  const ask = (days: DayRange) => {
    const between = isComplete(days.from) && isComplete(days.until) ? countDays(days.from, days.until) : 0;
    const isOther = days.from !== asked.from || days.until !== asked.until;
    if (isOther && between >= 1 && between <= MAX_DAYS) onChange(days);
  };
  const take = (days: DayRange) => {
    setTyped(days);
    ask(days);
  };
  const fieldOf = (name: 'from' | 'until') => ({
    name,
    value: typed[name],
    'aria-invalid': problem ? (true as const) : undefined,
    'aria-describedby': problem ? `${id}-problem` : undefined,
  });
  return (
    <div className="leaflet-when" ref={box}>
      <div className="field">
        <label className="field-label" htmlFor={`${id}-from`}>
          De
        </label>
        <DayInput
          {...fieldOf('from')}
          id={`${id}-from`}
          label="De"
          onChange={(value) => {
            // A single day stays a single day, and the last day is never before the first.
            const alone = typed.from === typed.until;
            const isLate = isComplete(value) && typed.until < value;
            take({ from: value, until: alone || isLate ? value : typed.until });
          }}
        />
      </div>
      <div className="field">
        <label className="field-label" htmlFor={`${id}-until`}>
          Até
        </label>
        <DayInput
          {...fieldOf('until')}
          id={`${id}-until`}
          label="Até"
          min={typed.from}
          onChange={(until) => take({ ...typed, until })}
        />
      </div>
      <div className="leaflet-quick">
        {[
          ['today', 'Hoje', today],
          ['tomorrow', 'Amanhã', addDays(today, 1)],
        ].map(([name = '', label = '', day = '']) => (
          <Button
            key={name}
            name={name}
            variant="line"
            small
            aria-pressed={asked.from === day && asked.until === day}
            onClick={() => ask({ from: day, until: day })}
          >
            {label}
          </Button>
        ))}
      </div>
      <FieldError id={`${id}-problem`} text={problem} />
    </div>
  );
}

const SHOWN = 6;

/** Renders the offers of each day, with links to edit that day alone. */
export function DailyOffersOverview({ days, label }: { days: readonly DailyOffersOfDay[]; label: string }) {
  return (
    <ul className="leaflet-days" aria-label={label}>
      {days.map(({ day, offers }) => (
        <li key={day}>
          <Link to={dailyOffersAddress(day)} preventScrollReset={false}>
            <b>{shortWeekdayDate(day)}</b>
            <span className="leaflet-papers" aria-hidden="true">
              {offers.slice(0, SHOWN).map(({ uuid, photos }) => (
                <Thumb key={uuid} file={photos} width={44} />
              ))}
              {offers.length > SHOWN && <span>+{offers.length - SHOWN}</span>}
            </span>
            <span className="leaflet-count" data-none={offers.length === 0 || undefined}>
              {offers.length === 0 ? 'Sem ofertas' : plural(offers.length, 'foto', 'fotos')}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
