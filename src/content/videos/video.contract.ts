import { z } from 'zod';
import { documentFile } from '../../contract/document.ts';
import { data, endpoint, multipart } from '../../contract/endpoint.ts';
import { expectedVersion } from '../../contract/fields.ts';
import { singleEndpoints } from '../../contract/records.ts';
import { videoFormatNames } from '../../contract/videoFormat.ts';

export const videoInput = z.object({ version: expectedVersion });

export type VideoInput = z.output<typeof videoInput>;

export const video = z.object({
  id: z.number(),
  uuid: z.string(),
  file: documentFile,
  /** False if browsers cannot play the video; the site then leaves it out. */
  playable: z.boolean(),
  /** False if some current browsers cannot play the video. */
  plays_everywhere: z.boolean(),
  /** Container and codecs; null until the video was examined. */
  format: videoFormatNames.nullable(),
  /** Says which browsers play the video and how to convert it; null if all do. */
  advice: z.string().nullable(),
  version: z.number(),
  updated_at: z.string(),
});

export type Video = z.output<typeof video>;

export const publicVideo = video.pick({ id: true, file: true, plays_everywhere: true });
export type PublicVideo = z.output<typeof publicVideo>;

const calls = singleEndpoints({
  table: 'videos',
  path: 'videos',
  area: 'videos',
  one: 'o vídeo do site',
  record: video,
  body: multipart(videoInput, { video: { kind: 'video', required: true, multiple: false } }),
});
export const getVideo = calls.read;
export const storeVideo = endpoint({ ...calls.save, summary: 'Troca o vídeo do site' });

export const siteVideo = endpoint({
  method: 'GET',
  path: '/site/video',
  summary: 'Vídeo do site',
  answers: { 200: data(publicVideo), 204: null },
  cached: true,
});
