import type { Kysely } from 'kysely';
import { versioned } from './lib/versioned.ts';

/** Adds the time zone of a branch where somebody chose one; without one it has the zone of its state. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('branches')
    .addColumn('time_zone' as never, 'text')
    .execute();
  await versioned(db, 'branches', {
    part: {
      table: 'branch_images',
      owner: 'branch_id',
      columns: ['uuid', 'file_id', 'alt', 'position'],
    },
  });
}
