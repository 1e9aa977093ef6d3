import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { live } from '../../platform/database/live.ts';
import type { Deps } from '../../platform/deps.ts';
import { imageReader } from '../files/file.service.ts';

// Of what there may be very many, the map of the site has several files.

type Reading = Pick<Deps, 'db' | 'mediaUrl'>;
type Mapped = 'recipes' | 'offers';

/** By id, so that a record that comes or goes changes one part and moves nothing from one to another. */
const PART = 2500;
/** Of a part. */
const AT_ONCE = 250;
/** A statement for each would cost more than what it reads. */
const PARTS_AT_ONCE = 20;

interface MapPart {
  part: number;
  count: number;
  changed: string;
}

/** How many there are in each part that has any, and when one of these changed last. */
export async function partsOf(
  { db }: Pick<Reading, 'db'>,
  table: Mapped,
  only: RawBuilder<SqlBool>[] = [],
): Promise<MapPart[]> {
  const shown = sql.join([live(table), ...only], sql` and `);
  const end = await db
    .selectFrom(table)
    .select((eb) => eb.fn.max('id').as('id'))
    .where(live(table))
    .executeTakeFirst();
  const all = Math.ceil((end?.id ?? 0) / PART);
  const pieces = Array.from({ length: Math.ceil(all / PARTS_AT_ONCE) }, async (_, piece) => {
    const before = piece * PARTS_AT_ONCE;
    const parts = Array.from({ length: Math.min(PARTS_AT_ONCE, all - before) }, (_, at) => before + at + 1);
    const counted = parts.map(
      (part) => sql`
        select cast(${part} as integer) as part, count(*) as count, max(updated_at) as changed
        from ${sql.table(table)} where ${shown} and id > ${(part - 1) * PART} and id <= ${part * PART}
      `,
    );
    return (await sql<MapPart>`${sql.join(counted, sql` union all `)} order by part`.execute(db)).rows;
  });
  return (await Promise.all(pieces)).flat().filter(({ changed }) => changed !== null);
}

/** The new ones first. */
export async function readMapPart(
  deps: Reading,
  table: Mapped,
  part: number,
  only: RawBuilder<SqlBool>[] = [],
) {
  const found: { uuid: string; changed: string; image: string | null }[] = [];
  for (let before = part * PART + 1; ; ) {
    const rows = await deps.db
      .selectFrom(table)
      .select(['id', 'uuid', 'updated_at', 'file_id'])
      .where(sql<SqlBool>`${sql.join([live(table), ...only], sql` and `)}`)
      .where('id', '>', (part - 1) * PART)
      .where('id', '<', before)
      .orderBy('id', 'desc')
      .limit(AT_ONCE)
      .execute();
    const image = await imageReader(
      deps,
      rows.map(({ file_id }) => file_id),
    );
    for (const { uuid, updated_at, file_id } of rows)
      found.push({ uuid, changed: updated_at, image: image(file_id, null)?.url_s3 ?? null });
    const end = rows.at(-1);
    if (!end || rows.length < AT_ONCE) return found;
    before = end.id;
  }
}
