import { type Kysely, sql } from 'kysely';

interface Booklet {
  id: number;
  version: number;
  created_at: string;
  valid_from: string | null;
}

/**
 * Makes each fortnightly booklet a record of its own, with the instant from which it is shown: the previous
 * booklet serves until the first day of the next one. The existing booklet keeps its version, so that no open
 * form becomes out of date.
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
