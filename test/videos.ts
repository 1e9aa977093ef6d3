// Builds videos as their containers have them: every structure that a reader follows, and no picture.

const u8 = (...bytes: number[]) => Buffer.from(bytes);
const ascii = (text: string) => Buffer.from(text, 'latin1');
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function u32le(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function u64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(value);
  return bytes;
}

// MP4 and QuickTime

/** Builds a box of an MP4. */
export const box = (type: string, ...content: Buffer[]): Buffer => {
  const body = Buffer.concat(content);
  return Buffer.concat([u32(8 + body.length), ascii(type), body]);
};

/** Builds a box with a length of 64 bits; `length` overrides the true one. */
export const longBox = (type: string, content: Buffer, length = BigInt(16 + content.length)): Buffer =>
  Buffer.concat([u32(1), ascii(type), u64(length), content]);

export const ftyp = (brand = 'isom') => box('ftyp', ascii(`${brand}\0\0\x02\0${brand}mp42`));

/** Builds the `esds` box of an MPEG-4 stream; lengths of descriptors may have four bytes. */
export const esds = (objectType: number, isLong = false) => {
  const length = (value: number) => (isLong ? u8(0x80, 0x80, 0x80, value) : u8(value));
  const decoder = Buffer.concat([u8(4), length(13), u8(objectType), Buffer.alloc(12)]);
  return box('esds', u32(0), u8(3), length(3 + decoder.length), u8(0, 1, 0), decoder);
};

export const avcC = (profile: number) => box('avcC', u8(1, profile, 0, 0x28, 0xff, 0xe0, 0));

interface TrackOptions {
  handler?: 'vide' | 'soun' | 'text';
  isEnabled?: boolean;
  /** Boxes of the sample entry. */
  extra?: Buffer[];
}

/** Builds a `trak` box with one sample entry. */
export function trak(entry: string, options: TrackOptions = {}): Buffer {
  const { handler = 'vide', isEnabled = true, extra = [] } = options;
  const sample = box(entry, Buffer.alloc(handler === 'vide' ? 78 : 28), ...extra);
  const stbl = box('stbl', box('stsd', u32(0), u32(1), sample), box('stts', Buffer.alloc(8)));
  return box(
    'trak',
    box('tkhd', u8(0, 0, 0, isEnabled ? 1 : 0), Buffer.alloc(80)),
    box(
      'mdia',
      box('mdhd', Buffer.alloc(24)),
      box('hdlr', Buffer.alloc(8), ascii(handler), Buffer.alloc(12)),
      box('minf', box('vmhd', Buffer.alloc(12)), stbl),
    ),
  );
}

export const aacTrak = () => trak('mp4a', { handler: 'soun', extra: [esds(0x40)] });

export const moov = (...traks: Buffer[]) => box('moov', box('mvhd', Buffer.alloc(100)), ...traks);

interface IsoOptions {
  brand?: string;
  samples?: Buffer | undefined;
}

/** Builds an MP4 with its index before the samples. */
export const isoVideo = (
  traks: Buffer[],
  { brand = 'isom', samples = Buffer.alloc(400, 1) }: IsoOptions = {},
): Buffer => Buffer.concat([ftyp(brand), moov(...traks), box('mdat', samples)]);

/** Builds an MP4 with its index at the end, as cameras write it. */
export const isoVideoIndexedLast = (
  traks: Buffer[],
  { brand = 'isom', samples = Buffer.alloc(400, 1) }: IsoOptions = {},
): Buffer => Buffer.concat([ftyp(brand), box('mdat', samples), moov(...traks)]);

export const h264Trak = (profile = 100) => trak('avc1', { extra: [avcC(profile)] });

/** Begins an MP4 of H.264 whose samples are all the bytes that follow. */
export const openVideoHead = () => Buffer.concat([ftyp(), moov(h264Trak()), u32(0), ascii('mdat')]);

// WebM and Matroska

/** Builds an element of EBML with a length of eight bytes. */
export const ebml = (id: string, ...content: Buffer[]): Buffer => {
  const body = Buffer.concat(content);
  const length = u64(BigInt(body.length) | (1n << 56n));
  return Buffer.concat([hex(id), length, body]);
};

export const ebmlHead = (docType: string) =>
  ebml('1a45dfa3', ebml('4286', u8(1)), ebml('4282', ascii(docType)));

export const trackEntry = (kind: 1 | 2, codec: string, ...extra: Buffer[]) =>
  ebml('ae', ebml('d7', u8(kind)), ebml('83', u8(kind)), ebml('86', ascii(codec)), ...extra);

export const tracksOf = (...entries: Buffer[]) => ebml('1654ae6b', ...entries);

const cluster = (length = 400) => ebml('1f43b675', ebml('e7', u8(0)), ebml('ec', Buffer.alloc(length)));

export const matroskaVideo = (docType: 'webm' | 'matroska', ...entries: Buffer[]): Buffer =>
  Buffer.concat([ebmlHead(docType), ebml('18538067', ebml('ec', u8(0)), tracksOf(...entries), cluster())]);

/** Builds a recording: its segment has an open length. */
export const recordedVideo = (...entries: Buffer[]): Buffer =>
  Buffer.concat([
    ebmlHead('webm'),
    hex('18538067 01ffffffffffffff'),
    tracksOf(...entries),
    hex('1f43b675 01ffffffffffffff'),
    Buffer.alloc(100),
  ]);

/** Builds a file with its tracks after the clusters, and a seek head with their position. */
export function matroskaVideoIndexedLast(...entries: Buffer[]): Buffer {
  const seekHead = (position: number) =>
    ebml('114d9b74', ebml('4dbb', ebml('53ab', hex('1654ae6b')), ebml('53ac', u32(position))));
  const clusters = Buffer.concat([cluster(), cluster()]);
  const position = seekHead(0).length + clusters.length;
  return Buffer.concat([
    ebmlHead('matroska'),
    ebml('18538067', seekHead(position), clusters, tracksOf(...entries)),
  ]);
}

/** Builds BITMAPINFOHEADER. */
export const bitmapHeader = (code: string) =>
  Buffer.concat([u32le(40), Buffer.alloc(12), ascii(code), Buffer.alloc(20)]);

/** Builds WAVEFORMATEX. */
const waveHeader = (tag: number) => Buffer.concat([u8(tag % 256, tag >> 8), Buffer.alloc(16)]);

export const codecPrivate = (content: Buffer) => ebml('63a2', content);
export const encrypted = () => ebml('6d80', ebml('6240', ebml('5035', Buffer.alloc(4))));

// AVI

const chunk = (id: string, ...content: Buffer[]) => {
  const body = Buffer.concat(content);
  return Buffer.concat([ascii(id), u32le(body.length), body, Buffer.alloc(body.length % 2)]);
};
const list = (id: string, ...content: Buffer[]) => chunk('LIST', ascii(id), ...content);

export function aviVideo(code: string, soundTag?: number): Buffer {
  const stream = (type: string, format: Buffer) =>
    list('strl', chunk('strh', ascii(type), Buffer.alloc(52)), chunk('strf', format));
  const header = list(
    'hdrl',
    chunk('avih', Buffer.alloc(56)),
    stream('vids', bitmapHeader(code)),
    ...(soundTag === undefined ? [] : [stream('auds', waveHeader(soundTag))]),
  );
  return chunk('RIFF', ascii('AVI '), header, list('movi', Buffer.alloc(300)));
}

// WMV

const asfObject = (guid: string, ...content: Buffer[]) => {
  const body = Buffer.concat(content);
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(24 + body.length));
  return Buffer.concat([hex(guid), length, body]);
};
const asfStream = (type: string, content: Buffer) =>
  asfObject('9107dcb7b7a9cf118ee600c00c205365', hex(type), Buffer.alloc(38), content);

export const wmvVideo = (code: string): Buffer =>
  Buffer.concat([
    asfObject(
      '3026b2758e66cf11a6d900aa0062ce6c',
      Buffer.alloc(6),
      asfStream('409e69f84d5bcf11a8fd00805f5c442b', waveHeader(0x0161)),
      asfStream('c0ef19bc4d5bcf11a8fd00805f5c442b', Buffer.concat([Buffer.alloc(11), bitmapHeader(code)])),
    ),
    asfObject('3626b2758e66cf11a6d900aa0062ce6c', Buffer.alloc(300)),
  ]);

// FLV

const flvTag = (type: number, content: Buffer) =>
  Buffer.concat([
    u8(type),
    u32(content.length).subarray(1),
    Buffer.alloc(7),
    content,
    u32(11 + content.length),
  ]);

export const flvVideo = (picture: Buffer): Buffer =>
  Buffer.concat([
    ascii('FLV\x01\x05'),
    u32(9),
    u32(0),
    flvTag(18, Buffer.alloc(50)),
    flvTag(8, u8(0xaf, 0)),
    flvTag(9, picture),
    Buffer.alloc(100),
  ]);

// MPEG

export const mpegVideo = (extension: string): Buffer =>
  Buffer.concat([
    hex('000001ba 21 0001 0001 801b91'),
    hex('000001e0 0040 0f'),
    hex('000001b3 160120 13 ffffe0a4'),
    hex(extension),
    hex('00000100 000ffff8'),
    Buffer.alloc(200),
  ]);

export function transportStream(types: number[], prefix = 0): Buffer {
  const packet = (pid: number, content: Buffer) =>
    Buffer.concat([
      Buffer.alloc(prefix),
      u8(0x47, 0x40 | (pid >> 8), pid % 256, 0x10, 0),
      content,
      Buffer.alloc(183, 255),
    ]).subarray(0, 188 + prefix);
  const section = (table: number, content: Buffer) =>
    Buffer.concat([
      u8(table),
      u16(0xb000 + content.length + 9),
      hex('0001 c1 00 00'),
      content,
      Buffer.alloc(4),
    ]);
  const association = section(0, Buffer.concat([u16(1), u16(0xe100)]));
  const streams = types.map((type, index) => Buffer.concat([u8(type), u16(0xe101 + index), u16(0xf000)]));
  const map = section(2, Buffer.concat([u16(0xe101), u16(0xf000), ...streams]));
  return Buffer.concat([
    packet(0, association),
    packet(0x100, map),
    ...Array(8).fill(packet(0x101, Buffer.alloc(100))),
  ]);
}

// Ogg

export function oggVideo(...packets: string[]): Buffer {
  const page = (flags: number, content: Buffer) =>
    Buffer.concat([ascii('OggS\0'), u8(flags), Buffer.alloc(20), u8(1, content.length), content]);
  return Buffer.concat([
    ...packets.map((packet) => page(2, Buffer.concat([ascii(packet), Buffer.alloc(20)]))),
    page(0, Buffer.alloc(50)),
  ]);
}
