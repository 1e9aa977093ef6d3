import { fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import type { Readable } from 'node:stream';
import type { RenderedPage } from './bookletPages.render.ts';

// A PDF comes from who knows where and is drawn by a lot of code: in a process of its own, behind everything
// else, with bounds on its time and memory.

export type PageAnswer = { page: RenderedPage } | { end: true } | { problem: string };

/** The PDF cannot be shown page by page, now or later. */
export class PagesError extends Error {}

const PAGE_MS = 120_000;
const BOOKLET_MS = 1_800_000;
/** 512 MB, in pages of WebAssembly. */
const MEMORY = ['--wasm-max-mem-pages=8192', '--max-old-space-size=256'];
/** One picture after the other, and nothing of this process's own: it holds secrets. */
const ENVIRONMENT = { UV_THREADPOOL_SIZE: '1', MALLOC_ARENA_MAX: '2' };

interface Options {
  signal?: AbortSignal | undefined;
  /** The longest that one page may take. */
  pageMs?: number | undefined;
}

/** The pages of a PDF, one drawn for each that is taken. Throws `PagesError` where the PDF is to blame. */
export async function* renderPages(
  pdf: Readable,
  { signal, pageMs = PAGE_MS }: Options = {},
): AsyncGenerator<RenderedPage> {
  signal?.throwIfAborted();
  const child = fork(new URL('./bookletPages.child.ts', import.meta.url), {
    execArgv: MEMORY,
    env: ENVIRONMENT,
    serialization: 'advanced',
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
  });
  if (child.pid) lowerPriority(child.pid);
  /** What is away or broken here: no fault of the PDF's. */
  let trouble: unknown;
  const ended = new AbortController();
  child.once('exit', () => ended.abort());
  child.on('error', (error) => {
    trouble ??= error;
  });
  pdf.on('error', (error) => {
    trouble ??= error;
    ended.abort();
  });
  // It ended before it read all; its end tells.
  child.stdin?.on('error', () => {});
  if (child.stdin) pdf.pipe(child.stdin);

  const overall = AbortSignal.timeout(BOOKLET_MS);
  const next = async (): Promise<PageAnswer> => {
    const bounds = [ended.signal, overall, AbortSignal.timeout(pageMs), ...(signal ? [signal] : [])];
    try {
      const answer = once(child, 'message', { signal: AbortSignal.any(bounds) });
      child.send('next', () => {});
      const [message] = await answer;
      return message as PageAnswer;
    } catch (error) {
      signal?.throwIfAborted();
      if (trouble) throw trouble;
      throw new PagesError(ended.signal.aborted ? 'the process ended' : 'takes too long', { cause: error });
    }
  };
  try {
    for (;;) {
      const answer = await next();
      if ('problem' in answer) throw new PagesError(answer.problem);
      if ('end' in answer) return;
      yield answer.page;
    }
  } finally {
    pdf.destroy();
    child.kill('SIGKILL');
  }
}

function lowerPriority(pid: number) {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It has ended already, or the system does not allow it.
  }
}
