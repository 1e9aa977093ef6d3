import type { Kysely } from 'kysely';
import { PostgresAdapter, sql } from 'kysely';

/**
 * What the dashboard looks for in tables that grow: pictures that nobody described, drafts that wait for long, what
 * could not be published. Beside it, how often pages were read and what was searched in vain, counted for nobody in
 * particular.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create index record_versions_drafts on record_versions (at, id) where state = 'draft'
  `.execute(db);
  await sql`
    create index record_versions_withheld_at on record_versions (at, id) where state = 'withheld'
  `.execute(db);
  await sql`
    create index audit_log_refusals on audit_log (at, id) where action = 'refuse'
  `.execute(db);
  // It takes the place of `audit_log_saves`, which knows nothing of what is published; the release before reads that.
  await sql`
    create index audit_log_doings on audit_log (id)
    where user_id is not null and entity <> 'user'
    and action in ('create', 'update', 'delete', 'order', 'publish', 'withdraw', 'restore', 'schedule', 'draft')
  `.execute(db);

  const bytes = db.getExecutor().adapter instanceof PostgresAdapter ? sql`text collate "C"` : sql`text`;
  await sql`
    create table page_reads (
      day text not null, page text not null, uuid text not null default '', count integer not null,
      primary key (day, page, uuid)
    )
  `.execute(db);
  // With `uuid` empty stands the sum of a page.
  await sql`create index page_reads_of_pages on page_reads (day, page, count) where uuid = ''`.execute(db);
  await sql`
    create index page_reads_of_records on page_reads (page, day, uuid, count) where uuid <> ''
  `.execute(db);
  await sql`
    create table missed_searches (
      day text not null, words ${bytes} not null, count integer not null,
      primary key (day, words)
    )
  `.execute(db);
}
