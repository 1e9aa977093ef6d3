import type { Readable } from 'node:stream';
import {
  behind,
  type Child,
  ChildError,
  createChildren,
  type Deadline,
  type Program,
  startChild,
} from '../../platform/children.ts';
import type { Deps } from '../../platform/deps.ts';
import { type FileRow, keyOf, mainName } from './file.rows.ts';
import type {
  DrawnPage,
  PageForm,
  PdfCondition,
  PdfFacts,
  RenderedPage,
  SinglePage,
  WrittenPage,
} from './pdfPages.render.ts';

// A PDF comes from who knows where and is drawn by a lot of code: elsewhere, with bounds.

type PageTask = { form: PageForm; page: number };
type OpeningTask = { form: 'opening' };
type ConditionTask = { form: 'condition'; path: string };
export type PdfTask = PageTask | OpeningTask | ConditionTask;
export type PdfAnswer = { drawn: DrawnPage } | { facts: PdfFacts } | { condition: PdfCondition };

/** Version of the drawing, stored with the pages. Raise it when pages come out otherwise, and say so in `differs`. */
export const DRAWING = 1;

/** Whether a PDF comes out otherwise than with the version `before`. Version 1 draws the values of forms. */
const differs = ({ hasForm }: PdfFacts, before: number) => before < 1 && hasForm;

/** Returns the number of a PDF's pages; `failed` where it cannot be drawn, `same` where it comes out as before. */
export type DrawingResult = number | 'failed' | 'same';

/** The columns of a record that say how far its pages are and what drew them. */
export interface Drawing {
  pages_state: 'pending' | 'ready' | 'failed' | null;
  drawn_with: number;
}

/** Whether pages that are there, or could not be drawn, are of an earlier version. */
export const isOutdated = ({ pages_state, drawn_with }: Drawing): boolean =>
  (pages_state === 'ready' || pages_state === 'failed') && drawn_with < DRAWING;

/** Returns what a drawing changes in a record; one that was drawn before keeps its pages where it brought none. */
export function drawingColumns(result: DrawingResult, before: Drawing | undefined) {
  if (typeof result === 'number')
    return { drawn_with: DRAWING, pages_state: 'ready' as const, page_count: result };
  return { drawn_with: DRAWING, ...(!before && { pages_state: 'failed' as const, page_count: null }) };
}

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
  /** True if a user waits for the pages: they then skip the queue of background work. */
  awaited?: boolean;
  /** Draws nothing of a PDF whose pages are there and come out the same. */
  before?: Drawing | undefined;
  signal?: AbortSignal | undefined;
}

type PageOf<F extends PageForm> = { picture: RenderedPage; single: SinglePage; text: WrittenPage }[F];

/** Opens a stored PDF to be read from its beginning. */
export async function openPdf({ store }: Pick<Deps, 'store'>, pdf: FileRow): Promise<Readable> {
  const stored = await store.read(pdf.area, keyOf(pdf.uuid, mainName(pdf)));
  if (!stored) throw new PagesError('the stored PDF is missing');
  return stored.stream;
}

/** A PDF with more pages that end their process is refused, so that it holds up no others for long. */
const MOST_LOST = 3;

/**
 * Draws the pages of the PDF that `open` reads, each when it is taken, without broken ones. A page that takes too much
 * time or memory costs its process and is left out; another process goes on with the next one. Throws `PagesError`
 * where the PDF is to blame.
 */
export async function* renderPages<F extends PageForm>(
  open: () => Promise<Readable>,
  { form, most, pageMs, wholeMs, awaited = false, before, signal }: PagesAsked<F>,
): AsyncGenerator<PageOf<F>> {
  let leave: (() => void) | undefined;
  let pdf: OpenPdf | undefined;
  let hasPages = false;
  let lost = 0;
  try {
    if (!awaited) leave = await behind('', signal);
    const until = performance.now() + wholeMs;
    const wall = () => until - performance.now();
    const reopen = () => openElsewhere(open, { background: !awaited, wall: wall(), signal });
    pdf = await reopen();
    if (before?.pages_state === 'ready' && !differs(pdf.facts, before.drawn_with)) return;
    const last = Math.min(pdf.facts.page_count, most);
    for (let page = 1; page <= last; ) {
      pdf ??= await reopen();
      const drawn = await pdf.draw({ form, page }, { work: pageMs, wall: wall() });
      if (drawn === 'crowded' || drawn === 'lost') {
        pdf.close();
        pdf = undefined;
        if (wall() <= 0) throw new PagesError('the pages take too long');
      }
      if (drawn === 'crowded') continue;
      page += 1;
      if (drawn === 'lost') {
        lost += 1;
        if (lost > MOST_LOST) throw new PagesError(`${lost} pages take too much time or memory`);
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
    leave?.();
  }
}

/** A PDF of a thousand pages opens in well under a second. */
const OPENING = { work: 10_000, wall: 60_000 };

/** A PDF that was read by a process of its own. */
interface OpenPdf {
  facts: PdfFacts;
  /** Returns `lost` for a page that ended the process, `crowded` where earlier pages may have used up its memory. */
  draw(task: PageTask, deadline: Deadline): Promise<DrawnPage | 'lost' | 'crowded'>;
  close(): void;
}

async function openElsewhere(
  open: () => Promise<Readable>,
  { background, wall, signal }: { background: boolean; wall: number; signal: AbortSignal | undefined },
): Promise<OpenPdf> {
  const pdf = await open();
  /** A failure of the store, for which the PDF is not to blame. */
  const trouble = new AbortController();
  pdf.on('error', (error) => trouble.abort(error));
  const interrupted = AbortSignal.any([trouble.signal, ...(signal ? [signal] : [])]);
  let child: Child | undefined;
  const close = () => {
    pdf.destroy();
    child?.end();
  };
  try {
    child = startChild({ ...program, background });
    // It may end before it has read everything; the answer to `ask` says so.
    child.stdin?.on('error', () => {});
    if (child.stdin) pdf.pipe(child.stdin);
    const ask = async <T>(task: PdfTask, deadline: Deadline) =>
      (await child?.ask(task, { deadline, signal: interrupted })) as T;
    const { facts } = await ask<{ facts: PdfFacts }>({ form: 'opening' }, { ...OPENING, wall });
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

/** One stays for longer than a person takes from one upload to the next. */
const examiners = createChildren(
  { ...program, background: false, stdin: false },
  { atOnce: 2, idleMs: 60_000 },
);

/** Opens the PDF at `path` in another process. One that takes that process down is broken. */
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

/** Returns why the PDF at `path` is refused, in words; null where it can be shown. */
export const pdfRefusal = async (path: string): Promise<string | null> => refusals[await examinePdf(path)];
