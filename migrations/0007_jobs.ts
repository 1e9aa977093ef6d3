import { type CreateTableBuilder, type Kysely, PostgresAdapter, sql } from 'kysely';

type Table = CreateTableBuilder<string, never>;

const DAY_MS = 86_400_000;

interface Waiting {
  id: number;
  created_at: string;
  next_attempt_at: string;
  attempts: number;
  last_error: string | null;
  content: string;
}

/**
 * Creates one table for all background jobs and moves the pending work of three former tables into it. The
 * outbox keeps the text of mails; the job now decides when to send and counts attempts.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;

  const start = db.schema.createTable('jobs') as unknown as Table;
  let table = (
    postgres
      ? start.addColumn('id', 'integer', (column) => column.primaryKey().generatedByDefaultAsIdentity())
      : start.addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
  ) as Table;
  for (const column of ['kind', 'payload', 'state', 'created_at', 'run_at'])
    table = table.addColumn(column as never, 'text', (built) => built.notNull()) as Table;
  for (const column of ['key', 'give_up_at', 'leased_until', 'holder', 'last_error', 'failed_at'])
    table = table.addColumn(column as never, 'text') as Table;
  await table.addColumn('attempts' as never, 'integer', (built) => built.notNull().defaultTo(0)).execute();
  await sql`create index jobs_due on jobs (kind, state, run_at)`.execute(db);
  await sql`create index jobs_failed_at on jobs (failed_at)`.execute(db);
  // A job with a key exists at most once until it is finished.
  await sql`
    create unique index jobs_asked_once on jobs (kind, key) where key is not null and state <> 'failed'
  `.execute(db);

  const { rows: mails } = await sql<Waiting>`
    select id, created_at, next_attempt_at, attempts, last_error, content from mail_outbox
    where state = 'waiting' and content is not null
  `.execute(db);
  for (const { id, created_at, next_attempt_at, attempts, last_error, content } of mails) {
    // Only machines with the key can send the mail; the fingerprint of the key stands before the dot.
    const kind = `mail.${content.slice(0, content.indexOf('.'))}`;
    const give_up_at = new Date(Date.parse(created_at) + DAY_MS).toISOString();
    await sql`
      insert into jobs (kind, key, payload, state, created_at, run_at, give_up_at, attempts, last_error)
      values (${kind}, ${String(id)}, ${JSON.stringify({ mail: id })}, 'waiting', ${created_at},
        ${next_attempt_at}, ${give_up_at}, ${attempts}, ${last_error})
    `.execute(db);
  }
  await sql`drop index mail_outbox_state_next_attempt_at`.execute(db);
  for (const column of ['next_attempt_at', 'attempts', 'last_error'])
    await db.schema.alterTable('mail_outbox').dropColumn(column).execute();
  await sql`create index mail_outbox_state on mail_outbox (state, created_at)`.execute(db);

  const now = new Date().toISOString();
  const { rows: pictures } = await sql<{ uuid: string }>`
    select uuid from files where avif = 'pending' and state <> 'staged' order by id
  `.execute(db);
  const { rows: booklets } = await sql<{ uuid: string }>`
    select uuid from fortnightly_booklets where pages_state = 'pending' and deleted_at is null order by sequence
  `.execute(db);
  const asked = [
    ...pictures.map(({ uuid }) => ({ kind: 'avif', uuid, payload: { file: uuid } })),
    ...booklets.map(({ uuid }) => ({ kind: 'booklet pages', uuid, payload: { booklet: uuid } })),
  ];
  for (const { kind, uuid, payload } of asked)
    await sql`
      insert into jobs (kind, key, payload, state, created_at, run_at)
      values (${kind}, ${uuid}, ${JSON.stringify(payload)}, 'waiting', ${now}, ${now})
    `.execute(db);
}
