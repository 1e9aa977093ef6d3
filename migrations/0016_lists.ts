import { type Kysely, type RawBuilder, sql } from 'kysely';
import { folded, table } from './lib/record2.ts';

const AT_ONCE = 500;

const RECORDS = [
  'abouts',
  'about_items',
  'banners',
  'branches',
  'daily_booklets',
  'movies',
  'office_hours',
  'phones',
  'recipe_categories',
  'recipes',
  'shops',
  'ticket_office_items',
  'vacancies',
];
const WITH_ALT = ['banners', 'branches', 'daily_booklets', 'movies', 'recipes', 'shops'];
const PHONE_TYPES: Record<number, string> = { 1: 'Fixo', 2: 'Celular', 3: 'WhatsApp', 4: 'Comercial' };

/**
 * Adds filters, search by every displayed column, and saved views to lists. Rare states (no alternative text,
 * not published) have partial indexes.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const name of RECORDS)
    await index(db, `${name}_withheld`, name, sql`standing, id`, sql`standing is not null`);
  for (const name of WITH_ALT) await index(db, `${name}_without_alt`, name, sql`id`, sql`alt is null`);
  for (const name of ['branches', 'movies', 'recipes', 'shops', 'daily_booklets'])
    await index(db, `${name}_asking`, name, sql`id`, sql`(alt is null or standing = 'draft')`);
  await index(db, 'branches_of_state', 'branches', sql`state, id`);
  await index(db, 'about_items_of_about', 'about_items', sql`about_id, id`);

  // One index for each order of a large list of recipes.
  await index(db, 'recipes_of_category_by_name', 'recipes', sql`recipe_category_id, name_key, id`);
  await index(db, 'recipes_without_alt_by_name', 'recipes', sql`name_key, id`, sql`alt is null`);
  await index(
    db,
    'recipes_asking_by_name',
    'recipes',
    sql`name_key, id`,
    sql`(alt is null or standing = 'draft')`,
  );
  await index(
    db,
    'recipes_of_category_without_alt',
    'recipes',
    sql`recipe_category_id, id`,
    sql`alt is null`,
  );
  await index(
    db,
    'recipes_withheld_by_name',
    'recipes',
    sql`standing, name_key, id`,
    sql`standing is not null`,
  );
  await index(db, 'applications_of_vacancy_by_name', 'job_applications', sql`vacancy_key, name_key, id`);

  await refill(db, 'phones', ['contact', 'ddi', 'ddd', 'number', 'type'], (phone) => [
    phone.contact,
    `${phone.ddi}${phone.ddd}${phone.number}`,
    PHONE_TYPES[Number(phone.type)],
  ]);
  await refill(
    db,
    'branches',
    ['name', 'road', 'district', 'city', 'state', 'email', 'phone'],
    ({ phone, ...branch }) => [...Object.values(branch), digits(phone)],
  );
  await refill(db, 'shops', ['name', 'email', 'description', 'phone'], ({ phone, ...shop }) => [
    ...Object.values(shop),
    digits(phone),
  ]);

  await table(db, 'saved_views')
    .addColumn('uuid', 'text', (column) => column.notNull().unique())
    .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('list', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('name_key', folded(db), (column) => column.notNull())
    .addColumn('query', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
  await sql`create unique index saved_views_by_name on saved_views (user_id, list, name_key)`.execute(db);
}

async function index(
  db: Kysely<never>,
  name: string,
  of: string,
  columns: RawBuilder<unknown>,
  where?: RawBuilder<unknown>,
): Promise<void> {
  const only = where ? sql`deleted_at is null and ${where}` : sql`deleted_at is null`;
  await sql`create index ${sql.id(name)} on ${sql.table(of)} (${columns}) where ${only}`.execute(db);
}

type Columns = Record<string, string | number | null>;

/** Fills the search column again, from more columns than before. */
async function refill(
  db: Kysely<never>,
  name: string,
  columns: string[],
  parts: (row: Columns) => unknown[],
): Promise<void> {
  for (let last = 0; ; ) {
    const { rows } = await sql<Columns>`
      select id, ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(name)}
      where id > ${last} order by id limit ${AT_ONCE}
    `.execute(db);
    for (const { id, ...row } of rows)
      await sql`update ${sql.table(name)} set search = ${fold(parts(row))} where id = ${id}`.execute(db);
    const end = rows.at(-1);
    if (!end) return;
    last = Number(end.id);
  }
}

const digits = (text: unknown) => String(text ?? '').replace(/\D/g, '');

/** Copy of `searchText` at the time of this migration. */
function fold(parts: unknown[]): string {
  const text = parts.filter(Boolean).join(' ');
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();
}
