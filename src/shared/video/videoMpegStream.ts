import { BLOCK, type Bytes, choose, type Reader, type Track, UNREADABLE } from './videoBytes.ts';

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

export const mpegStream: Reader = {
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

export const transportStream: Reader = {
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
