import { CalendarClock, Eye } from 'lucide';
import { type FormEvent, useId, useState } from 'react';
import { useSearchParams } from 'react-router';
import { DASHBOARD } from '../../../shared/addresses.ts';
import { DAY_MS, dayAt } from '../../../shared/dates.ts';
import {
  DEFAULT_PREVIEW_TIME,
  MAX_DAYS_AHEAD,
  PREVIEW_REDIRECT_PATH,
  previewAt,
} from '../../../shared/preview.ts';
import { formatDayMonth } from '../../../shared/text/format.ts';
import { useHydrated } from '../../../ui/useHydrated.ts';
import { BackLink } from '../BackLink.tsx';
import { Button, LinkButton } from '../Button.tsx';
import { isApiOnOtherOrigin } from '../callEndpoint.ts';
import { DayInput, TimeInput } from '../day/DayInput.tsx';
import { isDay, isTime } from '../day/dayText.ts';
import { FieldError } from '../form/fields.tsx';
import { Icon } from '../Icon.tsx';
import { screenMeta } from '../screenMeta.ts';
import { PreviewUnavailable } from './PreviewUnavailable.tsx';

export const meta = screenMeta('Ver o site em outro dia');

const dayAfter = (days: number, now: number) => dayAt(now + days * DAY_MS);

const soon = (now: number) =>
  [
    { days: 1, label: 'Amanhã' },
    { days: 2, label: 'Depois de amanhã' },
    { days: 7, label: 'Daqui a uma semana' },
    { days: 30, label: 'Daqui a um mês' },
  ].map(({ days, label }) => {
    const day = dayAfter(days, now);
    return { at: day + DEFAULT_PREVIEW_TIME, label: `${label}, ${formatDayMonth(day)} às 8h` };
  });

/** Asks for the day and time at which the whole site is previewed. */
export default function PreviewPage() {
  const id = useId();
  // Only the browser's clock counts: the server may have rendered this before midnight.
  const now = useHydrated() ? Date.now() : null;
  if (now !== null && isApiOnOtherOrigin()) return <PreviewUnavailable />;
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
      <InstantForm now={now} />
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
                  icon={<Icon of={CalendarClock} />}
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

function InstantForm({ now }: { now: number | null }) {
  const id = useId();
  const [params] = useSearchParams();
  const wanted = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)$/.exec(params.get('em') ?? '');
  const [typed, setDay] = useState(wanted?.[1]);
  const day = typed ?? (now === null ? '' : dayAfter(1, now));
  const [time, setTime] = useState(wanted?.[2] ?? DEFAULT_PREVIEW_TIME.slice(1));
  const [problem, setProblem] = useState('');
  const validate = (event: FormEvent) => {
    if (isDay(day) && isTime(time)) return;
    event.preventDefault();
    setProblem(isDay(day) ? 'Informe a hora, como 08:00.' : 'Informe o dia, como 24/12/2026.');
  };
  return (
    <form action={PREVIEW_REDIRECT_PATH} method="get" onSubmit={validate} noValidate>
      {/* Disabled until hydration, which would discard typed values. */}
      <fieldset className="preview-ask" disabled={now === null}>
        <div className="field" data-invalid={problem ? true : undefined}>
          <p className="field-label">
            <label htmlFor={id}>Dia e hora</label>
          </p>
          <div className="instant-input">
            <DayInput
              id={id}
              label="Dia e hora"
              value={day}
              onChange={setDay}
              aria-invalid={problem && !isDay(day) ? true : undefined}
              aria-describedby={`${id}-error ${id}-hint`}
              {...(now !== null && {
                min: dayAfter(0, now),
                max: dayAfter(MAX_DAYS_AHEAD, now),
              })}
            />
            <TimeInput
              aria-label="Dia e hora: hora"
              value={time}
              onChange={setTime}
              aria-invalid={problem && !isTime(time) ? true : undefined}
              aria-describedby={`${id}-error`}
            />
          </div>
          <FieldError id={`${id}-error`} text={problem || undefined} />
          <p className="field-hint" id={`${id}-hint`}>
            Até um ano à frente, no horário de Brasília.
          </p>
        </div>
        <input type="hidden" name="em" value={`${day}T${time}`} />
        <input
          type="hidden"
          name="pagina"
          value={params.get('pagina') ?? ''}
          disabled={!params.get('pagina')}
        />
        <Button type="submit" icon={<Icon of={Eye} />}>
          Ver o site
        </Button>
      </fieldset>
    </form>
  );
}
