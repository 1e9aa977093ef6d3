import { z } from 'zod';
import { documentFile } from '../../contract/document.ts';
import { data, endpoint, multipart, written } from '../../contract/endpoint.ts';
import { seenVersion } from '../../contract/fields.ts';

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

export const getVideo = endpoint({
  method: 'GET',
  path: '/admin/videos',
  summary: 'Mostra o vídeo do site',
  needs: 'videos.read',
  answers: { 200: data(video), 204: null },
});

export const storeVideo = endpoint({
  method: 'POST',
  path: '/admin/videos/store',
  summary: 'Troca o vídeo do site',
  needs: 'videos.write',
  body: multipart(videoInput, { video: { kind: 'video', required: true, multiple: false } }),
  answers: { 200: written, 201: written },
});

export const siteVideo = endpoint({
  method: 'GET',
  path: '/site/video',
  summary: 'Vídeo do site',
  answers: { 200: data(publicVideo), 204: null },
  cached: true,
});
