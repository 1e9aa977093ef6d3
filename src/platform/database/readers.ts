import { Worker } from 'node:worker_threads';
import { Failure } from '../../shared/failure.ts';
import { programUrl } from '../paths.ts';
import type { ReadRequest, ReadResponse } from './readers.worker.ts';

// A SQLite statement blocks its thread. Statements that may read a hundred thousand rows run in worker
// threads, so that other requests do not wait. The threads see committed data only, and serve all files of
// the process.

/** Two, so that a short statement does not wait for a long one. */
const THREADS = 2;
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
      const read: PendingRead = { question: { file, sql, parameters }, resolve, reject };
      const timer = setTimeout(() => {
        const at = queue.indexOf(read);
        if (at >= 0) queue.splice(at, 1);
        reject(new Failure('unavailable', undefined, { retryAfter: 5 }));
      }, patienceMs);
      queue.push(read);
      assignReads();
      return promise.finally(() => clearTimeout(timer));
    },
    close() {
      for (const { worker } of threads) worker.postMessage({ close: file } satisfies ReadRequest);
    },
  };
}

interface PendingRead {
  question: Exclude<ReadRequest, { close: string }>;
  resolve(rows: unknown[]): void;
  reject(error: unknown): void;
}

interface Thread {
  worker: Worker;
  /**
   * Statement in progress. SQLite cannot be interrupted, so that a timed-out one keeps its thread until it
   * ends.
   */
  current: PendingRead | undefined;
}

const queue: PendingRead[] = [];
const threads = new Set<Thread>();

function assignReads() {
  while (queue.length > 0) {
    const thread =
      [...threads].find(({ current }) => !current) ?? (threads.size < THREADS ? start() : undefined);
    if (!thread) return;
    thread.current = queue.shift();
    thread.worker.ref();
    thread.worker.postMessage(thread.current?.question);
  }
}

function start(): Thread {
  const worker = new Worker(programUrl('platform/database/readers.worker.ts'), {
    execArgv: [],
    resourceLimits: RESOURCE_LIMITS,
  });
  const thread: Thread = { worker, current: undefined };
  threads.add(thread);
  worker.on('message', (answer: ReadResponse) => {
    const read = thread.current;
    thread.current = undefined;
    worker.unref();
    assignReads();
    if ('rows' in answer) read?.resolve(answer.rows);
    else read?.reject(Object.assign(new Error(), answer.failure));
  });
  const end = (reason: unknown) => {
    threads.delete(thread);
    thread.current?.reject(reason);
    assignReads();
  };
  worker.on('error', end);
  worker.on('exit', (code) => end(new Error(`SQLite reader exited with code ${code}`)));
  return thread;
}
