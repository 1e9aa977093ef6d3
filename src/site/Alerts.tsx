import {
  createContext,
  type FocusEvent,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { ALERT_MS } from '../contract/times.ts';
import { Icon } from '../ui/Icon.tsx';

export type AlertTone = 'success' | 'warning' | 'error' | 'neutral';

export interface AlertContent {
  tone: AlertTone;
  title: string;
  text: string;
}

const ICONS = {
  success: 'circle-check',
  warning: 'triangle-alert',
  error: 'circle-alert',
  neutral: 'info',
} as const;

const MOST_AT_ONCE = 2;

type Push = (alert: AlertContent, from: string) => void;

const AlertContext = createContext<Push>(() => {});

/**
 * Shows an alert to the visitor; for pages inside `AlertRegion`. The next one of the same component takes its place:
 * what was wrong before a second try is over.
 */
export function useAlert() {
  const push = useContext(AlertContext);
  const from = useId();
  return useCallback((alert: AlertContent) => push(alert, from), [push, from]);
}

interface Shown extends AlertContent {
  key: number;
  from: string;
}

/**
 * The place where public alerts appear. `errors` are those of reads that failed: they are part of the page as
 * the server sends it, so they show without JavaScript too.
 */
export function AlertRegion({ errors, children }: { errors: readonly string[]; children: ReactNode }) {
  const [pushed, setPushed] = useState<Shown[]>([]);
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  const count = useRef(0);

  const push = useRef<Push>((alert, from) => {
    count.current += 1;
    const key = count.current;
    setPushed((alerts) =>
      [...alerts.filter((shown) => shown.from !== from), { ...alert, key, from }].slice(-MOST_AT_ONCE),
    );
  });

  // A failure that is over may be told again when it comes back.
  const failing = errors.join('\n');
  useEffect(
    () => setDismissed((texts) => texts.filter((text) => failing.split('\n').includes(text))),
    [failing],
  );

  const failures = [...new Set(errors)].filter((text) => !dismissed.includes(text)).slice(0, MOST_AT_ONCE);
  return (
    <AlertContext value={push.current}>
      <div className="alerts" aria-live="polite">
        {failures.map((text) => (
          <Alert
            key={text}
            alert={{ tone: 'error', title: 'Erro', text }}
            onClose={() => setDismissed((texts) => [...texts, text])}
          />
        ))}
        {pushed.map((alert) => (
          <Alert
            key={alert.key}
            alert={alert}
            onClose={() => setPushed((alerts) => alerts.filter(({ key }) => key !== alert.key))}
          />
        ))}
      </div>
      {children}
    </AlertContext>
  );
}

/** Closes by itself, but never under the pointer or the focus: then its time starts anew. */
function Alert({ alert, onClose }: { alert: AlertContent; onClose: () => void }) {
  const [held, setHeld] = useState(false);
  const cameFrom = useRef<HTMLElement | null>(null);
  const close = useRef(onClose);
  close.current = onClose;

  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => close.current(), ALERT_MS);
    return () => clearTimeout(timer);
  }, [held]);

  const leave = () => {
    cameFrom.current?.focus();
    onClose();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing to operate; it only waits while it is being read
    <div
      className={`alert alert-${alert.tone}`}
      role={alert.tone === 'error' ? 'alert' : 'status'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={({ relatedTarget }: FocusEvent) => {
        cameFrom.current = relatedTarget as HTMLElement | null;
        setHeld(true);
      }}
      onBlur={() => setHeld(false)}
    >
      <Icon name={ICONS[alert.tone]} />
      <p>
        <strong>{alert.title}</strong>
        {alert.text}
      </p>
      <button type="button" aria-label={`Fechar aviso: ${alert.title}`} onClick={leave}>
        <Icon name="x" />
      </button>
    </div>
  );
}
