import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Generated } from 'kysely';
import { createTransport } from 'nodemailer';
import { type Clock, isoAt } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import type { Work } from '../database/write.ts';
import type { Logger } from '../log.ts';
import { createSealer, installationKey, type Sealer } from '../secrets.ts';

declare module '../database/tables.ts' {
  interface Tables {
    mail_outbox: OutboxTable;
  }
}

interface OutboxTable {
  id: Generated<number>;
  created_at: string;
  /** While a mail is being sent: when it may be tried again if its sender vanished. */
  next_attempt_at: string;
  state: 'waiting' | 'sent' | 'failed';
  attempts: Generated<number>;
  content: string | null;
  last_error: string | null;
  finished_at: string | null;
}

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** The uuid of the record that it tells of, for `drop`; not part of what is sent. */
  about?: string;
}

export interface Mailer {
  /** Puts a mail into the outbox, inside the writing transaction; it leaves after the commit, with retries. */
  queue(work: Work, mail: Mail): Promise<void>;
  /** Takes back mails about a record that is erased: those that wait, and after the commit those that became files. */
  drop(work: Work, about: string): Promise<void>;
  /** Starts sending what waits, now and from then on. */
  start(): void;
  /** Finishes the mail under way and stops. */
  stop(): Promise<void>;
  /** Sends everything that is due now; for tests and the command line. */
  flush(): Promise<void>;
}

/** The same at each attempt, so that a receiver can tell a repeated mail. */
type StoredMail = Mail & { messageId: string };

const SECONDS = 1000;
const MINUTES = 60 * SECONDS;
const HOURS = 60 * MINUTES;

const FIRST_RETRY = 5 * SECONDS;
const LAST_RETRY = 1 * HOURS;
const GIVE_UP = 24 * HOURS;
/** Longer than any attempt lasts. */
const LEASE = 3 * MINUTES;
/** How soon mails that another process left behind are noticed. */
const POLL = 30 * SECONDS;
/** How long finished rows stay, for whoever looks into a complaint. */
const KEEP_FINISHED = 30 * 24 * HOURS;
const STOP_PATIENCE = 5 * SECONDS;
const ATTEMPT_LIMIT = 2 * MINUTES;

const SMTP_TIMEOUTS = {
  dnsTimeout: 10 * SECONDS,
  connectionTimeout: 10 * SECONDS,
  greetingTimeout: 10 * SECONDS,
  socketTimeout: 30 * SECONDS,
};

export function retryDelay(attempts: number): number {
  return Math.min(FIRST_RETRY * 3 ** (attempts - 1), LAST_RETRY);
}

export function createMailer(options: {
  config: Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'DATA_DIR'>;
  database: Pick<Database, 'db'>;
  clock: Clock;
  log: Logger;
}): Mailer {
  const { config, clock, log } = options;
  const { db } = options.database;
  const sealer = createSealer(installationKey(config.DATA_DIR), 'mail');
  const directory = join(config.DATA_DIR, 'mail');
  const deliver = config.SMTP_URL ? smtpDelivery(config.SMTP_URL) : fileDelivery(directory, clock);

  let started = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> = Promise.resolve();
  let roundWaits = false;
  const patience = new AbortController();

  /** Takes the next due mail for as long as the lease; null when there is none. */
  async function claim() {
    for (;;) {
      const now = clock.now();
      const row = await db
        .selectFrom('mail_outbox')
        .select(['id', 'created_at', 'next_attempt_at', 'attempts', 'content'])
        .where('state', '=', 'waiting')
        .where('next_attempt_at', '<=', isoAt(now))
        .where('content', 'like', `${sealer.prefix}%`)
        .orderBy('next_attempt_at')
        .orderBy('id')
        .limit(1)
        .executeTakeFirst();
      if (!row) return null;
      const lease = isoAt(now + LEASE);
      const { numUpdatedRows } = await db
        .updateTable('mail_outbox')
        .set({ next_attempt_at: lease, attempts: row.attempts + 1 })
        .where('id', '=', row.id)
        .where('state', '=', 'waiting')
        .where('next_attempt_at', '=', row.next_attempt_at)
        .executeTakeFirst();
      if (numUpdatedRows > 0n) return { ...row, attempts: row.attempts + 1, lease };
    }
  }

  async function finish(id: number, state: 'sent' | 'failed', error: string | null) {
    await db
      .updateTable('mail_outbox')
      .set({ state, content: null, last_error: error, finished_at: isoAt(clock.now()) })
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .execute();
  }

  async function attempt(row: NonNullable<Awaited<ReturnType<typeof claim>>>) {
    const opened = openMail(sealer, row.content);
    if (!opened) return finish(row.id, 'failed', 'unreadable');
    const { about, ...mail } = opened;
    try {
      const signal = AbortSignal.any([AbortSignal.timeout(ATTEMPT_LIMIT), patience.signal]);
      await deliver({ from: config.MAIL_FROM, ...mail }, signal, about);
    } catch (error) {
      const reason = reasonOf(error);
      log.warn({ mail: row.id, attempt: row.attempts, reason }, 'mail not delivered');
      const next = clock.now() + retryDelay(row.attempts);
      if (next - Date.parse(row.created_at) > GIVE_UP) return finish(row.id, 'failed', reason);
      await db
        .updateTable('mail_outbox')
        .set({ next_attempt_at: isoAt(next), last_error: reason })
        .where('id', '=', row.id)
        .where('state', '=', 'waiting')
        .where('next_attempt_at', '=', row.lease)
        .execute();
      return;
    }
    await finish(row.id, 'sent', null);
  }

  /** What nobody here can send any more, such as mails sealed with a key that is lost, and old traces. */
  async function clear() {
    const now = clock.now();
    await db
      .updateTable('mail_outbox')
      .set({ state: 'failed', content: null, finished_at: isoAt(now) })
      .where('state', '=', 'waiting')
      .where('created_at', '<', isoAt(now - GIVE_UP - LAST_RETRY))
      .execute();
    await db
      .deleteFrom('mail_outbox')
      .where('state', '!=', 'waiting')
      .where('finished_at', '<', isoAt(now - KEEP_FINISHED))
      .execute();
  }

  async function sendDue() {
    await clear();
    while (!stopped) {
      const row = await claim();
      if (!row) return;
      await attempt(row);
    }
  }

  async function nextDue(): Promise<number> {
    const next = await db
      .selectFrom('mail_outbox')
      .select('next_attempt_at')
      .where('state', '=', 'waiting')
      .where('content', 'like', `${sealer.prefix}%`)
      .orderBy('next_attempt_at')
      .limit(1)
      .executeTakeFirst();
    return next ? Math.min(Math.max(Date.parse(next.next_attempt_at) - clock.now(), 0), POLL) : POLL;
  }

  /** One round at a time; one that has not begun serves everybody who asks meanwhile. */
  function send(): Promise<void> {
    if (roundWaits || stopped) return round;
    roundWaits = true;
    round = round.then(async () => {
      roundWaits = false;
      clearTimeout(timer);
      let wait = POLL;
      try {
        await sendDue();
        if (started && !stopped) wait = await nextDue();
      } catch (error) {
        log.error({ err: error }, 'mail outbox');
      }
      if (started && !stopped) timer = setTimeout(send, wait).unref();
    });
    return round;
  }

  return {
    async queue(work, mail) {
      const stored: StoredMail = { ...mail, messageId: `<${randomUUID()}@${domainOf(config.MAIL_FROM)}>` };
      await work.trx
        .insertInto('mail_outbox')
        .values({
          created_at: work.now,
          next_attempt_at: work.now,
          state: 'waiting',
          content: sealer.seal(JSON.stringify(stored)),
        })
        .execute();
      work.afterCommit(() => {
        if (started) void send();
      });
    },
    async drop(work, about) {
      const waiting = await work.trx
        .selectFrom('mail_outbox')
        .select(['id', 'content'])
        .where('state', '=', 'waiting')
        .where('content', 'like', `${sealer.prefix}%`)
        .execute();
      for (const { id, content } of waiting) {
        if (openMail(sealer, content)?.about !== about) continue;
        await work.trx.deleteFrom('mail_outbox').where('id', '=', id).execute();
      }
      work.afterCommit(() => removeMailFiles(directory, about));
    },
    start() {
      started = true;
      void send();
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      const impatient = setTimeout(() => patience.abort(), STOP_PATIENCE);
      await round;
      clearTimeout(impatient);
    },
    flush: send,
  };
}

type Outgoing = StoredMail & { from: string };
type Deliver = (mail: Outgoing, signal: AbortSignal, about: string | undefined) => Promise<void>;

const messageOf = (mail: Outgoing) => ({
  ...mail,
  headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': 'pt-BR' },
  disableFileAccess: true,
  disableUrlAccess: true,
});

function smtpDelivery(url: string): Deliver {
  const connect = () => createTransport({ url, ...SMTP_TIMEOUTS });
  let transport: ReturnType<typeof connect> | undefined;
  return async (mail, signal) => {
    transport ??= connect();
    await transport.sendMail({ ...messageOf(mail), signal });
  };
}

/** A finished file appears at once: it is written under another name first. The name ends in what the mail is about. */
function fileDelivery(directory: string, clock: Clock): Deliver {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return async (mail, _signal, about) => {
    const { message } = await composer.sendMail(messageOf(mail));
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const time = isoAt(clock.now()).replaceAll(':', '-');
    const name = `${[time, randomBytes(4).toString('hex'), about].filter(Boolean).join('-')}.eml`;
    const draft = join(directory, `.${name}`);
    try {
      const file = await open(draft, 'wx', 0o600);
      try {
        await file.writeFile(message as Buffer);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, join(directory, name));
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  };
}

async function removeMailFiles(directory: string, about: string): Promise<void> {
  const names = await readdir(directory).catch(() => []);
  const own = names.filter((name) => name.endsWith(`-${about}.eml`));
  await Promise.all(own.map((name) => rm(join(directory, name), { force: true })));
}

function openMail(sealer: Sealer, content: string | null): StoredMail | null {
  try {
    return content === null ? null : (JSON.parse(sealer.open(content)) as StoredMail);
  } catch {
    return null;
  }
}

/** A server's own words may name the recipient, so only codes are kept. */
function reasonOf(error: unknown): string {
  const { name, code, responseCode } = error as { name?: string; code?: string; responseCode?: number };
  return [code ?? name ?? 'error', responseCode].filter((part) => part !== undefined).join(' ');
}

function domainOf(from: string): string {
  return /@([\w.-]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
}
