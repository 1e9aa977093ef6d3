import type { Readable } from 'node:stream';
import { behind, ChildError, type Program, startChild } from '../../platform/children.ts';
import type { RenderedPage } from './bookletPages.render.ts';

// A PDF comes from who knows where and is drawn by a lot of code: elsewhere, with bounds.

export type PageAnswer = { page: RenderedPage } | { end: true };

/** The PDF cannot be shown page by page, now or later. */
export class PagesError extends Error {}

const PAGE_MS = 120_000;
const BOOKLET_MS = 1_800_000;

const program: Program = {
  module: new URL('./bookletPages.child.ts', import.meta.url),
  megabytes: 1024,
  // 512 MB, in pages of WebAssembly.
  flags: ['--wasm-max-mem-pages=8192', '--max-old-space-size=256'],
  // One picture after the other.
  threads: 1,
  background: true,
  stdin: true,
};

interface Options {
  signal?: AbortSignal | undefined;
  /** The longest that one page may take of its process's work. */
  pageMs?: number | undefined;
}

/** The pages of a PDF, one drawn for each that is taken. Throws `PagesError` where the PDF is to blame. */
export async function* renderPages(
  pdf: Readable,
  { signal, pageMs = PAGE_MS }: Options = {},
): AsyncGenerator<RenderedPage> {
  /** What is away or broken here: no fault of the PDF's. */
  const trouble = new AbortController();
  pdf.on('error', (error) => trouble.abort(error));
  const interrupted = AbortSignal.any([trouble.signal, ...(signal ? [signal] : [])]);
  const leave = await behind.enter(interrupted);
  const child = startChild(program);
  // It ended before it read all; its end tells.
  child.stdin?.on('error', () => {});
  if (child.stdin) pdf.pipe(child.stdin);
  const until = performance.now() + BOOKLET_MS;
  try {
    for (;;) {
      const deadline = { work: pageMs, wall: until - performance.now() };
      const answer = (await child.ask('next', { deadline, signal: interrupted })) as PageAnswer;
      if ('end' in answer) return;
      yield answer.page;
    }
  } catch (error) {
    throw error instanceof ChildError ? new PagesError(error.message, { cause: error }) : error;
  } finally {
    pdf.destroy();
    child.end();
    leave();
  }
}
