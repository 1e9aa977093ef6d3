import { randomUUID } from 'node:crypto';
import { composeOf } from '../../platform/database/history.ts';
import { inOffice, live } from '../../platform/database/live.ts';
import { lockOrder } from '../../platform/database/order.ts';
import { ensureCurrent, findSingle, insertRecord, updateRecord } from '../../platform/database/records.ts';
import type { RecordColumns } from '../../platform/database/tables.ts';
import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import type { ReceivedFile } from '../../platform/files/receive.ts';
import { claimFile, type FileDeps, findDocument, storeFile } from '../files/file.service.ts';
import type { PublicVideo, Video, VideoInput } from './video.contract.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    videos: VideoTable;
  }
}

export interface VideoTable extends RecordColumns {
  file_id: number;
}

composeOf('videos', { single: true });

type Reading = Pick<Deps, 'db' | 'mediaUrl'>;

/** The site's one video; null when none was sent yet. */
export async function findVideo(deps: Reading, isThere = inOffice): Promise<Video | null> {
  const row = await findSingle(deps.db, 'videos', isThere);
  const file = row && (await findDocument(deps, row.file_id));
  if (!file) return null;
  const { id, uuid, version, updated_at } = row;
  return { id, uuid, file, version, updated_at };
}

/** `created` says whether there was none before. */
export async function storeVideo(
  deps: FileDeps,
  actor: Actor,
  { version: seen }: VideoInput,
  received: ReceivedFile,
) {
  // Before anything is stored; the transaction looks again.
  const current = await findSingle(deps.db, 'videos');
  if (current) await ensureCurrent(deps.db, 'videos', current, seen);
  const file = await storeFile(deps, received, 'public');
  return deps.write(actor, async (work) => {
    // Two first ones at once must not make two records.
    await lockOrder(work.trx, 'videos');
    const before = await findSingle(work.trx, 'videos');
    const uuid = before?.uuid ?? randomUUID();
    await claimFile(deps, work, file);
    if (before) await ensureCurrent(work.trx, 'videos', before, seen);
    const { version } = before
      ? await updateRecord(work, 'videos', before, { file_id: file.id })
      : await insertRecord(work, 'videos', { uuid, file_id: file.id });
    const data = { message: 'Já aparece na página do cinema.', uuid, version };
    return { created: before === null, data };
  });
}

export async function publicVideo(deps: Reading): Promise<PublicVideo | null> {
  const video = await findVideo(deps, live);
  return video && { id: video.id, file: video.file };
}
