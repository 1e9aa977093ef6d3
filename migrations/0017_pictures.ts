import { type Kysely, sql } from 'kysely';
import { searched } from './lib/record2.ts';

/** Letters with accents, and the folded letter that replaces them in searches. */
const FOLDED = [
  ['ÁÀÂÃÄáàâãä', 'a'],
  ['ÉÈÊËéèêë', 'e'],
  ['ÍÌÎÏíìîï', 'i'],
  ['ÓÒÔÕÖóòôõö', 'o'],
  ['ÚÙÛÜúùûü', 'u'],
  ['Çç', 'c'],
  ['Ññ', 'n'],
] as const;

/**
 * Makes pictures searchable by name and records their uploader. A picture may be a crop of a larger stored
 * one, and has a focal point that stays visible in every crop.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('files').addColumn('user_name', 'text').execute();
  await db.schema.alterTable('files').addColumn('focus_x', 'integer').execute();
  await db.schema.alterTable('files').addColumn('focus_y', 'integer').execute();
  await db.schema.alterTable('files').addColumn('crop', 'text').execute();
  await db.schema.alterTable('files').addColumn('source', 'text').execute();
  await db.schema.alterTable('removed_files').addColumn('source', 'text').execute();
  await sql`
    update files set user_name = (
      select user_name from record_versions
      where record_versions.id = (select min(version_id) from file_uses where file_uses.file_id = files.id)
    ) where kind = 'image' and area = 'public'
  `.execute(db);
  await searched(db, 'files');
  const folded = FOLDED.flatMap(([letters, plain]) =>
    Array.from(letters, (letter) => [letter, plain] as const),
  );
  const name = folded.reduce(
    (text, [letter, plain]) => sql`replace(${text}, ${sql.lit(letter)}, ${sql.lit(plain)})`,
    sql`name`,
  );
  await sql`update files set search = lower(${name}) where kind = 'image' and area = 'public'`.execute(db);
  await sql`
    create index files_pictures on files (id) where kind = 'image' and area = 'public' and state <> 'staged'
  `.execute(db);
  await sql`
    create index files_hidden_pictures on files (id)
    where kind = 'image' and area = 'public' and state = 'hidden'
  `.execute(db);
  await sql`create index file_uses_library on file_uses (file_id) where entity = 'files'`.execute(db);
}
