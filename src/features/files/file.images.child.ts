import { ImageError } from './file.images.problem.ts';
import type { ImageAnswer, ImageTask } from './file.images.process.ts';
import { encodeAvifs, processImage } from './file.images.ts';

// Runs as a process of its own; see file.images.process.ts.

const perform = (task: ImageTask) =>
  'path' in task ? processImage(task.path, task) : encodeAvifs(task.stored, task.widths);

process.on('message', async ({ id, task }: { id: number; task: ImageTask }) => {
  let answer: ImageAnswer;
  try {
    answer = { id, result: await perform(task) };
  } catch (error) {
    answer = { id, problem: error instanceof ImageError ? error.problem : null, text: String(error) };
  }
  // Whom it was for may be gone meanwhile: that is no error of this process, which ends with it.
  process.send?.(answer, undefined, undefined, () => {});
});

process.on('disconnect', () => process.exit());
