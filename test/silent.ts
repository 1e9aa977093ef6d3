import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { watchConnections } from '../src/platform/database/watch.ts';

// biome-ignore lint/suspicious/noExplicitAny: whatever tables a test thinks of
type AnyTables = any;

/** Runs nothing and finds nothing, but tells whoever watches. */
export const silentDatabase = () =>
  new Kysely<AnyTables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => watchConnections(new DummyDriver()),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
