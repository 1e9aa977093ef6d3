import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Deps } from '../../platform/deps.ts';
import { loadImages } from '../../records/server/files/file.service.ts';
import { isPublished } from '../../records/server/publication/visibility.ts';

// Returns sitemap entries of tables that may have very many records, in parts.

type Reading = Pick<Deps, 'db' | 'mediaUrl'>;
type MappedTable = 'recipes' | 'offers';

/** Ids per part. Parts are ranges of ids, so a new or deleted record changes one part only. */
const PART_SIZE = 2500;
/** Rows per statement. */
const ROWS_PER_STATEMENT = 250;
/** Parts per statement: a statement for each part would cost more than the rows that it reads. */
const PARTS_PER_STATEMENT = 20;

interface MapPart {
  part: number;
  count: number;
  changed: string;
}

/** Returns each part that has records, with their number and latest change. */
export async function sitemapParts(
  { db }: Pick<Reading, 'db'>,
  table: MappedTable,
  only: RawBuilder<SqlBool>[] = [],
): Promise<MapPart[]> {
  const shown = sql.join([isPublished(table), ...only], sql` and `);
  const end = await db
    .selectFrom(table)
    .select((eb) => eb.fn.max('id').as('id'))
    .where(isPublished(table))
    .executeTakeFirst();
  const all = Math.ceil((end?.id ?? 0) / PART_SIZE);
  const pieces = Array.from({ length: Math.ceil(all / PARTS_PER_STATEMENT) }, async (_, piece) => {
    const before = piece * PARTS_PER_STATEMENT;
    const parts = Array.from(
      { length: Math.min(PARTS_PER_STATEMENT, all - before) },
      (_, at) => before + at + 1,
    );
    const counted = parts.map(
      (part) => sql`
        select cast(${part} as integer) as part, count(*) as count, max(updated_at) as changed
        from ${sql.table(table)} where ${shown} and id > ${(part - 1) * PART_SIZE} and id <= ${part * PART_SIZE}
      `,
    );
    return (await sql<MapPart>`${sql.join(counted, sql` union all `)} order by part`.execute(db)).rows;
  });
  return (await Promise.all(pieces)).flat().filter(({ changed }) => changed !== null);
}

/** Returns the records of a part, newest first. */
export async function readSitemapPart(
  deps: Reading,
  table: MappedTable,
  part: number,
  only: RawBuilder<SqlBool>[] = [],
) {
  const found: { uuid: string; changed: string; image: string | null }[] = [];
  for (let before = part * PART_SIZE + 1; ; ) {
    const rows = await deps.db
      .selectFrom(table)
      .select(['id', 'uuid', 'updated_at', 'file_id'])
      .where(sql<SqlBool>`${sql.join([isPublished(table), ...only], sql` and `)}`)
      .where('id', '>', (part - 1) * PART_SIZE)
      .where('id', '<', before)
      .orderBy('id', 'desc')
      .limit(ROWS_PER_STATEMENT)
      .execute();
    const image = await loadImages(
      deps,
      rows.map(({ file_id }) => file_id),
    );
    for (const { uuid, updated_at, file_id } of rows)
      found.push({ uuid, changed: updated_at, image: image(file_id, null)?.url_s3 ?? null });
    const end = rows.at(-1);
    if (!end || rows.length < ROWS_PER_STATEMENT) return found;
    before = end.id;
  }
}
