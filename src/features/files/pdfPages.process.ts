import type { Readable } from 'node:stream';
import { behind, type Child, ChildError, type Program, startChild } from '../../platform/children.ts';
import type {
  DrawnPage,
  DrawOptions,
  PageForm,
  RenderedPage,
  SinglePage,
  WrittenPage,
} from './pdfPages.render.ts';

// A PDF comes from who knows where and is drawn by a lot of code: elsewhere, with bounds.

export type PageTask = Pick<DrawOptions, 'form' | 'most'>;
export type PageAnswer = { page: DrawnPage } | { end: true };

/** The PDF cannot be shown page by page, now or later. */
export class PagesError extends Error {}

const program: Program = {
  module: new URL('./pdfPages.child.ts', import.meta.url),
  megabytes: 1024,
  // 512 MB, in pages of WebAssembly.
  flags: ['--wasm-max-mem-pages=8192', '--max-old-space-size=256'],
  // One picture after the other.
  threads: 1,
  background: true,
  stdin: true,
};

export interface PagesAsked<F extends PageForm> {
  form: F;
  /** Further pages are in the PDF only. */
  most: number;
  /** The longest that one page may take of its process's work. */
  pageMs: number;
  /** The longest that all of them may take. */
  wholeMs: number;
  /** Somebody waits for them: they do not stand in line with what nobody waits for. */
  awaited?: boolean;
  signal?: AbortSignal | undefined;
}

type PageOf<F extends PageForm> = { picture: RenderedPage; single: SinglePage; text: WrittenPage }[F];

/** The pages of a PDF, one drawn for each that is taken. Throws `PagesError` where the PDF is to blame. */
export async function* renderPages<F extends PageForm>(
  pdf: Readable,
  { form, most, pageMs, wholeMs, awaited = false, signal }: PagesAsked<F>,
): AsyncGenerator<PageOf<F>> {
  /** What is away or broken here: no fault of the PDF's. */
  const trouble = new AbortController();
  pdf.on('error', (error) => trouble.abort(error));
  const interrupted = AbortSignal.any([trouble.signal, ...(signal ? [signal] : [])]);
  const task: PageTask = { form, most };
  let leave: (() => void) | undefined;
  let child: Child | undefined;
  try {
    if (!awaited) leave = await behind('', interrupted);
    child = startChild({ ...program, background: !awaited });
    // It ended before it read all; its end tells.
    child.stdin?.on('error', () => {});
    if (child.stdin) pdf.pipe(child.stdin);
    const until = performance.now() + wholeMs;
    for (;;) {
      const deadline = { work: pageMs, wall: until - performance.now() };
      const answer = (await child.ask(task, { deadline, signal: interrupted })) as PageAnswer;
      if ('end' in answer) return;
      yield answer.page as PageOf<F>;
    }
  } catch (error) {
    throw error instanceof ChildError ? new PagesError(error.message, { cause: error }) : error;
  } finally {
    pdf.destroy();
    child?.end();
    leave?.();
  }
}
