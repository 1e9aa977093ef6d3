import { z } from 'zod';

/** Container and codecs of a video, read from its bytes by `readVideoFormat`. */
export interface VideoFormat {
  container: VideoContainer;
  /** Key of `VIDEO_CODECS`, or the code in the file; null without a picture, `unreadable` if the codec is unknown. */
  video: string | null;
  /** Key of `AUDIO_CODECS`, or the code in the file; null without recognizable sound. */
  audio: string | null;
  /** H.264 only: `profile_idc` of ITU-T H.264 Annex A. */
  profile?: number;
}

const CONTAINERS = {
  mp4: 'MP4',
  m4v: 'M4V',
  mov: 'MOV',
  '3gp': '3GP',
  webm: 'WebM',
  matroska: 'Matroska (MKV)',
  avi: 'AVI',
  asf: 'WMV',
  flv: 'FLV',
  mpeg: 'MPEG',
  mpegts: 'MPEG-TS',
  ogg: 'Ogg',
  other: 'formato desconhecido',
};

export type VideoContainer = keyof typeof CONTAINERS;

/** Returns whether a description that a browser sent names a known container. */
export const isVideoFormat = (format: { container: string }): format is VideoFormat =>
  Object.hasOwn(CONTAINERS, format.container);

const VIDEO_CODECS: Record<string, string | undefined> = {
  h264: 'H.264',
  hevc: 'HEVC',
  vvc: 'VVC',
  vp6: 'VP6',
  vp8: 'VP8',
  vp9: 'VP9',
  av1: 'AV1',
  mpeg1: 'MPEG-1',
  mpeg2: 'MPEG-2',
  mpeg4: 'MPEG-4 Parte 2',
  msmpeg4: 'MS-MPEG-4',
  h263: 'H.263',
  sorenson: 'Sorenson',
  wmv: 'Windows Media Video',
  vc1: 'VC-1',
  mjpeg: 'Motion JPEG',
  prores: 'ProRes',
  dnxhd: 'DNxHD',
  dv: 'DV',
  theora: 'Theora',
  animation: 'Animation',
  png: 'PNG',
  dolbyvision: 'Dolby Vision',
  encrypted: 'imagem protegida',
  unreadable: 'imagem em formato desconhecido',
};

const AUDIO_CODECS: Record<string, string | undefined> = {
  aac: 'AAC',
  mp3: 'MP3',
  mp2: 'MP2',
  opus: 'Opus',
  vorbis: 'Vorbis',
  flac: 'FLAC',
  ac3: 'AC-3',
  eac3: 'E-AC-3',
  alac: 'ALAC',
  dts: 'DTS',
  pcm: 'PCM',
  amr: 'AMR',
  wma: 'WMA',
  encrypted: 'som protegido',
};

/** Codecs that browsers play in each container. Other containers play nowhere. */
const PLAYED: Partial<Record<VideoContainer, string[]>> = {
  mp4: ['h264', 'hevc', 'vp9', 'av1'],
  m4v: ['h264', 'hevc', 'vp9', 'av1'],
  mov: ['h264', 'hevc', 'vp9', 'av1'],
  webm: ['vp8', 'vp9', 'av1'],
};

const PLAYED_AUDIO = new Set<string | null>([null, 'aac', 'mp3', 'opus', 'vorbis', 'flac']);

/** High 10, High 4:2:2 and High 4:4:4, which cameras and editors write: few browsers decode them. */
const RARE_H264_PROFILES: Record<number, string | undefined> = {
  110: 'de 10 bits',
  122: '4:2:2',
  244: '4:4:4',
};

/** Share of the current browsers that play a video. */
export type Playback = 'everywhere' | 'partly' | 'nowhere';

export function playbackOf({ container, video, audio, profile = 0 }: VideoFormat): Playback {
  if (video === null || !PLAYED[container]?.includes(video)) return 'nowhere';
  const isRare = video === 'hevc' || RARE_H264_PROFILES[profile] !== undefined;
  return isRare || !PLAYED_AUDIO.has(audio) ? 'partly' : 'everywhere';
}

/** Media types of containers that browsers open: all that is known of a video before it was examined. */
const PLAYED_TYPES = new Set(['video/mp4', 'video/x-m4v', 'video/quicktime', 'video/webm']);

/** Returns the playback of a stored or received video. Videos without a known format are judged by their media type. */
export const playbackOfFile = (type: string, format: VideoFormat | null | undefined): Playback => {
  if (format) return playbackOf(format);
  return PLAYED_TYPES.has(type) ? 'everywhere' : 'nowhere';
};

/** Display names of container and codecs, as sent in responses. */
export const videoFormatNames = z.object({
  container: z.string(),
  video: z.string().nullable(),
  audio: z.string().nullable(),
});

export type VideoFormatNames = z.output<typeof videoFormatNames>;

export function namesOf({ container, video, audio, profile = 0 }: VideoFormat): VideoFormatNames {
  const rare = RARE_H264_PROFILES[profile];
  return {
    container: CONTAINERS[container],
    video: video && [VIDEO_CODECS[video] ?? video, ...(rare ? [rare] : [])].join(' '),
    audio: audio && (AUDIO_CODECS[audio] ?? audio),
  };
}

/** Returns «MP4 com H.264 e AAC», or «MP4 só com som (AAC)». */
export function formatText({ container, video, audio }: VideoFormatNames): string {
  if (video === null) return `${container} só com som${audio ? ` (${audio})` : ''}`;
  return `${container} com ${[video, audio].filter((name) => name !== null).join(' e ')}`;
}

const CONVERT = 'Converta para MP4 (H.264 e AAC), por exemplo com o HandBrake, e envie de novo.';

/** Returns which browsers play a video and how to convert it; null if all play it. */
export function playbackAdvice(playback: Playback, format: VideoFormat | null | undefined): string | null {
  if (playback === 'everywhere') return null;
  if (format?.video === null)
    return 'Este arquivo só tem som. Envie um vídeo, de preferência MP4 (H.264 e AAC).';
  const told = format ? formatText(namesOf(format)) : '';
  if (playback === 'nowhere') return `Os navegadores não tocam ${told || 'este formato'}. ${CONVERT}`;
  return `Nem todo aparelho toca ${told}. ${CONVERT}`;
}
