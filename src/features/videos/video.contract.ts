import { z } from 'zod';
import { documentFile } from '../../contract/document.ts';
import { data, endpoint, multipart } from '../../contract/endpoint.ts';
import { seenVersion } from '../../contract/fields.ts';
import { singleEndpoints } from '../../contract/records.ts';

export const videoInput = z.object({ version: seenVersion });

export type VideoInput = z.output<typeof videoInput>;

export const video = z.object({
  id: z.number(),
  uuid: z.string(),
  file: documentFile,
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
