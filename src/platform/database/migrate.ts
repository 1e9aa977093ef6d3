import { readdir } from 'node:fs/promises';
import { PostgresAdapter, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Db } from './database.ts';

const FOLDER = new URL('../../../migrations/', import.meta.url);

/** Brings the schema up to date; each migration is one transaction on both engines. Answers the names applied. */
export async function migrate(db: Db): Promise<string[]> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return migrateAll(db);
  return db.connection().execute(async (connection) => {
    // A migration of a large table takes what it takes.
    await sql`set statement_timeout = 0`.execute(connection);
    try {
      return await migrateAll(connection);
    } finally {
      await sql`reset statement_timeout`.execute(connection);
    }
  });
}

async function migrateAll(db: Db): Promise<string[]> {
  const migrator = new Migrator({
    db,
    provider: {
      async getMigrations() {
        const names = (await readdir(FOLDER)).filter((name) => /^\d{4}_.*\.ts$/.test(name)).sort();
        const modules = await Promise.all(
          names.map(
            async (name) =>
              [name.slice(0, -3), (await import(new URL(name, FOLDER).href)) as Migration] as const,
          ),
        );
        return Object.fromEntries(modules);
      },
    },
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error) throw error;
  return (results ?? [])
    .filter((result) => result.status === 'Success')
    .map((result) => result.migrationName);
}
