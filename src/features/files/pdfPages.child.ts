import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { answerParent } from '../../platform/child.ts';
import type { PdfAnswer, PdfTask } from './pdfPages.process.ts';
import { examineDocument, type OpenDocument, openDocument } from './pdfPages.render.ts';

// Runs as a process of its own; see pdfPages.process.ts.

/** Longer than anybody waits for a whole booklet. */
const LIFETIME_MS = 2_000_000;

const END = "setTimeout(() => process.kill(process.pid, 'SIGKILL'), require('worker_threads').workerData)";

// A page that never ends leaves this thread no turn to notice that its parent is gone.
new Worker(END, { eval: true, workerData: LIFETIME_MS }).unref();

let document: Promise<OpenDocument> | undefined;

answerParent(async (asked): Promise<PdfAnswer> => {
  const task = asked as PdfTask;
  if (task.form === 'condition') return { condition: await examineDocument(await readFile(task.path)) };
  document ??= openDocument(process.stdin);
  const { facts, draw } = await document;
  return task.form === 'opening' ? { facts } : { drawn: await draw(task.page, task) };
});
