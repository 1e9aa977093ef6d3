import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import { parseStored } from '../../contract/stored.ts';
import { live } from '../../platform/database/live.ts';
import type { Work } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { titleOf } from '../history/history.words.ts';
import { resourceOf } from '../resources.ts';
import { TELLABLE, TEST_TYPE, type WebhookEvent } from './webhook.contract.ts';
import { askToSend } from './webhook.delivery.ts';
import type { DeliveryTable } from './webhook.tables.ts';

type Queueing = Pick<Deps, 'jobs'>;
type About = Pick<DeliveryTable, 'entity' | 'entity_uuid' | 'type'>;

/** What is sent: what it is about, and nothing of what it says but its title. */
const bodyOf = ({ type, entity, entity_uuid }: About, timestamp: string, title: string | null) =>
  JSON.stringify({ type, timestamp, data: { uuid: entity_uuid, resource: entity, title } });

function deliveryOf(webhook_id: number, about: About, now: string, title: string | null) {
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

/** Of a statement with ten values each, SQLite and PostgreSQL take so many. */
const AT_ONCE = 500;

/** Something that shoppers see otherwise. */
export interface Told {
  table: string;
  uuid: string;
  event: WebhookEvent;
  /** Null where it is erased. */
  row: object | null;
}

/** Writes it into the queues of whoever wants to know, in the transaction that does it. */
export async function queueEvents({ jobs }: Queueing, work: Work, events: readonly Told[]): Promise<void> {
  const told = events.filter(({ table }) => table in TELLABLE);
  if (told.length === 0) return;
  const webhooks = await work.trx
    .selectFrom('webhooks')
    .select(['id', 'resources', 'events'])
    .where(live('webhooks'))
    .where('enabled', '=', 1)
    // Whoever waits for two of them waits in this order.
    .orderBy('id')
    .execute();
  for (const { id, ...chosen } of webhooks) {
    const tables = parseStored<string[]>(chosen.resources, []);
    const wanted = parseStored<string[]>(chosen.events, []);
    const deliveries = told
      .filter(({ table, event }) => tables.includes(table) && wanted.includes(event))
      .map(({ table, uuid, event, row }) => {
        const about = { type: `${table}.${event}`, entity: table, entity_uuid: uuid };
        return deliveryOf(id, about, work.now, titleOf(resourceOf(table), row));
      });
    for (let from = 0; from < deliveries.length; from += AT_ONCE)
      await work.trx
        .insertInto('webhook_deliveries')
        .values(deliveries.slice(from, from + AT_ONCE))
        .execute();
    if (deliveries.length > 0) await askToSend(jobs, work, id);
  }
}

/** Beside the queue, and once: whoever asks for it looks on. */
export async function queueTest(
  { jobs }: Queueing,
  work: Work,
  { id, uuid, name }: { id: number; uuid: string; name: string },
): Promise<void> {
  const about = { type: TEST_TYPE, entity: 'webhooks', entity_uuid: uuid };
  await work.trx
    .insertInto('webhook_deliveries')
    .values({ ...deliveryOf(id, about, work.now, name), aside: 1 })
    .execute();
  await askToSend(jobs, work, id);
}

/** What is erased is named nowhere any more; that it is gone is told all the same. */
export async function forgetTitle({ trx }: Work, table: string, uuid: string): Promise<void> {
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
