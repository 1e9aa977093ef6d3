import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import { isoAt } from '../../../platform/clock.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { ReceivedFile } from '../../../platform/files/receive.ts';
import { discardLater } from '../../../platform/files/staged.ts';
import type { StoreArea } from '../../../platform/files/store.ts';
import { blocksWrites } from '../../../platform/http/failures.ts';
import { Failure } from '../../../shared/failure.ts';
import { discardStaged, type FileDeps, type FileRow, type FileTable } from './file.rows.ts';

export const STORE_UNAVAILABLE = 'Não conseguimos guardar o arquivo agora. Tente de novo em instantes.';

/** Returns the row of a staged file. */
export function newRow(
  { clock }: Pick<Deps, 'clock'>,
  { kind, name, standIn }: Pick<ReceivedFile, 'kind' | 'name' | 'standIn'>,
  area: StoreArea,
  content: Pick<FileRow, 'type' | 'bytes'> & Partial<FileRow>,
): Insertable<FileTable> {
  const now = isoAt(clock.now());
  return {
    uuid: standIn?.uuid ?? randomUUID(),
    created_at: now,
    updated_at: now,
    state: 'staged',
    area,
    kind,
    name,
    ...content,
  };
}

export interface FileToStore {
  row: Insertable<FileTable>;
  /** Writes the parts of the file to the store. */
  putAll: (uuid: string) => Promise<void>[];
}

/** Stores one file as `stageAll` does. */
export async function stage(deps: FileDeps, file: FileToStore): Promise<FileRow> {
  const [staged] = await stageAll(deps, [file]);
  return staged as FileRow;
}

/**
 * Inserts the rows before the bytes: bytes without a row would look orphaned. Waits for every write, so that
 * none ends after its file was discarded. Nothing of `files` remains if one of them fails.
 */
export async function stageAll(deps: FileDeps, files: readonly FileToStore[]): Promise<FileRow[]> {
  const { standIns } = deps;
  if (standIns) return Promise.all(files.map(({ row }) => standIns.add(row)));
  const staged = await deps.write(
    null,
    async ({ trx }) => {
      const rows: FileRow[] = [];
      for (const { row } of files)
        rows.push(await trx.insertInto('files').values(row).returningAll().executeTakeFirstOrThrow());
      return rows;
    },
    { content: false },
  );
  for (const file of staged)
    discardLater(file.id, () =>
      discardStaged(deps, file).catch((error: unknown) => {
        // The sweep deletes it later.
        deps.log.warn({ err: error, file: file.uuid }, 'staged file not discarded');
      }),
    );
  const puts = await Promise.allSettled(files.flatMap(({ row, putAll }) => putAll(row.uuid)));
  const failed = puts.find((put) => put.status === 'rejected');
  if (!failed) return staged;
  for (const file of staged) await discardStaged(deps, file);
  if (blocksWrites(failed.reason)) throw failed.reason;
  throw new Failure('unavailable', STORE_UNAVAILABLE, { cause: failed.reason, retryAfter: 5 });
}
