import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../src/platform/database/database.ts';
import { AREAS, type FileStore } from '../src/platform/files/store.ts';

// What an installation holds, read past whatever carries it from one place to another.

/** Made by triggers beside a table that is searched, or by what opens a database. */
const DERIVED = /_search|^kysely_migration_lock$/;

/** Each row of each table as text, sorted. */
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

/** The SHA-256 of each file by its area and key. */
export async function filesIn(store: FileStore): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const area of AREAS)
    for await (const { key } of store.list(area)) {
      const stored = await store.read(area, key);
      // Removed since it was listed.
      if (!stored) continue;
      const hash = createHash('sha256');
      for await (const chunk of stored.stream) hash.update(chunk);
      found.set(`${area}/${key}`, hash.digest('hex'));
    }
  return found;
}
