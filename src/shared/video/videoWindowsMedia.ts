import {
  type Cursor,
  choose,
  find,
  MAX_TRACKS,
  type Part,
  type Reader,
  type Span,
  type Track,
  UNREADABLE,
  whole,
} from './videoBytes.ts';

// Codes of AVI and Windows Media, in Matroska and QuickTime too.

const FOURCCS: [RegExp, string][] = [
  [/^(xvid|divx|dx50|fmp4|mp4v|mp4s|3iv2|m4s2)$/i, 'mpeg4'],
  [/^(mp4[123]|mpg4|div[3-6])$/i, 'msmpeg4'],
  [/^(h264|x264|avc1|davc)$/i, 'h264'],
  [/^(hevc|h265|x265|hvc1|hev1)$/i, 'hevc'],
  [/^av01$/i, 'av1'],
  [/^vp8[01 ]$/i, 'vp8'],
  [/^vp9[01 ]$/i, 'vp9'],
  [/^(vp6[012f]|flv4)$/i, 'vp6'],
  [/^wmv[123a]$/i, 'wmv'],
  [/^(wvc1|wvp2)$/i, 'vc1'],
  [/^(mjpg|avrn|dmb1)$/i, 'mjpeg'],
  [/^(mpg1|mpeg)$/i, 'mpeg1'],
  [/^mpg2$/i, 'mpeg2'],
  [/^(dvsd|dv25|dv50|dvhd|dvsl)$/i, 'dv'],
  [/^(i263|u263|h263|flv1)$/i, 'h263'],
];

export const fourCc = (code: string) =>
  FOURCCS.find(([pattern]) => pattern.test(code))?.[1] ?? (code.trim() || 'unreadable');

/** `wFormatTag` of WAVEFORMATEX. */
const WAVE_FORMATS: Record<number, string | undefined> = {
  1: 'pcm',
  3: 'pcm',
  80: 'mp2',
  85: 'mp3',
  255: 'aac',
  352: 'wma',
  353: 'wma',
  354: 'wma',
  355: 'wma',
  5648: 'aac',
  8192: 'ac3',
  8193: 'dts',
};

export const waveFormat = (tag: number) => WAVE_FORMATS[tag] ?? `0x${tag.toString(16).padStart(4, '0')}`;

// AVI: chunks of RIFF.

async function* chunks(file: Cursor, { start, end }: Span): AsyncGenerator<Part> {
  for (let at = start; at + 8 <= end; ) {
    file.count();
    const head = await file.bytes(at, 12);
    const length = head.u32le(4);
    const isList = head.text(0, 4) === 'LIST';
    if (length > end - at - 8 || (isList && length < 4)) return;
    yield {
      id: isList ? head.text(8, 4) : head.text(0, 4),
      start: at + (isList ? 12 : 8),
      end: at + 8 + length,
    };
    at += 8 + length + (length % 2);
  }
}

export const avi: Reader = {
  isContainer: (head) => head.text(0, 4) === 'RIFF' && head.text(8, 4) === 'AVI ',
  containerOf: () => 'avi',
  async readTracks(file) {
    const list = await find(file, chunks, { start: 12, end: file.size }, 'hdrl');
    if (!list) return UNREADABLE;
    const tracks: Track[] = [];
    for await (const stream of chunks(file, list)) {
      const header = stream.id === 'strl' ? await find(file, chunks, stream, 'strh') : null;
      const format = header && (await find(file, chunks, stream, 'strf'));
      if (!header || !format || tracks.length === MAX_TRACKS) continue;
      const type = (await file.bytes(header.start, 4)).text(0, 4);
      const bytes = await file.bytes(format.start, 20);
      if (type === 'vids') tracks.push({ kind: 'video', isEnabled: true, codec: fourCc(bytes.text(16, 4)) });
      if (type === 'auds') tracks.push({ kind: 'audio', isEnabled: true, codec: waveFormat(bytes.u16le(0)) });
    }
    return choose(tracks);
  },
};

// WMV: objects of the Advanced Systems Format.

const ASF_HEADER = '3026b2758e66cf11a6d900aa0062ce6c';

const ASF_STREAM = '9107dcb7b7a9cf118ee600c00c205365';

const ASF_VIDEO = 'c0ef19bc4d5bcf11a8fd00805f5c442b';

const ASF_AUDIO = '409e69f84d5bcf11a8fd00805f5c442b';

async function* asfObjects(file: Cursor, { start, end }: Span): AsyncGenerator<Part> {
  for (let at = start; at + 24 <= end; ) {
    file.count();
    const head = await file.bytes(at, 24);
    const length = head.u64le(16);
    if (length < 24 || length > end - at) return;
    yield { id: head.hex(0, 16), start: at + 24, end: at + length };
    at += length;
  }
}

export const asf: Reader = {
  isContainer: (head) => head.hex(0, 16) === ASF_HEADER,
  containerOf: () => 'asf',
  async readTracks(file) {
    const header = await find(file, asfObjects, whole(file), ASF_HEADER);
    if (!header) return UNREADABLE;
    const tracks: Track[] = [];
    for await (const stream of asfObjects(file, { start: header.start + 6, end: header.end })) {
      if (stream.id !== ASF_STREAM || tracks.length === MAX_TRACKS) continue;
      const bytes = await file.bytes(stream.start, 128);
      const type = bytes.hex(0, 16);
      // 54 bytes of the stream, then 11 of the picture's size before its BITMAPINFOHEADER.
      if (type === ASF_VIDEO)
        tracks.push({ kind: 'video', isEnabled: true, codec: fourCc(bytes.text(81, 4)) });
      if (type === ASF_AUDIO)
        tracks.push({ kind: 'audio', isEnabled: true, codec: waveFormat(bytes.u16le(54)) });
    }
    return choose(tracks);
  },
};
