import { type Kysely, sql } from 'kysely';

/**
 * Unpublishes offers and special days that name only deleted branches. Such offers stayed on the site; from
 * this release on, deleting a branch unpublishes them.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await unpublishOrphans(db, 'offers', 'branches', []);
  await unpublishOrphans(db, 'exceptions', 'places', ['all', 'shopping', 'cinema']);
}

async function unpublishOrphans(
  db: Kysely<never>,
  table: string,
  column: string,
  words: string[],
): Promise<void> {
  const names = sql.ref(`${table}.${column}`);
  const { rows } = await sql<{ uuid: string; version: number }>`
    select uuid, version from ${sql.table(table)}
    where deleted_at is null and standing is null and ${names} is not null
    and not exists (
      select 1 from branches as living
      where living.deleted_at is null and ${names} like '%"' || living.uuid || '"%'
    )
    ${sql.join(
      words.map((word) => sql`and ${names} not like ${`%"${word}"%`}`),
      sql` `,
    )}
  `.execute(db);
  for (const { uuid } of rows) {
    await sql`
      update ${sql.table(table)} set standing = 'ended', version = version + 1 where uuid = ${uuid}
    `.execute(db);
    await sql`
      update record_versions set state = 'withheld', valid_from = null, version = version + 1
      where entity = ${table} and uuid = ${uuid} and state = 'published'
    `.execute(db);
    await sql`
      update files set state = 'hidden'
      where state = 'live' and id in (select file_id from file_uses where entity = ${table} and uuid = ${uuid})
      and not exists (
        select 1 from file_uses left join record_versions on record_versions.id = file_uses.version_id
        where file_uses.file_id = files.id and (
          record_versions.state = 'published' or (file_uses.version_id is null and file_uses.entity <> 'files')
        )
      )
    `.execute(db);
  }
}
