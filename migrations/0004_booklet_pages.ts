import { type CreateTableBuilder, type Kysely, PostgresAdapter } from 'kysely';

type Table = CreateTableBuilder<string, never>;

/**
 * Adds the pages of the fortnightly PDF as pictures with their text. An existing booklet has none and waits
 * for them, as a new one does.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;

  await db.schema
    .alterTable('fortnightly_booklets')
    .addColumn('pages_state', 'text', (column) => column.notNull().defaultTo('pending'))
    .execute();
  await db.schema.alterTable('fortnightly_booklets').addColumn('page_count', 'integer').execute();

  const table = db.schema.createTable('booklet_pages') as unknown as Table;
  const numbered = (
    postgres
      ? table.addColumn('id', 'integer', (column) => column.primaryKey().generatedByDefaultAsIdentity())
      : table.addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
  ) as Table;
  await numbered
    .addColumn('uuid' as never, 'text', (column) => column.notNull().unique())
    .addColumn('created_at' as never, 'text', (column) => column.notNull())
    .addColumn('booklet_id' as never, 'integer', (column) =>
      column.notNull().references('fortnightly_booklets.id').onDelete('cascade'),
    )
    .addColumn('page' as never, 'integer', (column) => column.notNull())
    .addColumn('file_id' as never, 'integer', (column) => column.notNull().references('files.id'))
    .addColumn('text' as never, 'text', (column) => column.notNull())
    .addUniqueConstraint('booklet_pages_booklet_id_page', ['booklet_id', 'page'] as never)
    .execute();
}
