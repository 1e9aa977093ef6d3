import { z } from 'zod';
import { documentFile } from '../../contract/document.ts';
import { data, endpoint, multipart } from '../../contract/endpoint.ts';
import { seenVersion } from '../../contract/fields.ts';
import { singleEndpoints } from '../../contract/records.ts';

export const videoInput = z.object({ version: seenVersion });

export type VideoInput = z.output<typeof videoInput>;

/** Containers that browsers open. AVI, WMV, FLV, Matroska and MPEG streams are not among them. */
const PLAYED_CONTAINERS = new Set(['video/mp4', 'video/x-m4v', 'video/quicktime', 'video/webm']);

/** Returns whether browsers open videos of the media type, which comes from the content. */
export const isPlayable = (type: string) => PLAYED_CONTAINERS.has(type);

export const UNPLAYABLE =
  'Os navegadores não tocam este formato. Converta para MP4 (H.264), por exemplo com o HandBrake, e envie de novo.';

export const video = z.object({
  id: z.number(),
  uuid: z.string(),
  file: documentFile,
  /** False where browsers cannot play it; the site then leaves it out. */
  playable: z.boolean(),
  version: z.number(),
  updated_at: z.string(),
});

export type Video = z.output<typeof video>;

export const publicVideo = video.pick({ id: true, file: true });
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
