import { useId, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { alert } from '../../../records/office/alerts.tsx';
import { Button, LinkButton } from '../../../records/office/Button.tsx';
import { callEndpoint } from '../../../records/office/callEndpoint.ts';
import { type ListPanel, PanelButton } from '../../../records/office/list/PanelButton.tsx';
import { failureFrom, useLoaded } from '../../../records/office/loadScreen.ts';
import { useSession, withReauth } from '../../../records/office/session.ts';
import { usePermissions } from '../../../records/office/usePermissions.ts';
import { formatDate } from '../../../shared/text/format.ts';
import { type HolidayDecision, proposalKey, withDecidedProposals } from '../decisions.ts';
import { holidayKindText } from '../holidayKind.ts';
import { weekdayHeading } from '../placeSpecialDays.ts';
import { destroySpecialDay, type HolidayProposal, storeSpecialDay } from '../specialDay.contract.ts';
import { holidayForm, specialDays } from '../specialDay.resource.ts';
import { CLOSED, OTHER_HOURS, SPECIAL_DAY_TYPES, USUAL_HOURS } from '../specialDay.types.ts';

/** Proposals shown until the user expands the list. */
const SHOWN = 4;

interface Props {
  answer: Promise<{ data: HolidayProposal[] }>;
  panel: ListPanel;
}

/** Returns whether the user decides on holidays: for the whole chain, not for some branches. */
function useMayDecide(): boolean {
  const { inArea } = usePermissions();
  const { user } = useSession();
  return Boolean(inArea(specialDays.area).publish) && !user?.branches;
}

/** Unfolds the holidays without a decision, and says how many there are. */
export function ProposalsButton({ answer, panel }: Props) {
  const count = useLoaded(answer).value?.data.length ?? 0;
  const mayDecide = useMayDecide();
  if (!mayDecide || (count === 0 && !panel.isOpen)) return null;
  return <PanelButton panel={panel}>Esperando decisão{count > 0 && `: ${count}`}</PanelButton>;
}

/** Lists holidays without a decision, each with buttons for the possible decisions. */
export function HolidayProposals({ answer, panel }: Props) {
  const { value } = useLoaded(answer);
  const mayDecide = useMayDecide();
  const { revalidate } = useRevalidator();
  const [decided, setDecided] = useState<readonly HolidayDecision[]>([]);
  /** Proposals decided here; they stay in the list even after a reload omits them. */
  const [pressed, setPressed] = useState<readonly HolidayProposal[]>([]);
  const [busy, setBusy] = useState(false);
  const [all, setAll] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const id = useId();
  const shown = withDecidedProposals(value?.data ?? [], pressed);
  if (shown.length === 0 || !mayDecide) return null;

  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
      await revalidate();
    } catch (error) {
      alert.failure(failureFrom(error));
    }
    setBusy(false);
  };
  const decide = (proposal: HolidayProposal, type: number) =>
    run(async () => {
      const { date, name, places } = proposal;
      const body = { date, reason: name, type, places };
      const { data } = await withReauth(() => callEndpoint(storeSpecialDay, { body }));
      setPressed((before) => [...before, proposal]);
      setDecided((before) => [...before, { proposal, uuid: data.uuid, type, message: data.message }]);
    });
  const undo = ({ proposal, uuid }: HolidayDecision) =>
    run(async () => {
      try {
        await withReauth(() => callEndpoint(destroySpecialDay, { params: { uuid } }));
      } catch (error) {
        // Another user already undid the decision.
        if (failureFrom(error).code !== 'not_found') throw error;
      }
      setDecided((before) => before.filter((decision) => decision.uuid !== uuid));
      const row = list.current?.querySelector(`[data-key="${CSS.escape(proposalKey(proposal))}"]`);
      row?.querySelector('button')?.focus();
    });
  return (
    <section className="proposals" id={panel.id} hidden={!panel.isOpen} aria-labelledby={id}>
      <h2 id={id}>Esperando decisão</h2>
      <ul ref={list}>
        {(all ? shown : shown.slice(0, SHOWN)).map((proposal) => {
          const key = proposalKey(proposal);
          return (
            <Row
              key={key}
              proposal={proposal}
              decision={decided.find((decision) => proposalKey(decision.proposal) === key)}
              busy={busy}
              onDecide={(type) => decide(proposal, type)}
              onUndo={undo}
            />
          );
        })}
      </ul>
      {shown.length > SHOWN && (
        <button type="button" className="link" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Mostrar só os próximos' : `Mostrar os ${shown.length} do próximo ano`}
        </button>
      )}
    </section>
  );
}

/**
 * Renders one holiday. Its buttons keep their places after a decision, so that a second press hits nothing
 * else.
 */
function Row({
  proposal,
  decision,
  busy,
  onDecide,
  onUndo,
}: {
  proposal: HolidayProposal;
  decision: HolidayDecision | undefined;
  busy: boolean;
  onDecide: (type: number) => void;
  onUndo: (decision: HolidayDecision) => void;
}) {
  const { date, name, places_text } = proposal;
  const key = proposalKey(proposal);
  const title = `${name}, ${formatDate(date)}`;
  const press = (type: number, label: string) => (
    <Button
      variant={decision?.type === type ? 'ink' : 'line'}
      small
      // The label stays constant, because a wider one would move the other buttons.
      unavailable={busy || decision !== undefined}
      aria-pressed={decision ? decision.type === type : undefined}
      aria-label={`${label}: ${title}`}
      onClick={() => onDecide(type)}
    >
      {label}
    </Button>
  );
  return (
    <li data-key={key} data-decided={decision ? true : undefined}>
      <time dateTime={date}>
        {weekdayHeading(date)}
        <small>{date.slice(0, 4)}</small>
      </time>
      <div>
        <b>{name}</b>
        <p>
          {holidayKindText(proposal)} · {places_text}
        </p>
      </div>
      <div className="proposals-actions">
        {press(CLOSED, SPECIAL_DAY_TYPES[CLOSED])}
        {decision ? (
          <Button variant="line" small unavailable aria-label={`${SPECIAL_DAY_TYPES[OTHER_HOURS]}: ${title}`}>
            {SPECIAL_DAY_TYPES[OTHER_HOURS]}
          </Button>
        ) : (
          <LinkButton
            to={holidayForm(proposal)}
            variant="line"
            small
            aria-label={`${SPECIAL_DAY_TYPES[OTHER_HOURS]}: ${title}`}
          >
            {SPECIAL_DAY_TYPES[OTHER_HOURS]}
          </LinkButton>
        )}
        {press(USUAL_HOURS, SPECIAL_DAY_TYPES[USUAL_HOURS])}
        <Button
          className="proposals-undo"
          variant="line"
          small
          unavailable={busy}
          aria-label={`Desfazer: ${title}`}
          onClick={() => decision && onUndo(decision)}
        >
          Desfazer
        </Button>
      </div>
      <p className="proposals-done" role="status">
        {decision &&
          `${SPECIAL_DAY_TYPES[decision.type as keyof typeof SPECIAL_DAY_TYPES]}. ${decision.message}`}
      </p>
    </li>
  );
}
