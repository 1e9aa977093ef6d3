import { type Kysely, sql } from 'kysely';

interface Booklet {
  id: number;
  version: number;
  created_at: string;
  valid_from: string | null;
}

/**
 * Of the fortnightly booklets that were sent, the one before serves until the next one's first day: each is a record
 * of its own from here on, with the instant from which it is shown. The one that is there keeps its count of saves,
 * so that no editor at work is behind.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const add = (column: string, type: 'text' | 'integer', fallback?: string | number) =>
    db.schema
      .alterTable('fortnightly_booklets')
      .addColumn(column, type, (built) =>
        fallback === undefined ? built : built.notNull().defaultTo(fallback),
      )
      .execute();
  await add('shown_from', 'text', '');
  await add('sequence', 'integer', 0);
  await add('withdrawn_at', 'text');

  const { rows } = await sql<Booklet>`
    select id, version, created_at, valid_from from fortnightly_booklets
  `.execute(db);
  for (const { id, version, created_at, valid_from } of rows) {
    const first = valid_from
      ? Temporal.PlainDate.from(valid_from).toZonedDateTime('America/Sao_Paulo').epochMilliseconds
      : 0;
    const shown_from = new Date(Math.max(first, Date.parse(created_at))).toISOString();
    await sql`
      update fortnightly_booklets set shown_from = ${shown_from}, sequence = ${version} where id = ${id}
    `.execute(db);
  }
}
