import type { Kysely } from 'kysely';
import { versioned } from './lib/versioned.ts';

/** Adds an explicit time zone of a branch. Without one, the zone of its state applies. */
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
