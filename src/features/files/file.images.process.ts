import { availableParallelism } from 'node:os';
import { ChildError, createChildren, type Program } from '../../platform/children.ts';
import { ImageError, type ImageProblem } from './file.images.problem.ts';
import type { Crop, encodeAvifs, measureStored, processImage } from './file.images.ts';

// Pictures come from who knows where and are decoded by a lot of code: elsewhere, with bounds.

export type ImageTask =
  | { from: string | Buffer; crop: Crop | null }
  | { stored: Buffer; widths: number[] }
  | { ground: Buffer };

export type ImageAnswer = { result: unknown } | { refused: { problem: ImageProblem; text: string } };

const SECONDS = 1000;
/** A person waits. What is within the bounds on pixels takes 3 s at most. */
const NOW = { work: 20 * SECONDS, wall: 60 * SECONDS };
/** Nobody waits. */
const LATER = { work: 120 * SECONDS, wall: 1800 * SECONDS };

const program = {
  module: new URL('./file.images.child.ts', import.meta.url),
  // The hungriest picture within the bounds on pixels takes 450.
  megabytes: 800,
  flags: ['--max-old-space-size=128', '--max-semi-space-size=1'],
  // More than there are cores would hold memory, each a picture's, and be no faster.
  threads: Math.min(4, availableParallelism()),
} satisfies Partial<Program>;

/** Each fills every core for a moment. One stays for longer than a person takes from one upload to the next. */
const foreground = createChildren({ ...program, background: false }, { atOnce: 2, idleMs: 60 * SECONDS });
const background = createChildren({ ...program, background: true }, { atOnce: 1, idleMs: 2 * SECONDS });

/** `processImage`, elsewhere. */
export async function processElsewhere(from: string | Buffer, crop: Crop | null = null) {
  const task: ImageTask = { from, crop };
  return settle<typeof processImage>(foreground.run(task, { deadline: NOW }));
}

/** `encodeAvifs`, elsewhere and behind everything else; given up at once when `signal` is aborted. */
export async function encodeElsewhere(stored: Buffer, widths: number[], signal?: AbortSignal) {
  const task: ImageTask = { stored, widths };
  return settle<typeof encodeAvifs>(background.run(task, { deadline: LATER, signal }));
}

/** `measureStored`, elsewhere and behind everything else. */
export async function measureElsewhere(ground: Buffer, signal?: AbortSignal) {
  const task: ImageTask = { ground };
  return settle<typeof measureStored>(background.run(task, { deadline: LATER, signal }));
}

async function settle<T extends (...input: never[]) => Promise<unknown>>(work: Promise<unknown>) {
  try {
    const answer = (await work) as ImageAnswer;
    if ('result' in answer) return answer.result as Awaited<ReturnType<T>>;
    throw new ImageError(answer.refused.problem, answer.refused.text);
  } catch (error) {
    if (!(error instanceof ChildError) || error.problem === 'failed') throw error;
    // A decoder that does not survive a picture has not read it.
    throw new ImageError(error.problem === 'late' ? 'too_slow' : 'unreadable', error);
  }
}
