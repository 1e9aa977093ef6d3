import type { Logger } from './log.ts';
import { currentTrace, type Trace, untraced } from './trace.ts';

// What the product stands on and may lose for a while: a database, an object store, a mail server; of a site that is
// served alone, the API. Whoever speaks to one of them says here that it failed or worked; the log gets one line when it
// goes and one when it is back, and nothing of what fails meanwhile for that reason alone.

const PARTS = ['database', 'files', 'mail', 'api'] as const;
export type Part = (typeof PARTS)[number];
/** What an API stands on. */
const OF_AN_API: readonly Part[] = ['database', 'files', 'mail'];

export interface Outage {
  /** It did not answer. `error` is known from now on, wherever it ends up; nothing where nobody waited for an answer. */
  failed(error?: unknown): void;
  /** It answered. */
  worked(): void;
}

export interface Outages extends Record<Part, Outage> {
  /** Which part is to blame for `error`, or for what caused it; a request or an attempt that it hit is counted. */
  hitBy(error: unknown): Part | null;
  away(parts?: readonly Part[]): Partial<Record<Part, boolean>>;
  stop(): void;
}

/** What answers now and then is not back yet. */
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
  const known = new WeakMap<object, Part>();
  const states = new Map<Part, State>();

  const back = (part: Part, state: State) => {
    clearTimeout(state.timer);
    states.delete(part);
    const seconds = Math.round(((state.workedSince ?? now()) - state.since) / 100) / 10;
    log().warn({ part, seconds, ...state.counted }, 'back');
  };
  const failed = (part: Part, error: unknown) => {
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
    untraced(() => log().error({ part, reason: reasonOf(error) }, 'away'));
  };
  const worked = (part: Part) => {
    const state = states.get(part);
    if (!state || state.workedSince !== null) return;
    state.workedSince = now();
    untraced(() => {
      state.timer = setTimeout(() => back(part, state), CALM_MS).unref();
    });
  };
  const blamed = (error: unknown, depth = 0): Part | null => {
    if (typeof error !== 'object' || error === null || depth > DEPTH) return null;
    return known.get(error) ?? blamed((error as Error).cause, depth + 1);
  };

  const [database, files, mail, api] = PARTS.map((part) => ({
    failed: (error?: unknown) => failed(part, error),
    worked: () => worked(part),
  })) as [Outage, Outage, Outage, Outage];
  return {
    database,
    files,
    mail,
    api,
    hitBy(error) {
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
    away: (parts = OF_AN_API) => Object.fromEntries(parts.map((part) => [part, states.has(part)])),
    stop() {
      for (const { timer } of states.values()) clearTimeout(timer);
    },
  };
}

/** Its code; words of a server's own may name people. */
function reasonOf(error: unknown): string {
  const { cause, code, name, responseCode } = (error ?? {}) as {
    cause?: unknown;
    code?: unknown;
    name?: unknown;
    responseCode?: unknown;
  };
  // Ours say only that it is away; why is behind them.
  if (cause !== undefined) return reasonOf(cause);
  return [code ?? name ?? 'silent', responseCode].filter((part) => part !== undefined).join(' ');
}
