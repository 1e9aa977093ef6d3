import { availableParallelism } from 'node:os';
import { programUrl } from '../../../platform/paths.ts';
import { ChildError, type ChildProgram, createChildPool } from '../../../platform/processes/children.ts';
import { ImageError, type ImageProblem } from './file.images.problem.ts';
import type { Crop, encodeVariants, measureLuminance, processImage, WidthsByFormat } from './file.images.ts';

// Uploaded pictures are untrusted and their decoders complex, so they run in child processes with limits.

export type ImageTask =
  | { from: string | Buffer; crop: Crop | null }
  | { stored: Buffer; widths: WidthsByFormat }
  | { ground: Buffer };

export type ImageAnswer = { result: unknown } | { refused: { problem: ImageProblem; text: string } };

const SECONDS = 1000;
/** Limits while a user waits. A picture within the pixel limits takes at most 3 s. */
const FOREGROUND_LIMITS = { cpuMs: 20 * SECONDS, elapsedMs: 60 * SECONDS };
/** Limits of background work. */
const BACKGROUND_LIMITS = { cpuMs: 120 * SECONDS, elapsedMs: 1800 * SECONDS };

const program = {
  module: programUrl('records/server/files/file.images.child.ts'),
  // The largest picture within the pixel limits takes 450 MB.
  megabytes: 800,
  flags: ['--max-old-space-size=128', '--max-semi-space-size=1'],
  // More threads than cores would use more memory, for a picture each, and be no faster.
  threads: Math.min(4, availableParallelism()),
} satisfies Partial<ChildProgram>;

/**
 * Each picture briefly uses every core. An idle process stays longer than the usual pause between two
 * uploads.
 */
const foreground = createChildPool({ ...program, background: false }, { atOnce: 2, idleMs: 60 * SECONDS });
const background = createChildPool({ ...program, background: true }, { atOnce: 1, idleMs: 2 * SECONDS });

/** Runs `processImage` in a child process. */
export async function processInChild(from: string | Buffer, crop: Crop | null = null) {
  const task: ImageTask = { from, crop };
  return unwrap<typeof processImage>(foreground.run(task, { deadline: FOREGROUND_LIMITS }));
}

/** Runs `encodeVariants` in a background child process, which ends when `signal` aborts. */
export async function encodeInChild(stored: Buffer, widths: WidthsByFormat, signal?: AbortSignal) {
  const task: ImageTask = { stored, widths };
  return unwrap<typeof encodeVariants>(background.run(task, { deadline: BACKGROUND_LIMITS, signal }));
}

/** Runs `measureLuminance` in a background child process. */
export async function measureInChild(ground: Buffer, signal?: AbortSignal) {
  const task: ImageTask = { ground };
  return unwrap<typeof measureLuminance>(background.run(task, { deadline: BACKGROUND_LIMITS, signal }));
}

async function unwrap<T extends (...input: never[]) => Promise<unknown>>(work: Promise<unknown>) {
  try {
    const answer = (await work) as ImageAnswer;
    if ('result' in answer) return answer.result as Awaited<ReturnType<T>>;
    throw new ImageError(answer.refused.problem, answer.refused.text);
  } catch (error) {
    if (!(error instanceof ChildError) || error.problem === 'failed') throw error;
    // The decoder crashed or was killed, so the picture counts as unreadable.
    throw new ImageError(error.problem === 'late' ? 'too_slow' : 'unreadable', error);
  }
}
