import { z } from 'zod';
import { defineSingleRecord } from '../../records/define/defineSingleRecord.ts';
import { computedField, fileField } from '../../records/define/fields.ts';
import { data, endpoint } from '../../shared/endpoint.ts';
import {
  namesOf,
  type Playback,
  playbackAdvice,
  type VideoFormat,
  videoFormatNames,
} from '../../shared/video/videoFormat.ts';

/** The format of the file, and where it plays. */
interface Examined {
  format: VideoFormat | null;
  playback: Playback;
}

export const videoRecord = defineSingleRecord({
  table: 'videos',
  path: 'videos',
  area: 'videos',
  one: 'o vídeo do site',
  files: { video: { kind: 'video', required: true, multiple: false } },
  fields: {
    file_id: fileField({ label: 'Arquivo de vídeo', public: true }),
    /** False if browsers cannot play the video; the site then leaves it out. */
    playable: computedField(
      { label: 'Aparece no site' },
      z.boolean(),
      ({ playback }: Examined) => playback !== 'nowhere',
    ),
    /** False if some current browsers cannot play the video. */
    plays_everywhere: computedField(
      { label: 'Toca em qualquer aparelho', public: true },
      z.boolean(),
      ({ playback }: Examined) => playback === 'everywhere',
    ),
    /** Container and codecs; null until the video was examined. */
    format: computedField(
      { label: 'Formato' },
      videoFormatNames.nullable(),
      ({ format }: Examined) => format && namesOf(format),
    ),
    /** Says which browsers play the video and how to convert it; null if all do. */
    advice: computedField({ label: 'Conselho' }, z.string().nullable(), ({ playback, format }: Examined) =>
      playbackAdvice(playback, format),
    ),
  },
});

export type VideoInput = z.output<typeof videoRecord.input>;
export type Video = z.output<typeof videoRecord.output>;

export const publicVideo = z.object({ id: z.number() }).extend(videoRecord.publicOutput.shape);
export type PublicVideo = z.output<typeof publicVideo>;

export const getVideo = videoRecord.endpoints.read;
export const storeVideo = endpoint({ ...videoRecord.endpoints.save, summary: 'Troca o vídeo do site' });

export const siteVideo = endpoint({
  method: 'GET',
  path: '/site/video',
  summary: 'Vídeo do site',
  answers: { 200: data(publicVideo), 204: null },
  cached: true,
});
