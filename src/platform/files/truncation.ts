import type { FileHandle } from 'node:fs/promises';
import { PDF_TYPE } from '../../shared/files/fileTypes.ts';
import type { VideoFormat } from '../../shared/video/videoFormat.ts';
import { readVint } from '../../shared/video/videoMatroska.ts';
import { readVideoFormat } from '../../shared/video/videoReader.ts';
import { withFile } from './handles.ts';

/**
 * Returns whether the file at `path` is complete, as far as its format shows. Shoppers would be the first to
 * notice a truncated file.
 */
export async function isComplete(path: string, type: string): Promise<boolean> {
  const check = checks[type];
  if (!check) return true;
  return withFile(path, { flags: 'r' }, async (file) => check(file, (await file.stat()).size));
}

/** Returns container and codecs of the video at `path`. */
export const readVideoFormatAt = (path: string): Promise<VideoFormat> =>
  withFile(path, { flags: 'r' }, async (file) =>
    readVideoFormat({
      size: (await file.stat()).size,
      read: (start, length) => bytesAt(file, start, length),
    }),
  );

type Check = (file: FileHandle, size: number) => Promise<boolean>;

const PDF_CHUNK = 64 * 1024;
/** Longer than an end mark or the header of an object. */
const PDF_OVERLAP = 32;
const PDF_OBJECT = /\d\s+\d+\s+obj\b/;
/** Bound on boxes: hours of fragments have fewer, a malicious file has millions. */
const MAX_BOXES = 100_000;
const NEAR = 4096;

/**
 * Checks a PDF. Scanners and mail servers append bytes after the end mark. An object after the last one means
 * truncation: updated and linearized PDFs have several end marks.
 */
const pdf: Check = async (file, size) => {
  for (let end = size; end > 0; end -= PDF_CHUNK) {
    const start = Math.max(0, end - PDF_CHUNK);
    const chunk = await bytesAt(file, start, Math.min(size, end + PDF_OVERLAP) - start);
    const mark = chunk.lastIndexOf('%%EOF');
    if (PDF_OBJECT.test(chunk.toString('latin1', Math.max(0, mark)))) return false;
    if (mark >= 0) return true;
  }
  return false;
};

/**
 * Checks MP4 and related formats: a sequence of boxes, each with its length. Without `moov` the file cannot
 * be played.
 */
const boxes: Check = async (file, size) => {
  let playable = false;
  let at = 0;
  // Small boxes are adjacent, so one read covers several headers.
  let near = { at: 0, bytes: await bytesAt(file, 0, NEAR) };
  for (let count = 0; at + 8 <= size; count += 1) {
    if (count === MAX_BOXES) return false;
    if (at + 16 > near.at + near.bytes.length) near = { at, bytes: await bytesAt(file, at, NEAR) };
    const head = near.bytes.subarray(at - near.at, at - near.at + 16);
    if (head.toString('latin1', 4, 8) === 'moov') playable = true;
    const short = head.readUInt32BE(0);
    if (short === 0) return playable;
    if (short === 1 && head.length < 16) return false;
    const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short;
    if (length < 8) return false;
    at += length;
  }
  return playable && at <= size;
};

/** Checks WebM and Matroska: a header, then one segment with the rest. Recorders may leave its length open. */
const segment: Check = async (file, size) => {
  const head = await bytesAt(file, 0, 4096);
  const start = readVint(head, 4);
  if (!start) return false;
  const at = 4 + start.width + start.value;
  if (head.length < at + 5 || head.readUInt32BE(at) !== 0x18538067) return false;
  const body = readVint(head, at + 4);
  return body !== null && (body.isOpen || at + 4 + body.width + body.value <= size);
};

const riff: Check = async (file, size) => {
  const head = await bytesAt(file, 0, 8);
  return head.length === 8 && head.readUInt32LE(4) + 8 <= size;
};

const checks: Record<string, Check | undefined> = {
  [PDF_TYPE]: pdf,
  'video/mp4': boxes,
  'video/quicktime': boxes,
  'video/x-m4v': boxes,
  'video/3gpp': boxes,
  'video/3gpp2': boxes,
  'video/webm': segment,
  'video/matroska': segment,
  'video/x-matroska': segment,
  'video/vnd.avi': riff,
  'video/x-msvideo': riff,
};

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
