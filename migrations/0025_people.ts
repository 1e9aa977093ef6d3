import type { Kysely } from 'kysely';
import { folded, searched, sorted } from './lib/record3.ts';

/** Adds the list of users, invitations, and generated passwords that expire after one day. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const column of ['invited_at', 'password_until', 'photo'])
    await db.schema.alterTable('users').addColumn(column, 'text').execute();
  // Empty text instead of null for never, so that both engines sort it alike.
  await db.schema
    .alterTable('users')
    .addColumn('last_login_at', folded(db), (column) => column.notNull().defaultTo(''))
    .execute();
  await searched(db, 'users');
  await sorted(db, 'users', ['name_key', 'last_login_at']);
  await fill(db as unknown as Kysely<{ users: Person }>);
}

interface Person {
  id: number;
  name: string;
  email: string;
  search: string;
  name_key: string;
}

/** Fills the folded columns in JavaScript, because SQL cannot fold accents and case. */
async function fill(db: Kysely<{ users: Person }>): Promise<void> {
  const people = await db.selectFrom('users').select(['id', 'name', 'email']).execute();
  for (const { id, name, email } of people)
    await db
      .updateTable('users')
      .set({ search: fold(`${name} ${email}`), name_key: fold(name) })
      .where('id', '=', id)
      .execute();
}

const fold = (text: string) =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();
