import type { Kysely } from 'kysely';
import { required, table } from './lib/record3.ts';

/** Adds two-factor authentication, and the roles that require it. */
export async function up(db: Kysely<never>): Promise<void> {
  await table(db, 'authenticator_apps')
    .addColumn('user_id', 'integer', (column) =>
      column.notNull().unique().references('users.id').onDelete('cascade'),
    )
    .addColumn('secret', 'text', required)
    .addColumn('last_step', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', 'text', required)
    .addColumn('confirmed_at', 'text')
    .execute();

  await table(db, 'factor_codes')
    .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'text', required)
    .execute();
  await db.schema.createIndex('factor_codes_user_id').on('factor_codes').column('user_id').execute();

  await table(db, 'passkeys')
    .addColumn('uuid', 'text', (column) => column.notNull().unique())
    .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('credential_id', 'text', (column) => column.notNull().unique())
    .addColumn('public_key', 'text', required)
    .addColumn('counter', 'bigint', required)
    .addColumn('transports', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('last_used_at', 'text')
    .execute();
  await db.schema.createIndex('passkeys_user_id').on('passkeys').column('user_id').execute();

  await table(db, 'passkey_challenges')
    .addColumn('challenge', 'text', (column) => column.notNull().unique())
    .addColumn('purpose', 'text', required)
    .addColumn('user_id', 'integer', (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('expires_at', 'text', required)
    .execute();
  await db.schema
    .createIndex('passkey_challenges_expires_at')
    .on('passkey_challenges')
    .column('expires_at')
    .execute();

  await db.schema
    .alterTable('roles')
    .addColumn('needs_second_factor', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable('built_in_roles')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('needs_second_factor', 'integer', required)
    .addColumn('changed_at', 'text', required)
    .execute();
}
