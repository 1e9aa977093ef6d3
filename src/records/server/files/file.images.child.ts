import { runParentTasks } from '../../../platform/processes/child.ts';
import { ImageError } from './file.images.problem.ts';
import type { ImageAnswer, ImageTask } from './file.images.process.ts';
import { encodeVariants, measureLuminance, processImage } from './file.images.ts';

// Runs in its own process; see file.images.process.ts.

runParentTasks(async (given): Promise<ImageAnswer> => {
  const task = given as ImageTask;
  try {
    if ('from' in task) return { result: await processImage(task.from, task.crop) };
    if ('ground' in task) return { result: await measureLuminance(task.ground) };
    return { result: await encodeVariants(task.stored, task.widths) };
  } catch (error) {
    if (error instanceof ImageError) return { refused: { problem: error.problem, text: error.message } };
    throw error;
  }
});
