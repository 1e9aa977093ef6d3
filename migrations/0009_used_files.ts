import { type Kysely, sql } from 'kysely';

/**
 * Drops the owner of a file. `file_uses` lists the users of a file, and they determine whether it is served.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('files').dropColumn('owner').execute();
  await db.schema.alterTable('files').dropColumn('owner_uuid').execute();
  await sql`
    update files set state = case
      when exists (
        select 1 from file_uses left join record_versions on record_versions.id = file_uses.version_id
        where file_uses.file_id = files.id
        and (file_uses.version_id is null or record_versions.state = 'published')
      ) then 'live'
      else 'hidden'
    end
    where state <> 'staged'
  `.execute(db);
}
