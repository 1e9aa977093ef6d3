import type { Kysely } from 'kysely';
import { PostgresAdapter, sql } from 'kysely';

/**
 * Adds indexes for the dashboard: pictures without alternative text, old drafts, and refused changes. Adds
 * counts of page views and of searches without results, without reference to persons.
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
  // Replaces `audit_log_saves`, which lacks publications; the previous release still uses that.
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
  // An empty `uuid` marks the total of a page.
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
