import { type Kysely, sql } from 'kysely';

/** Deletes rare searches, which are no longer stored, and all but the 200 most frequent of each day. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`delete from missed_searches where count < 3`.execute(db);
  await sql`
    delete from missed_searches where (day, words) in (
      select day, words from (
        select day, words, row_number() over (partition by day order by count desc, words) as place
        from missed_searches
      ) as ranked
      where place > 200
    )
  `.execute(db);
}
