import { programUrl } from '../../../platform/paths.ts';
import { ChildError, type ChildProgram, createChildPool } from '../../../platform/processes/children.ts';
import type { EncodedImage, ProcessedImage } from '../../../records/server/files/file.images.ts';
import type { DrawingInput, DrawnPreview, PreviewOptions } from './draw.ts';

// Draws posters in child processes with limits, because a drawing takes too long for the server's process.

export type DrawTask = DrawingInput & (({ as: 'preview' } & PreviewOptions) | { as: 'made' });

/** Files of one format: a document with all pages, or a picture of each. */
export type DrawnFiles =
  | { kind: 'document'; data: Buffer }
  | { kind: 'pictures'; pages: EncodedImage<'image/jpeg'>[] }
  | { kind: 'site'; pages: ProcessedImage[] };

const SECONDS = 1000;

const program = {
  module: programUrl('content/posters/drawing/leaflet.child.ts'),
  // Twelve pages with sixteen pictures each take 500 MB.
  megabytes: 1024,
  // 512 MB, in pages of WebAssembly.
  flags: ['--wasm-max-mem-pages=8192', '--max-old-space-size=384'],
  threads: 2,
} satisfies Partial<ChildProgram>;

/** Stays alive between previews, so that the next one starts at once. */
const foreground = createChildPool({ ...program, background: false }, { atOnce: 1, idleMs: 120 * SECONDS });
const background = createChildPool({ ...program, background: true }, { atOnce: 1, idleMs: 2 * SECONDS });

const PREVIEW_DEADLINE = { cpuMs: 15 * SECONDS, elapsedMs: 30 * SECONDS };
const JOB_DEADLINE = { cpuMs: 180 * SECONDS, elapsedMs: 1800 * SECONDS };

/** Thrown when a poster cannot be drawn; a retry would fail as well. */
export class DrawingError extends Error {}

export const previewInChild = (wanted: DrawingInput, options: PreviewOptions, signal?: AbortSignal) =>
  toDrawingError<DrawnPreview>(
    foreground.run({ ...wanted, as: 'preview', ...options }, { deadline: PREVIEW_DEADLINE, signal }),
  );

export const drawInChild = (wanted: DrawingInput, signal: AbortSignal) =>
  toDrawingError<DrawnFiles>(background.run({ ...wanted, as: 'made' }, { deadline: JOB_DEADLINE, signal }));

async function toDrawingError<T>(work: Promise<unknown>): Promise<T> {
  try {
    return (await work) as T;
  } catch (error) {
    throw error instanceof ChildError ? new DrawingError(error.message, { cause: error }) : error;
  }
}
