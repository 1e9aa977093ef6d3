import type { CreateTableBuilder, Kysely } from 'kysely';
import { record as withoutStanding } from './record.ts';

// README.md beside this file says what is frozen here.

export { file, folded, ordered, required, searched, sorted, table } from './record.ts';

/** A new table with the columns that `records.ts` keeps of every record. */
export function record(db: Kysely<never>, name: string): CreateTableBuilder<string, string> {
  return withoutStanding(db, name).addColumn('standing', 'text');
}
