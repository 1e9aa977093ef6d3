import { answerParent } from '../../../platform/child.ts';
import { drawForSite, drawPdf, drawPictures, drawPreview } from './draw.ts';
import type { DrawTask, Made } from './leaflet.process.ts';

// Entry point of the child process; see leaflet.process.ts.

answerParent(async (given): Promise<Made | Awaited<ReturnType<typeof drawPreview>>> => {
  const task = given as DrawTask;
  if (task.as === 'preview') return drawPreview(task, task.page);
  switch (task.format) {
    case 'a4':
    case 'a3':
      return { kind: 'document', data: await drawPdf(task) };
    case 'site':
      return { kind: 'site', pages: await Array.fromAsync(drawForSite(task)) };
    default:
      return { kind: 'pictures', pages: await Array.fromAsync(drawPictures(task)) };
  }
});
