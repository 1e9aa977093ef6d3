import { namesOf, playbackAdvice, playbackOfFile } from '../../contract/videoFormat.ts';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import { currentSingle, type RecordDraft, saveDraft } from '../../platform/database/drafts.ts';
import { declareComposition } from '../../platform/database/history.ts';
import { lockOrder } from '../../platform/database/order.ts';
import { findSingle } from '../../platform/database/records.ts';
import type { RecordColumns } from '../../platform/database/tables.ts';
import { isNotDeleted, isPublished } from '../../platform/database/visibility.ts';
import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import type { ReceivedFile } from '../../platform/files/receive.ts';
import {
  claimFile,
  type FileDeps,
  filesById,
  presentDocument,
  storeFile,
  videoFormatOf,
} from '../../records/server/files/file.service.ts';
import type { PublicVideo, Video, VideoInput } from './video.contract.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    videos: VideoTable;
  }
}

export interface VideoTable extends RecordColumns {
  file_id: number;
}

declareComposition('videos', { single: true });

type Reading = Pick<Deps, 'db' | 'mediaUrl'>;

/** Returns the video of the site, or null before the first upload. */
export async function findVideo(deps: Reading, isThere = isNotDeleted): Promise<Video | null> {
  const row = await findSingle(deps.db, 'videos', isThere);
  const file = row && (await filesById(deps.db, [row.file_id])).get(row.file_id);
  if (!file) return null;
  const { id, uuid, version, updated_at } = row;
  const format = videoFormatOf(file);
  const playback = playbackOfFile(file.type, format);
  return {
    ...{ id, uuid, version, updated_at },
    file: presentDocument(deps, file),
    playable: playback !== 'nowhere',
    plays_everywhere: playback === 'everywhere',
    format: format && namesOf(format),
    advice: playbackAdvice(playback, format),
  };
}

type ReceivedVideo = Pick<ReceivedFile, 'type' | 'video'>;

export async function draftVideo(
  db: DbOrTransaction,
  { version: seen }: VideoInput,
  { type, video }: ReceivedVideo,
): Promise<RecordDraft<'videos'>> {
  const before = await currentSingle(db, 'videos', seen);
  const playback = playbackOfFile(type, video);
  const outcome =
    playback === 'nowhere'
      ? 'O vídeo foi guardado, mas não aparece na página do cinema.'
      : 'Já aparece na página do cinema.';
  const message = [outcome, playbackAdvice(playback, video)].filter(Boolean).join(' ');
  return { table: 'videos', before, values: {}, message };
}

export async function storeVideo(deps: FileDeps, actor: Actor, input: VideoInput, received: ReceivedFile) {
  // Checks the version before the file is stored; the transaction checks it again.
  await draftVideo(deps.db, input, received);
  const file = await storeFile(deps, received, 'public');
  return deps.write(actor, async (work) => {
    // Serializes concurrent first saves, so that only one creates the record.
    await lockOrder(work.trx, 'videos');
    await claimFile(deps, work, file);
    const draft = await draftVideo(work.trx, input, received);
    const { uuid, version } = await saveDraft(work, { ...draft, values: { file_id: file.id } });
    return { created: draft.before === null, data: { message: draft.message, uuid, version } };
  });
}

export async function publicVideo(deps: Reading): Promise<PublicVideo | null> {
  const video = await findVideo(deps, isPublished);
  if (!video?.playable) return null;
  return { id: video.id, file: video.file, plays_everywhere: video.plays_everywhere };
}
