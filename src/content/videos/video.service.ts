import type { Deps } from '../../platform/deps.ts';
import type { ReceivedFile } from '../../platform/files/receive.ts';
import type { PlannedCall } from '../../platform/publication.ts';
import {
  claimFile,
  filesById,
  presentDocument,
  storeFile,
  videoFormatOf,
} from '../../records/server/files/file.service.ts';
import type { SaveDeps } from '../../records/server/files/recordPictures.ts';
import { isPublished } from '../../records/server/publication/visibility.ts';
import type { TableOf } from '../../records/server/recordService.ts';
import { type Reading, singleService } from '../../records/server/singleService.ts';
import type { RecordDraft } from '../../records/server/store/drafts.ts';
import { playbackAdvice, playbackOfFile } from '../../shared/video/videoFormat.ts';
import { type PublicVideo, type VideoInput, videoRecord } from './video.contract.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    videos: VideoTable;
  }
}

export interface VideoTable extends TableOf<typeof videoRecord> {}

type Reader = Pick<Deps, 'db' | 'mediaUrl'>;

const MESSAGE = 'Já aparece na página do cinema.';

export const videoService = singleService(videoRecord, {
  message: MESSAGE,
  async complete(deps: Reader, row) {
    const file = (await filesById(deps.db, [row.file_id])).get(row.file_id);
    if (!file) return null;
    const format = videoFormatOf(file);
    return { ...row, file: presentDocument(deps, file), format, playback: playbackOfFile(file.type, format) };
  },
});

type ReceivedVideo = Pick<ReceivedFile, 'type' | 'video'>;

export async function draftVideo(
  deps: Reading,
  input: VideoInput,
  { type, video }: ReceivedVideo,
): Promise<RecordDraft<'videos'>> {
  const playback = playbackOfFile(type, video);
  const outcome =
    playback === 'nowhere' ? 'O vídeo foi guardado, mas não aparece na página do cinema.' : MESSAGE;
  const message = [outcome, playbackAdvice(playback, video)].filter(Boolean).join(' ');
  return { ...(await videoService.draft(deps, input)), message };
}

export async function storeVideo(
  deps: SaveDeps,
  call: PlannedCall,
  input: VideoInput,
  received: ReceivedFile,
) {
  // Checks the version before the file is stored; the transaction checks it again.
  await draftVideo(deps, input, received);
  const file = await storeFile(deps, received, 'public');
  return videoService.saveWith(deps, call, async (work) => {
    await claimFile(deps, work, file);
    return { ...(await draftVideo({ db: work.trx }, input, received)), values: { file_id: file.id } };
  });
}

/** Returns the published video, or null if browsers cannot play it. */
export async function publicVideo(deps: Reader): Promise<PublicVideo | null> {
  const video = await videoService.find(deps, isPublished);
  if (!video?.playable) return null;
  return { id: video.id, file: video.file, plays_everywhere: video.plays_everywhere };
}
