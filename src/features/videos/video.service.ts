import type { DbOrTransaction } from '../../platform/database/database.ts';
import { currentSingle, type Draft, saveDraft } from '../../platform/database/drafts.ts';
import { composeOf } from '../../platform/database/history.ts';
import { inOffice, live } from '../../platform/database/live.ts';
import { lockOrder } from '../../platform/database/order.ts';
import { findSingle } from '../../platform/database/records.ts';
import type { RecordColumns } from '../../platform/database/tables.ts';
import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import type { ReceivedFile } from '../../platform/files/receive.ts';
import { claimFile, type FileDeps, findDocument, storeFile } from '../files/file.service.ts';
import { isPlayable, type PublicVideo, UNPLAYABLE, type Video, type VideoInput } from './video.contract.ts';

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
  return { id, uuid, file, playable: isPlayable(file.type), version, updated_at };
}

export async function draftVideo(
  db: DbOrTransaction,
  { version: seen }: VideoInput,
  type: string,
): Promise<Draft<'videos'>> {
  const before = await currentSingle(db, 'videos', seen);
  const message = isPlayable(type)
    ? 'Já aparece na página do cinema.'
    : `O vídeo foi guardado, mas não aparece na página do cinema. ${UNPLAYABLE}`;
  return { table: 'videos', before, values: {}, message };
}

export async function storeVideo(deps: FileDeps, actor: Actor, input: VideoInput, received: ReceivedFile) {
  // Before anything is stored; the transaction looks again.
  await draftVideo(deps.db, input, received.type);
  const file = await storeFile(deps, received, 'public');
  return deps.write(actor, async (work) => {
    // Two first ones at once must not make two records.
    await lockOrder(work.trx, 'videos');
    await claimFile(deps, work, file);
    const draft = await draftVideo(work.trx, input, received.type);
    const { uuid, version } = await saveDraft(work, { ...draft, values: { file_id: file.id } });
    return { created: draft.before === null, data: { message: draft.message, uuid, version } };
  });
}

export async function publicVideo(deps: Reading): Promise<PublicVideo | null> {
  const video = await findVideo(deps, live);
  return video?.playable ? { id: video.id, file: video.file } : null;
}
