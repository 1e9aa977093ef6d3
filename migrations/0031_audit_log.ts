import { type Kysely, PostgresAdapter, sql } from 'kysely';

/**
 * Makes the audit log append-only by triggers, with two exceptions: the content of an entry is removed when
 * its record is erased, and a name becomes a pseudonym when its user is erased. Adds the request that caused
 * an entry.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('audit_log').addColumn('request', 'text').execute();
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  await (isPostgres ? guardPostgres(db) : guardSqlite(db));
}

const SAME = ['id', 'at', 'user_id', 'action', 'entity', 'entity_uuid', 'request'];
const PSEUDONYM = "coalesce(new.user_name, '') like 'Pessoa apagada%'";

/** Returns the condition for a permitted update; `same` returns the condition that a column is unchanged. */
const allowed = (same: (column: string) => string) =>
  sql.raw(`${SAME.map(same).join(' and ')} and (
    (${same('user_name')} and (new.before is null or ${same('before')}) and (new.after is null or ${same('after')}))
    or (not (${same('user_name')}) and ${PSEUDONYM}))`);

async function guardPostgres(db: Kysely<never>): Promise<void> {
  const same = (column: string) => `new.${column} is not distinct from old.${column}`;
  await sql`
    create function audit_log_refuses() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' then
        if ${allowed(same)} then return new; end if;
      end if;
      raise exception 'audit_log: entries stay as they are (%)', tg_op;
    end $$
  `.execute(db);
  await sql`
    create trigger audit_log_stays before update or delete on audit_log
    for each row execute function audit_log_refuses()
  `.execute(db);
  await sql`
    create trigger audit_log_stays_whole before truncate on audit_log
    for each statement execute function audit_log_refuses()
  `.execute(db);
}

async function guardSqlite(db: Kysely<never>): Promise<void> {
  const same = (column: string) => `new.${column} is old.${column}`;
  const refuse = sql.raw(`select raise(abort, 'audit_log: entries stay as they are');`);
  await sql`create trigger audit_log_stays_deleted before delete on audit_log begin ${refuse} end`.execute(
    db,
  );
  await sql`
    create trigger audit_log_stays_updated before update on audit_log when not (${allowed(same)})
    begin ${refuse} end
  `.execute(db);
  // "insert or replace" deletes a row without running the delete trigger.
  await sql`
    create trigger audit_log_stays_replaced before insert on audit_log
    when exists (select 1 from audit_log where id = new.id)
    begin ${refuse} end
  `.execute(db);
}
