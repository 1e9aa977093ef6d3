import { ChildError, createChildren, type Program } from '../../../platform/children.ts';
import type { Encoded, ProcessedImage } from '../../files/file.images.ts';
import type { Format } from '../leaflet.types.ts';
import type { Wanted } from './draw.ts';

// Draws posters in child processes with limits, because a drawing takes too long for the server's process.

export type DrawTask = Wanted & ({ as: 'preview'; page: number } | { as: 'made' });

/** Files of one format: a document with all pages, or a picture of each. */
export type Made =
  | { kind: 'document'; data: Buffer }
  | { kind: 'pictures'; pages: Encoded<'image/jpeg'>[] }
  | { kind: 'site'; pages: ProcessedImage[] };

export const isDocument = (format: Format) => format === 'a4' || format === 'a3';

const SECONDS = 1000;

const program = {
  module: new URL('./leaflet.child.ts', import.meta.url),
  // Twelve pages with sixteen pictures each take 500 MB.
  megabytes: 1024,
  // 512 MB, in pages of WebAssembly.
  flags: ['--wasm-max-mem-pages=8192', '--max-old-space-size=384'],
  threads: 2,
} satisfies Partial<Program>;

/** Stays alive between previews, so that the next one starts at once. */
const foreground = createChildren({ ...program, background: false }, { atOnce: 1, idleMs: 120 * SECONDS });
const background = createChildren({ ...program, background: true }, { atOnce: 1, idleMs: 2 * SECONDS });

const PREVIEW_DEADLINE = { work: 15 * SECONDS, wall: 30 * SECONDS };
const JOB_DEADLINE = { work: 180 * SECONDS, wall: 1800 * SECONDS };

/** Thrown when a poster cannot be drawn; a retry would fail as well. */
export class DrawingError extends Error {}

export const previewElsewhere = (wanted: Wanted, page: number, signal?: AbortSignal) =>
  toDrawingError<Encoded<'image/webp'>>(
    foreground.run({ ...wanted, as: 'preview', page }, { deadline: PREVIEW_DEADLINE, signal }),
  );

export const makeElsewhere = (wanted: Wanted, signal: AbortSignal) =>
  toDrawingError<Made>(background.run({ ...wanted, as: 'made' }, { deadline: JOB_DEADLINE, signal }));

async function toDrawingError<T>(work: Promise<unknown>): Promise<T> {
  try {
    return (await work) as T;
  } catch (error) {
    throw error instanceof ChildError ? new DrawingError(error.message, { cause: error }) : error;
  }
}
