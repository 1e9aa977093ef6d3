import type { Kysely } from 'kysely';
import { record, required, searched, sorted } from './lib/record3.ts';

/** Adds special days, on which branches, the shopping centre or the cinema close or have other hours. */
export async function up(db: Kysely<never>): Promise<void> {
  await record(db, 'exceptions')
    .addColumn('date', 'text', required)
    .addColumn('reason', 'text', required)
    .addColumn('type', 'integer', required)
    .addColumn('hours', 'text')
    .addColumn('places', 'text', required)
    .execute();
  await searched(db, 'exceptions');
  await sorted(db, 'exceptions', ['date', 'reason_key']);
}
