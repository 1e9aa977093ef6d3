import {
  type ColumnDefinitionBuilder,
  type CreateTableBuilder,
  type Kysely,
  PostgresAdapter,
  sql,
} from 'kysely';

// One source for both engines. Instants and dates are ISO text (UTC), booleans 0 or 1, lists JSON text, so
// that both engines read them alike. Search and sort columns hold folded text and compare by bytes on both.

type Table = CreateTableBuilder<string, never>;
type Column = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;

const required: Column = (column) => column.notNull();

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
  const texts = (table: Table, columns: string[], build: Column = (column) => column): Table =>
    columns.reduce((built, column) => built.addColumn(column as never, 'text', build) as Table, table);
  const record = (name: string): Table => {
    const table = create(name)
      .addColumn('uuid' as never, 'text', (column) => column.notNull().unique())
      .addColumn('version' as never, 'integer', (column) => column.notNull().defaultTo(1));
    return texts(texts(table as Table, ['created_at', 'updated_at'], required), ['deleted_at']);
  };
  const index = (table: string, columns: string[], name = `${table}_${columns.join('_')}`) =>
    db.schema.createIndex(name).on(table).columns(columns).execute();
  const integer = (table: Table, column: string, build: Column = (column) => column): Table =>
    table.addColumn(column as never, 'integer', build) as Table;

  // Base tables.

  await integer(
    integer(db.schema.createTable('content_revision') as unknown as Table, 'id', (c) => c.primaryKey()),
    'revision',
    required,
  ).execute();
  await sql`insert into content_revision (id, revision) values (1, 1)`.execute(db);

  await texts(integer(texts(create('audit_log'), ['at', 'action', 'entity'], required), 'user_id'), [
    'user_name',
    'entity_uuid',
    'before',
    'after',
  ]).execute();
  await index('audit_log', ['entity', 'entity_uuid']);

  await texts(record('users'), ['name', 'email', 'role', 'password_hash'], required)
    .addColumn('email_key' as never, folded, (column) => column.notNull())
    .execute();
  // An address is free again once its account is deleted.
  await sql`create unique index users_email_key on users (email_key) where deleted_at is null`.execute(db);

  await integer(
    texts(create('sessions'), ['created_at', 'last_used_at', 'expires_at'], required),
    'user_id',
    (column) => column.notNull().references('users.id').onDelete('cascade'),
  )
    .addColumn('token_hash' as never, 'text', (column) => column.notNull().unique())
    .execute();
  await index('sessions', ['user_id']);
  await index('sessions', ['expires_at']);

  // At most one token of a kind per user: a new one replaces it.
  await integer(
    texts(create('recovery_codes'), ['kind', 'created_at', 'expires_at'], required),
    'user_id',
    (column) => column.notNull().references('users.id').onDelete('cascade'),
  )
    .addColumn('hash' as never, 'text', (column) => column.notNull().unique())
    .addUniqueConstraint('recovery_codes_user_id_kind', ['user_id', 'kind'] as never)
    .execute();

  // `content` is the whole mail with its recipient: encrypted while it waits, empty once delivered or given
  // up.
  await texts(
    integer(
      texts(create('mail_outbox'), ['created_at', 'next_attempt_at', 'state'], required),
      'attempts',
      (c) => c.notNull().defaultTo(0),
    ),
    ['content', 'last_error', 'finished_at'],
  ).execute();
  await index('mail_outbox', ['state', 'next_attempt_at']);

  await (db.schema.createTable('rate_limits') as unknown as Table)
    .addColumn('key' as never, 'text', (column) => column.primaryKey())
    .addColumn('points' as never, 'integer', required)
    .addColumn('expires_at' as never, 'bigint', required)
    .execute();

  // Files. `state`: staged (written, not yet claimed by a record), live, hidden (its record was deleted).
  await texts(texts(record('files'), ['area', 'state', 'kind', 'type', 'name'], required), [
    'variants',
    'placeholder',
    'avif',
    'owner',
    'owner_uuid',
  ])
    .addColumn('bytes' as never, 'bigint', (column) => column.notNull())
    .addColumn('width' as never, 'integer')
    .addColumn('height' as never, 'integer')
    .execute();
  await index('files', ['state', 'updated_at']);

  // Content.

  const fileOf = (table: Table, column = 'file_id', build: Column = (c) => c): Table =>
    integer(table, column, (c) => build(c.references('files.id')));
  const ordered = (table: Table): Table =>
    integer(table, 'position', (column) => column.notNull().defaultTo(0));
  const searched = (table: Table, extra: string[] = []): Table =>
    ['search', ...extra].reduce(
      (built, column) => built.addColumn(column as never, folded, (c) => c.notNull().defaultTo('')) as Table,
      table,
    );
  const socials = ['facebook', 'instagram', 'twitter', 'tiktok', 'pinterest', 'youtube', 'linkedin'];

  await searched(
    fileOf(
      ordered(texts(texts(record('banners'), ['title'], required), ['alt', 'link', 'starts_at', 'ends_at'])),
      'file_id',
      required,
    ),
    ['title_key', 'alt_key'],
  ).execute();
  await index('banners', ['position']);

  const address = ['number', 'road', 'district', 'city', 'state', 'zip_code'];

  await searched(
    fileOf(
      ordered(
        texts(texts(record('branches'), ['name', 'email', 'phone', ...address], required), [
          'description',
          'phone_secondary',
          'complement',
          'reference',
          'localization',
          'hours',
          'alt',
          ...socials,
        ]),
      ),
    )
      .addColumn('latitude' as never, 'double precision')
      .addColumn('longitude' as never, 'double precision') as Table,
    ['name_key', 'city_key'],
  ).execute();

  await ordered(
    integer(
      fileOf(texts(texts(create('branch_images'), ['created_at'], required), ['alt']), 'file_id', required),
      'branch_id',
      (column) => column.notNull().references('branches.id').onDelete('cascade'),
    ),
  )
    .addColumn('uuid' as never, 'text', (column) => column.notNull().unique())
    .execute();
  await index('branch_images', ['branch_id']);

  // The id of an about page is its type, 1 to 4.
  await searched(texts(texts(record('abouts'), ['title'], required), ['description']), [
    'title_key',
  ]).execute();
  await searched(
    integer(ordered(texts(record('about_items'), ['title', 'description'], required)), 'about_id', (column) =>
      column.notNull().references('abouts.id'),
    ),
    ['title_key'],
  ).execute();
  await index('about_items', ['about_id']);

  await texts(
    texts(
      record('company_information'),
      ['corporate_name', 'cnpj', 'responsible', 'email', ...address],
      required,
    ),
    ['complement', 'reference', 'localization', ...socials],
  ).execute();

  await searched(
    integer(texts(record('phones'), ['contact', 'ddi', 'ddd', 'number'], required), 'type', required),
    ['contact_key'],
  ).execute();

  await fileOf(
    texts(record('fortnightly_booklets'), ['valid_from', 'valid_until']),
    'file_id',
    required,
  ).execute();

  await fileOf(texts(texts(record('daily_booklets'), ['start_date'], required), ['alt']), 'file_id', required)
    .addColumn('demo' as never, 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await index('daily_booklets', ['start_date']);
}
