import type { Logger } from './log.ts';
import { currentTrace, type Trace, withoutTrace } from './trace.ts';

// Tracks the services that the application depends on and may lose for a while: database, object store, mail
// server, and the API for a site served alone. Their clients report failures and successes here. The log gets
// one line when a service becomes unavailable and one when it recovers, and none for the errors in between.

const PARTS = ['database', 'files', 'mail', 'api'] as const;
export type BackingService = (typeof PARTS)[number];
/** Services that an API depends on. */
const API_SERVICES: readonly BackingService[] = ['database', 'files', 'mail'];

export interface Outage {
  /**
   * Reports a failure. `error` is recognised later by `causeOf`, wherever it surfaces; omit it if no caller
   * waited.
   */
  reportFailure(error?: unknown): void;
  /** Reports a success. */
  reportSuccess(): void;
}

export interface Outages extends Record<BackingService, Outage> {
  /** Returns the service that caused `error` or its cause, and counts the request or job that was hit. */
  causeOf(error: unknown): BackingService | null;
  unavailable(parts?: readonly BackingService[]): Partial<Record<BackingService, boolean>>;
  stop(): void;
}

/** Time without failures, in ms, after which a service counts as recovered. Prevents flapping. */
const CALM_MS = 2000;
const DEPTH = 5;

interface State {
  since: number;
  workedSince: number | null;
  requests: WeakSet<Trace>;
  counted: { requests: number; jobs: number };
  timer: NodeJS.Timeout | undefined;
}

export function createOutages(log: () => Logger, now: () => number = () => performance.now()): Outages {
  const known = new WeakMap<object, BackingService>();
  const states = new Map<BackingService, State>();

  const recover = (part: BackingService, state: State) => {
    clearTimeout(state.timer);
    states.delete(part);
    const seconds = Math.round(((state.workedSince ?? now()) - state.since) / 100) / 10;
    log().warn({ part, seconds, ...state.counted }, 'service recovered');
  };
  const reportFailure = (part: BackingService, error: unknown) => {
    if (typeof error === 'object' && error !== null) known.set(error, part);
    const state = states.get(part);
    if (state) {
      state.workedSince = null;
      return clearTimeout(state.timer);
    }
    states.set(part, {
      since: now(),
      workedSince: null,
      requests: new WeakSet(),
      counted: { requests: 0, jobs: 0 },
      timer: undefined,
    });
    withoutTrace(() => log().error({ part, reason: reasonOf(error) }, 'service unavailable'));
  };
  const reportSuccess = (part: BackingService) => {
    const state = states.get(part);
    if (!state || state.workedSince !== null) return;
    state.workedSince = now();
    withoutTrace(() => {
      state.timer = setTimeout(() => recover(part, state), CALM_MS).unref();
    });
  };
  const blamed = (error: unknown, depth = 0): BackingService | null => {
    if (typeof error !== 'object' || error === null || depth > DEPTH) return null;
    return known.get(error) ?? blamed((error as Error).cause, depth + 1);
  };

  const [database, files, mail, api] = PARTS.map((part) => ({
    reportFailure: (error?: unknown) => reportFailure(part, error),
    reportSuccess: () => reportSuccess(part),
  })) as [Outage, Outage, Outage, Outage];
  return {
    database,
    files,
    mail,
    api,
    causeOf(error) {
      const part = blamed(error);
      const state = part && states.get(part);
      if (!state) return part;
      const trace = currentTrace();
      if (!trace) state.counted.jobs += 1;
      else if (!state.requests.has(trace)) {
        state.requests.add(trace);
        state.counted.requests += 1;
      }
      return part;
    },
    unavailable: (parts = API_SERVICES) => Object.fromEntries(parts.map((part) => [part, states.has(part)])),
    stop() {
      for (const { timer } of states.values()) clearTimeout(timer);
    },
  };
}

/** Returns the code of an error; a server's own message may contain personal data. */
function reasonOf(error: unknown): string {
  const { cause, code, name, responseCode } = (error ?? {}) as {
    cause?: unknown;
    code?: unknown;
    name?: unknown;
    responseCode?: unknown;
  };
  // Our own errors only say that the service is unavailable; the cause has the reason.
  if (cause !== undefined) return reasonOf(cause);
  return [code ?? name ?? 'silent', responseCode].filter((part) => part !== undefined).join(' ');
}
