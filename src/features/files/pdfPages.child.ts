import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { answerParent } from '../../platform/child.ts';
import type { ConditionTask, PageAnswer, PageTask } from './pdfPages.process.ts';
import { type DrawnPage, drawPages, examineDocument } from './pdfPages.render.ts';

// Runs as a process of its own; see pdfPages.process.ts.

/** Longer than anybody waits for a whole booklet. */
const LIFETIME_MS = 2_000_000;

const END = "setTimeout(() => process.kill(process.pid, 'SIGKILL'), require('worker_threads').workerData)";

// A page that never ends leaves this thread no turn to notice that its parent is gone.
new Worker(END, { eval: true, workerData: LIFETIME_MS }).unref();

let pages: AsyncGenerator<DrawnPage> | undefined;

answerParent(async (asked): Promise<PageAnswer> => {
  const task = asked as PageTask | ConditionTask;
  if (task.form === 'condition') return { condition: await examineDocument(await readFile(task.path)) };
  pages ??= drawPages(process.stdin, task);
  const { value, done } = await pages.next();
  return done ? { end: true } : { page: value };
});
