import { type Kysely, sql } from 'kysely';
import { type Composition, versioned } from './lib/versioned.ts';

/** Compositions of tables whose content is more, or less, than their own columns. */
const COMPOSITIONS: Readonly<Record<string, Composition>> = {
  branches: picturesIn('branch_images', 'branch_id'),
  shops: picturesIn('shop_images', 'shop_id'),
  fortnightly_booklets: {
    derived: ['pages_state', 'page_count'],
    part: { table: 'booklet_pages', owner: 'booklet_id' },
  },
  offers: { derived: ['saving', 'rank'] },
};

function picturesIn(table: string, owner: string): Composition {
  return { part: { table, owner, columns: ['uuid', 'file_id', 'alt', 'position'] } };
}

const CURRENT = sql`('published', 'withheld', 'deleted')`;

interface Doubled {
  entity: string;
  uuid: string;
  /** Latest version of the record. */
  id: number;
}

/**
 * Enforces one current version per record, whatever its state. Deleting a photo beside its record gave some
 * records two: the last one stays, equal to its row, and the others become former versions.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const { rows } = await sql<Doubled>`
    select entity, uuid, max(id) as id from record_versions where state in ${CURRENT}
    group by entity, uuid having count(*) > 1
  `.execute(db);
  for (const doubled of rows) await keepLast(db, doubled);
  for (const entity of new Set(rows.map((row) => row.entity)))
    await versioned(db, entity, COMPOSITIONS[entity]);
  for (const doubled of rows) await servePublished(db, doubled);

  await sql`
    create unique index record_versions_current on record_versions (entity, uuid) where state in ${CURRENT}
  `.execute(db);
  await sql`drop index record_versions_published`.execute(db);
  await sql`drop index record_versions_withheld`.execute(db);
}

async function keepLast(db: Kysely<never>, { entity, uuid, id }: Doubled): Promise<void> {
  const head = sql.table(entity);
  await sql`
    update record_versions set state = 'former',
      valid_until = coalesce(valid_until, (select updated_at from ${head} where uuid = ${uuid}), at)
    where entity = ${entity} and uuid = ${uuid} and state in ${CURRENT} and id <> ${id}
  `.execute(db);
  const { rows } = await sql<{
    version: number;
    deleted_at: string | null;
    standing: string | null;
    updated_at: string;
  }>`
    select version, deleted_at, standing, updated_at from ${head} where uuid = ${uuid}
  `.execute(db);
  const [row] = rows;
  if (!row) return;
  const { version, deleted_at, standing, updated_at } = row;
  const state = deleted_at !== null ? 'deleted' : standing === null ? 'published' : 'withheld';
  await sql`
    update record_versions set state = ${state}, version = ${version}, valid_until = ${deleted_at},
      valid_from = ${state === 'withheld' ? sql`null` : sql`coalesce(valid_from, ${updated_at})`}
    where id = ${id}
  `.execute(db);
  // `versioned` inserts the uses of its content again.
  await sql`delete from file_uses where version_id = ${id}`.execute(db);
}

/** Serves the files of a record that a published version uses, and hides the others. */
async function servePublished(db: Kysely<never>, { entity, uuid }: Doubled): Promise<void> {
  const used = sql`id in (select file_id from file_uses where entity = ${entity} and uuid = ${uuid})`;
  const isPublished = sql`exists (
    select 1 from file_uses left join record_versions on record_versions.id = file_uses.version_id
    where file_uses.file_id = files.id
    and (record_versions.state = 'published' or (file_uses.version_id is null and file_uses.entity <> 'files'))
  )`;
  await sql`
    update files set state = 'hidden' where state = 'live' and ${used} and not ${isPublished}
  `.execute(db);
  await sql`update files set state = 'live' where state = 'hidden' and ${used} and ${isPublished}`.execute(
    db,
  );
}
