import type { CreateTableBuilder, Kysely } from 'kysely';
import { record as withoutStanding } from './record.ts';

// Frozen: see README.md in this folder.

export { file, folded, ordered, required, searched, sorted, table } from './record.ts';

/** Creates a table with the columns that `records.ts` maintains for every record. */
export function record(db: Kysely<never>, name: string): CreateTableBuilder<string, string> {
  return withoutStanding(db, name).addColumn('standing', 'text');
}
