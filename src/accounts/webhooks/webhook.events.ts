import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';

import type { Work } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { resourceOf } from '../../records/define/resources.ts';
import { titleOf } from '../../records/server/history/history.words.ts';
import { isPublished } from '../../records/server/publication/visibility.ts';
import { parseStored } from '../../shared/storedJson.ts';
import { TEST_MESSAGE_TYPE, WEBHOOK_RESOURCES, type WebhookEvent } from './webhook.contract.ts';
import { enqueueSending } from './webhook.delivery.ts';
import type { DeliveryTable } from './webhook.tables.ts';

type QueueDeps = Pick<Deps, 'jobs'>;
type MessageSubject = Pick<DeliveryTable, 'entity' | 'entity_uuid' | 'type'>;

/** Returns the body of a message: the identity and title of the record, and no other content. */
const bodyOf = ({ type, entity, entity_uuid }: MessageSubject, timestamp: string, title: string | null) =>
  JSON.stringify({ type, timestamp, data: { uuid: entity_uuid, resource: entity, title } });

function deliveryOf(webhook_id: number, about: MessageSubject, now: string, title: string | null) {
  return {
    ...about,
    uuid: randomUUID() as string,
    webhook_id,
    body: bodyOf(about, now, title),
    created_at: now,
    asked_at: now,
    state: 'waiting',
    next_at: now,
  } satisfies Insertable<DeliveryTable>;
}

/** Rows per insert: ten values each stay below the parameter limits of both databases. */
const ROWS_PER_INSERT = 500;

/** A change that shoppers see. */
export interface ReportedEvent {
  table: string;
  uuid: string;
  event: WebhookEvent;
  /** Row after the change; null if it was erased. */
  row: object | null;
}

/** Queues the events for each webhook that subscribes to them, in the transaction of the change. */
export async function queueEvents(
  { jobs }: QueueDeps,
  work: Work,
  events: readonly ReportedEvent[],
): Promise<void> {
  const reportable = events.filter(({ table }) => table in WEBHOOK_RESOURCES);
  if (reportable.length === 0) return;
  const webhooks = await work.trx
    .selectFrom('webhooks')
    .select(['id', 'resources', 'events'])
    .where(isPublished('webhooks'))
    .where('enabled', '=', 1)
    // A fixed order of locks prevents deadlocks.
    .orderBy('id')
    .execute();
  for (const { id, ...chosen } of webhooks) {
    const tables = parseStored<string[]>(chosen.resources, []);
    const wanted = parseStored<string[]>(chosen.events, []);
    const deliveries = reportable
      .filter(({ table, event }) => tables.includes(table) && wanted.includes(event))
      .map(({ table, uuid, event, row }) => {
        const about = { type: `${table}.${event}`, entity: table, entity_uuid: uuid };
        return deliveryOf(id, about, work.now, titleOf(resourceOf(table), row));
      });
    for (let from = 0; from < deliveries.length; from += ROWS_PER_INSERT)
      await work.trx
        .insertInto('webhook_deliveries')
        .values(deliveries.slice(from, from + ROWS_PER_INSERT))
        .execute();
    if (deliveries.length > 0) await enqueueSending(jobs, work, id);
  }
}

/** Queues a test, which is attempted once and does not wait for the queue: staff watch the result. */
export async function queueTest(
  { jobs }: QueueDeps,
  work: Work,
  { id, uuid, name }: { id: number; uuid: string; name: string },
): Promise<void> {
  const about = { type: TEST_MESSAGE_TYPE, entity: 'webhooks', entity_uuid: uuid };
  await work.trx
    .insertInto('webhook_deliveries')
    .values({ ...deliveryOf(id, about, work.now, name), aside: 1 })
    .execute();
  await enqueueSending(jobs, work, id);
}

/**
 * Removes the title of an erased record from stored messages. They are still sent without it.
 */
export async function redactTitle({ trx }: Work, table: string, uuid: string): Promise<void> {
  const rows = await trx
    .selectFrom('webhook_deliveries')
    .select(['id', 'type', 'entity', 'entity_uuid', 'created_at'])
    .where('entity', '=', table)
    .where('entity_uuid', '=', uuid)
    .execute();
  for (const { id, created_at, ...about } of rows)
    await trx
      .updateTable('webhook_deliveries')
      .set({ body: bodyOf(about, created_at, null), answer: null })
      .where('id', '=', id)
      .execute();
}
