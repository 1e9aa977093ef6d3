import type { VideoContainer, VideoFormat } from './videoFormat.ts';

/** A file that is read in parts: on disk, in an object store, or chosen in a browser. */
export interface VideoSource {
  size: number;
  /** Returns up to `length` bytes from `start`; fewer only at the end of the file. */
  read(start: number, length: number): Promise<Uint8Array>;
}

/** Reads a file that was chosen in a browser. */
export const blobSource = (blob: Blob): VideoSource => ({
  size: blob.size,
  read: async (start, length) => new Uint8Array(await blob.slice(start, start + length).arrayBuffer()),
});

const BLOCK = 64 * 1024;
const CACHED_BLOCKS = 4;
/** 8 MB. A film of hours needs a few blocks, because its samples and its tables are skipped. */
const MAX_BLOCKS = 128;
const MAX_ELEMENTS = 10_000;
const MAX_TRACKS = 64;

/** Thrown if a file would need more reads than any valid video. */
class OutOfBudget extends Error {}

/**
 * Reads container and codecs of a video. The amount that it reads is bounded even if the file has false lengths: each
 * length is checked against its parent and the file, and only elements on known paths are entered.
 */
export async function readVideoFormat(source: VideoSource): Promise<VideoFormat> {
  const file = new Cursor(source);
  const head = await file.bytes(0, 64);
  const reader = readers.find(({ isContainer }) => isContainer(head));
  if (!reader) return { container: 'other', video: 'unreadable', audio: null };
  let container: VideoContainer = 'other';
  try {
    container = await reader.containerOf(file, head);
    const { video, audio, profile } = await reader.readTracks(file);
    return { container, video: plain(video), audio: plain(audio), ...(profile && { profile }) };
  } catch (error) {
    if (!(error instanceof OutOfBudget)) throw error;
    return { container, video: 'unreadable', audio: null };
  }
}

/** Removes unexpected characters from a codec's code, which comes from the file and is shown to users. */
const plain = (code: string | null) =>
  code &&
  (code
    .replace(/[^\w./ -]/g, '')
    .trim()
    .slice(0, 24) ||
    'unreadable');

interface Tracks {
  video: string | null;
  audio: string | null;
  profile?: number | undefined;
}

interface Reader {
  isContainer(head: Bytes): boolean;
  containerOf(file: Cursor, head: Bytes): VideoContainer | Promise<VideoContainer>;
  readTracks(file: Cursor): Promise<Tracks>;
}

const UNREADABLE: Tracks = { video: 'unreadable', audio: null };

/** Bytes that answer 0 beyond their end. */
class Bytes {
  readonly array: Uint8Array;
  constructor(array: Uint8Array) {
    this.array = array;
  }
  get length() {
    return this.array.length;
  }
  u8(at: number): number {
    return this.array[at] ?? 0;
  }
  u16(at: number): number {
    return this.u8(at) * 256 + this.u8(at + 1);
  }
  u32(at: number): number {
    return this.u16(at) * 65_536 + this.u16(at + 2);
  }
  /** Inexact above 2^53, which no file reaches. */
  u64(at: number): number {
    return this.u32(at) * 2 ** 32 + this.u32(at + 4);
  }
  u16le(at: number): number {
    return this.u8(at) + this.u8(at + 1) * 256;
  }
  u32le(at: number): number {
    return this.u16le(at) + this.u16le(at + 2) * 65_536;
  }
  u64le(at: number): number {
    return this.u32le(at) + this.u32le(at + 4) * 2 ** 32;
  }
  text(at: number, length: number): string {
    return String.fromCharCode(...this.array.subarray(at, at + length));
  }
  hex(at: number, length: number): string {
    return Array.from(this.array.subarray(at, at + length), (byte) =>
      byte.toString(16).padStart(2, '0'),
    ).join('');
  }
  /** Returns the position of the ASCII `text`, or -1. */
  find(text: string, from = 0): number {
    for (let at = from; at + text.length <= this.length; at += 1)
      if (this.text(at, text.length) === text) return at;
    return -1;
  }
}

/** Reads a file in blocks, within the budget of one examination. */
class Cursor {
  readonly size: number;
  readonly #source: VideoSource;
  readonly #blocks = new Map<number, Uint8Array>();
  #blocksRead = 0;
  #elements = 0;

  constructor(source: VideoSource) {
    this.size = source.size;
    this.#source = source;
  }

  /** Returns up to `length` bytes from `start`, at most a block. */
  async bytes(start: number, length: number): Promise<Bytes> {
    const end = Math.min(start + Math.min(length, BLOCK), this.size);
    if (!(start >= 0 && start < end)) return new Bytes(new Uint8Array(0));
    const joined = new Uint8Array(end - start);
    for (let index = Math.floor(start / BLOCK); index * BLOCK < end; index += 1) {
      const block = await this.#block(index);
      const from = Math.max(start - index * BLOCK, 0);
      joined.set(block.subarray(from, end - index * BLOCK), Math.max(index * BLOCK - start, 0));
    }
    return new Bytes(joined);
  }

  /** Counts a visited element against the budget. */
  count(): void {
    this.#elements += 1;
    if (this.#elements > MAX_ELEMENTS) throw new OutOfBudget();
  }

  async #block(index: number): Promise<Uint8Array> {
    const cached = this.#blocks.get(index);
    if (cached) return cached;
    this.#blocksRead += 1;
    if (this.#blocksRead > MAX_BLOCKS) throw new OutOfBudget();
    const start = index * BLOCK;
    const block = await this.#source.read(start, Math.min(BLOCK, this.size - start));
    if (this.#blocks.size === CACHED_BLOCKS) this.#blocks.delete(this.#blocks.keys().next().value as number);
    this.#blocks.set(index, block);
    return block;
  }
}

interface Span {
  start: number;
  end: number;
}

/** Content of a box, of a chunk or of an element of EBML. */
interface Part extends Span {
  id: string;
}

type Children = (file: Cursor, parent: Span) => AsyncGenerator<Part>;

const whole = (file: Cursor) => ({ start: 0, end: file.size });

/** Returns the first element on the path of `ids` below `parent`. */
async function find(file: Cursor, children: Children, parent: Span, ...ids: string[]): Promise<Part | null> {
  const [id, ...rest] = ids;
  for await (const child of children(file, parent))
    if (child.id === id) return rest.length === 0 ? child : find(file, children, child, ...rest);
  return null;
}

interface Track {
  kind: 'video' | 'audio';
  codec: string;
  isEnabled: boolean;
  profile?: number | undefined;
}

/** Chooses the tracks that browsers choose: the first enabled one of each kind. */
function choose(tracks: Track[]): Tracks {
  if (tracks.length === 0) return UNREADABLE;
  const first = (kind: Track['kind']) => {
    const own = tracks.filter((track) => track.kind === kind);
    return own.find(({ isEnabled }) => isEnabled) ?? own[0];
  };
  const video = first('video');
  return { video: video?.codec ?? null, audio: first('audio')?.codec ?? null, profile: video?.profile };
}

// ISO base media (MP4, M4V, 3GP) and QuickTime: ISO/IEC 14496-12.

const ISO_CODECS: Record<string, string | undefined> = {
  avc1: 'h264',
  avc3: 'h264',
  hvc1: 'hevc',
  hev1: 'hevc',
  dvh1: 'dolbyvision',
  dvhe: 'dolbyvision',
  dvav: 'dolbyvision',
  dva1: 'dolbyvision',
  vvc1: 'vvc',
  vvi1: 'vvc',
  av01: 'av1',
  vp08: 'vp8',
  vp09: 'vp9',
  s263: 'h263',
  h263: 'h263',
  'vc-1': 'vc1',
  jpeg: 'mjpeg',
  mjpa: 'mjpeg',
  mjpb: 'mjpeg',
  'png ': 'png',
  'rle ': 'animation',
  SVQ1: 'sorenson',
  SVQ3: 'sorenson',
  AVdn: 'dnxhd',
  AVdh: 'dnxhd',
  encv: 'encrypted',
  drmi: 'encrypted',
  enca: 'encrypted',
  drms: 'encrypted',
  'ac-3': 'ac3',
  'ec-3': 'eac3',
  Opus: 'opus',
  fLaC: 'flac',
  alac: 'alac',
  '.mp3': 'mp3',
  samr: 'amr',
  sawb: 'amr',
  sowt: 'pcm',
  twos: 'pcm',
  lpcm: 'pcm',
  in24: 'pcm',
  in32: 'pcm',
  fl32: 'pcm',
  fl64: 'pcm',
  'raw ': 'pcm',
  ipcm: 'pcm',
  dtsc: 'dts',
  dtsh: 'dts',
  dtsl: 'dts',
};

/** Families of sample entries that differ by their last letters. */
const ISO_FAMILIES: [RegExp, string][] = [
  [/^ap(c|4)/, 'prores'],
  [/^(dvc|dvp|dvh|dv5|AVd1)/, 'dv'],
  [/^(xdv|xd5|mx[345]|m2v1|hdv)/, 'mpeg2'],
];

/** `objectTypeIndication` of ISO/IEC 14496-1, registered at mp4ra.org. */
const OBJECT_TYPES: Record<number, string | undefined> = {
  32: 'mpeg4',
  33: 'h264',
  35: 'hevc',
  64: 'aac',
  96: 'mpeg2',
  97: 'mpeg2',
  98: 'mpeg2',
  99: 'mpeg2',
  100: 'mpeg2',
  101: 'mpeg2',
  102: 'aac',
  103: 'aac',
  104: 'aac',
  105: 'mp3',
  106: 'mpeg1',
  107: 'mp3',
  108: 'mjpeg',
  109: 'png',
  165: 'ac3',
  166: 'eac3',
  169: 'dts',
  173: 'opus',
  177: 'vp9',
};

async function* boxes(file: Cursor, { start, end }: Span): AsyncGenerator<Part> {
  for (let at = start; at + 8 <= end; ) {
    file.count();
    const head = await file.bytes(at, 16);
    const id = head.text(4, 4);
    const short = head.u32(0);
    const header = short === 1 ? 16 : 8;
    // Only the last box of a file may leave its length open; elsewhere, 0 ends a list.
    const length = short === 1 ? head.u64(8) : short === 0 && end === file.size ? end - at : short;
    if (length < header || length > end - at) return;
    yield { id, start: at + header, end: at + length };
    at += length;
  }
}

const isoMedia: Reader = {
  isContainer: (head) => /^(ftyp|moov|mdat|wide|free|skip|pnot)$/.test(head.text(4, 4)),
  containerOf(_, head) {
    if (head.text(4, 4) !== 'ftyp') return 'mov';
    const brand = head.text(8, 4);
    if (brand === 'qt  ') return 'mov';
    if (brand.startsWith('M4V')) return 'm4v';
    return brand.startsWith('3g') ? '3gp' : 'mp4';
  },
  async readTracks(file) {
    const moov = await find(file, boxes, whole(file), 'moov');
    if (!moov) return UNREADABLE;
    const tracks: Track[] = [];
    for await (const box of boxes(file, moov)) {
      // A compressed index of QuickTime.
      if (box.id === 'cmov') return UNREADABLE;
      const track = box.id === 'trak' && tracks.length < MAX_TRACKS && (await isoTrack(file, box));
      if (track) tracks.push(track);
    }
    return choose(tracks);
  },
};

async function isoTrack(file: Cursor, trak: Part): Promise<Track | null> {
  const mdia = await find(file, boxes, trak, 'mdia');
  const hdlr = mdia && (await find(file, boxes, mdia, 'hdlr'));
  if (!hdlr) return null;
  const handler = (await file.bytes(hdlr.start + 8, 4)).text(0, 4);
  if (handler !== 'vide' && handler !== 'soun') return null;
  const kind = handler === 'vide' ? 'video' : 'audio';
  const tkhd = await find(file, boxes, trak, 'tkhd');
  const isEnabled = tkhd === null || (await file.bytes(tkhd.start, 4)).u8(3) % 2 === 1;
  const stsd = await find(file, boxes, mdia, 'minf', 'stbl', 'stsd');
  if (!stsd) return { kind, isEnabled, codec: 'unreadable' };
  const entries = await boxes(file, { start: stsd.start + 8, end: stsd.end }).next();
  if (entries.done) return { kind, isEnabled, codec: 'unreadable' };
  const entry = entries.value;
  const content = await file.bytes(entry.start, Math.min(entry.end - entry.start, 4096));
  return { kind, isEnabled, ...sampleEntry(entry.id, content) };
}

function sampleEntry(id: string, content: Bytes): Pick<Track, 'codec' | 'profile'> {
  if (id === 'mp4v' || id === 'mp4a')
    return { codec: OBJECT_TYPES[objectTypeOf(content)] ?? (id === 'mp4v' ? 'mpeg4' : 'aac') };
  const codec = ISO_CODECS[id] ?? ISO_FAMILIES.find(([family]) => family.test(id))?.[1] ?? fourCc(id);
  const avcC = codec === 'h264' ? content.find('avcC') : -1;
  return { codec, ...(avcC >= 0 && { profile: content.u8(avcC + 5) }) };
}

/** Returns `objectTypeIndication` of the descriptors in an `esds` box; 0 if there is none. */
function objectTypeOf(content: Bytes): number {
  const esds = content.find('esds');
  if (esds < 0) return 0;
  // The box has a version, the descriptor of the stream a tag, a length of up to four bytes, an id and flags.
  let at = esds + 8;
  for (const [tag, skipped] of [
    [3, 3],
    [4, 0],
  ] as const) {
    if (content.u8(at) !== tag) return 0;
    at += 1;
    for (let byte = 0; byte < 3 && content.u8(at) >= 0x80; byte += 1) at += 1;
    at += 1 + skipped;
  }
  return content.u8(at);
}

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

const fourCc = (code: string) =>
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

const waveFormat = (tag: number) => WAVE_FORMATS[tag] ?? `0x${tag.toString(16).padStart(4, '0')}`;

// WebM and Matroska: RFC 8794 and RFC 9559.

const EBML = '1a45dfa3';
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

const matroska: Reader = {
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

const avi: Reader = {
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

const asf: Reader = {
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

// FLV

const FLV_VIDEO: Record<number, string | undefined> = {
  2: 'h263',
  4: 'vp6',
  5: 'vp6',
  7: 'h264',
  12: 'hevc',
};
const FLV_AUDIO: Record<number, string | undefined> = { 0: 'pcm', 2: 'mp3', 3: 'pcm', 10: 'aac', 14: 'mp3' };
const MAX_FLV_TAGS = 100;

const flv: Reader = {
  isContainer: (head) => head.text(0, 3) === 'FLV',
  containerOf: () => 'flv',
  async readTracks(file) {
    const found: Tracks = { video: null, audio: null };
    let at = (await file.bytes(5, 4)).u32(0) + 4;
    for (let tag = 0; tag < MAX_FLV_TAGS && at + 12 <= file.size; tag += 1) {
      const head = await file.bytes(at, 16);
      const [type, length, first] = [head.u8(0) % 32, head.u32(0) % 2 ** 24, head.u8(11)];
      // If the first bit of a picture is set, its codec follows as four letters.
      if (type === 9)
        found.video ??= first >= 128 ? fourCc(head.text(12, 4)) : (FLV_VIDEO[first % 16] ?? 'unreadable');
      if (type === 8) found.audio ??= FLV_AUDIO[first >> 4] ?? 'unreadable';
      if (found.video && found.audio) break;
      at += 11 + length + 4;
    }
    return found.video ? found : { ...found, video: 'unreadable' };
  },
};

// MPEG program and transport streams: ISO/IEC 13818-1. Only their beginning is read.

const STREAM_TYPES: Record<number, [Track['kind'], string] | undefined> = {
  1: ['video', 'mpeg1'],
  2: ['video', 'mpeg2'],
  16: ['video', 'mpeg4'],
  27: ['video', 'h264'],
  36: ['video', 'hevc'],
  234: ['video', 'vc1'],
  3: ['audio', 'mp2'],
  4: ['audio', 'mp2'],
  15: ['audio', 'aac'],
  17: ['audio', 'aac'],
  128: ['audio', 'pcm'],
  129: ['audio', 'ac3'],
  130: ['audio', 'dts'],
  135: ['audio', 'eac3'],
};

const SYNC = 0x47;
/** Packets of 188 bytes; cameras write four more before each. */
const PACKETS = [
  { first: 0, length: 188 },
  { first: 4, length: 192 },
];

const packetsIn = (bytes: Bytes) =>
  PACKETS.find(({ first, length }) => [0, 1, 2].every((index) => bytes.u8(first + index * length) === SYNC));

const mpegStream: Reader = {
  isContainer: (head) => head.hex(0, 3) === '000001' && head.u8(3) >= 0xb3,
  containerOf: () => 'mpeg',
  async readTracks(file) {
    const bytes = await file.bytes(0, BLOCK);
    const sequence = bytes.find('\0\0\x01\xb3');
    if (sequence < 0) return UNREADABLE;
    // MPEG-2 extends the head of its sequence.
    const extension = bytes.find('\0\0\x01\xb5', sequence);
    const picture = bytes.find('\0\0\x01\0', sequence);
    const isExtended = extension >= 0 && (picture < 0 || extension < picture);
    return { video: isExtended ? 'mpeg2' : 'mpeg1', audio: null };
  },
};

const transportStream: Reader = {
  isContainer: (head) => head.u8(0) === SYNC || head.u8(4) === SYNC,
  containerOf: async (file) => (packetsIn(await file.bytes(0, BLOCK)) ? 'mpegts' : 'other'),
  async readTracks(file) {
    const bytes = await file.bytes(0, BLOCK);
    const packets = packetsIn(bytes);
    if (!packets) return UNREADABLE;
    let mapPid: number | null = null;
    for (let at = packets.first; at + 188 <= bytes.length; at += packets.length) {
      const pid = bytes.u16(at + 1) & 0x1fff;
      const payload = at + 4 + (bytes.u8(at + 3) & 0x20 ? 1 + bytes.u8(at + 4) : 0);
      // A section begins in this packet, after as many bytes as the first byte states.
      if (!(bytes.u8(at + 1) & 0x40) || payload >= at + 188) continue;
      const section = payload + 1 + bytes.u8(payload);
      if (pid === 0) mapPid ??= bytes.u16(section + 10) & 0x1fff;
      else if (pid === mapPid) return choose(programMap(bytes, section, at + 188));
    }
    return UNREADABLE;
  },
};

function programMap(bytes: Bytes, section: number, packetEnd: number): Track[] {
  const tracks: Track[] = [];
  const end = Math.min(section + 3 + (bytes.u16(section + 1) & 0xfff) - 4, packetEnd);
  let at = section + 12 + (bytes.u16(section + 10) & 0xfff);
  for (; at + 5 <= end; at += 5 + (bytes.u16(at + 3) & 0xfff)) {
    const [kind, codec] = STREAM_TYPES[bytes.u8(at)] ?? [];
    if (kind && codec) tracks.push({ kind, codec, isEnabled: true });
  }
  return tracks;
}

// Ogg: each stream begins with a separate page.

const OGG_CODECS: [string, Track['kind'], string][] = [
  ['\x80theora', 'video', 'theora'],
  ['BBCD\0', 'video', 'Dirac'],
  ['OVP80', 'video', 'vp8'],
  ['\x01vorbis', 'audio', 'vorbis'],
  ['OpusHead', 'audio', 'opus'],
  ['\x7fFLAC', 'audio', 'flac'],
];

const ogg: Reader = {
  isContainer: (head) => head.text(0, 4) === 'OggS',
  containerOf: () => 'ogg',
  async readTracks(file) {
    const tracks: Track[] = [];
    for (let at = 0; at + 27 <= file.size && tracks.length < MAX_TRACKS; ) {
      file.count();
      const head = await file.bytes(at, 27 + 255 + 8);
      const isFirstOfStream = Boolean(head.u8(5) & 2);
      if (head.text(0, 4) !== 'OggS' || !isFirstOfStream) break;
      const segments = head.u8(26);
      const lengths = head.array.subarray(27, 27 + segments);
      const packet = head.text(27 + segments, 8);
      const [, kind, codec] = OGG_CODECS.find(([mark]) => packet.startsWith(mark)) ?? [];
      if (kind && codec) tracks.push({ kind, codec, isEnabled: true });
      at += 27 + segments + lengths.reduce((sum, length) => sum + length, 0);
    }
    return choose(tracks);
  },
};

const readers = [isoMedia, matroska, avi, asf, flv, ogg, mpegStream, transportStream];
