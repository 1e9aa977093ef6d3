import {
  type ColumnDefinitionBuilder,
  type CreateTableBuilder,
  type Kysely,
  PostgresAdapter,
  sql,
} from 'kysely';

type Table = CreateTableBuilder<string, never>;
type Column = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;

const plain: Column = (column) => column;
const required: Column = (column) => column.notNull();

/** Adds opening hours, vacancies, recipes, the cinema, shops, the video and job applications. */
export async function up(db: Kysely<never>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const folded = postgres ? sql`text collate "C"` : sql`text`;

  const create = (name: string): Table => {
    const table = db.schema.createTable(name) as unknown as Table;
    return (
      postgres
        ? table.addColumn('id', 'integer', (column) => column.primaryKey().generatedByDefaultAsIdentity())
        : table.addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    ) as Table;
  };
  const texts = (table: Table, columns: string[], build = plain): Table =>
    columns.reduce((built, column) => built.addColumn(column as never, 'text', build) as Table, table);
  const integer = (table: Table, column: string, build = plain): Table =>
    table.addColumn(column as never, 'integer', build) as Table;
  const record = (name: string, needed: string[], optional: string[] = []): Table => {
    const table = create(name)
      .addColumn('uuid' as never, 'text', (column) => column.notNull().unique())
      .addColumn('version' as never, 'integer', (column) => column.notNull().defaultTo(1)) as Table;
    return texts(texts(table, ['created_at', 'updated_at', ...needed], required), [
      'deleted_at',
      ...optional,
    ]);
  };
  const searched = (table: Table, keys: string[]): Table =>
    ['search', ...keys].reduce(
      (built, column) => built.addColumn(column as never, folded, (c) => c.notNull().defaultTo('')) as Table,
      table,
    );
  const ordered = (table: Table): Table =>
    integer(table, 'position', (column) => column.notNull().defaultTo(0));
  const fileOf = (table: Table, build = plain): Table =>
    integer(table, 'file_id', (column) => build(column.references('files.id')));
  const index = (table: string, columns: string[]) =>
    db.schema
      .createIndex(`${table}_${columns.join('_')}`)
      .on(table)
      .columns(columns)
      .execute();

  const socials = ['facebook', 'instagram', 'twitter', 'tiktok', 'pinterest', 'youtube', 'linkedin'];

  await searched(
    record(
      'office_hours',
      ['work_start_day', 'end_of_work_day', 'office_start_time', 'end_of_work_time'],
      ['lunch_start_time', 'lunch_end_time'],
    ),
    ['start_key', 'end_key'],
  ).execute();

  await searched(
    integer(record('vacancies', ['name'], ['description', 'city', 'open_until']), 'type', required),
    ['name_key'],
  ).execute();

  // `vacancy` is the text that the applicant chose or typed; it outlives the vacancy.
  await searched(
    integer(
      fileOf(
        integer(record('job_applications', ['name', 'email', 'phone', 'vacancy']), 'vacancy_id', (column) =>
          column.references('vacancies.id').onDelete('set null'),
        ),
        required,
      ),
      'talent_pool',
      (column) => column.notNull().defaultTo(0),
    ),
    ['name_key', 'vacancy_key'],
  ).execute();
  await index('job_applications', ['created_at']);
  await index('job_applications', ['vacancy_id']);

  await searched(record('recipe_categories', ['name']), ['name_key']).execute();

  await searched(
    fileOf(
      integer(
        record('recipes', ['name'], ['description', 'ingredients', 'preparation_mode', 'recipe_link', 'alt']),
        'recipe_category_id',
        (column) => column.notNull().references('recipe_categories.id'),
      ),
      required,
    ),
    ['name_key'],
  ).execute();
  await index('recipes', ['recipe_category_id']);

  await record('ticket_offices', ['title', 'description']).execute();
  await searched(ordered(record('ticket_office_items', ['item'])), ['item_key']).execute();

  await searched(
    fileOf(
      integer(
        record(
          'movies',
          ['name', 'classification'],
          ['description', 'release_date', 'duration', 'trailer_link', 'alt'],
        ),
        'type',
        required,
      ),
      required,
    ),
    ['name_key'],
  ).execute();

  await searched(
    ordered(
      fileOf(
        record('shops', ['name', 'email', 'phone'], ['description', 'phone_secondary', 'alt', ...socials]),
        required,
      ),
    ),
    ['name_key'],
  ).execute();

  await ordered(
    integer(
      fileOf(texts(texts(create('shop_images'), ['uuid', 'created_at'], required), ['alt']), required),
      'shop_id',
      (column) => column.notNull().references('shops.id').onDelete('cascade'),
    ),
  ).execute();
  await sql`create unique index shop_images_uuid on shop_images (uuid)`.execute(db);
  await index('shop_images', ['shop_id']);

  await fileOf(record('videos', []), required).execute();

  await db.schema
    .alterTable('daily_booklets')
    .addColumn('search', folded, (column) => column.notNull().defaultTo(''))
    .execute();
  // Existing rows are found by their date in Brazilian notation.
  await sql`
    update daily_booklets
    set search = substr(start_date, 9, 2) || '/' || substr(start_date, 6, 2) || '/' || substr(start_date, 1, 4)
  `.execute(db);
}
