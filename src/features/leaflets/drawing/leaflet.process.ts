import { ChildError, createChildren, type Program } from '../../../platform/children.ts';
import type { Encoded, ProcessedImage } from '../../files/file.images.ts';
import type { Format } from '../leaflet.types.ts';
import type { Wanted } from './draw.ts';

// Pages are worked out, written and drawn for longer than anybody else would wait: elsewhere, with bounds.

export type DrawTask = Wanted & ({ as: 'preview'; page: number } | { as: 'made' });

/** What is made of a format: one file of all pages, or a picture of each. */
export type Made =
  | { kind: 'document'; data: Buffer }
  | { kind: 'pictures'; pages: Encoded<'image/jpeg'>[] }
  | { kind: 'site'; pages: ProcessedImage[] };

export const isDocument = (format: Format) => format === 'a4' || format === 'a3';

const SECONDS = 1000;

const program = {
  module: new URL('./leaflet.child.ts', import.meta.url),
  // Twelve pages of sixteen pictures each take 500.
  megabytes: 1024,
  // 512 MB, in pages of WebAssembly.
  flags: ['--wasm-max-mem-pages=8192', '--max-old-space-size=384'],
  threads: 2,
} satisfies Partial<Program>;

/** Whoever tries things out gets the next picture from the same process. */
const foreground = createChildren({ ...program, background: false }, { atOnce: 1, idleMs: 120 * SECONDS });
const background = createChildren({ ...program, background: true }, { atOnce: 1, idleMs: 2 * SECONDS });

const NOW = { work: 15 * SECONDS, wall: 30 * SECONDS };
const LATER = { work: 180 * SECONDS, wall: 1800 * SECONDS };

/** It cannot be drawn, now or later. */
export class DrawingError extends Error {}

export const previewElsewhere = (wanted: Wanted, page: number, signal?: AbortSignal) =>
  settle<Encoded<'image/webp'>>(
    foreground.run({ ...wanted, as: 'preview', page }, { deadline: NOW, signal }),
  );

export const makeElsewhere = (wanted: Wanted, signal: AbortSignal) =>
  settle<Made>(background.run({ ...wanted, as: 'made' }, { deadline: LATER, signal }));

async function settle<T>(work: Promise<unknown>): Promise<T> {
  try {
    return (await work) as T;
  } catch (error) {
    throw error instanceof ChildError ? new DrawingError(error.message, { cause: error }) : error;
  }
}
