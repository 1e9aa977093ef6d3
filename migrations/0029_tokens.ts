import { type Kysely, sql } from 'kysely';
import { record, required, searched, sorted } from './lib/record3.ts';

/** Adds API tokens. The audit log records their actions by name alone, and the dashboard finds them there. */
export async function up(db: Kysely<never>): Promise<void> {
  await record(db, 'tokens')
    .addColumn('name', 'text', required)
    .addColumn('token_hash', 'text', required)
    .addColumn('permissions', 'text', required)
    .addColumn('branches', 'text')
    .addColumn('expires_on', 'text', required)
    .addColumn('reminded_for', 'text')
    .addColumn('last_used_at', 'text')
    .addColumn('created_by', 'integer', (column) => column.notNull().references('users.id'))
    .execute();
  await searched(db, 'tokens');
  await sorted(db, 'tokens', ['name_key', 'expires_on']);
  await sql`create unique index tokens_hash on tokens (token_hash)`.execute(db);
  await sql`create unique index tokens_name on tokens (name_key) where deleted_at is null`.execute(db);
  // Replaces `audit_log_doings`, which lacks API tokens; the previous release still uses that.
  await sql`
    create index audit_log_named_doings on audit_log (id)
    where user_name is not null and entity <> 'user'
    and action in ('create', 'update', 'delete', 'order', 'publish', 'withdraw', 'restore', 'schedule', 'draft')
  `.execute(db);
}
