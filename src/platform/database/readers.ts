import { Worker } from 'node:worker_threads';
import { Failure } from '../../shared/failure.ts';
import { programUrl } from '../paths.ts';
import type { Read, ReadRequest, ReadResult } from './readers.worker.ts';

// A SQLite statement blocks its thread. Statements that may read a hundred thousand rows run in worker
// threads, so that other requests do not wait. The threads see committed data only, and serve all files of
// the process.

/** Two, so that a short statement does not wait for a long one. */
const THREADS = 2;
/** Limit of statements in a message. Those that wait are sent together, because a message costs more than a lookup. */
const MAX_TOGETHER = 32;
/** A statement that took longer the last time, in ms, is sent alone, so that none waits behind it. */
const LONG_MS = 5;
const MAX_LONG = 1000;
/** Heap limits for the rows in transit; SQLite's page cache is not part of the heap. */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 192 };

export interface Reader {
  all(sql: string, parameters: readonly unknown[]): Promise<unknown[]>;
  close(): void;
}

/**
 * Reads `file`, which another connection opened for writing. A statement longer than `patienceMs` fails with
 * a 503.
 */
export function openReader(file: string, patienceMs: number): Reader {
  return {
    all(sql, parameters) {
      const { promise, resolve, reject } = Promise.withResolvers<unknown[]>();
      const pending: PendingRead = { read: { file, sql, parameters }, isAlone: false, resolve, reject };
      const timer = setTimeout(() => {
        const at = queue.indexOf(pending);
        if (at >= 0) queue.splice(at, 1);
        reject(new Failure('unavailable', undefined, { retryAfter: 5 }));
      }, patienceMs);
      queue.push(pending);
      assignReads();
      return promise.finally(() => clearTimeout(timer));
    },
    close() {
      for (const { worker } of threads) worker.postMessage({ close: file } satisfies ReadRequest);
    },
  };
}

interface PendingRead {
  read: Read;
  /** Must be sent alone, because a thread ended with it and others. */
  isAlone: boolean;
  resolve(rows: unknown[]): void;
  reject(error: unknown): void;
}

interface Thread {
  worker: Worker;
  /**
   * Statements without a result. SQLite cannot be interrupted, so that a timed-out one keeps its thread until
   * it ends.
   */
  current: PendingRead[];
}

const queue: PendingRead[] = [];
const threads = new Set<Thread>();
const long = new Set<string>();

function assignReads() {
  while (queue.length > 0) {
    const thread =
      [...threads].find(({ current }) => current.length === 0) ??
      (threads.size < THREADS ? start() : undefined);
    if (!thread) return;
    thread.current = takeReads();
    thread.worker.ref();
    thread.worker.postMessage({ reads: thread.current.map(({ read }) => read) } satisfies ReadRequest);
  }
}

/** Takes a thread's share of the queue: a statement that is sent alone, or those before it. */
function takeReads(): PendingRead[] {
  const share = Math.min(Math.ceil(queue.length / THREADS), MAX_TOGETHER);
  const firstAlone = queue.slice(0, share).findIndex(({ read, isAlone }) => isAlone || long.has(read.sql));
  return queue.splice(0, firstAlone < 0 ? share : Math.max(firstAlone, 1));
}

function start(): Thread {
  const worker = new Worker(programUrl('platform/database/readers.worker.ts'), {
    execArgv: [],
    resourceLimits: RESOURCE_LIMITS,
  });
  const thread: Thread = { worker, current: [] };
  threads.add(thread);
  worker.on('message', (results: ReadResult[]) => {
    const done = thread.current.splice(0, results.length);
    if (thread.current.length === 0) {
      worker.unref();
      assignReads();
    }
    for (const [at, pending] of done.entries()) {
      const result = results[at] as ReadResult;
      noteDuration(pending.read.sql, result.took);
      if ('rows' in result) pending.resolve(result.rows);
      else pending.reject(Object.assign(new Error(), result.failure));
    }
  });
  const end = (reason: unknown) => {
    threads.delete(thread);
    const unanswered = thread.current.splice(0);
    // One of them ended the thread, for example with more rows than its heap holds. Each is tried again alone.
    if (unanswered.length === 1) unanswered.pop()?.reject(reason);
    for (const pending of unanswered) pending.isAlone = true;
    queue.unshift(...unanswered);
    assignReads();
  };
  worker.on('error', end);
  worker.on('exit', (code) => end(new Error(`SQLite reader exited with code ${code}`)));
  return thread;
}

/** Remembers whether a statement was long the last time. */
function noteDuration(sql: string, took: number) {
  if (took <= LONG_MS) long.delete(sql);
  else if (long.size < MAX_LONG) long.add(sql);
}
