import type { Kysely } from 'kysely';

/** Adds the container and codecs of a video, as JSON; null for other files and for videos that were not examined. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('files').addColumn('video_format', 'text').execute();
}
