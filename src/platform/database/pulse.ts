import { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

/** Between two questions, and how long an answer may take: that the server hangs is known within 2.3 s. */
const ASK_MS = 700;
const ANSWER_MS = 1500;
/** Between two words to all, and how long one may be on its way back: that they do not arrive is known within 4 s. */
const TELL_MS = 1500;
const ARRIVAL_MS = 2500;

export interface Pulse {
  /** It takes connections and answers nothing, is a standby, or another: nobody should wait for it. */
  isAway(): boolean;
  /** What other instances say arrives. While it does not, a change of anything is reported every few seconds. */
  hears(): boolean;
  stop(): void;
}

interface Options {
  url: string;
  channel: string;
  /** How its connections are called among those of the server. */
  name: string;
  /** What is said to all only to hear it. */
  word: string;
  /** What somebody said; nothing where it is not known what was missed. */
  onNews: (text?: string) => void;
  /** As soon as it is known to be away. */
  onAway: () => void;
  /** As soon as it answers again. */
  onBack: () => void;
  /** Its tables are others than they were, and whole again: somebody put a backup in their place. */
  onReplaced: () => void;
}

/**
 * Makes sure, by two connections of its own, that the server answers and that words arrive. A connection may look
 * open for minutes after its other end hangs or is gone, and a pooler may have given it to somebody else.
 */
export function keepPulse({ url, channel, name, word, onNews, onAway, onBack, onReplaced }: Options): Pulse {
  const stopping = new AbortController();
  const { signal } = stopping;
  let isAway = false;
  let hears = false;

  const isThere = (is: boolean) => {
    if (!is && !isAway && !signal.aborted) {
      isAway = true;
      onAway();
    } else if (is && isAway) onBack();
    isAway = !is;
    return is;
  };

  let known: Standing | undefined;
  /** Whether it may be worked with; what is known of it is held against what it was. */
  const isOurs = async (client: pg.Client): Promise<boolean> => {
    const { takesWrites, ...now } = await standingOf(client);
    if (!takesWrites) return false;
    known ??= now.identity === null ? undefined : now;
    if (!known) return true;
    if (now.identity !== known.identity) {
      if (now.isWhole && !signal.aborted) onReplaced();
      return false;
    }
    // As of an earlier moment: a standby that lacked the last of it took over, or the server was restored.
    if (now.revision < known.revision) onNews();
    known = now;
    return true;
  };

  const ask = async (client: pg.Client) => {
    if (!isThere(await isInTime(client.connect(), ANSWER_MS))) return;
    while (isThere(await isInTime(isOurs(client), ANSWER_MS))) await wait(ASK_MS, undefined, { signal });
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
      if (!(await isInTime(setUp, ARRIVAL_MS))) return;
      if (begun) onNews();
      begun = true;
      for (;;) {
        const { promise: heard, resolve } = Promise.withResolvers<void>();
        hear = resolve;
        const said = client.query('select pg_notify($1, $2)', [channel, word]);
        if (!(await isInTime(Promise.all([said, heard]), ARRIVAL_MS))) return;
        hears = true;
        await wait(TELL_MS, undefined, { signal });
      }
    } finally {
      hears = false;
      if (!signal.aborted) onNews();
    }
  };

  for (const work of [ask, listen]) void again({ url, name }, work, signal);
  return { isAway: () => isAway, hears: () => hears, stop: () => stopping.abort() };
}

interface Standing {
  /** Of the database and a table of ours; null where there is none yet. */
  identity: string | null;
  /** The counter of what was saved. */
  revision: number;
  /** The first start is over, or a restore: both end with the mark of the key. */
  isWhole: boolean;
}

async function standingOf(client: pg.Client): Promise<Standing & { takesWrites: boolean }> {
  const { rows } = await client.query<{ standby: boolean; identity: string | null }>(
    `select pg_is_in_recovery() as standby, oid || ' ' || to_regclass('content_revision')::oid as identity
      from pg_database where datname = current_database()`,
  );
  const { standby = true, identity = null } = rows[0] ?? {};
  if (standby || identity === null) return { takesWrites: !standby, identity, revision: 0, isWhole: false };
  const { rows: found } = await client.query<{ revision: number; marked: boolean }>(
    `select revision, exists (select 1 from installation where key_mark is not null) as marked
      from content_revision`,
  );
  return {
    takesWrites: true,
    identity,
    revision: found[0]?.revision ?? 0,
    isWhole: found[0]?.marked === true,
  };
}

/** Gives `work` one connection after the other, each for as long as it likes and the connection lasts. */
async function again(
  { url, name }: Pick<Options, 'url' | 'name'>,
  work: (client: pg.Client) => Promise<void>,
  signal: AbortSignal,
) {
  while (!signal.aborted) {
    const socket = new Socket();
    const client = new pg.Client({
      connectionString: url,
      application_name: name,
      keepAlive: true,
      stream: () => socket,
    });
    const { promise: ended, reject } = Promise.withResolvers<never>();
    ended.catch(() => {});
    client.on('error', reject).on('end', reject);
    const stop = () => socket.destroy();
    signal.addEventListener('abort', stop);
    await Promise.race([work(client), ended]).catch(() => {});
    signal.removeEventListener('abort', stop);
    // Its goodbye would wait for an answer.
    stop();
    await wait(ASK_MS, undefined, { signal }).catch(() => {});
  }
}

/** Whether `work` is done by then, and its answer is no `false`. What came while our own process was busy is looked at before it is judged. */
async function isInTime(work: Promise<unknown>, ms: number): Promise<boolean> {
  const done = new AbortController();
  const { signal } = done;
  const late = wait(ms, undefined, { signal }).then(() => wait(50, false, { signal }));
  late.catch(() => {});
  try {
    return await Promise.race([work.then((answer) => answer !== false), late]);
  } finally {
    done.abort();
    work.catch(() => {});
  }
}
