import { PostgresAdapter, sql } from 'kysely';
import type { Deps } from '../src/platform/deps.ts';

/**
 * Deletes all entries past the triggers that protect them, for a test that starts afresh. The product cannot
 * do this.
 */
export async function emptyAuditLog({ db }: Pick<Deps, 'db'>): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    await sql`alter table audit_log disable trigger user`.execute(db);
    await db.deleteFrom('audit_log').execute();
    await sql`alter table audit_log enable trigger user`.execute(db);
    return;
  }
  const { rows } = await sql<{ text: string }>`
    select sql as text from sqlite_master where type = 'trigger' and name = 'audit_log_stays_deleted'
  `.execute(db);
  await sql`drop trigger audit_log_stays_deleted`.execute(db);
  await db.deleteFrom('audit_log').execute();
  await sql`${sql.raw(rows[0]?.text ?? '')}`.execute(db);
}
