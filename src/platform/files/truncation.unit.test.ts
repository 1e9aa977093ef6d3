import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mp4, pdf } from '../../../test/sampleFiles.ts';
import { box } from '../../../test/videos.ts';
import { isComplete } from './truncation.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'vitrine-whole-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

async function writeAndCheck(type: string, bytes: Buffer) {
  const path = join(directory, 'file');
  await writeFile(path, bytes);
  return isComplete(path, type);
}
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const MATROSKA = '1a45dfa3 84 42820000';

describe('truncation check', () => {
  it.each([
    ['a PDF', 'application/pdf', pdf()],
    ['a PDF that something was appended to', 'application/pdf', Buffer.concat([pdf(), Buffer.alloc(500)])],
    ['a PDF with 200 KB of zeros after it', 'application/pdf', Buffer.concat([pdf(), Buffer.alloc(200_000)])],
    ['a PDF with a signature after it', 'application/pdf', Buffer.concat([pdf(), Buffer.from('-- \nlimpo')])],
    ['a PDF that was updated', 'application/pdf', Buffer.concat([pdf(), pdf()])],
    ['an MP4', 'video/mp4', mp4()],
    [
      'an MP4 whose last box has no length',
      'video/mp4',
      Buffer.concat([mp4(), hex('00000000'), Buffer.from('free...')]),
    ],
    [
      'a QuickTime file with a long length',
      'video/quicktime',
      Buffer.concat([
        box('moov'),
        hex('00000001'),
        Buffer.from('mdat'),
        hex('0000000000000014'),
        Buffer.alloc(4),
      ]),
    ],
    ['a WebM', 'video/webm', hex(`${MATROSKA} 18538067 82 0000`)],
    ['a recorded WebM, whose length is open', 'video/webm', hex(`${MATROSKA} 18538067 01ffffffffffffff 00`)],
    ['an AVI', 'video/vnd.avi', Buffer.concat([Buffer.from('RIFF'), hex('04000000'), Buffer.from('AVI ')])],
    ['a type that is not known here', 'video/ogg', Buffer.from('OggS')],
  ])('accepts as complete: %s', async (_, type, bytes) => {
    expect(await writeAndCheck(type, bytes)).toBe(true);
  });

  it.each([
    ['a PDF cut off', 'application/pdf', pdf().subarray(0, -8)],
    [
      'an updated PDF cut off in its update',
      'application/pdf',
      Buffer.concat([pdf(), pdf('x', 100_000).subarray(0, -200)]),
    ],
    ['an MP4 cut off', 'video/mp4', mp4().subarray(0, -1)],
    ['an MP4 cut off within a head', 'video/mp4', hex('00000001 6d64')],
    ['an MP4 without an index', 'video/mp4', box('mdat')],
    [
      'an MP4 with a box shorter than its head',
      'video/mp4',
      Buffer.concat([box('moov'), hex('00000003 66726565')]),
    ],
    ['an MP4 of heads only', 'video/mp4', Buffer.alloc(8 * 100_002, box('moov'))],
    ['a WebM cut off', 'video/webm', hex(`${MATROSKA} 18538067 83 0000`)],
    ['a WebM without a segment', 'video/webm', hex(MATROSKA)],
    ['a WebM cut off in its head', 'video/webm', hex('1a45dfa3 01')],
    [
      'an AVI cut off',
      'video/vnd.avi',
      Buffer.concat([Buffer.from('RIFF'), hex('05000000'), Buffer.from('AVI ')]),
    ],
  ])('refuses as truncated: %s', async (_, type, bytes) => {
    expect(await writeAndCheck(type, bytes)).toBe(false);
  });
});
