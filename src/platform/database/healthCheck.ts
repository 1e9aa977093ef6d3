import { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { falseAfterGrace, withTimeout } from '../../shared/async.ts';

/** Interval and timeout of the health check: a hanging server is detected within 2.3 s. */
const CHECK_INTERVAL_MS = 700;
const CHECK_TIMEOUT_MS = 1500;
/** Interval and timeout of the notification check: lost notifications are detected within 4 s. */
const NOTIFY_INTERVAL_MS = 1500;
const NOTIFY_TIMEOUT_MS = 2500;

export interface HealthCheck {
  /**
   * Returns whether the server is unavailable: it does not respond, is a standby, or is another one. Callers
   * must not wait.
   */
  isUnavailable(): boolean;
  /** Returns whether notifications arrive. If not, a change of anything is reported every few seconds. */
  receivesNotifications(): boolean;
  stop(): void;
}

interface Options {
  url: string;
  channel: string;
  /** `application_name` of the connections. */
  name: string;
  /** Payload of the notification that the check sends to itself. */
  selfPayload: string;
  /** Called with the payload of a notification; without one if notifications may have been missed. */
  onNotification: (text?: string) => void;
  /** Called as soon as the server is known to be unavailable. */
  onUnavailable: () => void;
  /** Called as soon as it responds again. */
  onRecovered: () => void;
  /** Called when its tables were replaced completely, for example by a restored backup. */
  onReplaced: () => void;
}

/**
 * Checks on two connections of its own that the server responds and that notifications arrive. A connection
 * can look open for minutes after its other end hangs or is gone, and a pooler may have lent it to another
 * client.
 */
export function startHealthCheck({
  url,
  channel,
  name,
  selfPayload,
  onNotification,
  onUnavailable,
  onRecovered,
  onReplaced,
}: Options): HealthCheck {
  const stopping = new AbortController();
  const { signal } = stopping;
  let isAway = false;
  let hears = false;

  const setAvailable = (isAvailable: boolean) => {
    if (!isAvailable && !isAway && !signal.aborted) {
      isAway = true;
      onUnavailable();
    } else if (isAvailable && isAway) onRecovered();
    isAway = !isAvailable;
    return isAvailable;
  };

  let lastState: ServerState | undefined;
  /** Returns whether the server takes writes and holds the same database as before. */
  const isUsable = async (client: pg.Client): Promise<boolean> => {
    const { takesWrites, ...now } = await readServerState(client);
    if (!takesWrites) return false;
    lastState ??= now.identity === null ? undefined : now;
    if (!lastState) return true;
    if (now.identity !== lastState.identity) {
      if (now.isWhole && !signal.aborted) onReplaced();
      return false;
    }
    // The counter went back: a standby without the last commits took over, or the server was restored.
    if (now.revision < lastState.revision) onNotification();
    lastState = now;
    return true;
  };

  const checkServer = async (client: pg.Client) => {
    if (!setAvailable(await isInTime(client.connect(), CHECK_TIMEOUT_MS))) return;
    while (setAvailable(await isInTime(isUsable(client), CHECK_TIMEOUT_MS)))
      await wait(CHECK_INTERVAL_MS, undefined, { signal });
  };

  let hasListened = false;
  const checkNotifications = async (client: pg.Client) => {
    let onHeard = () => {};
    client.on('notification', ({ payload }) => {
      if (payload === selfPayload) onHeard();
      else onNotification(payload);
    });
    try {
      // A notification check need not wait for the disk.
      const setUp = client
        .connect()
        .then(() => client.query(`set synchronous_commit = off; listen ${channel}`));
      if (!(await isInTime(setUp, NOTIFY_TIMEOUT_MS))) return;
      if (hasListened) onNotification();
      hasListened = true;
      for (;;) {
        const { promise: heard, resolve } = Promise.withResolvers<void>();
        onHeard = resolve;
        const sent = client.query('select pg_notify($1, $2)', [channel, selfPayload]);
        if (!(await isInTime(Promise.all([sent, heard]), NOTIFY_TIMEOUT_MS))) return;
        hears = true;
        await wait(NOTIFY_INTERVAL_MS, undefined, { signal });
      }
    } finally {
      hears = false;
      if (!signal.aborted) onNotification();
    }
  };

  for (const work of [checkServer, checkNotifications]) void keepConnecting({ url, name }, work, signal);
  return { isUnavailable: () => isAway, receivesNotifications: () => hears, stop: () => stopping.abort() };
}

interface ServerState {
  /** Ids of the database and of one of our tables; null before the first start. */
  identity: string | null;
  /** Content revision: the number of saves. */
  revision: number;
  /** Whether the first start or a restore is complete: both end by storing the key's fingerprint. */
  isWhole: boolean;
}

async function readServerState(client: pg.Client): Promise<ServerState & { takesWrites: boolean }> {
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

/** Runs `work` on a new connection each time that it or the connection ends. */
async function keepConnecting(
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
    // A graceful end would wait for a response.
    stop();
    await wait(CHECK_INTERVAL_MS, undefined, { signal }).catch(() => {});
  }
}

/** Returns whether `work` finishes within `ms` with a value other than false. */
const isInTime = (work: Promise<unknown>, ms: number): Promise<boolean> =>
  withTimeout(
    work.then((answer) => answer !== false),
    ms,
    falseAfterGrace,
  );
