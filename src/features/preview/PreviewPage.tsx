import { CalendarClock, Eye } from 'lucide-react';
import { useId } from 'react';
import { DASHBOARD } from '../../contract/addresses.ts';
import { MORNING, MOST_DAYS_AHEAD, PREVIEW_AT, previewAt } from '../../contract/preview.ts';
import { formatDayMonth } from '../../ui/format.ts';
import { BackLink } from '../../ui/office/BackLink.tsx';
import { Button, LinkButton } from '../../ui/office/Button.tsx';
import { screenMeta } from '../../ui/office/screenMeta.ts';
import { useHydrated } from '../../ui/useHydrated.ts';
import { wallClock } from '../../ui/zonedTime.ts';
import './preview.css';

export const meta = screenMeta('Ver o site em outro dia');

const DAY_MS = 86_400_000;

const dayAfter = (days: number, now: number) => wallClock(now + days * DAY_MS).slice(0, 10);

const soon = (now: number) =>
  [
    { days: 1, label: 'Amanhã' },
    { days: 2, label: 'Depois de amanhã' },
    { days: 7, label: 'Daqui a uma semana' },
    { days: 30, label: 'Daqui a um mês' },
  ].map(({ days, label }) => {
    const day = dayAfter(days, now);
    return { at: day + MORNING, label: `${label}, ${formatDayMonth(day)} às 8h` };
  });

/** Asks for the day and minute as of which the whole site is shown. */
export default function PreviewPage() {
  const id = useId();
  // What hangs on the hour is the browser's: the server may have made this a moment before midnight.
  const now = useHydrated() ? Date.now() : null;
  return (
    <>
      <BackLink to={DASHBOARD} label="Dashboard" />
      <header className="page-head">
        <div>
          <h1>Ver o site em outro dia</h1>
          <p>
            O site inteiro como os clientes vão ver: o que está agendado já entrou e já saiu. Só a equipe vê,
            e nada muda de verdade.
          </p>
        </div>
      </header>
      <form className="preview-ask" action={PREVIEW_AT} method="get">
        <div className="field">
          <p className="field-label">
            <label htmlFor={id}>Dia e hora</label>
          </p>
          <input
            key={now === null ? 'waiting' : 'there'}
            id={id}
            type="datetime-local"
            name="em"
            className="input"
            required
            defaultValue={now === null ? undefined : dayAfter(1, now) + MORNING}
            min={now === null ? undefined : wallClock(now)}
            max={now === null ? undefined : wallClock(now + MOST_DAYS_AHEAD * DAY_MS)}
            aria-describedby={`${id}-hint`}
          />
          <p className="field-hint" id={`${id}-hint`}>
            Até um ano à frente, no horário de Brasília.
          </p>
        </div>
        <Button type="submit" icon={<Eye className="i" aria-hidden="true" />}>
          Ver o site
        </Button>
      </form>
      {now !== null && (
        <section className="preview-soon" aria-labelledby={`${id}-soon`}>
          <h2 id={`${id}-soon`}>Ou direto</h2>
          <ul>
            {soon(now).map(({ at, label }) => (
              <li key={at}>
                <LinkButton
                  variant="line"
                  small
                  to={previewAt(at)}
                  reloadDocument
                  icon={<CalendarClock className="i" aria-hidden="true" />}
                >
                  {label}
                </LinkButton>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
