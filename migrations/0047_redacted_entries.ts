import { type Kysely, PostgresAdapter, sql } from 'kysely';

/**
 * Lets an update of the audit log redact an e-mail address inside `before` and `after`. All other updates
 * that 0031 refuses stay refused.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  await (isPostgres ? guardPostgres(db) : guardSqlite(db));
}

const SAME = ['id', 'at', 'user_id', 'action', 'entity', 'entity_uuid', 'request'];
const PSEUDONYM = "coalesce(new.user_name, '') like 'Pessoa apagada%'";

type Same = (column: string) => string;

const mayBecome = (same: Same, column: 'before' | 'after') =>
  `(new.${column} is null or ${same(column)}
    or (old.${column} is not null and new.${column} like '%[e-mail apagado]%'))`;

const allowed = (same: Same) =>
  sql.raw(`${SAME.map(same).join(' and ')} and (
    (${same('user_name')} and ${mayBecome(same, 'before')} and ${mayBecome(same, 'after')})
    or (not (${same('user_name')}) and ${PSEUDONYM}))`);

async function guardPostgres(db: Kysely<never>): Promise<void> {
  const same: Same = (column) => `new.${column} is not distinct from old.${column}`;
  await sql`
    create or replace function audit_log_refuses() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' then
        if ${allowed(same)} then return new; end if;
      end if;
      raise exception 'audit_log: entries stay as they are (%)', tg_op;
    end $$
  `.execute(db);
}

async function guardSqlite(db: Kysely<never>): Promise<void> {
  const same: Same = (column) => `new.${column} is old.${column}`;
  await sql`drop trigger audit_log_stays_updated`.execute(db);
  await sql`
    create trigger audit_log_stays_updated before update on audit_log when not (${allowed(same)})
    begin ${sql.raw(`select raise(abort, 'audit_log: entries stay as they are');`)} end
  `.execute(db);
}
