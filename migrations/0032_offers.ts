import { type Kysely, sql } from 'kysely';
import { file, record, required, searched, sorted } from './lib/record3.ts';

/** Adds offers, each with its price and days. */
export async function up(db: Kysely<never>): Promise<void> {
  await record(db, 'offers')
    .addColumn('product', 'text', required)
    .addColumn('brand', 'text')
    .addColumn('size', 'integer', required)
    .addColumn('unit', 'text', required)
    .addColumn('price', 'integer', required)
    .addColumn('former_price', 'integer')
    .addColumn('card_price', 'integer')
    .addColumn('customer_limit', 'integer')
    .addColumn('department', 'text', required)
    .addColumn('branches', 'text')
    .addColumn('valid_from', 'text', required)
    .addColumn('valid_until', 'text', required)
    .addColumn('highlight', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('place', 'integer')
    .addColumn('file_id', 'integer', file)
    .addColumn('alt', 'text')
    // Computed from the others, so that indexes can include them.
    .addColumn('saving', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('rank', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await searched(db, 'offers');
  await sorted(db, 'offers', [
    'product_key',
    'department_key',
    'price',
    'saving',
    'valid_from',
    'valid_until',
  ]);
  await sorted(db, 'offers', ['rank']);
  // Covers the count of published offers by department. For this, SQLite requires every column named in the
  // query.
  await sql`
    create index offers_shown on offers (department, valid_until, valid_from, id, deleted_at, standing)
    where deleted_at is null and standing is null
  `.execute(db);
  await sql`create index offers_by_change on offers (updated_at)`.execute(db);
  await sql`create index offers_highlighted on offers (id) where deleted_at is null and highlight = 1`.execute(
    db,
  );
  await sql`
    create index offers_without_alt on offers (id)
    where deleted_at is null and alt is null and file_id is not null
  `.execute(db);
}
