import { CalendarDays, EyeOff, Trash2, Undo2 } from 'lucide';
import { type ReactNode, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { alert } from '../../../records/office/alerts.tsx';
import { Button } from '../../../records/office/Button.tsx';
import { callEndpoint } from '../../../records/office/callEndpoint.ts';
import { ConfirmDialog } from '../../../records/office/dialog/ConfirmDialog.tsx';
import { Section } from '../../../records/office/form/EditPage.tsx';
import { Icon } from '../../../records/office/Icon.tsx';
import { failureFrom } from '../../../records/office/loadScreen.ts';
import { withReauth } from '../../../records/office/session.ts';
import { capitalize, formatDayMonth, formatPeriod } from '../../../shared/text/format.ts';
import { plural } from '../../../shared/text/plural.ts';
import { texts } from '../../../shared/text/texts.ts';
import { toLocalTime } from '../../../shared/text/zonedTime.ts';
import {
  destroyFortnightlyBooklet,
  type ListedFortnightlyBooklet,
  restoreFortnightlyBooklet,
  withdrawFortnightlyBooklet,
} from '../booklet.contract.ts';
import { fortnightlyBooklets } from '../fortnightlyBooklet.resource.ts';
import { hasEnded } from '../fortnightlyBooklet.state.ts';
import { AnnounceButton } from './AnnounceButton.tsx';
import { DaysDialog } from './DaysDialog.tsx';

type Booklet = ListedFortnightlyBooklet;

const TITLES = { current: 'No ar', former: 'Anteriores' };
const SHOWN_AT_ONCE = 3;

interface Action {
  /** Message after success. */
  said: string;
  /** Label of the button at the booklet and of the confirming button. */
  label: string;
  icon: ReactNode;
  endpoint:
    | typeof destroyFortnightlyBooklet
    | typeof restoreFortnightlyBooklet
    | typeof withdrawFortnightlyBooklet;
  question: string;
  consequence: string;
}

/** Renders the current, future and former booklets with their actions. */
export function BookletLists({ booklets }: { booklets: readonly Booklet[] }) {
  const [asking, setAsking] = useState<{ booklet: Booklet; action: Action } | null>(null);
  const [dated, setDated] = useState<Booklet | null>(null);
  // After a conflict the list has the current version.
  const datedNow = dated && (booklets.find(({ uuid }) => uuid === dated.uuid) ?? dated);
  const groups = groupsOf(booklets);
  const shelf = useRef<HTMLDivElement>(null);
  return (
    <Section title="Encartes">
      <div className="shelf" ref={shelf} tabIndex={-1}>
        {groups.length === 0 && <p className="field-hint">O primeiro que você enviar aparece aqui.</p>}
        {groups.map(({ title, state, of }) => {
          const rows = (
            <ul>
              {of.map((booklet) => (
                <Row key={booklet.uuid} booklet={booklet}>
                  {state !== 'former' && (
                    <Button
                      variant="line"
                      small
                      icon={<Icon of={CalendarDays} />}
                      aria-label={`Mudar datas: ${nameOf(booklet)}`}
                      onClick={() => setDated(booklet)}
                    >
                      Mudar datas
                    </Button>
                  )}
                  {state === 'waiting' && <AnnounceButton booklet={booklet} name={nameOf(booklet)} />}
                  {actionsOf(booklet, booklets).map((action) => (
                    <Button
                      key={action.label}
                      variant="line"
                      small
                      icon={action.icon}
                      aria-label={`${action.label}: ${nameOf(booklet)}`}
                      onClick={() => setAsking({ booklet, action })}
                    >
                      {action.label}
                    </Button>
                  ))}
                </Row>
              ))}
            </ul>
          );
          return (
            <section key={title} aria-label={title}>
              {state === 'former' ? (
                // A long list starts collapsed, so that it does not hide the form.
                <details open={of.length <= SHOWN_AT_ONCE}>
                  <summary>
                    {title} ({of.length})
                  </summary>
                  {rows}
                </details>
              ) : (
                <>
                  <h3>{title}</h3>
                  {rows}
                </>
              )}
            </section>
          );
        })}
      </div>
      {datedNow && (
        <DaysDialog
          booklet={datedNow}
          name={nameOf(datedNow)}
          booklets={booklets}
          onClose={() => setDated(null)}
        />
      )}
      {asking && (
        <Confirmation
          {...asking}
          onClose={() => setAsking(null)}
          // The pressed button no longer exists, or has another label.
          finalFocus={() => shelf.current}
        />
      )}
    </Section>
  );
}

function Row({ booklet, children }: { booklet: Booklet; children: ReactNode }) {
  return (
    <li>
      <b>{periodOf(booklet)}</b>
      <span>{aboutOf(booklet)}</span>
      <div className="acts">
        <a
          className="btn btn-line btn-s"
          href={booklet.file.url_s3}
          target="_blank"
          rel="noopener"
          aria-label={`Ver: ${nameOf(booklet)}`}
        >
          Ver
        </a>
        {children}
      </div>
    </li>
  );
}

function Confirmation({
  booklet,
  action,
  onClose,
  finalFocus,
}: {
  booklet: Booklet;
  action: Action;
  onClose: () => void;
  finalFocus: () => HTMLElement | null;
}) {
  const [busy, setBusy] = useState(false);
  const done = useRef(false);
  const revalidator = useRevalidator();
  const confirm = async () => {
    setBusy(true);
    try {
      const params = { uuid: booklet.uuid };
      const { data } = await withReauth(() => callEndpoint(action.endpoint, { params }));
      done.current = true;
      alert.success(action.said, data.message);
      await revalidator.revalidate();
      onClose();
    } catch (error) {
      const failure = failureFrom(error);
      alert.failure(failure);
      setBusy(false);
      // Another user was faster: the list behind the dialog is stale.
      if (failure.code === 'not_found' || failure.code === 'conflict') revalidator.revalidate();
    }
  };
  return (
    <ConfirmDialog
      open
      title={action.question}
      confirm={{ label: action.label, icon: action.icon }}
      busy={busy}
      onConfirm={confirm}
      onClose={onClose}
      {...(done.current && { finalFocus })}
    >
      <p className="dialog-subject">{nameOf(booklet)}</p>
      <p>{action.consequence}</p>
    </ConfirmDialog>
  );
}

interface Group {
  title: string;
  state: Booklet['state'];
  of: Booklet[];
}

/** Returns the booklets grouped by title; a future booklet has its day as title, which two may share. */
function groupsOf(booklets: readonly Booklet[]): Group[] {
  const groups: Group[] = [];
  for (const booklet of booklets) {
    const { state, shown_from } = booklet;
    const title = state === 'waiting' ? `Espera até ${formatDayMonth(dayOf(shown_from))}` : TITLES[state];
    const known = groups.find((group) => group.title === title);
    if (known) known.of.push(booklet);
    else groups.push({ title, state, of: [booklet] });
  }
  return groups;
}

const { alerts } = fortnightlyBooklets;

function actionsOf(booklet: Booklet, booklets: readonly Booklet[]): Action[] {
  const remove = (consequence: string): Action => ({
    label: 'Excluir',
    icon: <Icon of={Trash2} />,
    endpoint: destroyFortnightlyBooklet,
    said: alerts.deleted,
    question: texts.confirmDelete,
    consequence,
  });
  if (booklet.state === 'waiting') return [remove('Ele não vai mais ao ar. Não dá para desfazer.')];
  if (booklet.state === 'current') {
    const another = booklets.some(({ state, withdrawn_at }) => state === 'former' && withdrawn_at === null);
    return [
      {
        label: 'Tirar do ar',
        icon: <Icon of={EyeOff} />,
        endpoint: withdrawFortnightlyBooklet,
        said: alerts.withdrawn,
        question: 'Tirar este encarte do ar?',
        consequence: another
          ? 'O anterior volta ao site agora. Este fica guardado em “Anteriores”.'
          : 'O site fica sem encarte até você enviar outro. Este fica guardado em “Anteriores”.',
      },
    ];
  }
  const over = booklet.valid_until !== null && hasEnded(booklet, dayOf(new Date().toISOString()));
  return [
    {
      label: 'Pôr no ar',
      icon: <Icon of={Undo2} />,
      endpoint: restoreFortnightlyBooklet,
      said: alerts.restored,
      question: 'Pôr este encarte de volta no ar?',
      consequence: over
        ? `Ele toma o lugar do que está no site. Como a validade acabou em ${formatDayMonth(booklet.valid_until ?? '')}, ele volta sem último dia.`
        : 'Ele toma o lugar do que está no site.',
    },
    remove('O PDF e as páginas dele são apagados. Não dá para desfazer.'),
  ];
}

const dayOf = (instant: string) => toLocalTime(instant).slice(0, 10);

const nameOf = (booklet: Booklet) => `${periodOf(booklet)}, ${booklet.file.name}`;

function periodOf({ valid_from, valid_until }: Booklet): string {
  return capitalize(formatPeriod(valid_from, valid_until) ?? 'sem datas');
}

function aboutOf({ file, page_count, state, announced, withdrawn_at }: Booklet): string {
  return [
    file.name,
    page_count && plural(page_count, 'página', 'páginas'),
    state === 'waiting' && announced && 'anunciado no site',
    withdrawn_at && `tirado do ar em ${formatDayMonth(dayOf(withdrawn_at))}`,
  ]
    .filter(Boolean)
    .join(', ');
}
