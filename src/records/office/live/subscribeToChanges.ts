import { createParser } from 'eventsource-parser';
import {
  type Change,
  type ChangeFeed,
  changeFeed as changesSchema,
  readChangeFeed,
} from '../../../shared/changeFeed.ts';
import { Failure } from '../../../shared/failure.ts';
import { callUrl } from '../../../shared/httpCall.ts';
import { apiBase, callEndpoint } from '../callEndpoint.ts';
import { expireSession, getSession, subscribeToSession } from '../session.ts';

// Change feed: one event stream per visible window. A browser opens only six connections to a host, so a
// hidden window must not occupy one. If no stream gets through (buffering proxy, too many windows), the
// window polls instead.

export interface ChangeBatch {
  /** Changes may be missing: reload everything. */
  missed: boolean;
  changes: readonly Change[];
}
type Listener = (news: ChangeBatch) => void;

/** Time in ms that the stream stays open without listeners, for navigation between screens. */
const LINGER_MS = 3000;
/**
 * Timeout of the first event in ms: the stream does not get through. Later, the server sends an event every
 * 15 s.
 */
const FIRST_MS = 6000;
const SILENCE_MS = 40_000;
/** Minimum duration in ms of a working stream. */
const GOOD_MS = 10_000;
/**
 * Delay before reconnecting, in ms. Short, because the session may have ended with the stream, and rows must
 * disappear within two seconds.
 */
const AGAIN_MS = 400;
const ASK_MS = 4000;
const SLOWEST_ASK_MS = 60_000;
/** Delay in ms before streams are tried again after a failure; doubles with each further one. */
const TRY_AGAIN_MS = 15_000;
const LONGEST_TRY_MS = 10 * 60_000;
/** Idle time in ms after which a window stops, because its requests would keep an unused session alive. */
const ABANDONED_MS = 30 * 60_000;
const MAX_KNOWN = 1000;
/** Time in ms for which changes are kept for new listeners: a screen subscribes after its request. */
const LATELY_MS = 10_000;

const listeners = new Set<Listener>();
const known = new Set<number>();
let recentNews: readonly { receivedAt: number; news: ChangeBatch }[] = [];
let since: number | undefined;
let running: { token: string; control: AbortController } | null = null;
/** Token of an ended session, which is not retried. */
let deadToken: string | null = null;
let lastTouched = performance.now();
let watching = false;

/**
 * Calls `listener` with each save by anyone, and with those received since `from` (`performance.now()`) by
 * other screens. Returns a function that unsubscribes.
 */
export function subscribeToChanges(listener: Listener, from: number): () => void {
  watchWindow();
  listeners.add(listener);
  const recent = recentNews.filter(({ receivedAt }) => receivedAt >= from);
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
  running = { token, control };
  run(token, control.signal)
    .catch((error: unknown) => {
      if (!(error instanceof Failure && error.code === 'unauthenticated')) return;
      deadToken = token;
      expireSession(token);
    })
    .finally(() => {
      if (running?.control === control) running = null;
    });
}

function stop(): void {
  running?.control.abort();
  running = null;
}

function watchWindow(): void {
  if (watching) return;
  watching = true;
  document.addEventListener('visibilitychange', () => (document.hidden ? stop() : begin()));
  // An open stream would exclude the page from the back/forward cache.
  window.addEventListener('pagehide', stop);
  window.addEventListener('pageshow', begin);
  const touch = () => {
    lastTouched = performance.now();
    begin();
  };
  for (const event of ['pointerdown', 'keydown', 'wheel', 'focus'])
    window.addEventListener(event, touch, { passive: true });
  subscribeToSession(() => {
    if (running && running.token !== getSession().token) stop();
    begin();
  });
  window.addEventListener('online', () => {
    stop();
    begin();
  });
  setInterval(() => performance.now() - lastTouched > ABANDONED_MS && stop(), 60_000);
}

async function run(token: string, signal: AbortSignal): Promise<void> {
  let failures = 0;
  while (!signal.aborted && getSession().token === token) {
    const startedAt = performance.now();
    const hasEvents = await readStream(token, signal).catch((error: unknown) => {
      if (signal.aborted || (error instanceof Failure && error.code === 'unauthenticated')) throw error;
      return false;
    });
    if (hasEvents && performance.now() - startedAt > GOOD_MS) {
      failures = 0;
      await pause(spread(AGAIN_MS), signal);
      continue;
    }
    failures += 1;
    const until = performance.now() + spread(Math.min(TRY_AGAIN_MS * 2 ** (failures - 1), LONGEST_TRY_MS));
    let every = hasEvents ? AGAIN_MS : 0;
    while (performance.now() < until && !signal.aborted) {
      await pause(spread(every), signal);
      every = (await poll(signal)) ? ASK_MS : Math.min(Math.max(every, ASK_MS) * 2, SLOWEST_ASK_MS);
    }
  }
}

/** Returns whether any event arrived before the stream ended. */
async function readStream(token: string, outer: AbortSignal): Promise<boolean> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), FIRST_MS);
  const resetTimer = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), SILENCE_MS);
  };
  let hasEvents = false;
  try {
    const answer = await fetch(apiBase() + callUrl(readChangeFeed, { query: { since } }), {
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
        hasEvents = true;
        publish(changesSchema.parse((JSON.parse(data) as { data: unknown }).data));
      },
      maxBufferSize: 1024 * 1024,
    });
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return hasEvents;
      parser.feed(value);
      // The first event ends the short wait for it, and each later chunk the silence.
      if (hasEvents) resetTimer();
    }
  } catch (error) {
    if (outer.aborted || error instanceof Failure) throw error;
    return hasEvents;
  } finally {
    clearTimeout(timer);
  }
}

async function poll(signal: AbortSignal): Promise<boolean> {
  try {
    const { data } = await callEndpoint(readChangeFeed, { query: { since } }, { signal });
    publish(data);
    return true;
  } catch (error) {
    if (signal.aborted || (error instanceof Failure && error.code === 'unauthenticated')) throw error;
    return false;
  }
}

/** Passes new changes to the listeners; duplicates are dropped. */
function publish({ last, missed, changes }: ChangeFeed): void {
  since = last;
  const fresh = changes.filter(({ id }) => !known.has(id));
  for (const { id } of fresh) known.add(id);
  for (const id of known) {
    if (known.size <= MAX_KNOWN) break;
    known.delete(id);
  }
  if (!missed && fresh.length === 0) return;
  const news = { missed, changes: fresh };
  const receivedAt = performance.now();
  recentNews = [
    ...recentNews.filter((entry) => receivedAt - entry.receivedAt < LATELY_MS),
    { receivedAt, news },
  ];
  for (const listener of listeners) listener(news);
}

/** Returns a random delay of 75 to 150 %, so that windows do not synchronise. */
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
