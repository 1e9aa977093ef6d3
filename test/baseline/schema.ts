import { sql } from 'kysely';
import type { Db, Engine } from '../../src/platform/database/database.ts';

/** Lists the tables, columns, indexes, constraints, triggers and functions of a migrated database, one a line. */
export async function schemaOf(db: Db, engine: Engine): Promise<string> {
  const { rows } = await (engine === 'sqlite' ? sqliteObjects : postgresObjects).execute(db);
  return `${rows.map(({ line }) => line.replace(/\s+/g, ' ')).join('\n')}\n`;
}

const sqliteObjects = sql<{ line: string }>`
  select type || ' ' || name || ': ' || coalesce(sql, '') as line from sqlite_master order by type, name`;

const postgresObjects = sql<{ line: string }>`
  select line from (
    select 'column ' || table_name || '.' || column_name || ': ' || data_type || ' ' || is_nullable || ' '
      || coalesce(column_default, '') || ' ' || coalesce(generation_expression, '') as line
      from information_schema.columns where table_schema = current_schema()
    union all
    select 'index ' || indexname || ': ' || indexdef from pg_indexes where schemaname = current_schema()
    union all
    select 'constraint ' || conrelid::regclass || '.' || conname || ': ' || pg_get_constraintdef(oid)
      from pg_constraint where connamespace = current_schema()::regnamespace
    union all
    select 'trigger ' || tgname || ': ' || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all
    select 'function ' || proname || ': ' || pg_get_functiondef(p.oid) from pg_proc p
      where pronamespace = current_schema()::regnamespace and prokind = 'f'
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  ) as objects order by line`;
