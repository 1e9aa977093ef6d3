import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Generated } from 'kysely';
import { createTransport } from 'nodemailer';
import { z } from 'zod';
import { type Clock, isoAt, surely } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Database, DbOrTransaction } from '../database/database.ts';
import type { Work } from '../database/write.ts';
import { withFile } from '../files/handles.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { Hopeless, type JobKind, type Lane, light } from '../jobs/kind.ts';
import type { Keys } from '../keys.ts';
import type { Outage } from '../outages.ts';
import { needsTls } from '../plainLines.ts';
import { createSealer, type Sealer } from '../secrets.ts';

declare module '../database/tables.ts' {
  interface Tables {
    mail_outbox: OutboxTable;
  }
}

/** What mails say; their sending is a job of its own. */
interface OutboxTable {
  id: Generated<number>;
  created_at: string;
  state: 'waiting' | 'sent' | 'failed';
  /** Sealed while it waits, gone afterwards. */
  content: string | null;
  finished_at: string | null;
}

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** Whom an answer goes to, where that is not who sends it. */
  replyTo?: string;
  /** The uuid of the record that it tells of, for `drop`; not part of what is sent. */
  about?: string;
}

export interface Mailer {
  /** Puts a mail into the outbox, inside the writing transaction; it leaves after the commit, with retries. */
  queue(work: Work, mail: Mail): Promise<void>;
  /** Takes back mails about a record that is erased: those that wait, and after the commit those that became files. */
  drop(work: Work, about: string): Promise<void>;
  /** How many mails about these records wait, by what they are about. */
  waiting(abouts: ReadonlySet<string>): Promise<Map<string, number>>;
  /** What is kept that goes to this address. */
  to(address: string): Promise<MailsKept>;
  /** Takes those back, as `drop` does. */
  dropTo(work: Work, address: string): Promise<void>;
  /** To whom something is kept. */
  recipients(): Promise<Set<string>>;
  /** Sends everything that is due now; for tests and the command line. */
  flush(): Promise<void>;
}

/** Mails to one address that have not left, and those that became files because no server takes them. */
export interface MailsKept {
  waiting: { at: string; subject: string }[];
  files: { at: string }[];
}

/** The same at each attempt, so that a receiver can tell a repeated mail. */
type StoredMail = Mail & { messageId: string };

const SECONDS = 1000;
const MINUTES = 60 * SECONDS;
const HOURS = 60 * MINUTES;

export const GIVE_UP = 24 * HOURS;
/** How long finished rows stay, for whoever looks into a complaint. */
export const KEEP_FINISHED = 30 * 24 * HOURS;

const mails: Lane = { atOnce: 3 };

const sealerOf = (key: Buffer) => createSealer(key, 'mail');

/** One kind for each key: an instance leaves alone what it cannot open. */
const kindOf = (sealer: Sealer) => `mail.${sealer.prefix.slice(0, -1)}`;
const sending = (sealer: Sealer): JobKind<{ mail: number }> => ({
  name: kindOf(sealer),
  payload: z.object({ mail: z.number() }),
  lane: mails,
  attempts: 100,
  retry: { first: 5 * SECONDS, last: HOURS },
  limit: 2 * MINUTES,
  giveUp: GIVE_UP,
  patience: 5 * SECONDS,
});

const CLEARING: JobKind<object> = {
  name: 'mail outbox',
  payload: z.object({}),
  lane: light,
  attempts: 10,
  retry: { first: MINUTES, last: 10 * MINUTES },
  limit: 10 * MINUTES,
  every: { period: HOURS },
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
  const sealer = sealerOf(keys.own);
  const kind = sending(sealer);
  const sealers = [sealer, ...(keys.before ? [sealerOf(keys.before)] : [])];
  const directory = join(config.DATA_DIR, 'mail');
  const deliver = config.SMTP_URL
    ? smtpDelivery(config.SMTP_URL, needsTls(config.SMTP_URL) && !config.PLAIN_INSIDE)
    : fileDelivery(directory, clock);

  const finish = (on: DbOrTransaction, id: number, state: 'sent' | 'failed') =>
    on
      .updateTable('mail_outbox')
      .set({ state, content: null, finished_at: isoAt(clock.now()) })
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .execute();

  for (const opener of sealers)
    jobs.define(sending(opener), {
      async run({ mail: id }, job) {
        const row = await db
          .selectFrom('mail_outbox')
          .select('content')
          .where('id', '=', id)
          .where('state', '=', 'waiting')
          .executeTakeFirst();
        if (!row) return;
        const opened = openMail(opener, row.content);
        if (!opened) throw new Hopeless('unreadable');
        const { about, ...mail } = opened;
        try {
          await deliver({ from: config.MAIL_FROM, ...mail }, job.signal, about);
          outage.worked();
        } catch (error) {
          const failed = new Error(reasonOf(error));
          if (!job.signal.aborted && isAway(error)) outage.failed(Object.assign(failed, codesOf(error)));
          throw failed;
        }
        await db.transaction().execute(async (trx) => {
          await finish(trx, id, 'sent');
          await job.finish(trx);
        });
      },
      failed: async ({ mail: id }, { trx }) => void (await finish(trx, id, 'failed')),
    });

  jobs.define(CLEARING, {
    /** What nobody can send any more, such as mails sealed with a key that is lost, and old traces. */
    async run() {
      const now = surely(clock);
      await db
        .updateTable('mail_outbox')
        .set({ state: 'failed', content: null, finished_at: isoAt(now) })
        .where('state', '=', 'waiting')
        .where('created_at', '<', isoAt(now - GIVE_UP - HOURS))
        .execute();
      await db
        .deleteFrom('mail_outbox')
        .where('state', '!=', 'waiting')
        .where('finished_at', '<', isoAt(now - KEEP_FINISHED))
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
  const opened = (content: string | null) =>
    sealers.map((opener) => openMail(opener, content)).find((mail) => mail !== null);
  const aboutOf = (content: string | null) => opened(content)?.about;
  const waitingFor = async (on: DbOrTransaction, address: string) =>
    (await allWaiting(on)).flatMap(({ id, created_at, content }) => {
      const mail = opened(content);
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
    async waiting(abouts) {
      const counted = new Map<string, number>();
      if (abouts.size === 0) return counted;
      for (const { content } of await allWaiting(db)) {
        const about = aboutOf(content);
        if (about && abouts.has(about)) counted.set(about, (counted.get(about) ?? 0) + 1);
      }
      return counted;
    },
    async drop(work, about) {
      for (const { id, content } of await allWaiting(work.trx)) {
        if (aboutOf(content) !== about) continue;
        // Its job finds nothing to do.
        await work.trx.deleteFrom('mail_outbox').where('id', '=', id).execute();
      }
      work.afterCommit(() => removeMailFiles(directory, about));
    },
    async to(address) {
      const waiting = await waitingFor(db, address);
      const files: MailsKept['files'] = [];
      for await (const { name, to } of mailFiles(directory))
        if (isSame(to, address)) files.push({ at: timeIn(name) });
      return { waiting: waiting.map(({ at, subject }) => ({ at, subject })), files };
    },
    async dropTo(work, address) {
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
        const mail = opened(content);
        if (mail) found.add(mail.to);
      }
      for await (const { to } of mailFiles(directory)) found.add(to);
      return found;
    },
    async flush() {
      await jobs.drain(...sealers.map(kindOf), CLEARING.name);
    },
  };
}

/**
 * Seals the mails that wait with another key. One that is being sent stays as it is: whoever sends it has the former
 * key, as every process has that was not started since.
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
    // One that is damaged stays so, and fails in its turn.
    const opened = openMail(from, row?.content ?? null);
    if (opened) await mail.set({ content: to.seal(JSON.stringify(opened)) }).execute();
  }
  return moved.length;
}

type Outgoing = StoredMail & { from: string };
type Deliver = (mail: Outgoing, signal: AbortSignal, about: string | undefined) => Promise<void>;

const messageOf = (mail: Outgoing) => ({
  ...mail,
  headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': 'pt-BR' },
  disableFileAccess: true,
  disableUrlAccess: true,
});

/** `requireTLS`: a server that offers no STARTTLS, or from which somebody on the way takes the offer, gets nothing. */
function smtpDelivery(url: string, requireTLS: boolean): Deliver {
  const connect = () => createTransport({ url, requireTLS, ...SMTP_TIMEOUTS });
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
      await withFile(draft, { flags: 'wx', mode: 0o600 }, async (file) => {
        await file.writeFile(message as Buffer);
        await file.sync();
      });
      await rename(draft, join(directory, name));
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  };
}

const isSame = (one: string, other: string) =>
  one.normalize('NFC').toLowerCase() === other.normalize('NFC').toLowerCase();

/** Its headers are there long before. */
const HEAD_BYTES = 16_384;

/** The mails that became files, with whom each goes to. */
async function* mailFiles(directory: string): AsyncGenerator<{ name: string; to: string }> {
  const head = Buffer.alloc(HEAD_BYTES);
  for (const name of await readdir(directory).catch(() => [])) {
    // Begun and not finished, or none of ours.
    if (name.startsWith('.') || !name.endsWith('.eml')) continue;
    // Another process may take it away meanwhile.
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

/** `2026-11-23T10-30-00.000Z-…`, as `fileDelivery` names them. */
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

interface Codes {
  name?: string;
  code?: string;
  responseCode?: number;
}

const codesOf = (error: unknown) => {
  const { code, responseCode } = error as Codes;
  return { ...(code && { code }), ...(responseCode && { responseCode }) };
};

/** A server's own words may name the recipient, so only codes are kept. */
function reasonOf(error: unknown): string {
  const { name, code, responseCode } = error as Codes;
  return [code ?? name ?? 'error', responseCode].filter((part) => part !== undefined).join(' ');
}

/** Nodemailer's words for a letter or a recipient that is refused; whatever else fails would fail for every mail. */
const OF_THE_LETTER = ['EENVELOPE', 'EMESSAGE'];

const isAway = (error: unknown) => {
  const { code, responseCode = 0 } = error as Codes;
  return code !== undefined && !(OF_THE_LETTER.includes(code) && responseCode >= 500);
};

function domainOf(from: string): string {
  return /@([\w.-]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
}
