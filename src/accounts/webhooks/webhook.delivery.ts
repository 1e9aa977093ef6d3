import type { Selectable } from 'kysely';
import { z } from 'zod';
import { isoAt } from '../../platform/clock.ts';
import { version } from '../../platform/config/version.ts';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import type { Work } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import type { Job, JobKind } from '../../platform/jobs/jobKind.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { OutgoingError } from '../../platform/security/outgoing.ts';
import { isPublished } from '../../records/server/publication/visibility.ts';
import { locksRows } from '../../records/server/store/records.ts';
import { type DeliveryState, type DisabledReason, TEST_MESSAGE_TYPE } from './webhook.contract.ts';
import { mailDisabledWebhook } from './webhook.mail.ts';
import { openSecret, webhookSignatureOf } from './webhook.secret.ts';
import type { DeliveryTable, WebhookTable } from './webhook.tables.ts';

// Each webhook has one queue and one job that sends it in order. While a receiver is unavailable, the first
// message is retried and the others wait behind it. A message that the receiver rejects is put aside and does
// not block the others.

type Delivery = Selectable<DeliveryTable>;
type Webhook = Selectable<WebhookTable>;
type DeliveryDeps = Pick<
  Deps,
  'db' | 'write' | 'clock' | 'keys' | 'outgoing' | 'mailer' | 'config' | 'siteUrl'
>;

const SECONDS = 1000;
const MINUTES = 60 * SECONDS;
const HOURS = 60 * MINUTES;
const DAY = 24 * HOURS;

/** Delays before the second attempt, the third, and so on. The last one repeats. */
const RETRY_DELAYS_MS = [5 * SECONDS, 30 * SECONDS, 2 * MINUTES, 10 * MINUTES, 30 * MINUTES, HOURS] as const;
const MAX_GIVEN_UP = 5;
/** Longest run of a job, so that other webhooks get their turn. */
const RUN_MS = MINUTES;
const MAX_RESPONSE_BYTES = 2048;

const SEND_JOB: JobKind<{ webhook: number }> = {
  name: 'webhook',
  payload: z.object({ webhook: z.number() }),
  lane: { concurrency: 4 },
  attempts: 100,
  retry: { first: 5 * SECONDS, last: HOURS },
  timeLimit: RUN_MS + MINUTES,
  queue: true,
};

export const enqueueSending = (jobs: Jobs, work: Work, webhook: number): Promise<void> =>
  jobs.enqueue(work, SEND_JOB, { webhook }, String(webhook));

export const defineSendJob = (deps: Deps): void =>
  deps.jobs.define(SEND_JOB, { run: ({ webhook }, job) => sendDue(deps, webhook, job) });

async function sendDue(deps: DeliveryDeps, id: number, job: Job): Promise<void> {
  const { db, clock } = deps;
  const end = performance.now() + RUN_MS;
  while (performance.now() < end) {
    const webhook = await db
      .selectFrom('webhooks')
      .selectAll()
      .where('id', '=', id)
      .where(isPublished('webhooks'))
      .where('enabled', '=', 1)
      .executeTakeFirst();
    // Messages may have been queued while the webhook was being disabled.
    if (!webhook) await cancelWaitingDeliveries(db, id);
    const next = webhook && (await dueNow(db, id, clock.now()));
    if (!webhook || !next) break;
    await sendDelivery(deps, webhook, next, job.signal);
  }
  await db.transaction().execute((trx) => job.reschedule(trx, () => nextInstant(trx, id, clock.now())));
}

const waitingDeliveries = (db: DbOrTransaction, webhook: number, aside: 0 | 1) =>
  db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhook)
    .where('state', '=', 'waiting')
    .where('aside', '=', aside);

/** Returns the head of the queue; the others wait behind it. */
const firstOf = (db: DbOrTransaction, webhook: number) =>
  waitingDeliveries(db, webhook, 0).orderBy('id').limit(1).executeTakeFirst();
const firstAside = (db: DbOrTransaction, webhook: number) =>
  waitingDeliveries(db, webhook, 1).orderBy('next_at').orderBy('id').limit(1).executeTakeFirst();

const retryDelay = (attempts: number) =>
  attempts === 0 ? 0 : (RETRY_DELAYS_MS[Math.min(attempts, RETRY_DELAYS_MS.length) - 1] ?? HOURS);

/**
 * Returns when a delivery is due. A wait longer than the schedule allows was written by a clock that was
 * ahead; the delivery is then due now.
 */
const dueAt = (delivery: Delivery | undefined, now: number) => {
  if (!delivery?.next_at) return Number.POSITIVE_INFINITY;
  const at = Date.parse(delivery.next_at);
  return at > now + retryDelay(delivery.attempts) + MINUTES ? now : at;
};

async function dueNow(db: DbOrTransaction, webhook: number, now: number): Promise<Delivery | undefined> {
  const both = [await firstAside(db, webhook), await firstOf(db, webhook)];
  return both.find((delivery) => dueAt(delivery, now) <= now);
}

async function nextInstant(db: DbOrTransaction, webhook: number, now: number): Promise<number | null> {
  const at = Math.min(dueAt(await firstOf(db, webhook), now), dueAt(await firstAside(db, webhook), now));
  return Number.isFinite(at) ? at : null;
}

/** Cancels waiting deliveries. They stay in the log and staff can send them again. */
export const cancelWaitingDeliveries = (db: DbOrTransaction, webhook: number) =>
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

async function sendDelivery(
  deps: DeliveryDeps,
  webhook: Webhook,
  delivery: Delivery,
  signal: AbortSignal,
): Promise<void> {
  const begun = performance.now();
  const outcome = await attempt(deps, webhook, delivery, signal);
  const took_ms = Math.round(performance.now() - begun);
  await deps.write(null, (work) => recordOutcome(deps, work, webhook, delivery, { ...outcome, took_ms }), {
    content: false,
  });
}

async function attempt(
  { keys, clock, outgoing }: DeliveryDeps,
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
    'webhook-signature': webhookSignatureOf(secret, { id, timestamp, body }),
  };
  try {
    const response = await outgoing.post(address, { headers, body, signal });
    return { status: response.status, answer: textOf(response.body), error: null };
  } catch (error) {
    if (error instanceof OutgoingError) return { status: null, answer: null, error: error.problem };
    throw error;
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: PostgreSQL rejects NUL, and the others are unreadable
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

const textOf = (body: Buffer) =>
  body
    .subarray(0, MAX_RESPONSE_BYTES)
    .toString('utf8')
    .replace(CONTROL_CHARACTERS, '\ufffd')
    .replace(/\ufffd$/, '');

const isSent = ({ status }: Outcome) => status !== null && status >= 200 && status < 300;
/** Statuses by which the receiver rejects one message; it may accept the next. */
const MESSAGE_REJECTED: readonly (number | null)[] = [400, 409, 413, 415, 422];
const GONE = 410;

async function recordOutcome(
  deps: DeliveryDeps,
  work: Work,
  webhook: Webhook,
  delivery: Delivery,
  outcome: Outcome & { took_ms: number },
): Promise<void> {
  const { trx, now } = work;
  await lockWebhook(trx, webhook.id);
  const attempts = delivery.attempts + 1;
  const isTest = delivery.type === TEST_MESSAGE_TYPE;
  const isFinal = isSent(outcome) || outcome.status === GONE || isTest;
  const next_at = isFinal ? null : nextAttempt(delivery, attempts, now);
  const row = await trx
    .updateTable('webhook_deliveries')
    .set((eb) => ({
      ...outcome,
      attempts,
      tried_at: now,
      aside: MESSAGE_REJECTED.includes(outcome.status) ? 1 : delivery.aside,
      // Staff may have disabled the webhook while the request was in flight.
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
    // Another process may have taken over the queue.
    .where('attempts', '=', delivery.attempts)
    .returning('state')
    .executeTakeFirst();
  if (row?.state === 'sent') return void (await countGivenUp(work, webhook.id, 'none'));
  if (row?.state !== 'failed') return;
  if (outcome.status === GONE) return switchOff(deps, work, webhook, 'gone');
  if (isTest) return;
  const given_up = await countGivenUp(work, webhook.id, 'one more');
  if (given_up >= MAX_GIVEN_UP) await switchOff(deps, work, webhook, 'given_up');
}

/**
 * Locks the webhook before its deliveries, in the order that a save of the webhook uses, which prevents a
 * deadlock.
 */
const lockWebhook = (trx: DbOrTransaction, id: number) =>
  trx
    .selectFrom('webhooks')
    .select('id')
    .where('id', '=', id)
    .$if(locksRows(trx), (query) => query.forUpdate())
    .execute();

/** Returns the instant of the next attempt; null when its day is over. */
function nextAttempt({ asked_at }: Delivery, attempts: number, now: string): string | null {
  const next = Date.parse(now) + retryDelay(attempts);
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

async function switchOff(
  deps: DeliveryDeps,
  work: Work,
  webhook: Webhook,
  reason: DisabledReason,
): Promise<void> {
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
  await cancelWaitingDeliveries(work.trx, webhook.id);
  await work.audit({ action: 'switch_off', entity: 'webhooks', uuid: webhook.uuid, after: { reason } });
  await mailDisabledWebhook(deps, work, webhook, reason);
}
