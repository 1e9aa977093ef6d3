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
import { fourCc, waveFormat } from './videoWindowsMedia.ts';

// WebM and Matroska: RFC 8794 and RFC 9559.

export const EBML = '1a45dfa3';

const SEGMENT = '18538067';

const CLUSTER = '1f43b675';

const TRACKS = '1654ae6b';

const MATROSKA_CODECS: Record<string, string | undefined> = {
  V_VP8: 'vp8',
  V_VP9: 'vp9',
  V_AV1: 'av1',
  'V_MPEG4/ISO/AVC': 'h264',
  'V_MPEGH/ISO/HEVC': 'hevc',
  'V_MPEGI/ISO/VVC': 'vvc',
  'V_MPEG4/ISO/SP': 'mpeg4',
  'V_MPEG4/ISO/ASP': 'mpeg4',
  'V_MPEG4/ISO/AP': 'mpeg4',
  'V_MPEG4/MS/V3': 'msmpeg4',
  V_MPEG1: 'mpeg1',
  V_MPEG2: 'mpeg2',
  V_THEORA: 'theora',
  V_PRORES: 'prores',
  V_MJPEG: 'mjpeg',
  A_OPUS: 'opus',
  A_VORBIS: 'vorbis',
  A_FLAC: 'flac',
  A_AC3: 'ac3',
  A_EAC3: 'eac3',
  A_DTS: 'dts',
  A_ALAC: 'alac',
  'A_MPEG/L3': 'mp3',
  'A_MPEG/L2': 'mp2',
};

/** Reads an EBML number, whose first set bit gives its width. `isVacancyOpen`: all other bits are set (unknown length). */
export function readVint(
  bytes: Uint8Array,
  at: number,
): { value: number; width: number; isOpen: boolean } | null {
  const first = bytes[at] ?? 0;
  const width = Math.clz32(first) - 23;
  if (first === 0 || bytes.length < at + width) return null;
  const mask = (1 << (8 - width)) - 1;
  let value = first & mask;
  let isOpen = value === mask;
  for (const byte of bytes.subarray(at + 1, at + width)) {
    value = value * 256 + byte;
    isOpen &&= byte === 255;
  }
  return { value, width, isOpen };
}

async function* ebmlElements(file: Cursor, { start, end }: Span): AsyncGenerator<Part> {
  for (let at = start; at + 2 <= end; ) {
    file.count();
    const head = await file.bytes(at, 12);
    const id = readVint(head.array, 0);
    const length = id && id.width <= 4 ? readVint(head.array, id.width) : null;
    if (!id || !length) return;
    const name = head.hex(0, id.width);
    const content = at + id.width + length.width;
    // Recorders leave the length of a segment open, and a file that was cut off is shorter than it.
    const isSegment = name === SEGMENT;
    if (!isSegment && (length.isOpen || length.value > end - content)) return;
    const last = isSegment && (length.isOpen || length.value > end - content) ? end : content + length.value;
    yield { id: name, start: content, end: last };
    at = last;
  }
}

const ebmlText = async (file: Cursor, { start, end }: Part) =>
  (await file.bytes(start, Math.min(end - start, 64))).text(0, 64).replace(/\0.*$/s, '');

async function ebmlNumber(file: Cursor, { start, end }: Part): Promise<number> {
  const bytes = await file.bytes(start, Math.min(end - start, 8));
  return bytes.array.reduce((value, byte) => value * 256 + byte, 0);
}

export const matroska: Reader = {
  isContainer: (head) => head.hex(0, 4) === EBML,
  async containerOf(file) {
    const docType = await find(file, ebmlElements, whole(file), EBML, '4282');
    return docType && (await ebmlText(file, docType)) === 'webm' ? 'webm' : 'matroska';
  },
  async readTracks(file) {
    const segment = await find(file, ebmlElements, whole(file), SEGMENT);
    const list = segment && (await trackList(file, segment));
    if (!list) return UNREADABLE;
    const tracks: Track[] = [];
    for await (const entry of ebmlElements(file, list)) {
      const track = entry.id === 'ae' && tracks.length < MAX_TRACKS && (await matroskaTrack(file, entry));
      if (track) tracks.push(track);
    }
    return choose(tracks);
  },
};

/** Returns the list of tracks. If it follows all clusters, a seek head gives its position. */
async function trackList(file: Cursor, segment: Part): Promise<Part | null> {
  let position: number | null = null;
  for await (const element of ebmlElements(file, segment)) {
    if (element.id === TRACKS) return element;
    if (element.id === '114d9b74') position ??= await tracksPosition(file, element);
    if (element.id === CLUSTER && position !== null) break;
  }
  if (position === null) return null;
  const sought = await ebmlElements(file, { start: segment.start + position, end: segment.end }).next();
  return sought.value?.id === TRACKS ? sought.value : null;
}

async function tracksPosition(file: Cursor, seekHead: Part): Promise<number | null> {
  for await (const seek of ebmlElements(file, seekHead)) {
    const id = await find(file, ebmlElements, seek, '53ab');
    const position = await find(file, ebmlElements, seek, '53ac');
    if (id && position && (await file.bytes(id.start, id.end - id.start)).hex(0, 4) === TRACKS)
      return ebmlNumber(file, position);
  }
  return null;
}

async function matroskaTrack(file: Cursor, entry: Part): Promise<Track | null> {
  const type = await find(file, ebmlElements, entry, '83');
  const number = type && (await ebmlNumber(file, type));
  if (number !== 1 && number !== 2) return null;
  const kind = number === 1 ? 'video' : 'audio';
  const enabled = await find(file, ebmlElements, entry, 'b9');
  const isEnabled = enabled === null || (await ebmlNumber(file, enabled)) !== 0;
  // ContentEncodings, ContentEncoding, ContentEncryption.
  if (await find(file, ebmlElements, entry, '6d80', '6240', '5035'))
    return { kind, isEnabled, codec: 'encrypted' };
  const id = await find(file, ebmlElements, entry, '86');
  const codec = id ? await matroskaCodec(file, entry, await ebmlText(file, id)) : 'unreadable';
  return { kind, isEnabled, codec };
}

async function matroskaCodec(file: Cursor, entry: Part, id: string): Promise<string> {
  if (id.startsWith('A_AAC')) return 'aac';
  if (id.startsWith('A_PCM')) return 'pcm';
  const known = MATROSKA_CODECS[id];
  if (known || !/^(V_MS\/VFW|A_MS\/ACM)/.test(id)) return known ?? (id || 'unreadable');
  const header = await find(file, ebmlElements, entry, '63a2');
  if (!header) return 'unreadable';
  const bytes = await file.bytes(header.start, Math.min(header.end - header.start, 40));
  return id.startsWith('V') ? fourCc(bytes.text(16, 4)) : waveFormat(bytes.u16le(0));
}
