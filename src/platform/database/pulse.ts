import { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

/** Milliseconds. */
export interface PulseTimes {
  /** Between two questions, and between two words to all. */
  ask: number;
  tell: number;
  /** How long an answer may take, and a word on its way back to whoever said it. */
  answer: number;
  arrival: number;
}

/** That the server hangs is known within 2.3 s, that words do not arrive within 4. */
const TIMES: PulseTimes = { ask: 700, tell: 1500, answer: 1500, arrival: 2500 };

export interface Pulse {
  /** It takes connections and answers nothing: nobody should wait for it. */
  isAway(): boolean;
  /** What other instances say arrives. While it does not, a change of anything is reported every few seconds. */
  hears(): boolean;
  stop(): void;
}

interface Options {
  url: string;
  channel: string;
  /** What is said to all only to hear it. */
  word: string;
  times?: PulseTimes | undefined;
  /** What somebody said; nothing where it is not known what was missed. */
  onNews: (text?: string) => void;
  /** As soon as it is known to be away. */
  onAway: () => void;
}

/**
 * Makes sure, by two connections of its own, that the server answers and that words arrive. A connection may look
 * open for minutes after its other end hangs or is gone, and a pooler may have given it to somebody else.
 */
export function keepPulse({ url, channel, word, times = TIMES, onNews, onAway }: Options): Pulse {
  const stopping = new AbortController();
  const { signal } = stopping;
  let isAway = false;
  let hears = false;

  const isThere = (is: boolean) => {
    if (!is && !isAway && !signal.aborted) {
      isAway = true;
      onAway();
    }
    isAway = !is;
    return is;
  };

  const ask = async (client: pg.Client) => {
    if (!isThere(await isInTime(client.connect(), times.answer))) return;
    while (isThere(await isInTime(client.query('select 1'), times.answer)))
      await wait(times.ask, undefined, { signal });
  };

  let begun = false;
  const listen = async (client: pg.Client) => {
    let hear = () => {};
    client.on('notification', ({ payload }) => {
      if (payload === word) hear();
      else onNews(payload);
    });
    try {
      // To whoever listens a word is worth no waiting for a disk.
      const setUp = client
        .connect()
        .then(() => client.query(`set synchronous_commit = off; listen ${channel}`));
      if (!(await isInTime(setUp, times.arrival))) return;
      if (begun) onNews();
      begun = true;
      for (;;) {
        const { promise: heard, resolve } = Promise.withResolvers<void>();
        hear = resolve;
        const said = client.query('select pg_notify($1, $2)', [channel, word]);
        if (!(await isInTime(Promise.all([said, heard]), times.arrival))) return;
        hears = true;
        await wait(times.tell, undefined, { signal });
      }
    } finally {
      hears = false;
      if (!signal.aborted) onNews();
    }
  };

  for (const work of [ask, listen]) void again(url, work, { signal, pause: times.ask });
  return { isAway: () => isAway, hears: () => hears, stop: () => stopping.abort() };
}

/** Gives `work` one connection after the other, each for as long as it likes and the connection lasts. */
async function again(
  url: string,
  work: (client: pg.Client) => Promise<void>,
  { signal, pause }: { signal: AbortSignal; pause: number },
) {
  while (!signal.aborted) {
    const socket = new Socket();
    const client = new pg.Client({ connectionString: url, keepAlive: true, stream: () => socket });
    const { promise: ended, reject } = Promise.withResolvers<never>();
    ended.catch(() => {});
    client.on('error', reject).on('end', reject);
    const stop = () => socket.destroy();
    signal.addEventListener('abort', stop);
    await Promise.race([work(client), ended]).catch(() => {});
    signal.removeEventListener('abort', stop);
    // Its goodbye would wait for an answer.
    stop();
    await wait(pause, undefined, { signal }).catch(() => {});
  }
}

/** Whether `work` is done by then. What came while our own process was busy is looked at before it is judged. */
async function isInTime(work: Promise<unknown>, ms: number): Promise<boolean> {
  const done = new AbortController();
  const { signal } = done;
  const late = wait(ms, undefined, { signal }).then(() => wait(50, false, { signal }));
  late.catch(() => {});
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    done.abort();
    work.catch(() => {});
  }
}
