import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../src/platform/database/database.ts';
import { AREAS, type FileStore } from '../src/platform/files/store.ts';

// Reads the content of an installation independently of the code that copies it.

/** Tables filled by search triggers, or created when a database is opened. */
const DERIVED = /_search|^kysely_migration_lock$/;

/** Returns each row of each table as text, sorted. */
export async function rowsOf(db: Db, leftOut: ReadonlySet<string>): Promise<Map<string, string[]>> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  const found = new Map<string, string[]>();
  for (const { name, isView } of tables) {
    if (isView || DERIVED.test(name) || leftOut.has(name)) continue;
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db);
    const texts = rows.map((row) =>
      JSON.stringify(Object.entries(row).toSorted(([one], [other]) => (one < other ? -1 : 1))),
    );
    found.set(name, texts.sort());
  }
  return found;
}

/** Returns the SHA-256 of each file by area and key. */
export async function filesIn(store: FileStore): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const area of AREAS)
    for await (const { key } of store.list(area)) {
      const stored = await store.read(area, key);
      // Removed after the listing.
      if (!stored) continue;
      const hash = createHash('sha256');
      for await (const chunk of stored.stream) hash.update(chunk);
      found.set(`${area}/${key}`, hash.digest('hex'));
    }
  return found;
}
