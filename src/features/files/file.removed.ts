import type { Generated } from 'kysely';
import { removableBefore } from '../../platform/backup/runs.ts';
import { surely } from '../../platform/clock.ts';
import type { Released } from '../../platform/database/history.ts';
import type { Work } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { type FileRow, removeBytes } from './file.rows.ts';

// What nothing uses any more is served to nobody from that commit on. Its bytes may be part of what a backup is about
// to copy, or of what the next one is to have, and wait for it.

declare module '../../platform/database/tables.ts' {
  interface Tables {
    removed_files: RemovedFileTable;
  }
}

interface RemovedFileTable extends Pick<FileRow, 'uuid' | 'area' | 'type' | 'bytes' | 'variants' | 'source'> {
  id: Generated<number>;
  /** Whose it was last: what is erased of a record takes these along. */
  entity: string;
  record: string;
  removed_at: string;
}

export type RemovalDeps = Pick<Deps, 'db' | 'write' | 'store' | 'clock' | 'log' | 'config'>;

/** For files that nothing uses any more: their bytes go once no backup needs them. */
export async function removeFiles(deps: RemovalDeps, work: Work, released: Released[]): Promise<void> {
  if (released.length === 0) return;
  const whose = new Map(released.map((use) => [use.file_id, use]));
  const files = await deleteRows(work, released);
  if (files.length === 0) return;
  await work.trx
    .insertInto('removed_files')
    .values(
      files.map(({ id, uuid, area, type, bytes, variants, source }) => ({
        ...{ uuid, area, type, bytes, variants, source },
        entity: whose.get(id)?.entity ?? '',
        record: whose.get(id)?.uuid ?? '',
        removed_at: work.now,
      })),
    )
    .execute();
  work.afterCommit(async () => void (await dropRemoved(deps)));
}

/** For what is erased: no backup is waited for, and what waits of the same record goes with it. */
export async function eraseFiles(
  deps: Pick<Deps, 'store' | 'log'>,
  work: Work,
  { entity, uuid }: Omit<Released, 'file_id'>,
  released: Released[],
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

async function deleteRows({ trx }: Work, released: Released[]): Promise<FileRow[]> {
  if (released.length === 0) return [];
  const ids = released.map(({ file_id }) => file_id);
  return trx.deleteFrom('files').where('id', 'in', ids).returningAll().execute();
}

const AT_ONCE = 100;

/** Removes the bytes that no backup needs any more; answers of how many files. */
export async function dropRemoved(deps: RemovalDeps, signal?: AbortSignal): Promise<number> {
  const before = await removableBefore(deps.db, {
    now: surely(deps.clock),
    scheduled: deps.config.BACKUP_TO !== undefined,
  });
  let dropped = 0;
  for (;;) {
    signal?.throwIfAborted();
    const due = await deps.db
      .selectFrom('removed_files')
      .select('id')
      .where('removed_at', '<', before)
      .orderBy('removed_at')
      .limit(AT_ONCE)
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
