import { expect, it } from 'vitest';
import {
  aacTrak,
  avcC,
  aviVideo,
  bitmapHeader,
  box,
  codecPrivate,
  ebml,
  ebmlHead,
  encrypted,
  esds,
  flvVideo,
  ftyp,
  h264Trak,
  isoVideo,
  isoVideoIndexedLast,
  longBox,
  matroskaVideo,
  matroskaVideoIndexedLast,
  moov,
  mpegVideo,
  oggVideo,
  recordedVideo,
  trackEntry,
  tracksOf,
  trak,
  transportStream,
  wmvVideo,
} from '../../../test/videos.ts';
import { formatText, namesOf, type Playback, playbackAdvice, playbackOf } from './videoFormat.ts';
import { readVideoFormat } from './videoReader.ts';

/** Reads `bytes` and counts how many were asked for. */
async function read(bytes: Buffer, size = bytes.length) {
  let asked = 0;
  const format = await readVideoFormat({
    size,
    async read(start, length) {
      asked += length;
      return bytes.subarray(start, start + length);
    },
  });
  return { format, asked };
}

const sound = (entry: string, ...extra: Buffer[]) => trak(entry, { handler: 'soun', extra });
const hex = (text: string) => Buffer.from(text, 'hex');

it.each<[what: string, bytes: Buffer, text: string, Playback]>([
  ['an MP4 of a phone', isoVideo([h264Trak(), aacTrak()]), 'MP4 com H.264 e AAC', 'everywhere'],
  ['an MP4 without sound', isoVideo([h264Trak()]), 'MP4 com H.264', 'everywhere'],
  ['avc3', isoVideo([trak('avc3', { extra: [avcC(77)] })]), 'MP4 com H.264', 'everywhere'],
  ['an MP4 with its index last', isoVideoIndexedLast([h264Trak()]), 'MP4 com H.264', 'everywhere'],
  [
    'an index behind 300 KB of samples',
    isoVideoIndexedLast([h264Trak()], { samples: Buffer.alloc(300_000) }),
    'MP4 com H.264',
    'everywhere',
  ],
  [
    'a box with a length of 64 bits',
    Buffer.concat([ftyp(), longBox('mdat', Buffer.alloc(400)), moov(h264Trak())]),
    'MP4 com H.264',
    'everywhere',
  ],
  [
    'a last box with an open length',
    Buffer.concat([ftyp(), moov(h264Trak()), hex('00000000'), Buffer.from('mdat'), Buffer.alloc(99)]),
    'MP4 com H.264',
    'everywhere',
  ],
  ['an M4V', isoVideo([h264Trak()], { brand: 'M4V ' }), 'M4V com H.264', 'everywhere'],
  ['a MOV', isoVideo([h264Trak(), aacTrak()], { brand: 'qt  ' }), 'MOV com H.264 e AAC', 'everywhere'],
  [
    'a MOV without a type',
    isoVideoIndexedLast([h264Trak()]).subarray(ftyp().length),
    'MOV com H.264',
    'everywhere',
  ],
  ['AV1 in MP4', isoVideo([trak('av01')]), 'MP4 com AV1', 'everywhere'],
  ['VP9 in MP4', isoVideo([trak('vp09'), sound('Opus')]), 'MP4 com VP9 e Opus', 'everywhere'],
  ['MP3 in MP4', isoVideo([h264Trak(), sound('mp4a', esds(0x6b))]), 'MP4 com H.264 e MP3', 'everywhere'],
  [
    'descriptors with long lengths',
    isoVideo([h264Trak(), sound('mp4a', esds(0x69, true))]),
    'MP4 com H.264 e MP3',
    'everywhere',
  ],
  [
    'a disabled track before the shown one',
    isoVideo([trak('jpeg', { isEnabled: false }), h264Trak()]),
    'MP4 com H.264',
    'everywhere',
  ],
  [
    'a track of text before that of pictures',
    isoVideo([trak('tx3g', { handler: 'text' }), h264Trak()]),
    'MP4 com H.264',
    'everywhere',
  ],
  [
    'HEVC of an iPhone',
    isoVideo([trak('hvc1'), aacTrak()], { brand: 'qt  ' }),
    'MOV com HEVC e AAC',
    'partly',
  ],
  ['hev1', isoVideo([trak('hev1')]), 'MP4 com HEVC', 'partly'],
  ['H.264 with 10 bits', isoVideo([h264Trak(110)]), 'MP4 com H.264 de 10 bits', 'partly'],
  ['H.264 4:2:2', isoVideo([h264Trak(122)]), 'MP4 com H.264 4:2:2', 'partly'],
  ['H.264 with AC-3', isoVideo([h264Trak(), sound('ac-3')]), 'MP4 com H.264 e AC-3', 'partly'],
  [
    'H.264 with PCM',
    isoVideo([h264Trak(), sound('sowt')], { brand: 'qt  ' }),
    'MOV com H.264 e PCM',
    'partly',
  ],
  ['MPEG-4 part 2', isoVideo([trak('mp4v', { extra: [esds(0x20)] })]), 'MP4 com MPEG-4 Parte 2', 'nowhere'],
  ['MPEG-2 in MP4', isoVideo([trak('mp4v', { extra: [esds(0x61)] })]), 'MP4 com MPEG-2', 'nowhere'],
  [
    'H.263 in 3GP',
    isoVideo([trak('s263'), sound('samr')], { brand: '3gp4' }),
    '3GP com H.263 e AMR',
    'nowhere',
  ],
  ['ProRes', isoVideo([trak('apch')], { brand: 'qt  ' }), 'MOV com ProRes', 'nowhere'],
  ['Motion JPEG', isoVideo([trak('jpeg')], { brand: 'qt  ' }), 'MOV com Motion JPEG', 'nowhere'],
  ['XDCAM', isoVideo([trak('xdvb')], { brand: 'qt  ' }), 'MOV com MPEG-2', 'nowhere'],
  ['VVC', isoVideo([trak('vvc1')]), 'MP4 com VVC', 'nowhere'],
  ['Dolby Vision', isoVideo([trak('dvh1')]), 'MP4 com Dolby Vision', 'nowhere'],
  ['a protected film', isoVideo([trak('encv')]), 'MP4 com imagem protegida', 'nowhere'],
  ['a codec without a name', isoVideo([trak('zzz9')]), 'MP4 com zzz9', 'nowhere'],
  ['a code that is markup', isoVideo([trak('<b>&')]), 'MP4 com b', 'nowhere'],
  ['sound alone', isoVideo([aacTrak()]), 'MP4 só com som (AAC)', 'nowhere'],
  ['an index without tracks', isoVideo([]), 'MP4 com imagem em formato desconhecido', 'nowhere'],
  [
    'a compressed index',
    Buffer.concat([ftyp('qt  '), box('moov', box('cmov', Buffer.alloc(40)))]),
    'MOV com imagem em formato desconhecido',
    'nowhere',
  ],
  [
    'VP8 in WebM',
    matroskaVideo('webm', trackEntry(1, 'V_VP8'), trackEntry(2, 'A_VORBIS')),
    'WebM com VP8 e Vorbis',
    'everywhere',
  ],
  [
    'VP9 in WebM',
    matroskaVideo('webm', trackEntry(2, 'A_OPUS'), trackEntry(1, 'V_VP9')),
    'WebM com VP9 e Opus',
    'everywhere',
  ],
  ['AV1 in WebM', matroskaVideo('webm', trackEntry(1, 'V_AV1')), 'WebM com AV1', 'everywhere'],
  ['a recording of a browser', recordedVideo(trackEntry(1, 'V_VP8')), 'WebM com VP8', 'everywhere'],
  ['H.264 in WebM', matroskaVideo('webm', trackEntry(1, 'V_MPEG4/ISO/AVC')), 'WebM com H.264', 'nowhere'],
  [
    'a protected WebM',
    matroskaVideo('webm', trackEntry(1, 'V_VP9', encrypted())),
    'WebM com imagem protegida',
    'nowhere',
  ],
  [
    'H.264 in Matroska',
    matroskaVideo('matroska', trackEntry(1, 'V_MPEG4/ISO/AVC'), trackEntry(2, 'A_AAC/MPEG4/LC')),
    'Matroska (MKV) com H.264 e AAC',
    'nowhere',
  ],
  [
    'HEVC in Matroska',
    matroskaVideo('matroska', trackEntry(1, 'V_MPEGH/ISO/HEVC')),
    'Matroska (MKV) com HEVC',
    'nowhere',
  ],
  [
    'Xvid in Matroska',
    matroskaVideo('matroska', trackEntry(1, 'V_MS/VFW/FOURCC', codecPrivate(bitmapHeader('XVID')))),
    'Matroska (MKV) com MPEG-4 Parte 2',
    'nowhere',
  ],
  [
    'tracks behind their clusters',
    matroskaVideoIndexedLast(trackEntry(1, 'V_VP9')),
    'Matroska (MKV) com VP9',
    'nowhere',
  ],
  ['Xvid in AVI', aviVideo('XVID', 0x55), 'AVI com MPEG-4 Parte 2 e MP3', 'nowhere'],
  ['DivX 3 in AVI', aviVideo('DIV3', 0x2000), 'AVI com MS-MPEG-4 e AC-3', 'nowhere'],
  ['H.264 in AVI', aviVideo('H264'), 'AVI com H.264', 'nowhere'],
  ['DV in AVI', aviVideo('dvsd', 1), 'AVI com DV e PCM', 'nowhere'],
  ['sound of an unknown number in AVI', aviVideo('MJPG', 0x4321), 'AVI com Motion JPEG e 0x4321', 'nowhere'],
  ['Windows Media 9', wmvVideo('WMV3'), 'WMV com Windows Media Video e WMA', 'nowhere'],
  ['VC-1', wmvVideo('WVC1'), 'WMV com VC-1 e WMA', 'nowhere'],
  ['H.264 in FLV', flvVideo(hex('17000000')), 'FLV com H.264 e AAC', 'nowhere'],
  ['Sorenson in FLV', flvVideo(hex('22000000')), 'FLV com H.263 e AAC', 'nowhere'],
  ['HEVC in FLV', flvVideo(Buffer.from('\x90hvc1', 'latin1')), 'FLV com HEVC e AAC', 'nowhere'],
  ['MPEG-1', mpegVideo('000001b8 00080000'.replaceAll(' ', '')), 'MPEG com MPEG-1', 'nowhere'],
  ['MPEG-2', mpegVideo('000001b5 148a0001'.replaceAll(' ', '')), 'MPEG com MPEG-2', 'nowhere'],
  ['a transport stream', transportStream([0x1b, 0x0f]), 'MPEG-TS com H.264 e AAC', 'nowhere'],
  ['AVCHD of a camera', transportStream([0x1b, 0x81], 4), 'MPEG-TS com H.264 e AC-3', 'nowhere'],
  ['a television programme', transportStream([0x02, 0x04]), 'MPEG-TS com MPEG-2 e MP2', 'nowhere'],
  ['Theora', oggVideo('\x80theora', '\x01vorbis'), 'Ogg com Theora e Vorbis', 'nowhere'],
  ['text', Buffer.from('no video'), 'formato desconhecido com imagem em formato desconhecido', 'nowhere'],
  ['nothing', Buffer.alloc(0), 'formato desconhecido com imagem em formato desconhecido', 'nowhere'],
])('%s is told as its container and codecs with what plays it', async (_, bytes, text, playback) => {
  const { format } = await read(bytes);
  expect([formatText(namesOf(format)), playbackOf(format)]).toEqual([text, playback]);
});

const nested = (type: string, depth: number) => {
  const bytes = Buffer.alloc(depth * 8);
  for (let at = 0; at < depth; at += 1) {
    bytes.writeUInt32BE((depth - at) * 8, at * 8);
    bytes.write(type, at * 8 + 4, 'latin1');
  }
  return bytes;
};
const nestedEbml = (depth: number) =>
  Buffer.concat(
    Array.from({ length: depth }, (_, at) => {
      const length = Buffer.alloc(8);
      length.writeBigUInt64BE(BigInt((depth - at - 1) * 12) | (1n << 56n));
      return Buffer.concat([hex('1654ae6b'), length]);
    }),
  );
const repeated = (part: Buffer, size: number) => Buffer.alloc(size, part);
const segmentOf = (...content: Buffer[]) => Buffer.concat([ebmlHead('webm'), ebml('18538067', ...content)]);
const MB = 1024 * 1024;

it.each<[what: string, bytes: Buffer]>([
  ['a box of length 2', Buffer.concat([ftyp(), hex('00000002'), Buffer.from('moov'), Buffer.alloc(50)])],
  [
    'a box of length 0 before the index',
    Buffer.concat([ftyp(), hex('00000000'), Buffer.from('free'), moov(h264Trak())]),
  ],
  ['a box of 2^63 bytes', Buffer.concat([ftyp(), longBox('moov', h264Trak(), 2n ** 63n)])],
  [
    'a box of 2^64 - 1 bytes',
    Buffer.concat([ftyp(), longBox('mdat', Buffer.alloc(9), 2n ** 64n - 1n), moov(h264Trak())]),
  ],
  [
    'a long box shorter than its head',
    Buffer.concat([ftyp(), longBox('mdat', Buffer.alloc(9), 9n), moov(h264Trak())]),
  ],
  ['an index longer than the file', Buffer.concat([ftyp(), moov(h264Trak())]).subarray(0, -1)],
  [
    'a track longer than its index',
    Buffer.concat([ftyp(), box('moov', hex('7fffffff'), h264Trak().subarray(4))]),
  ],
  [
    'an entry longer than its list',
    isoVideo(
      [trak('avc1')].map((track) =>
        Buffer.from(track.toString('latin1').replace(/\0\0\0.avc1/s, '\x7f\0\0\0avc1'), 'latin1'),
      ),
    ),
  ],
  [
    'a list without entries',
    isoVideo(
      [trak('avc1')].map((track) =>
        Buffer.from(track.toString('latin1').replace(/\0\0\0.avc1.*/s, ''), 'latin1'),
      ),
    ),
  ],
  ['boxes 10,000 deep', Buffer.concat([ftyp(), nested('moov', 10_000)])],
  ['tracks 10,000 deep', Buffer.concat([ftyp(), box('moov', nested('trak', 10_000))])],
  ['20 MB of empty boxes', Buffer.concat([ftyp(), repeated(box('free'), 20 * MB), moov(h264Trak())])],
  ['20 MB of empty tracks', Buffer.concat([ftyp(), box('moov', repeated(box('trak'), 20 * MB))])],
  [
    '20 MB of boxes of 1 KB',
    Buffer.concat([ftyp(), repeated(box('free', Buffer.alloc(1016)), 20 * MB), moov(h264Trak())]),
  ],
  ['elements 10,000 deep', segmentOf(nestedEbml(10_000))],
  ['an element of 2^56 - 2 bytes', segmentOf(hex('1654ae6b01fffffffffffffe'), trackEntry(1, 'V_VP9'))],
  ['a list of tracks of an open length', segmentOf(hex('1654ae6bff'), trackEntry(1, 'V_VP9'))],
  ['20 MB of empty elements', segmentOf(repeated(hex('ec80'), 20 * MB), tracksOf(trackEntry(1, 'V_VP9')))],
  ['20 MB of empty seeks', segmentOf(ebml('114d9b74', repeated(ebml('4dbb'), 20 * MB)))],
  [
    'a seek head that points at itself',
    segmentOf(
      ebml('114d9b74', ebml('4dbb', ebml('53ab', hex('1654ae6b')), ebml('53ac', hex('00')))),
      ebml('1f43b675'),
    ),
  ],
  [
    'a seek head that points beyond the file',
    segmentOf(
      ebml('114d9b74', ebml('4dbb', ebml('53ab', hex('1654ae6b')), ebml('53ac', hex('7fffffffffffffff')))),
      ebml('1f43b675'),
    ),
  ],
  ['a head of EBML without an end', Buffer.concat([hex('1a45dfa301fffffffffffffe'), Buffer.alloc(99)])],
  ['a vint of no width', segmentOf(Buffer.alloc(50))],
  ['a list of AVI longer than the file', aviVideo('XVID').subarray(0, 60)],
  [
    '20 MB of empty chunks',
    Buffer.concat([aviVideo('XVID').subarray(0, 12), repeated(Buffer.from('JUNK\0\0\0\0'), 20 * MB)]),
  ],
  ['an object of WMV of length 0', Buffer.concat([wmvVideo('WMV3').subarray(0, 16), Buffer.alloc(100)])],
  ['an FLV without pictures', Buffer.concat([Buffer.from('FLV\x01\x05\0\0\0\x09'), Buffer.alloc(5 * MB)])],
  ['an FLV whose head points beyond the file', Buffer.concat([Buffer.from('FLV\x01\x05'), hex('ffffffff')])],
  ['20 MB of first pages of Ogg', repeated(oggVideo('nothing').subarray(0, 56), 20 * MB)],
  ['a transport stream without a map', repeated(transportStream([]).subarray(0, 188), 2 * MB)],
])('%s is read within 8 MB and never told as playable', async (_, bytes) => {
  const { format, asked } = await read(bytes);
  expect(playbackOf(format)).toBe('nowhere');
  expect(asked).toBeLessThanOrEqual(8 * MB);
});

it.each<[what: string, bytes: Buffer]>([
  ['an MP4', isoVideo([h264Trak(), aacTrak()])],
  ['an MP4 with its index last', isoVideoIndexedLast([h264Trak(), aacTrak()])],
  ['a WebM', matroskaVideo('webm', trackEntry(1, 'V_VP9'))],
  ['a Matroska', matroskaVideoIndexedLast(trackEntry(1, 'V_VP9'))],
  ['an AVI', aviVideo('XVID', 1)],
  ['a WMV', wmvVideo('WMV3')],
  ['an FLV', flvVideo(hex('17000000'))],
  ['an MPEG', mpegVideo('000001b8')],
  ['a transport stream', transportStream([0x1b])],
  ['an Ogg', oggVideo('\x80theora')],
])('%s that is cut off at any byte is read without an error', async (_, bytes) => {
  for (let length = 0; length < bytes.length; length += 1) {
    const { format } = await read(bytes.subarray(0, length));
    expect(format.container).toBeTypeOf('string');
  }
});

it('a film of 2 GB with its index last is told from a few blocks', async () => {
  const index = moov(h264Trak(), aacTrak());
  const size = 2 * 1024 * MB;
  const head = Buffer.concat([
    ftyp(),
    longBox('mdat', Buffer.alloc(0), BigInt(size - index.length - ftyp().length)),
  ]);
  const start = size - index.length;
  let asked = 0;
  const format = await readVideoFormat({
    size,
    async read(from, length) {
      asked += length;
      const bytes = Buffer.alloc(length);
      if (from < head.length) head.copy(bytes, 0, from);
      const indexFrom = Math.max(start - from, 0);
      if (indexFrom < length) index.copy(bytes, indexFrom, Math.max(from - start, 0));
      return bytes;
    },
  });
  expect(format).toEqual({ container: 'mp4', video: 'h264', audio: 'aac', profile: 100 });
  expect(asked).toBeLessThan(MB);
});

it.each<[what: string, bytes: Buffer, advice: RegExp | null]>([
  ['a video that all browsers play', isoVideo([h264Trak()]), null],
  [
    'HEVC',
    isoVideo([trak('hvc1')]),
    /^Nem todo aparelho toca MP4 com HEVC\. Converta para MP4 \(H\.264 e AAC\)/,
  ],
  ['Xvid', aviVideo('XVID'), /^Os navegadores não tocam AVI com MPEG-4 Parte 2\. Converta para MP4/],
  ['sound alone', isoVideo([aacTrak()]), /^Este arquivo só tem som\. Envie um vídeo/],
])('the advice for %s says what to do', async (_, bytes, advice) => {
  const { format } = await read(bytes);
  const text = playbackAdvice(playbackOf(format), format);
  if (advice) expect(text).toMatch(advice);
  else expect(text).toBeNull();
});
