import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { watchConnections } from '../src/platform/database/watch.ts';

// biome-ignore lint/suspicious/noExplicitAny: whatever tables a test thinks of
type AnyTables = any;

/**
 * Creates a database that executes nothing and returns no rows, but reports its queries to dependency
 * tracking.
 */
export const silentDatabase = () =>
  new Kysely<AnyTables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => watchConnections(new DummyDriver()),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
