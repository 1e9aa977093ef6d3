import { choose, MAX_TRACKS, type Reader, type Track, type Tracks } from './videoBytes.ts';
import { fourCc } from './videoWindowsMedia.ts';

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

export const flv: Reader = {
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

// Ogg: each stream begins with a separate page.

const OGG_CODECS: [string, Track['kind'], string][] = [
  ['\x80theora', 'video', 'theora'],
  ['BBCD\0', 'video', 'Dirac'],
  ['OVP80', 'video', 'vp8'],
  ['\x01vorbis', 'audio', 'vorbis'],
  ['OpusHead', 'audio', 'opus'],
  ['\x7fFLAC', 'audio', 'flac'],
];

export const ogg: Reader = {
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
