import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { runParentTasks } from '../../../platform/processes/child.ts';
import type { PdfAnswer, PdfTask } from './pdfPages.process.ts';
import { examineDocument, type OpenDocument, openDocument } from './pdfPages.render.ts';

// Entry point of the child process; see pdfPages.process.ts.

/** Longer than the limit for a whole booklet. */
const LIFETIME_MS = 2_000_000;

const END = "setTimeout(() => process.kill(process.pid, 'SIGKILL'), require('worker_threads').workerData)";

// A page that never finishes blocks the main thread, which then cannot notice that its parent has ended.
new Worker(END, { eval: true, workerData: LIFETIME_MS }).unref();

let document: Promise<OpenDocument> | undefined;

runParentTasks(async (asked): Promise<PdfAnswer> => {
  const task = asked as PdfTask;
  if (task.form === 'condition') return { condition: await examineDocument(await readFile(task.path)) };
  document ??= openDocument(process.stdin);
  const { facts, draw } = await document;
  return task.form === 'opening' ? { facts } : { drawn: await draw(task.page, task) };
});
