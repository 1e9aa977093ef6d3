import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Generated } from 'kysely';
import { z } from 'zod';
import { type Clock, driftSafeNow, isoAt } from '../clock.ts';
import type { Config } from '../config/config.ts';
import type { Database, DbOrTransaction } from '../database/database.ts';
import type { Work } from '../database/write.ts';
import { withFile } from '../files/handles.ts';
import { type JobKind, type Lane, lightLane, PermanentFailure } from '../jobs/jobKind.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Outage } from '../observability/outages.ts';
import type { Keys } from '../security/keys.ts';
import { createSealer, type Sealer } from '../security/secrets.ts';
import { requiresTls } from '../security/transportSecurity.ts';

declare module '../database/tables.ts' {
  interface Tables {
    mail_outbox: OutboxTable;
  }
}

/** Contents of mails. Each is sent by its own job. */
interface OutboxTable {
  id: Generated<number>;
  created_at: string;
  state: 'waiting' | 'sent' | 'failed';
  /** Encrypted while the mail waits, null afterwards. */
  content: string | null;
  finished_at: string | null;
}

/** A mail to one recipient. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** Recipient of replies, if it is not the sender. */
  replyTo?: string;
  /** The uuid of the mail's record, for `deleteAbout`. Not sent. */
  about?: string;
}

export interface Mailer {
  /** Puts a mail into the outbox, in the writing transaction. It is sent after the commit, with retries. */
  queue(work: Work, mail: Mail): Promise<void>;
  /** Deletes mails about a record that is erased: waiting ones at once, files after the commit. */
  deleteAbout(work: Work, about: string): Promise<void>;
  /** Returns the number of waiting mails by record, of the given records. */
  countWaiting(abouts: ReadonlySet<string>): Promise<Map<string, number>>;
  /** Returns the unsent mails to an address. */
  unsentTo(address: string): Promise<UnsentMails>;
  /** Deletes the unsent mails to an address, as `deleteAbout` does. */
  deleteTo(work: Work, address: string): Promise<void>;
  /** Returns the recipients of all unsent mails. */
  recipients(): Promise<Set<string>>;
  /** Sends all mails that are due now; for tests and the command line. */
  flush(): Promise<void>;
}

/** Waiting mails to one address, and those that were written as files because there is no mail server. */
export interface UnsentMails {
  waiting: { at: string; subject: string }[];
  files: { at: string }[];
}

/** A mail with an id that stays the same in each attempt, so that a receiver can detect a repetition. */
type StoredMail = Mail & { messageId: string };

const SECONDS = 1000;
const MINUTES = 60 * SECONDS;
const HOURS = 60 * MINUTES;

/** Time in ms after which an unsent mail is given up. */
export const MAIL_GIVE_UP_MS = 24 * HOURS;
/** Time in ms that finished rows stay, for the investigation of complaints. */
export const FINISHED_MAIL_RETENTION_MS = 30 * 24 * HOURS;

const mailLane: Lane = { concurrency: 3 };

const sealerOf = (key: Buffer) => createSealer(key, 'mail');

/** Returns one kind per key, so that an instance leaves mails alone that it cannot decrypt. */
const kindOf = (sealer: Sealer) => `mail.${sealer.prefix.slice(0, -1)}`;
const sendingKind = (sealer: Sealer): JobKind<{ mail: number }> => ({
  name: kindOf(sealer),
  payload: z.object({ mail: z.number() }),
  lane: mailLane,
  attempts: 100,
  retry: { first: 5 * SECONDS, last: HOURS },
  timeLimit: 2 * MINUTES,
  giveUpAfter: MAIL_GIVE_UP_MS,
  stopGrace: 5 * SECONDS,
});

const CLEARING_KIND: JobKind<object> = {
  name: 'mail outbox',
  payload: z.object({}),
  lane: lightLane,
  attempts: 10,
  retry: { first: MINUTES, last: 10 * MINUTES },
  timeLimit: 10 * MINUTES,
  recurrence: { period: HOURS },
};

const SMTP_TIMEOUTS = {
  dnsTimeout: 10 * SECONDS,
  connectionTimeout: 10 * SECONDS,
  greetingTimeout: 10 * SECONDS,
  socketTimeout: 30 * SECONDS,
};

export function createMailer(options: {
  config: Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'DATA_DIR' | 'PLAIN_INSIDE'>;
  keys: Keys;
  database: Pick<Database, 'db'>;
  jobs: Jobs;
  clock: Clock;
  outage: Outage;
}): Mailer {
  const { config, keys, jobs, clock, outage } = options;
  const { db } = options.database;
  const sealer = sealerOf(keys.current);
  const kind = sendingKind(sealer);
  const sealers = [sealer, ...(keys.previous ? [sealerOf(keys.previous)] : [])];
  const directory = join(config.DATA_DIR, 'mail');
  const deliver = config.SMTP_URL
    ? smtpDelivery(config.SMTP_URL, requiresTls(config.SMTP_URL) && !config.PLAIN_INSIDE)
    : fileDelivery(directory, clock);

  const finishMail = (on: DbOrTransaction, id: number, state: 'sent' | 'failed') =>
    on
      .updateTable('mail_outbox')
      .set({ state, content: null, finished_at: isoAt(clock.now()) })
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .execute();

  for (const keySealer of sealers)
    jobs.define(sendingKind(keySealer), {
      async run({ mail: id }, job) {
        const row = await db
          .selectFrom('mail_outbox')
          .select('content')
          .where('id', '=', id)
          .where('state', '=', 'waiting')
          .executeTakeFirst();
        if (!row) return;
        const opened = openMail(keySealer, row.content);
        if (!opened) throw new PermanentFailure('unreadable');
        const { about, ...mail } = opened;
        try {
          await deliver({ from: config.MAIL_FROM, ...mail }, job.signal, about);
          outage.reportSuccess();
        } catch (error) {
          const failed = new Error(reasonOf(error));
          if (!job.signal.aborted && isUnavailable(error))
            outage.reportFailure(Object.assign(failed, codesOf(error)));
          throw failed;
        }
        await db.transaction().execute(async (trx) => {
          await finishMail(trx, id, 'sent');
          await job.finish(trx);
        });
      },
      failed: async ({ mail: id }, { trx }) => void (await finishMail(trx, id, 'failed')),
    });

  jobs.define(CLEARING_KIND, {
    /** Fails mails that no instance can send, such as those of a lost key, and deletes old rows. */
    async run() {
      const now = driftSafeNow(clock);
      await db
        .updateTable('mail_outbox')
        .set({ state: 'failed', content: null, finished_at: isoAt(now) })
        .where('state', '=', 'waiting')
        .where('created_at', '<', isoAt(now - MAIL_GIVE_UP_MS - HOURS))
        .execute();
      await db
        .deleteFrom('mail_outbox')
        .where('state', '!=', 'waiting')
        .where('finished_at', '<', isoAt(now - FINISHED_MAIL_RETENTION_MS))
        .execute();
    },
  });

  const allWaiting = (on: DbOrTransaction) =>
    on
      .selectFrom('mail_outbox')
      .select(['id', 'created_at', 'content'])
      .where('state', '=', 'waiting')
      .where((eb) => eb.or(sealers.map(({ prefix }) => eb('content', 'like', `${prefix}%`))))
      .execute();
  const openAny = (content: string | null) =>
    sealers.map((keySealer) => openMail(keySealer, content)).find((mail) => mail !== null);
  const aboutOf = (content: string | null) => openAny(content)?.about;
  const waitingFor = async (on: DbOrTransaction, address: string) =>
    (await allWaiting(on)).flatMap(({ id, created_at, content }) => {
      const mail = openAny(content);
      return mail && isSame(mail.to, address) ? [{ id, at: created_at, subject: mail.subject }] : [];
    });

  return {
    async queue(work, mail) {
      const stored: StoredMail = { ...mail, messageId: `<${randomUUID()}@${domainOf(config.MAIL_FROM)}>` };
      const { id } = await work.trx
        .insertInto('mail_outbox')
        .values({
          created_at: work.now,
          state: 'waiting',
          content: sealer.seal(JSON.stringify(stored)),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await jobs.enqueue(work, kind, { mail: id }, String(id));
    },
    async countWaiting(abouts) {
      const counted = new Map<string, number>();
      if (abouts.size === 0) return counted;
      for (const { content } of await allWaiting(db)) {
        const about = aboutOf(content);
        if (about && abouts.has(about)) counted.set(about, (counted.get(about) ?? 0) + 1);
      }
      return counted;
    },
    async deleteAbout(work, about) {
      for (const { id, content } of await allWaiting(work.trx)) {
        if (aboutOf(content) !== about) continue;
        // Its job then finds nothing to do.
        await work.trx.deleteFrom('mail_outbox').where('id', '=', id).execute();
      }
      work.afterCommit(() => removeMailFiles(directory, about));
    },
    async unsentTo(address) {
      const waiting = await waitingFor(db, address);
      const files: UnsentMails['files'] = [];
      for await (const { name, to } of mailFiles(directory))
        if (isSame(to, address)) files.push({ at: timeIn(name) });
      return { waiting: waiting.map(({ at, subject }) => ({ at, subject })), files };
    },
    async deleteTo(work, address) {
      for (const { id } of await waitingFor(work.trx, address))
        await work.trx.deleteFrom('mail_outbox').where('id', '=', id).execute();
      work.afterCommit(async () => {
        for await (const { name, to } of mailFiles(directory))
          if (isSame(to, address)) await rm(join(directory, name), { force: true });
      });
    },
    async recipients() {
      const found = new Set<string>();
      for (const { content } of await allWaiting(db)) {
        const mail = openAny(content);
        if (mail) found.add(mail.to);
      }
      for await (const { to } of mailFiles(directory)) found.add(to);
      return found;
    },
    async flush() {
      await jobs.drain(...sealers.map(kindOf), CLEARING_KIND.name);
    },
  };
}

/**
 * Seals waiting mails with another key, and returns how many. Mails that are being sent keep the former key,
 * which every process has that was started before.
 */
export async function resealMails(trx: DbOrTransaction, former: Buffer, own: Buffer): Promise<number> {
  const [from, to] = [sealerOf(former), sealerOf(own)];
  const moved = await trx
    .updateTable('jobs')
    .set({ kind: kindOf(to) })
    .where('kind', '=', kindOf(from))
    .where('state', '=', 'waiting')
    .returning('key')
    .execute();
  for (const { key } of moved) {
    const mail = trx.updateTable('mail_outbox').where('id', '=', Number(key)).where('state', '=', 'waiting');
    const row = await trx
      .selectFrom('mail_outbox')
      .select('content')
      .where('id', '=', Number(key))
      .where('state', '=', 'waiting')
      .executeTakeFirst();
    // A damaged mail stays as it is and fails in its own job.
    const opened = openMail(from, row?.content ?? null);
    if (opened) await mail.set({ content: to.seal(JSON.stringify(opened)) }).execute();
  }
  return moved.length;
}

type OutgoingMail = StoredMail & { from: string };
type Deliver = (mail: OutgoingMail, signal: AbortSignal, about: string | undefined) => Promise<void>;

const messageOf = (mail: OutgoingMail) => ({
  ...mail,
  headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': 'pt-BR' },
  disableFileAccess: true,
  disableUrlAccess: true,
});

/** Loads the library for the first mail. */
const nodemailer = () => import('nodemailer');

/** Sends by SMTP. `requireTLS` refuses a server without STARTTLS: an attacker may have hidden its offer. */
function smtpDelivery(url: string, requireTLS: boolean): Deliver {
  const connect = async () => (await nodemailer()).createTransport({ url, requireTLS, ...SMTP_TIMEOUTS });
  let transport: ReturnType<typeof connect> | undefined;
  return async (mail, signal) => {
    transport ??= connect();
    await (await transport).sendMail({ ...messageOf(mail), signal });
  };
}

/**
 * Writes mails as files, under a temporary name first, so that a file is always complete. The name ends in
 * the id of the mail's record.
 */
function fileDelivery(directory: string, clock: Clock): Deliver {
  return async (mail, _signal, about) => {
    const { createTransport } = await nodemailer();
    const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
    const { message } = await composer.sendMail(messageOf(mail));
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const time = isoAt(clock.now()).replaceAll(':', '-');
    const name = `${[time, randomBytes(4).toString('hex'), about].filter(Boolean).join('-')}.eml`;
    const temporaryPath = join(directory, `.${name}`);
    try {
      await withFile(temporaryPath, { flags: 'wx', mode: 0o600 }, async (file) => {
        await file.writeFile(message as Buffer);
        await file.sync();
      });
      await rename(temporaryPath, join(directory, name));
    } catch (error) {
      await rm(temporaryPath, { force: true });
      throw error;
    }
  };
}

const isSame = (a: string, b: string) =>
  a.normalize('NFC').toLowerCase() === b.normalize('NFC').toLowerCase();

/** Bytes to read of a file. The headers always fit. */
const HEAD_BYTES = 16_384;

/** Yields the mails that were written as files, with their recipients. */
async function* mailFiles(directory: string): AsyncGenerator<{ name: string; to: string }> {
  const head = Buffer.alloc(HEAD_BYTES);
  for (const name of await readdir(directory).catch(() => [])) {
    // An unfinished file, or a foreign one.
    if (name.startsWith('.') || !name.endsWith('.eml')) continue;
    // Another process may delete the file meanwhile.
    const bytesRead = await withFile(
      join(directory, name),
      { flags: 'r' },
      async (file) => (await file.read(head, 0, HEAD_BYTES, 0)).bytesRead,
    ).catch(() => null);
    if (bytesRead === null) continue;
    const to = /^To: *(?:\r?\n )?(.+?)\r?$/im.exec(head.toString('utf8', 0, bytesRead))?.[1];
    if (to) yield { name, to: to.replace(/^.*<|>$/g, '') };
  }
}

/** Returns the time in a name as `fileDelivery` writes it: `2026-11-23T10-30-00.000Z-…`. */
const timeIn = (name: string) => name.slice(0, 24).replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:');

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

interface ErrorCodes {
  name?: string;
  code?: string;
  responseCode?: number;
}

const codesOf = (error: unknown) => {
  const { code, responseCode } = error as ErrorCodes;
  return { ...(code && { code }), ...(responseCode && { responseCode }) };
};

/** Returns the codes of an error. A server's message may name the recipient and is not stored. */
function reasonOf(error: unknown): string {
  const { name, code, responseCode } = error as ErrorCodes;
  return [code ?? name ?? 'error', responseCode].filter((part) => part !== undefined).join(' ');
}

/** Codes of Nodemailer for a refused message or recipient. Any other failure would affect every mail. */
const MESSAGE_ERRORS = ['EENVELOPE', 'EMESSAGE'];

const isUnavailable = (error: unknown) => {
  const { code, responseCode = 0 } = error as ErrorCodes;
  return code !== undefined && !(MESSAGE_ERRORS.includes(code) && responseCode >= 500);
};

function domainOf(from: string): string {
  return /@([\w.-]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
}
