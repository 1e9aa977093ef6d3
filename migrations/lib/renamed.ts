import { type Kysely, PostgresAdapter, sql } from 'kysely';

// Frozen: see README.md in this folder.

/**
 * Renames the column `from` to `to` in all versions of `name`, including former versions and pending changes.
 */
export async function renamedInVersions(
  db: Kysely<never>,
  name: string,
  from: string,
  to: string,
): Promise<void> {
  const [before, after] = [sql.lit(from), sql.lit(to)];
  if (db.getExecutor().adapter instanceof PostgresAdapter)
    await sql`
      update record_versions set data =
        ((data::jsonb - ${before}) || jsonb_build_object(${after}, data::jsonb -> ${before}))::text
      where entity = ${sql.lit(name)} and jsonb_exists(data::jsonb, ${before})
    `.execute(db);
  else
    await sql`
      update record_versions set data = json_remove(
        json_set(data, '$.' || ${after}, json(data -> ('$.' || ${before}))), '$.' || ${before}
      )
      where entity = ${sql.lit(name)} and json_type(data, '$.' || ${before}) is not null
    `.execute(db);
}
