import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import {
  type FocusEvent,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { Failure } from '../../contract/failure.ts';
import { tellCode } from '../../contract/texts.ts';
import { ALERT_MS } from '../../contract/times.ts';

export type AlertKind = 'success' | 'warning' | 'error' | 'info';

/** What one can still do about what an alert tells, as long as it stands. */
export interface AlertAction {
  label: string;
  run: () => void;
}

interface Alert {
  id: number;
  kind: AlertKind;
  title: string;
  text: string | undefined;
  action: AlertAction | undefined;
  /** By which the server's log knows what failed. */
  code: string | undefined;
}

const NONE: readonly Alert[] = [];
// More would reach down to the buttons of the screen.
const MOST_AT_ONCE = 2;

let alerts = NONE;
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly Alert[]): void {
  alerts = next;
  for (const listener of listeners) listener();
}

interface Rest {
  action?: AlertAction | undefined;
  code?: string | undefined;
}

function show(kind: AlertKind, title: string, text?: string, { action, code }: Rest = {}): () => void {
  const rest = alerts.filter((shown) => shown.kind !== kind || shown.title !== title || shown.text !== text);
  lastId += 1;
  const id = lastId;
  change([...rest, { id, kind, title, text, action, code }].slice(-MOST_AT_ONCE));
  return () => close(id);
}

function close(id: number): void {
  change(alerts.filter((alert) => alert.id !== id));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Shows an alert from anywhere; it closes by itself after `ALERT_MS`. Saying the same again starts it anew.
 * Each answers a function that closes it earlier.
 */
export const alert = {
  success: (title: string, text?: string) => show('success', title, text),
  warning: (title: string, text?: string) => show('warning', title, text),
  error: (title: string, text?: string) => show('error', title, text),
  info: (title: string, text?: string) => show('info', title, text),
  /** In the words of the failure, with its code where the server is to blame. A person who gave up made no error. */
  failure: ({ message, request, extra }: Failure, title = 'Erro') =>
    extra?.canceled ? show('info', 'Nada mudou', message) : show('error', title, message, { code: request }),
  /** Offers to take back what was just done. The focus belongs on its button, which then waits. */
  undo: (title: string, text: string, action: AlertAction) => show('info', title, text, { action }),
  /** The same where the focus stays with what one is doing: it is said aloud. */
  done: (title: string, text: string | undefined, action: AlertAction) =>
    show('success', title, text, { action }),
};

/** The button of the alert that offers to undo. */
export function undoButton(): HTMLElement | null {
  return document.querySelector<HTMLElement>('.alert .alert-action');
}

/** The region in which alerts appear: once on a page, first in its main column. */
export function Alerts() {
  const shown = useSyncExternalStore(
    subscribe,
    () => alerts,
    () => NONE,
  );
  const urgent = (alert: Alert) => alert.kind === 'error' || alert.kind === 'warning';
  const isLed = ({ kind, action }: Alert) => kind === 'info' && action !== undefined;
  return (
    <section className="alerts" aria-label="Avisos">
      <ol aria-live="assertive">
        {shown.filter(urgent).map((alert) => (
          <AlertItem key={alert.id} alert={alert} />
        ))}
      </ol>
      <ol aria-live="polite">
        {shown
          .filter((alert) => !urgent(alert) && !isLed(alert))
          .map((alert) => (
            <AlertItem key={alert.id} alert={alert} />
          ))}
      </ol>
      {/* Not live: the focus is led to its button, which says it. */}
      <ol>
        {shown.filter(isLed).map((alert) => (
          <AlertItem key={alert.id} alert={alert} />
        ))}
      </ol>
    </section>
  );
}

const icons = { success: CircleCheck, warning: TriangleAlert, error: CircleAlert, info: Info };
const words = { success: 'Sucesso', warning: 'Atenção', error: 'Erro', info: 'Aviso' };

function AlertItem({ alert }: { alert: Alert }) {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const cameFrom = useRef<HTMLElement | null>(null);
  const paused = pointed || focused;
  const id = useId();

  const leave = useCallback(() => {
    cameFrom.current?.focus();
    close(alert.id);
  }, [alert.id]);
  useCountdown(ALERT_MS, paused, leave);

  const enter = (event: FocusEvent<HTMLElement>) => {
    if (event.currentTarget.contains(event.relatedTarget)) return;
    cameFrom.current = event.relatedTarget as HTMLElement | null;
    setFocused(true);
  };
  const exit = (event: FocusEvent<HTMLElement>) => {
    if (event.currentTarget.contains(event.relatedTarget)) return;
    cameFrom.current = null;
    setFocused(false);
  };

  const Icon = icons[alert.kind];
  return (
    <li
      className={`alert alert-${alert.kind}`}
      data-paused={paused || undefined}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={enter}
      onBlur={exit}
    >
      <Icon className="i" aria-hidden="true" />
      <div>
        <p className="alert-title" id={`${id}-title`}>
          {alert.title !== words[alert.kind] && <span className="sr-only">{words[alert.kind]}: </span>}
          {alert.title}
        </p>
        {alert.text && <p id={`${id}-text`}>{alert.text}</p>}
        {alert.code && <p className="told-code">{tellCode(alert.code)}</p>}
        {alert.action && (
          <button
            type="button"
            className="alert-action"
            aria-describedby={`${id}-title ${id}-text`}
            onClick={() => {
              close(alert.id);
              alert.action?.run();
            }}
          >
            {alert.action.label}
          </button>
        )}
      </div>
      <button type="button" className="icon-btn" aria-label="Fechar aviso" onClick={leave}>
        <X className="i" aria-hidden="true" />
      </button>
      <span className="alert-clock" style={{ animationDuration: `${ALERT_MS}ms` }} />
    </li>
  );
}

/** Calls `done` after `ms` of time that was not paused. */
function useCountdown(ms: number, paused: boolean, done: () => void): void {
  const left = useRef(ms);
  useEffect(() => {
    if (paused) return;
    const since = performance.now();
    const timer = setTimeout(done, left.current);
    return () => {
      clearTimeout(timer);
      left.current -= performance.now() - since;
    };
  }, [paused, done]);
}
