import {
  type Bytes,
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
import { fourCc } from './videoWindowsMedia.ts';

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

export const isoMedia: Reader = {
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
