import { createParser } from 'eventsource-parser';
import { addressOf } from '../../../contract/answered.ts';
import {
  type Change,
  type Changes,
  changes as changesSchema,
  readChanges,
} from '../../../contract/changes.ts';
import { Failure } from '../../../contract/failure.ts';
import { apiBase, callEndpoint } from '../callEndpoint.ts';
import { getSession, sessionEnded } from '../session.ts';

// One stream a window of what staff save, while somebody looks at the window: browsers open six connections to a
// host, and one that is never read again would be one of them. Where no stream comes through (a proxy that gathers
// answers before it passes them on, too many windows), it is asked for from time to time.

export interface News {
  /** Anything may have changed. */
  missed: boolean;
  changes: readonly Change[];
}
type Listener = (news: News) => void;

/** Whoever goes from screen to screen keeps the stream. */
const LINGER_MS = 3000;
/** A stream that says nothing by then does not come through; afterwards the server says something every 15 s. */
const FIRST_MS = 6000;
const SILENCE_MS = 40_000;
/** One that ends sooner was no good. */
const GOOD_MS = 10_000;
/** A stream that ends may have ended with its session, and rows must not outlast that by two seconds. */
const AGAIN_MS = 400;
const ASK_MS = 4000;
const SLOWEST_ASK_MS = 60_000;
/** After the first failure, streams are tried again then; after each further one, after twice as long. */
const TRY_AGAIN_MS = 15_000;
const LONGEST_TRY_MS = 10 * 60_000;
/** A window that nobody has touched for so long asks for nothing: it would keep a session that nobody uses. */
const ABANDONED_MS = 30 * 60_000;
const MOST_KNOWN = 1000;
/** A screen listens a moment after it asked for what it shows. */
const LATELY_MS = 10_000;

const listeners = new Set<Listener>();
const known = new Set<number>();
let lately: readonly { came: number; news: News }[] = [];
let since: number | undefined;
let running: AbortController | null = null;
/** Of a session that ended; another one is tried. */
let deadToken: string | null = null;
let touched = performance.now();
let watching = false;

/**
 * Tells `listener` what anybody saves, until what it answers is called; also what came from `from`
 * (`performance.now()`) on, while another screen listened.
 */
export function follow(listener: Listener, from: number): () => void {
  watchWindow();
  listeners.add(listener);
  const recent = lately.filter(({ came }) => came >= from);
  if (recent.length > 0)
    listener({
      missed: recent.some(({ news }) => news.missed),
      changes: recent.flatMap(({ news }) => news.changes),
    });
  begin();
  return () => {
    listeners.delete(listener);
    setTimeout(() => listeners.size === 0 && stop(), LINGER_MS);
  };
}

function begin(): void {
  const { token } = getSession();
  if (running || listeners.size === 0 || document.hidden || token === null || token === deadToken) return;
  const control = new AbortController();
  running = control;
  run(token, control.signal)
    .catch((error: unknown) => {
      if (!(error instanceof Failure && error.code === 'unauthenticated')) return;
      deadToken = token;
      sessionEnded(token);
    })
    .finally(() => {
      if (running === control) running = null;
    });
}

function stop(): void {
  running?.abort();
  running = null;
}

function watchWindow(): void {
  if (watching) return;
  watching = true;
  document.addEventListener('visibilitychange', () => (document.hidden ? stop() : begin()));
  // A browser keeps no page for the way back that is still being told something.
  window.addEventListener('pagehide', stop);
  window.addEventListener('pageshow', begin);
  const touch = () => {
    touched = performance.now();
    begin();
  };
  for (const event of ['pointerdown', 'keydown', 'wheel', 'focus'])
    window.addEventListener(event, touch, { passive: true });
  window.addEventListener('online', () => {
    stop();
    begin();
  });
  setInterval(() => performance.now() - touched > ABANDONED_MS && stop(), 60_000);
}

async function run(token: string, signal: AbortSignal): Promise<void> {
  let failures = 0;
  while (!signal.aborted && getSession().token === token) {
    const begun = performance.now();
    const came = await readStream(token, signal).catch((error: unknown) => {
      if (signal.aborted || (error instanceof Failure && error.code === 'unauthenticated')) throw error;
      return false;
    });
    if (came && performance.now() - begun > GOOD_MS) {
      failures = 0;
      await pause(spread(AGAIN_MS), signal);
      continue;
    }
    failures += 1;
    const until = performance.now() + spread(Math.min(TRY_AGAIN_MS * 2 ** (failures - 1), LONGEST_TRY_MS));
    let every = came ? AGAIN_MS : 0;
    while (performance.now() < until && !signal.aborted) {
      await pause(spread(every), signal);
      every = (await ask(signal)) ? ASK_MS : Math.min(Math.max(every, ASK_MS) * 2, SLOWEST_ASK_MS);
    }
  }
}

/** Answers whether anything came before it ended. */
async function readStream(token: string, outer: AbortSignal): Promise<boolean> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), FIRST_MS);
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), SILENCE_MS);
  };
  let came = false;
  try {
    const answer = await fetch(apiBase() + addressOf(readChanges, { query: { since } }), {
      headers: { accept: 'text/event-stream', authorization: `Bearer ${token}` },
      cache: 'no-store',
      signal: AbortSignal.any([outer, silence.signal]),
    });
    if (answer.status === 401) throw new Failure('unauthenticated');
    const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream');
    if (!answer.ok || !isStream || !answer.body) {
      await answer.body?.cancel();
      return false;
    }
    const parser = createParser({
      onEvent({ data }) {
        came = true;
        tell(changesSchema.parse((JSON.parse(data) as { data: unknown }).data));
      },
      maxBufferSize: 1024 * 1024,
    });
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return came;
      if (came) heard();
      parser.feed(value);
    }
  } catch (error) {
    if (outer.aborted || error instanceof Failure) throw error;
    return came;
  } finally {
    clearTimeout(timer);
  }
}

async function ask(signal: AbortSignal): Promise<boolean> {
  try {
    const { data } = await callEndpoint(readChanges, { query: { since } }, { signal });
    tell(data);
    return true;
  } catch (error) {
    if (signal.aborted || (error instanceof Failure && error.code === 'unauthenticated')) throw error;
    return false;
  }
}

/** What came twice is told once. */
function tell({ last, missed, changes }: Changes): void {
  since = last;
  const fresh = changes.filter(({ id }) => !known.has(id));
  for (const { id } of fresh) known.add(id);
  for (const id of known) {
    if (known.size <= MOST_KNOWN) break;
    known.delete(id);
  }
  if (!missed && fresh.length === 0) return;
  const news = { missed, changes: fresh };
  const came = performance.now();
  lately = [...lately.filter((one) => came - one.came < LATELY_MS), { came, news }];
  for (const listener of listeners) listener(news);
}

/** Half as much again at most, and not all windows at once. */
const spread = (ms: number) => ms * (0.75 + Math.random() * 0.75);

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(signal.reason);
      },
      { once: true },
    );
  });
}
