import type { Selectable } from 'kysely';
import { z } from 'zod';
import { isoAt } from '../../platform/clock.ts';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import { live } from '../../platform/database/live.ts';
import { locks } from '../../platform/database/records.ts';
import type { Work } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Job, JobKind } from '../../platform/jobs/kind.ts';
import { OutgoingError } from '../../platform/outgoing.ts';
import { version } from '../../platform/version.ts';
import { type DeliveryState, type OffReason, TEST_TYPE } from './webhook.contract.ts';
import { tellOfSwitchOff } from './webhook.mail.ts';
import { openSecret, signatureOf } from './webhook.secret.ts';
import type { DeliveryTable, WebhookTable } from './webhook.tables.ts';

// Each webhook has one queue, and one job that sends it in its order. While a receiver is away the first of the queue
// asks whether it is back, and the others wait behind it; what it refuses alone is put aside.

type Delivery = Selectable<DeliveryTable>;
type Webhook = Selectable<WebhookTable>;
type Sending = Pick<Deps, 'db' | 'write' | 'clock' | 'keys' | 'outgoing' | 'mailer' | 'config' | 'siteUrl'>;

const SECONDS = 1000;
const MINUTES = 60 * SECONDS;
const HOURS = 60 * MINUTES;
const DAY = 24 * HOURS;

/** Before the second attempt, the third, and so on; from the last on it is always that. */
const WAITS = [5 * SECONDS, 30 * SECONDS, 2 * MINUTES, 10 * MINUTES, 30 * MINUTES, HOURS] as const;
const MOST_GIVEN_UP = 5;
/** Then others have their turn. */
const TURN_MS = MINUTES;
const ANSWER_LENGTH = 2048;

const SENDING: JobKind<{ webhook: number }> = {
  name: 'webhook',
  payload: z.object({ webhook: z.number() }),
  lane: { atOnce: 4 },
  attempts: 100,
  retry: { first: 5 * SECONDS, last: HOURS },
  limit: TURN_MS + MINUTES,
  queue: true,
};

export const askToSend = (jobs: Jobs, work: Work, webhook: number): Promise<void> =>
  jobs.enqueue(work, SENDING, { webhook }, String(webhook));

export const defineSending = (deps: Deps): void =>
  deps.jobs.define(SENDING, { run: ({ webhook }, job) => sendDue(deps, webhook, job) });

async function sendDue(deps: Sending, id: number, job: Job): Promise<void> {
  const { db, clock } = deps;
  const end = performance.now() + TURN_MS;
  while (performance.now() < end) {
    const webhook = await db
      .selectFrom('webhooks')
      .selectAll()
      .where('id', '=', id)
      .where(live('webhooks'))
      .where('enabled', '=', 1)
      .executeTakeFirst();
    // Something may have been queued while somebody switched it off.
    if (!webhook) await cancelWaiting(db, id);
    const next = webhook && (await dueNow(db, id, clock.now()));
    if (!webhook || !next) break;
    await send(deps, webhook, next, job.signal);
  }
  await db.transaction().execute((trx) => job.again(trx, () => nextInstant(trx, id, clock.now())));
}

const waitingOf = (db: DbOrTransaction, webhook: number, aside: 0 | 1) =>
  db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhook)
    .where('state', '=', 'waiting')
    .where('aside', '=', aside);

/** The first of the queue; the rest of it waits for that one. */
const firstOf = (db: DbOrTransaction, webhook: number) =>
  waitingOf(db, webhook, 0).orderBy('id').limit(1).executeTakeFirst();
const firstAside = (db: DbOrTransaction, webhook: number) =>
  waitingOf(db, webhook, 1).orderBy('next_at').orderBy('id').limit(1).executeTakeFirst();

const waitAfter = (attempts: number) =>
  attempts === 0 ? 0 : (WAITS[Math.min(attempts, WAITS.length) - 1] ?? HOURS);

/** What is to wait for longer than it can have was written by a clock that was ahead, and is due. */
const instantOf = (delivery: Delivery | undefined, now: number) => {
  if (!delivery?.next_at) return Number.POSITIVE_INFINITY;
  const at = Date.parse(delivery.next_at);
  return at > now + waitAfter(delivery.attempts) + MINUTES ? now : at;
};

async function dueNow(db: DbOrTransaction, webhook: number, now: number): Promise<Delivery | undefined> {
  const both = [await firstAside(db, webhook), await firstOf(db, webhook)];
  return both.find((delivery) => instantOf(delivery, now) <= now);
}

async function nextInstant(db: DbOrTransaction, webhook: number, now: number): Promise<number | null> {
  const at = Math.min(
    instantOf(await firstOf(db, webhook), now),
    instantOf(await firstAside(db, webhook), now),
  );
  return Number.isFinite(at) ? at : null;
}

/** What was waiting stays in the log, and can be sent again by hand. */
export const cancelWaiting = (db: DbOrTransaction, webhook: number) =>
  db
    .updateTable('webhook_deliveries')
    .set({ state: 'canceled', next_at: null })
    .where('webhook_id', '=', webhook)
    .where('state', '=', 'waiting')
    .execute();

interface Outcome {
  status: number | null;
  answer: string | null;
  error: string | null;
}

async function send(deps: Sending, webhook: Webhook, delivery: Delivery, signal: AbortSignal): Promise<void> {
  const begun = performance.now();
  const outcome = await attempt(deps, webhook, delivery, signal);
  const took_ms = Math.round(performance.now() - begun);
  await deps.write(null, (work) => note(deps, work, webhook, delivery, { ...outcome, took_ms }), {
    content: false,
  });
}

async function attempt(
  { keys, clock, outgoing }: Sending,
  { secret: sealed, address }: Webhook,
  { uuid: id, body }: Delivery,
  signal: AbortSignal,
): Promise<Outcome> {
  const secret = openSecret(keys, sealed);
  if (!secret) return { status: null, answer: null, error: 'secret' };
  const timestamp = Math.floor(clock.now() / 1000);
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': `Vitrine/${version}`,
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatureOf(secret, { id, timestamp, body }),
  };
  try {
    const answered = await outgoing.post(address, { headers, body, signal });
    return { status: answered.status, answer: textOf(answered.body), error: null };
  } catch (error) {
    if (error instanceof OutgoingError) return { status: null, answer: null, error: error.problem };
    throw error;
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: PostgreSQL keeps no NUL, and nobody reads the others
const UNREADABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

const textOf = (body: Buffer) =>
  body
    .subarray(0, ANSWER_LENGTH)
    .toString('utf8')
    .replace(UNREADABLE, '\ufffd')
    .replace(/\ufffd$/, '');

const isSent = ({ status }: Outcome) => status !== null && status >= 200 && status < 300;
/** The receiver is there and wants to have nothing to do with this one; the next may be another matter. */
const REFUSES_ONE: readonly (number | null)[] = [400, 409, 413, 415, 422];
const GONE = 410;

async function note(
  deps: Sending,
  work: Work,
  webhook: Webhook,
  delivery: Delivery,
  outcome: Outcome & { took_ms: number },
): Promise<void> {
  const { trx, now } = work;
  await lockWebhook(trx, webhook.id);
  const attempts = delivery.attempts + 1;
  const isTest = delivery.type === TEST_TYPE;
  const isOver = isSent(outcome) || outcome.status === GONE || isTest;
  const next_at = isOver ? null : nextAttempt(delivery, attempts, now);
  const row = await trx
    .updateTable('webhook_deliveries')
    .set((eb) => ({
      ...outcome,
      attempts,
      tried_at: now,
      aside: REFUSES_ONE.includes(outcome.status) ? 1 : delivery.aside,
      // Somebody may have switched it off while this was on its way.
      next_at: eb.case().when('state', '=', 'waiting').then(next_at).else(null).end(),
      state: isSent(outcome)
        ? 'sent'
        : eb
            .case()
            .when('state', '=', 'waiting')
            .then<DeliveryState>(next_at ? 'waiting' : 'failed')
            .else(eb.ref('state'))
            .end(),
    }))
    .where('id', '=', delivery.id)
    .where('state', 'in', ['waiting', 'canceled'])
    // Somebody else may have been given the queue.
    .where('attempts', '=', delivery.attempts)
    .returning('state')
    .executeTakeFirst();
  if (row?.state === 'sent') return void (await countGivenUp(work, webhook.id, 'none'));
  if (row?.state !== 'failed') return;
  if (outcome.status === GONE) return switchOff(deps, work, webhook, 'gone');
  if (isTest) return;
  const given_up = await countGivenUp(work, webhook.id, 'one more');
  if (given_up >= MOST_GIVEN_UP) await switchOff(deps, work, webhook, 'given_up');
}

/** Whoever changes a webhook takes it before its deliveries; so does this, or each would wait for the other. */
const lockWebhook = (trx: DbOrTransaction, id: number) =>
  trx
    .selectFrom('webhooks')
    .select('id')
    .where('id', '=', id)
    .$if(locks(trx), (query) => query.forUpdate())
    .execute();

/** Null once its day is over. */
function nextAttempt({ asked_at }: Delivery, attempts: number, now: string): string | null {
  const next = Date.parse(now) + waitAfter(attempts);
  return next > Date.parse(asked_at) + DAY ? null : isoAt(next);
}

async function countGivenUp({ trx }: Work, id: number, count: 'none' | 'one more'): Promise<number> {
  const row = await trx
    .updateTable('webhooks')
    .set((eb) => ({ given_up: count === 'none' ? 0 : eb('given_up', '+', 1) }))
    .where('id', '=', id)
    .$if(count === 'none', (query) => query.where('given_up', '>', 0))
    .returning('given_up')
    .executeTakeFirst();
  return row?.given_up ?? 0;
}

async function switchOff(deps: Sending, work: Work, webhook: Webhook, reason: OffReason): Promise<void> {
  const row = await work.trx
    .updateTable('webhooks')
    .set((eb) => ({
      enabled: 0,
      off_reason: reason,
      given_up: 0,
      updated_at: work.now,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', webhook.id)
    .where('enabled', '=', 1)
    .returning('id')
    .executeTakeFirst();
  if (!row) return;
  await cancelWaiting(work.trx, webhook.id);
  await work.audit({ action: 'switch_off', entity: 'webhooks', uuid: webhook.uuid, after: { reason } });
  await tellOfSwitchOff(deps, work, webhook, reason);
}
