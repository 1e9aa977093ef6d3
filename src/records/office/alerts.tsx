import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide';
import {
  type FocusEvent,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { createPortal } from 'react-dom';
import type { Failure } from '../../shared/failure.ts';
import { requestCodeText } from '../../shared/text/texts.ts';
import { ALERT_MS } from '../../shared/text/times.ts';
import { Icon } from './Icon.tsx';

export type AlertKind = 'success' | 'warning' | 'error' | 'info';

/** Action that an alert offers while it is open. */
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
  /** Code of the failed request in the server's log. */
  code: string | undefined;
}

const NONE: readonly Alert[] = [];
// More alerts would cover buttons of the screen.
const MAX_ALERTS = 2;

let alerts = NONE;
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly Alert[]): void {
  alerts = next;
  for (const listener of listeners) listener();
}

interface AlertExtras {
  action?: AlertAction | undefined;
  code?: string | undefined;
}

function show(kind: AlertKind, title: string, text?: string, { action, code }: AlertExtras = {}): () => void {
  const rest = alerts.filter((shown) => shown.kind !== kind || shown.title !== title || shown.text !== text);
  lastId += 1;
  const id = lastId;
  change([...rest, { id, kind, title, text, action, code }].slice(-MAX_ALERTS));
  return () => close(id);
}

function close(id: number): void {
  change(alerts.filter((alert) => alert.id !== id));
}

interface Host {
  element: HTMLElement;
  /** Id of the last alert before the dialog opened. */
  since: number;
}

/** Open dialogs that show their alerts, the topmost last. */
let hosts: readonly Host[] = [];

function changeHosts(next: readonly Host[]): void {
  hosts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Shows an alert, which closes after `ALERT_MS`. Repeating an open alert restarts it. Each method returns a
 * function that closes the alert early.
 */
export const alert = {
  success: (title: string, text?: string) => show('success', title, text),
  warning: (title: string, text?: string) => show('warning', title, text),
  error: (title: string, text?: string) => show('error', title, text),
  info: (title: string, text?: string) => show('info', title, text),
  /** Shows the message of a failure, with its code if the server caused it. A cancelled action is not an error. */
  failure: ({ message, request, extra }: Failure, title = 'Erro') =>
    extra?.canceled ? show('info', 'Nada mudou', message) : show('error', title, message, { code: request }),
  /** Closes what failed before, for a form that is sent again. */
  retry: () => change(alerts.filter(({ kind }) => kind !== 'error' && kind !== 'warning')),
  /** Offers an undo. The caller moves the focus to its button, which pauses the countdown. */
  undo: (title: string, text: string | undefined, action: AlertAction) =>
    show('info', title, text, { action }),
  /** Offers an undo without moving the focus: the alert is announced. */
  done: (title: string, text: string | undefined, action: AlertAction) =>
    show('success', title, text, { action }),
};

/** Returns the button of an alert that offers an undo. */
export function undoButton(): HTMLElement | null {
  return document.querySelector<HTMLElement>('.alert .alert-action');
}

/** Shows what fails in a modal dialog inside it, because it covers the page, also for screen readers. */
export function AlertHost() {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!place.current) return;
    const host = { element: place.current, since: lastId };
    changeHosts([...hosts, host]);
    return () => changeHosts(hosts.filter((other) => other !== host));
  }, []);
  return <div className="alert-host" ref={place} />;
}

/** Region of the alerts: once per page, first in the main column. */
export function Alerts() {
  const shown = useSyncExternalStore(
    subscribe,
    () => alerts,
    () => NONE,
  );
  const host = useSyncExternalStore(
    subscribe,
    () => hosts.at(-1),
    () => undefined,
  );
  // A selector with `:has()` would search the whole document at each change of it.
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-alert', shown.length > 0);
  }, [shown]);
  // A success and an undo stay when the dialog closes.
  const isOfDialog = ({ id, kind, action }: Alert) =>
    host !== undefined && id > host.since && kind !== 'success' && !action;
  return (
    <>
      <AlertRegion alerts={shown.filter((alert) => !isOfDialog(alert))} />
      {host && createPortal(<AlertRegion alerts={shown.filter(isOfDialog)} inDialog />, host.element)}
    </>
  );
}

function AlertRegion({ alerts, inDialog = false }: { alerts: readonly Alert[]; inDialog?: boolean }) {
  const urgent = (alert: Alert) => alert.kind === 'error' || alert.kind === 'warning';
  const movesFocus = ({ kind, action }: Alert) => kind === 'info' && action !== undefined;
  const items = (chosen: readonly Alert[]) =>
    chosen.map((alert) => <AlertItem key={alert.id} alert={alert} stays={inDialog} />);
  return (
    <section className="alerts" aria-label="Avisos">
      <ol aria-live="assertive">{items(alerts.filter(urgent))}</ol>
      <ol aria-live="polite">{items(alerts.filter((alert) => !urgent(alert) && !movesFocus(alert)))}</ol>
      {/* Not a live region: the focus moves to the button, and screen readers read its description. */}
      <ol>{items(alerts.filter(movesFocus))}</ol>
    </section>
  );
}

const icons = { success: CircleCheck, warning: TriangleAlert, error: CircleAlert, info: Info };
const words = { success: 'Sucesso', warning: 'Atenção', error: 'Erro', info: 'Aviso' };

/** Renders an alert; one that `stays` has no countdown. */
function AlertItem({ alert, stays }: { alert: Alert; stays: boolean }) {
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const previousFocus = useRef<HTMLElement | null>(null);
  const paused = stays || hovered || focused;
  const id = useId();

  const leave = useCallback(() => {
    previousFocus.current?.focus();
    close(alert.id);
  }, [alert.id]);
  useCountdown(ALERT_MS, paused, leave);

  const enter = (event: FocusEvent<HTMLElement>) => {
    if (event.currentTarget.contains(event.relatedTarget)) return;
    previousFocus.current = event.relatedTarget as HTMLElement | null;
    setFocused(true);
  };
  const exit = (event: FocusEvent<HTMLElement>) => {
    if (event.currentTarget.contains(event.relatedTarget)) return;
    previousFocus.current = null;
    setFocused(false);
  };

  return (
    <li
      className={`alert alert-${alert.kind}`}
      data-paused={paused || undefined}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={enter}
      onBlur={exit}
    >
      <Icon of={icons[alert.kind]} />
      <div>
        <p className="alert-title" id={`${id}-title`}>
          {alert.title !== words[alert.kind] && <span className="sr-only">{words[alert.kind]}: </span>}
          {alert.title}
        </p>
        {alert.text && <p id={`${id}-text`}>{alert.text}</p>}
        {alert.code && <p className="told-code">{requestCodeText(alert.code)}</p>}
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
        <Icon of={X} />
      </button>
      <span className="alert-clock" style={{ animationDuration: `${ALERT_MS}ms` }} />
    </li>
  );
}

/** Calls `done` after `ms` of unpaused time. */
function useCountdown(ms: number, paused: boolean, done: () => void): void {
  const remaining = useRef(ms);
  useEffect(() => {
    if (paused) return;
    const since = performance.now();
    const timer = setTimeout(done, remaining.current);
    return () => {
      clearTimeout(timer);
      remaining.current -= performance.now() - since;
    };
  }, [paused, done]);
}
