import { type Kysely, sql } from 'kysely';
import { record, required, searched, sorted, table } from './lib/record3.ts';

/** Adds webhooks for changes of the site, and their deliveries. */
export async function up(db: Kysely<never>): Promise<void> {
  await record(db, 'webhooks')
    .addColumn('name', 'text', required)
    .addColumn('address', 'text', required)
    .addColumn('resources', 'text', required)
    .addColumn('events', 'text', required)
    .addColumn('enabled', 'integer', required)
    .addColumn('secret', 'text', required)
    .addColumn('user_id', 'integer')
    .addColumn('given_up', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('off_reason', 'text')
    .execute();
  await searched(db, 'webhooks');
  await sorted(db, 'webhooks', ['name_key']);

  await table(db, 'webhook_deliveries')
    .addColumn('uuid', 'text', (column) => column.notNull().unique())
    .addColumn('webhook_id', 'integer', required)
    .addColumn('type', 'text', required)
    .addColumn('entity', 'text', required)
    .addColumn('entity_uuid', 'text', required)
    .addColumn('body', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('asked_at', 'text', required)
    .addColumn('state', 'text', required)
    .addColumn('aside', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('next_at', 'text')
    .addColumn('tried_at', 'text')
    .addColumn('took_ms', 'integer')
    .addColumn('status', 'integer')
    .addColumn('answer', 'text')
    .addColumn('error', 'text')
    .execute();
  await sql`create index webhook_deliveries_log on webhook_deliveries (webhook_id, id)`.execute(db);
  await sql`
    create index webhook_deliveries_queue on webhook_deliveries (webhook_id, aside, id) where state = 'waiting'
  `.execute(db);
  await sql`create index webhook_deliveries_of on webhook_deliveries (entity, entity_uuid)`.execute(db);
  await table(db, 'webhook_turns').addColumn('told_until', 'text', required).execute();
  await sql`insert into webhook_turns (told_until) values (${new Date().toISOString()})`.execute(db);
  await sql`create index webhook_deliveries_created on webhook_deliveries (created_at)`.execute(db);
}
