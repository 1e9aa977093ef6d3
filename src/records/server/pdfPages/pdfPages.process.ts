import type { Readable } from 'node:stream';
import type { Deps } from '../../../platform/deps.ts';
import { programUrl } from '../../../platform/paths.ts';
import {
  backgroundSlot,
  type Child,
  ChildError,
  type ChildProgram,
  createChildPool,
  type Deadline,
  startChild,
} from '../../../platform/processes/children.ts';
import { type FileRow, mainName, storageKey } from '../files/file.rows.ts';
import type {
  DrawnPage,
  PageForm,
  PdfCondition,
  PdfFacts,
  RenderedPage,
  SinglePage,
  WrittenPage,
} from './pdfPages.render.ts';

// PDFs are untrusted, and the code that renders them is large: render them in a child process with limits.

type PageTask = { form: PageForm; page: number };
type OpeningTask = { form: 'opening' };
type ConditionTask = { form: 'condition'; path: string };
export type PdfTask = PageTask | OpeningTask | ConditionTask;
export type PdfAnswer = { drawn: DrawnPage } | { facts: PdfFacts } | { condition: PdfCondition };

/** Version of the renderer, stored with the pages. Raise it when the output changes, and extend `differs`. */
export const RENDERER_VERSION = 1;

/** Returns whether a PDF is rendered differently than by version `before`. Version 1 renders form values. */
const differs = ({ hasForm }: PdfFacts, before: number) => before < 1 && hasForm;

/**
 * Result of a rendering: the number of pages of the PDF, `failed` if it cannot be rendered, `same` if the
 * output is unchanged.
 */
export type RenderResult = number | 'failed' | 'same';

/** Columns of a record for the state of its pages and the renderer version. */
export interface RenderState {
  pages_state: 'pending' | 'ready' | 'failed' | null;
  drawn_with: number;
}

/** Returns whether the pages, or the failure to render them, are from an earlier version. */
export const isRenderOutdated = ({ pages_state, drawn_with }: RenderState): boolean =>
  (pages_state === 'ready' || pages_state === 'failed') && drawn_with < RENDERER_VERSION;

/**
 * Returns the columns to update after a rendering. A record with earlier pages keeps them if the result has
 * none.
 */
export function renderStateColumns(result: RenderResult, before: RenderState | undefined) {
  if (typeof result === 'number')
    return { drawn_with: RENDERER_VERSION, pages_state: 'ready' as const, page_count: result };
  return {
    drawn_with: RENDERER_VERSION,
    ...(!before && { pages_state: 'failed' as const, page_count: null }),
  };
}

/** Thrown when a PDF cannot be rendered; a retry would fail as well. */
export class PagesError extends Error {}

const program: ChildProgram = {
  module: programUrl('records/server/pdfPages/pdfPages.child.ts'),
  megabytes: 1024,
  // 512 MB, in pages of WebAssembly.
  flags: ['--wasm-max-mem-pages=8192', '--max-old-space-size=256'],
  // Pictures are encoded one after another.
  threads: 1,
  background: true,
  stdin: true,
};

export interface RenderOptions<F extends PageForm> {
  form: F;
  /** Largest number of pages to render. */
  maxPages: number;
  /** Longest work of the process on one page, in milliseconds. */
  pageMs: number;
  /** Longest time for all pages, in milliseconds. */
  totalMs: number;
  /** True if a user waits for the pages, which then skip the queue of background work. */
  isUserWaiting?: boolean;
  /** Pages of an earlier rendering; nothing is rendered if the output is unchanged. */
  before?: RenderState | undefined;
  signal?: AbortSignal | undefined;
}

type PageOf<F extends PageForm> = { picture: RenderedPage; single: SinglePage; text: WrittenPage }[F];

/** Opens a stored PDF as a stream. */
export async function openPdf({ store }: Pick<Deps, 'store'>, pdf: FileRow): Promise<Readable> {
  const stored = await store.read(pdf.area, storageKey(pdf.uuid, mainName(pdf)));
  if (!stored) throw new PagesError('the stored PDF is missing');
  return stored.stream;
}

/**
 * Largest number of pages that may end their process; a PDF with more of them is rejected, so that it does
 * not delay others.
 */
const MAX_LOST_PAGES = 3;

/**
 * Renders the pages of the PDF that `open` reads, each on demand, and skips broken ones. A page beyond the
 * limits of time or memory ends its process and is left out; a new process continues with the next page.
 * Throws `PagesError` if the PDF is the cause.
 */
export async function* renderPages<F extends PageForm>(
  open: () => Promise<Readable>,
  { form, maxPages, pageMs, totalMs, isUserWaiting = false, before, signal }: RenderOptions<F>,
): AsyncGenerator<PageOf<F>> {
  let releaseSlot: (() => void) | undefined;
  let pdf: OpenPdf | undefined;
  let hasPages = false;
  let lost = 0;
  try {
    if (!isUserWaiting) releaseSlot = await backgroundSlot('', signal);
    const until = performance.now() + totalMs;
    const wall = () => until - performance.now();
    const reopen = () => openElsewhere(open, { background: !isUserWaiting, wall: wall(), signal });
    pdf = await reopen();
    if (before?.pages_state === 'ready' && !differs(pdf.facts, before.drawn_with)) return;
    const last = Math.min(pdf.facts.page_count, maxPages);
    for (let page = 1; page <= last; ) {
      pdf ??= await reopen();
      const drawn = await pdf.draw({ form, page }, { cpuMs: pageMs, elapsedMs: wall() });
      if (drawn === 'crowded' || drawn === 'lost') {
        pdf.close();
        pdf = undefined;
        if (wall() <= 0) throw new PagesError('the pages take too long');
      }
      if (drawn === 'crowded') continue;
      page += 1;
      if (drawn === 'lost') {
        lost += 1;
        if (lost > MAX_LOST_PAGES) throw new PagesError(`${lost} pages take too much time or memory`);
      } else if (!('broken' in drawn)) {
        hasPages = true;
        yield drawn as PageOf<F>;
      }
    }
    if (!hasPages) throw new PagesError('no page can be drawn');
  } catch (error) {
    throw error instanceof ChildError ? new PagesError(error.message, { cause: error }) : error;
  } finally {
    pdf?.close();
    releaseSlot?.();
  }
}

/** Time to open a PDF; one with a thousand pages takes well under a second. */
const OPENING = { cpuMs: 10_000, elapsedMs: 60_000 };

/** A PDF opened in a child process. */
interface OpenPdf {
  facts: PdfFacts;
  /**
   * Returns `lost` for a page that ended the process, or `crowded` if earlier pages may have used up its
   * memory.
   */
  draw(task: PageTask, deadline: Deadline): Promise<DrawnPage | 'lost' | 'crowded'>;
  close(): void;
}

async function openElsewhere(
  open: () => Promise<Readable>,
  {
    background,
    wall: elapsedMs,
    signal,
  }: { background: boolean; wall: number; signal: AbortSignal | undefined },
): Promise<OpenPdf> {
  const pdf = await open();
  /** Aborted by a failure of the file store, which must not count as a failure of the PDF. */
  const storeFailure = new AbortController();
  pdf.on('error', (error) => storeFailure.abort(error));
  const interrupted = AbortSignal.any([storeFailure.signal, ...(signal ? [signal] : [])]);
  let child: Child | undefined;
  const close = () => {
    pdf.destroy();
    child?.end();
  };
  try {
    child = startChild({ ...program, background });
    // The process may end before it has read all bytes; `runTask` reports that.
    child.stdin?.on('error', () => {});
    if (child.stdin) pdf.pipe(child.stdin);
    const ask = async <T>(task: PdfTask, deadline: Deadline) =>
      (await child?.runTask(task, { deadline, signal: interrupted })) as T;
    const { facts } = await ask<{ facts: PdfFacts }>({ form: 'opening' }, { ...OPENING, elapsedMs });
    let hasDrawn = false;
    const draw: OpenPdf['draw'] = async (task, deadline) => {
      try {
        const { drawn } = await ask<{ drawn: DrawnPage }>(task, deadline);
        hasDrawn = true;
        return drawn;
      } catch (error) {
        if (!(error instanceof ChildError)) throw error;
        return hasDrawn && error.problem !== 'late' ? 'crowded' : 'lost';
      }
    };
    return { facts, draw, close };
  } catch (error) {
    close();
    throw error;
  }
}

/** Stays alive between the uploads of a user. */
const examiners = createChildPool(
  { ...program, background: false, stdin: false },
  { atOnce: 2, idleMs: 60_000 },
);

/** Opens the PDF at `path` in a child process. A PDF that ends the process is broken. */
export async function examinePdf(path: string): Promise<PdfCondition> {
  const task: PdfTask = { form: 'condition', path };
  try {
    const answer = (await examiners.run(task, { deadline: OPENING })) as PdfAnswer;
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

/** Returns the message that rejects the PDF at `path`, or null if it can be rendered. */
export const pdfProblemText = async (path: string): Promise<string | null> =>
  refusals[await examinePdf(path)];
