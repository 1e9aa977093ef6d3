import { type Kysely, sql } from 'kysely';
import { versioned } from './lib/versioned.ts';

/** The end of the year 9999 in Brazil lies in the year 10000 in UTC, which is no text of the stored form. */
const YEAR_10000 = '+010000-';
const LAST_INSTANT = '9999-12-31T23:59:59.999Z';

/**
 * Clamps a banner's period to the year 9999. Earlier releases stored a later end as `+010000-…`, which sorts
 * before all other instants and so hid the banner.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const column of ['starts_at', 'ends_at']) {
    await sql`
      update banners set ${sql.ref(column)} = ${LAST_INSTANT} where ${sql.ref(column)} like ${`${YEAR_10000}%`}
    `.execute(db);
  }
  await versioned(db, 'banners');
  const { rows } = await sql<{ id: number; data: string }>`
    select id, data from record_versions
    where entity = 'banners' and state in ('draft', 'scheduled') and data like ${`%"${YEAR_10000}%`}
  `.execute(db);
  for (const { id, data } of rows) {
    await sql`
      update record_versions set data = ${data.replaceAll(/"\+010000-[\d:.T-]+Z"/g, `"${LAST_INSTANT}"`)}
      where id = ${id}
    `.execute(db);
  }
}
