import { useId, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { formatDate } from '../../ui/format.ts';
import { alert } from '../../ui/office/alerts.tsx';
import { Button, LinkButton } from '../../ui/office/Button.tsx';
import { callEndpoint } from '../../ui/office/callEndpoint.ts';
import { failureFrom, useLoaded } from '../../ui/office/load.ts';
import { useMay } from '../../ui/office/may.ts';
import { useSession, withReauth } from '../../ui/office/session.ts';
import { type Proposal, storeException } from './exception.contract.ts';
import { exceptions } from './exception.resource.ts';
import { AS_USUAL, CLOSED, EXCEPTION_TYPES, OTHER_HOURS } from './exception.types.ts';
import { kindInWords } from './holidayWords.ts';
import { shortDay } from './specialDays.ts';
import './proposals.css';

/** The next of them; the rest can wait, and is a press away. */
const SHOWN = 4;

/** Where a form for a proposal begins. */
const formOf = ({ date, name, places }: Proposal) =>
  `${exceptions.at.create}?${new URLSearchParams({ date, reason: name, places: places.join(',') })}`;

/** Holidays that nobody decided on yet, each with what can be decided at once. */
export function Proposals({ answer }: { answer: Promise<{ data: Proposal[] }> }) {
  const { value } = useLoaded(answer);
  const { of } = useMay();
  const { user } = useSession();
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState<string | null>(null);
  const [all, setAll] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  const proposals = value?.data ?? [];
  if (proposals.length === 0 || !of(exceptions.area).publish || user?.branches) return null;

  const decide = async ({ date, name, places }: Proposal, type: number) => {
    setBusy(`${date} ${type}`);
    try {
      const body = { date, reason: name, type, places } as never;
      const { data } = await withReauth(() => callEndpoint(storeException, { body }));
      alert.success(`${name}: ${EXCEPTION_TYPES[type as keyof typeof EXCEPTION_TYPES]}`, data.message);
      await revalidate();
      // The row that was pressed is gone.
      requestAnimationFrame(() => heading.current?.focus());
    } catch (error) {
      alert.failure(failureFrom(error));
    }
    setBusy(null);
  };
  return (
    <section className="proposals" aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        Esperando decisão
      </h2>
      <ul>
        {(all ? proposals : proposals.slice(0, SHOWN)).map((proposal) => {
          const { date, name, places_text } = proposal;
          const title = `${name}, ${formatDate(date)}`;
          const press = (type: number, label: string) => (
            <Button
              variant="line"
              small
              busy={busy === `${date} ${type}`}
              unavailable={busy !== null}
              aria-label={`${label}: ${title}`}
              onClick={() => decide(proposal, type)}
            >
              {label}
            </Button>
          );
          return (
            <li key={`${date} ${name}`}>
              <time dateTime={date}>
                {shortDay(date)}
                <small>{date.slice(0, 4)}</small>
              </time>
              <div>
                <b>{name}</b>
                <p>
                  {kindInWords(proposal)} · {places_text}
                </p>
              </div>
              <div className="proposals-actions">
                {press(CLOSED, EXCEPTION_TYPES[CLOSED])}
                <LinkButton
                  to={formOf(proposal)}
                  variant="line"
                  small
                  aria-label={`${EXCEPTION_TYPES[OTHER_HOURS]}: ${title}`}
                >
                  {EXCEPTION_TYPES[OTHER_HOURS]}
                </LinkButton>
                {press(AS_USUAL, EXCEPTION_TYPES[AS_USUAL])}
              </div>
            </li>
          );
        })}
      </ul>
      {proposals.length > SHOWN && (
        <button type="button" className="link" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Mostrar só os próximos' : `Mostrar os ${proposals.length} do próximo ano`}
        </button>
      )}
    </section>
  );
}
