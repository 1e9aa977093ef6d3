import { Cursor, OutOfBudget, plain, type VideoSource } from './videoBytes.ts';
import { flv, ogg } from './videoFlvAndOgg.ts';
import type { VideoContainer, VideoFormat } from './videoFormat.ts';
import { isoMedia } from './videoIsoMedia.ts';
import { matroska } from './videoMatroska.ts';
import { mpegStream, transportStream } from './videoMpegStream.ts';
import { asf, avi } from './videoWindowsMedia.ts';

/** Reads a file that was chosen in a browser. */
export const blobSource = (blob: Blob): VideoSource => ({
  size: blob.size,
  read: async (start, length) => new Uint8Array(await blob.slice(start, start + length).arrayBuffer()),
});

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

const readers = [isoMedia, matroska, avi, asf, flv, ogg, mpegStream, transportStream];
