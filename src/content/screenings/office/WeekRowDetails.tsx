import { Repeat2 } from 'lucide';
import { Button } from '../../../records/office/Button.tsx';
import { FieldError } from '../../../records/office/form/fields.tsx';
import { Icon } from '../../../records/office/Icon.tsx';
import { addDays } from '../../../shared/dates.ts';
import { cellPriceField, linkField } from '../week.ts';
import {
  cellPrice,
  PRICE_OF_ROW,
  ticketLinks,
  withCellPrice,
  withFirstTicketLink,
  withTicketLink,
} from '../weekRows.ts';
import { dayName, Prices } from './WeekDays.tsx';
import type { RowProps } from './WeekRow.tsx';

/** Renders what few rows need: prices of single days and the ticket links of the sessions. */
export function RowDetails({
  row,
  at,
  week: { from, prices },
  name,
  problems,
  fieldOf,
  onChange,
}: Pick<RowProps, 'row' | 'at' | 'week' | 'onChange'> & {
  name: string;
  problems: Readonly<Record<string, string>>;
  fieldOf: (field: string) => { id: string; className: string; name: string };
}) {
  const sessions = ticketLinks(row);
  const count = sessions.filter(({ link }) => link.trim()).length;
  return (
    <div className="week-details">
      {prices.length > 0 && (
        <fieldset>
          <legend>Preço só desta linha, por dia</legend>
          <ul>
            {row.times.map((_, day) => {
              const date = addDays(from, day);
              const field = fieldOf(cellPriceField(at, day));
              const chosen = cellPrice(row, day);
              return (
                <li className="field" key={date}>
                  <label className="field-label" htmlFor={field.id}>
                    {dayName(date)}
                  </label>
                  <select
                    {...field}
                    value={chosen}
                    onChange={({ target }) =>
                      onChange(at, (current) => withCellPrice(current, day, target.value))
                    }
                  >
                    <option value={PRICE_OF_ROW}>O da linha</option>
                    <option value="">Sem preço</option>
                    <Prices prices={prices} chosen={chosen === PRICE_OF_ROW ? '' : chosen} />
                  </select>
                  <FieldError id={`${field.id}-error`} text={problems[field.name]} />
                </li>
              );
            })}
          </ul>
        </fieldset>
      )}
      <fieldset>
        <legend>Links dos ingressos</legend>
        {sessions.length === 0 && <p className="field-hint">Escreva primeiro os horários.</p>}
        <ul className="week-links" aria-label={`Links dos ingressos de ${name}`}>
          {sessions.map(({ day, time, link }) => {
            const field = fieldOf(linkField(at, day, time));
            return (
              <li className="field" key={`${day} ${time}`}>
                <label className="field-label" htmlFor={field.id}>
                  {dayName(addDays(from, day))}, {time}
                </label>
                <input
                  {...field}
                  type="text"
                  inputMode="url"
                  autoComplete="off"
                  spellCheck={false}
                  value={link}
                  onChange={({ target }) =>
                    onChange(at, (current) => withTicketLink(current, { day, time, link: target.value }))
                  }
                />
                <FieldError id={`${field.id}-error`} text={problems[field.name]} />
              </li>
            );
          })}
        </ul>
        {count > 0 && count < sessions.length && (
          <Button
            variant="line"
            small
            icon={<Icon of={Repeat2} />}
            onClick={() => onChange(at, withFirstTicketLink)}
          >
            Repetir o primeiro onde falta
          </Button>
        )}
      </fieldset>
    </div>
  );
}
