import type { Generated } from 'kysely';
import { removableBefore } from '../../../platform/backup/runs.ts';
import { driftSafeNow } from '../../../platform/clock.ts';
import type { Work } from '../../../platform/database/write.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { GiveWay } from '../../../platform/jobs/giveWay.ts';
import type { UnusedFile } from '../versions/fileUses.ts';
import { type FileRow, removeBytes } from './file.rows.ts';

// An unused file is no longer served from the commit on. A running backup may be about to copy its bytes, or
// the next one may need them, so they are removed later.

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    removed_files: RemovedFileTable;
  }
}

interface RemovedFileTable extends Pick<FileRow, 'uuid' | 'area' | 'type' | 'bytes' | 'variants' | 'source'> {
  id: Generated<number>;
  /** Table and uuid of the last record that used it: an erased record takes its files along. */
  entity: string;
  record: string;
  removed_at: string;
}

export type RemovalDeps = Pick<Deps, 'db' | 'write' | 'store' | 'clock' | 'log' | 'config'>;

/** Deletes files that are no longer used. Their bytes are removed once no backup needs them. */
export async function removeFiles(deps: RemovalDeps, work: Work, released: UnusedFile[]): Promise<void> {
  if (released.length === 0) return;
  const lastUses = new Map(released.map((use) => [use.file_id, use]));
  const files = await deleteRows(work, released);
  if (files.length === 0) return;
  await work.trx
    .insertInto('removed_files')
    .values(
      files.map(({ id, uuid, area, type, bytes, variants, source }) => ({
        ...{ uuid, area, type, bytes, variants, source },
        entity: lastUses.get(id)?.entity ?? '',
        record: lastUses.get(id)?.uuid ?? '',
        removed_at: work.now,
      })),
    )
    .execute();
  work.afterCommit(async () => void (await removeDueBytes(deps)));
}

/**
 * Deletes the files of an erased record immediately, without waiting for a backup, including those of the
 * record that already wait.
 */
export async function eraseFiles(
  deps: Pick<Deps, 'store' | 'log'>,
  work: Work,
  { entity, uuid }: Omit<UnusedFile, 'file_id'>,
  released: UnusedFile[],
): Promise<void> {
  const waiting = await work.trx
    .deleteFrom('removed_files')
    .where('entity', '=', entity)
    .where('record', '=', uuid)
    .returningAll()
    .execute();
  for (const file of [...(await deleteRows(work, released)), ...waiting])
    work.afterCommit(() => removeBytes(deps, file));
}

async function deleteRows({ trx }: Work, released: UnusedFile[]): Promise<FileRow[]> {
  if (released.length === 0) return [];
  const ids = released.map(({ file_id }) => file_id);
  return trx.deleteFrom('files').where('id', 'in', ids).returningAll().execute();
}

const BATCH_SIZE = 100;

/** Removes the bytes of files that no backup needs any more. Returns the number of files. */
export async function removeDueBytes(deps: RemovalDeps, giveWay?: GiveWay): Promise<number> {
  const before = await removableBefore(deps.db, {
    now: driftSafeNow(deps.clock),
    scheduled: deps.config.BACKUP_TO !== undefined,
  });
  let dropped = 0;
  for (;;) {
    await giveWay?.();
    const due = await deps.db
      .selectFrom('removed_files')
      .select('id')
      .where('removed_at', '<', before)
      .orderBy('removed_at')
      .limit(BATCH_SIZE)
      .execute();
    if (due.length === 0) return dropped;
    const ids = due.map(({ id }) => id);
    const gone = await deps.write(
      null,
      ({ trx }) => trx.deleteFrom('removed_files').where('id', 'in', ids).returningAll().execute(),
      { content: false },
    );
    for (const file of gone) await removeBytes(deps, file);
    dropped += gone.length;
  }
}
