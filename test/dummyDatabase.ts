import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { trackConnections } from '../src/platform/database/dependencyTracking.ts';

// biome-ignore lint/suspicious/noExplicitAny: whatever tables a test thinks of
type AnyTables = any;

/**
 * Creates a database that executes nothing and returns no rows, but reports its queries to dependency
 * tracking.
 */
export const dummyDatabase = () =>
  new Kysely<AnyTables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => trackConnections(new DummyDriver()),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
