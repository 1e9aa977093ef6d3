import { Repeat2 } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '../../../records/office/Button.tsx';
import { addDays } from '../../../shared/dates.ts';
import { plural } from '../../../shared/text/plural.ts';
import { ticketLinks, withFirstTicketLink, withTicketLink } from '../weekRows.ts';
import { dayName } from './WeekDays.tsx';
import type { RowProps } from './WeekRow.tsx';

/** Renders the ticket links of a row, collapsed: most weeks have none, or get them last. */
export function TicketLinks({
  row,
  from,
  name,
  fieldOf,
  onChange,
}: Pick<RowProps, 'row' | 'onChange'> & {
  from: string;
  name: string;
  fieldOf: (day: number, time: string) => { problem: string | undefined; props: object; error: ReactNode };
}) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const sessions = ticketLinks(row).map((link) => ({ ...link, field: fieldOf(link.day, link.time) }));
  if (sessions.length === 0) return null;
  const count = sessions.filter(({ link }) => link.trim()).length;
  const isThere = isOpen || sessions.some(({ field }) => field.problem);
  return (
    <details
      className="week-links"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="link">
        Links dos ingressos: {count} de {plural(sessions.length, 'sessão', 'sessões')}
      </summary>
      {isThere && (
        <>
          <ul aria-label={`Links dos ingressos de ${name}`}>
            {sessions.map(({ day, time, link, field }) => (
              <li className="field" key={`${day} ${time}`}>
                <label className="field-label" htmlFor={`${id}-${day}-${time}`}>
                  {dayName(addDays(from, day))}, {time}
                </label>
                <input
                  {...field.props}
                  id={`${id}-${day}-${time}`}
                  type="text"
                  inputMode="url"
                  className="input"
                  autoComplete="off"
                  spellCheck={false}
                  value={link}
                  onChange={({ target }) => onChange(withTicketLink(row, { day, time, link: target.value }))}
                />
                {field.error}
              </li>
            ))}
          </ul>
          {count > 0 && count < sessions.length && (
            <Button
              variant="line"
              small
              icon={<Repeat2 className="i" aria-hidden="true" />}
              onClick={() => onChange(withFirstTicketLink(row))}
            >
              Repetir o primeiro onde falta
            </Button>
          )}
        </>
      )}
    </details>
  );
}
