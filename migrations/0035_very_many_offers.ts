import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';

/**
 * Adds covering indexes for very many offers: for each order that shoppers see, for counts, and for the
 * filters of staff's list. To use one as covering, SQLite requires every column named in the query, including
 * those of the index's condition.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  // An index entry of PostgreSQL is too small for the codes of hundreds of branches.
  const branches = isPostgres ? sql`` : sql`, branches`;
  const LIVE = sql`deleted_at is null and standing is null`;
  const THERE = sql`deleted_at is null`;
  const index = (name: string, columns: RawBuilder<unknown>, where: RawBuilder<unknown>) =>
    sql`create index ${sql.id(`offers_${name}`)} on offers (${columns}) where ${where}`.execute(db);

  for (const order of ['rank', 'price', 'saving'])
    await index(
      `shown_by_${order}`,
      sql`${sql.ref(order)}, id, department, valid_from, valid_until${branches}, deleted_at, standing`,
      LIVE,
    );
  // Counts offers by department: in all branches, and in some.
  const counted = sql`valid_until, department, valid_from`;
  await index(
    'shown_everywhere',
    sql`${counted}, branches, deleted_at, standing`,
    sql`${LIVE} and branches is null`,
  );
  await index(
    'shown_somewhere',
    sql`${counted}${branches}, deleted_at, standing`,
    sql`${LIVE} and branches is not null`,
  );
  await index(
    'highlights',
    sql`rank, id, highlight, valid_from, valid_until, deleted_at, standing`,
    sql`${LIVE} and highlight = 1`,
  );
  await index('map', sql`id, updated_at, valid_until, deleted_at, standing`, LIVE);

  await index('of_department', sql`department, id, deleted_at`, THERE);
  for (const order of ['product_key', 'price', 'saving', 'valid_until'])
    await index(`of_department_by_${order}`, sql`department, ${sql.ref(order)}, id, deleted_at`, THERE);
  await index('of_department_by_days', sql`department, valid_until, valid_from, id, deleted_at`, THERE);
  await index('by_days', sql`valid_until, valid_from, id, deleted_at`, THERE);
  await index('by_first_day', sql`valid_from, valid_until, id, deleted_at`, THERE);
  await index(
    'asking',
    sql`id, deleted_at, alt, file_id, standing`,
    sql`${THERE} and ((alt is null and file_id is not null) or standing = 'draft')`,
  );
  await index('withheld', sql`standing, id`, sql`${THERE} and standing is not null`);
  // For users who are limited to some branches.
  await index('of_branches', sql`id${branches}, deleted_at`, sql`${THERE} and branches is not null`);
  if (isPostgres) {
    await sql`
      create index offers_branches on offers using gin ((branches::jsonb))
      where deleted_at is null and branches is not null
    `.execute(db);
    await sql`analyze offers`.execute(db);
  }
}
