import type { Readable } from 'node:stream';
import {
  behind,
  type Child,
  ChildError,
  createChildren,
  type Program,
  startChild,
} from '../../platform/children.ts';
import type {
  DrawnPage,
  DrawOptions,
  PageForm,
  PdfCondition,
  RenderedPage,
  SinglePage,
  WrittenPage,
} from './pdfPages.render.ts';

// A PDF comes from who knows where and is drawn by a lot of code: elsewhere, with bounds.

export type PageTask = Pick<DrawOptions, 'form' | 'most'>;
export type ConditionTask = { form: 'condition'; path: string };
export type PageAnswer = { page: DrawnPage } | { condition: PdfCondition } | { end: true };

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

/** The pages of a PDF, one drawn for each that is taken, without broken ones. Throws `PagesError` where the PDF is to blame. */
export async function* renderPages<F extends PageForm>(
  pdf: Readable,
  { form, most, pageMs, wholeMs, awaited = false, signal }: PagesAsked<F>,
): AsyncGenerator<PageOf<F>> {
  /** What is away or broken here: no fault of the PDF's. */
  const trouble = new AbortController();
  pdf.on('error', (error) => trouble.abort(error));
  const interrupted = AbortSignal.any([trouble.signal, ...(signal ? [signal] : [])]);
  const task: PageTask = { form, most };
  let hasPages = false;
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
      if (!('page' in answer)) break;
      if ('broken' in answer.page) continue;
      hasPages = true;
      yield answer.page as PageOf<F>;
    }
    if (!hasPages) throw new PagesError('no page can be drawn');
  } catch (error) {
    throw error instanceof ChildError ? new PagesError(error.message, { cause: error }) : error;
  } finally {
    pdf.destroy();
    child?.end();
    leave?.();
  }
}

/** A PDF of a thousand pages opens in well under a second. */
const OPENING = { work: 10_000, wall: 60_000 };

/** One stays for longer than a person takes from one upload to the next. */
const examiners = createChildren(
  { ...program, background: false, stdin: false },
  { atOnce: 2, idleMs: 60_000 },
);

/** Opens the PDF at `path` in another process. One that takes that process down is broken. */
export async function examinePdf(path: string): Promise<PdfCondition> {
  const task: ConditionTask = { form: 'condition', path };
  try {
    const answer = (await examiners.run(task, { deadline: OPENING })) as PageAnswer;
    return 'condition' in answer ? answer.condition : 'broken';
  } catch (error) {
    if (error instanceof ChildError) return 'broken';
    throw error;
  }
}

const refusals: Record<PdfCondition, string | null> = {
  readable: null,
  locked: 'O PDF pede senha para abrir. Salve sem senha e envie outra vez.',
  empty: 'O PDF não tem nenhuma página. Confira o arquivo e envie outra vez.',
  broken: 'Não conseguimos abrir este PDF. Salve de novo e envie outra vez.',
};

/** Returns why the PDF at `path` is refused, in words; null where it can be shown. */
export const pdfRefusal = async (path: string): Promise<string | null> => refusals[await examinePdf(path)];
