import { runParentTasks } from '../../../platform/processes/child.ts';
import { drawPdf, drawPictures, drawPreview, drawSitePictures } from './draw.ts';
import type { DrawnFiles, DrawTask } from './leaflet.process.ts';

// Entry point of the child process; see leaflet.process.ts.

runParentTasks(async (given): Promise<DrawnFiles | Awaited<ReturnType<typeof drawPreview>>> => {
  const task = given as DrawTask;
  if (task.as === 'preview') return drawPreview(task, task);
  switch (task.format) {
    case 'a4':
    case 'a3':
      return { kind: 'document', data: await drawPdf(task) };
    case 'site':
      return { kind: 'site', pages: await Array.fromAsync(drawSitePictures(task)) };
    default:
      return { kind: 'pictures', pages: await Array.fromAsync(drawPictures(task)) };
  }
});
