import type { Kysely } from 'kysely';
import { folded, searched, sorted } from './lib/record3.ts';

/** People are listed and invited, and a password that was printed opens for a day alone. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const column of ['invited_at', 'password_until', 'photo'])
    await db.schema.alterTable('users').addColumn(column, 'text').execute();
  // Empty for never, so that both engines put it in the same place.
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

/** Folded as the release does it that is given this: accents and case are none of SQL's business. */
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
