import { type ChildProcess, fork } from 'node:child_process';
import { channel } from 'node:diagnostics_channel';
import { existsSync, readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import type { Writable } from 'node:stream';
import { type AcquireSlot, createConcurrencyLimit } from '../../shared/async.ts';

// Untrusted files are parsed by a lot of third-party code, so that code runs in child processes. They get
// none of this process's secrets, have limits on time and memory, and cannot take the server down when they
// crash. Their memory returns to the system when they exit.

/** A module that calls `runParentTasks` (child.ts), and its resource limits. */
export interface ChildProgram {
  module: URL;
  /**
   * Limit on the child's own memory, in MB. Enforced by the kernel on Linux; elsewhere only V8's heap is
   * limited, by `flags`.
   */
  megabytes: number;
  flags?: string[];
  /** Size of libuv's thread pool, which native code uses; Node's default if absent. */
  threads?: number;
  /** Runs at low priority, one task at a time among all background programs. */
  background: boolean;
  /** Receives its input through stdin. */
  stdin?: boolean;
  /** Runs our own code on trusted input, so it inherits our environment. */
  trusted?: boolean;
}

export interface Deadline {
  /** Limit on the child's CPU time, in ms: time spent waiting on a busy machine does not count. */
  cpuMs: number;
  /** Limit on the elapsed time, in ms. */
  elapsedMs: number;
}

interface Bounds {
  deadline: Deadline;
  signal?: AbortSignal | undefined;
}

/**
 * Reason why a task was not done. `late`: over its deadline. `ended`: crashed, killed, or out of memory.
 * `failed`: threw.
 */
export type ChildProblem = 'late' | 'ended' | 'failed';

/** Thrown when a task was not done, most likely because of its input. */
export class ChildError extends Error {
  readonly problem: ChildProblem;
  constructor(problem: ChildProblem, detail: string) {
    super(detail);
    this.problem = problem;
  }
}

/** Publishes the URL of the module for each task that a child begins. */
export const childTasks = channel('vitrine.child.task');

export type ChildTask = { id: number; task: unknown };
export type ChildResult = { id: number } & ({ result: unknown } | { failure: string });

/** A process that executes one task at a time. */
export interface Child {
  stdin: Writable | null;
  /** False after it has ended or while it is being ended. */
  readonly isAlive: boolean;
  /** Sends a task and returns its result. Any other end of the wait (deadline, abort) kills the child. */
  runTask(task: unknown, bounds: Bounds): Promise<unknown>;
  /** Lets this process exit while the child is idle. */
  unref(): void;
  end(): void;
}

/** Below requests, but not so low that a busy machine starves it. */
export const backgroundPriority = { niceness: constants.priority.PRIORITY_BELOW_NORMAL };

/**
 * Complete environment of an untrusted child. glibc keeps few arenas and returns large freed blocks to the
 * system.
 */
const ENVIRONMENT = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '1048576' };
/** See `runParentTasks`, which forces a garbage collection. */
const FLAGS = ['--expose-gc'];

/** Address space that V8 reserves for code that it may never generate; the kernel counts it as data. */
const RESERVED_MB = 540;
const SHELL = '/bin/sh';
/**
 * Limits memory, and has the kernel kill the child when its parent dies: deep in native code, a child would
 * not notice the disconnect. Where `setpriv` lacks that option, the child notices when it next reads a
 * message.
 */
const BOUNDED = `ulimit -d "$0"
setpriv --pdeathsig KILL true 2>/dev/null && exec setpriv --pdeathsig KILL "$@"
exec "$@"`;
const isBounded = process.platform === 'linux' && existsSync(SHELL);

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export function startChild({ module, megabytes, flags = [], threads, ...program }: ChildProgram): Child {
  const limit = String((megabytes + RESERVED_MB) * 1024);
  const child = fork(module, {
    ...(isBounded
      ? {
          execPath: SHELL,
          execArgv: ['-c', BOUNDED, limit, process.execPath, ...FLAGS, ...flags],
        }
      : { execArgv: [...FLAGS, ...flags] }),
    ...(!program.trusted && {
      env: { ...ENVIRONMENT, ...(threads && { UV_THREADPOOL_SIZE: String(threads) }) },
    }),
    serialization: 'advanced',
    stdio: [program.stdin ? 'pipe' : 'ignore', 'ignore', 'ignore', 'ipc'],
  });
  running.add(child);
  if (program.background && child.pid) lowerPriority(child.pid);

  let lastId = 0;
  let task: { id: number; resolve(result: unknown): void; reject(error: unknown): void } | undefined;
  let ended: Error | undefined;
  const end = (reason: Error) => {
    ended ??= reason;
    running.delete(child);
    task?.reject(ended);
  };
  child.on('error', end);
  child.on('exit', (code, signal) => end(new ChildError('ended', `exited with ${signal ?? code}`)));
  child.on('message', (answer: ChildResult) => {
    if (answer.id !== task?.id) return;
    if ('result' in answer) task.resolve(answer.result);
    else task.reject(new ChildError('failed', answer.failure));
  });
  const kill = (reason: Error) => {
    ended ??= reason;
    child.kill('SIGKILL');
  };

  return {
    stdin: child.stdin,
    get isAlive() {
      return !ended;
    },
    async runTask(question, { deadline, signal }) {
      signal?.throwIfAborted();
      if (ended) throw ended;
      if (task) throw new Error('A child process runs one task at a time.');
      child.ref();
      child.channel?.ref();
      lastId += 1;
      const id = lastId;
      const bound = new AbortController();
      try {
        return await new Promise((resolve, reject) => {
          const giveUp = (reason: Error) => {
            kill(reason);
            reject(reason);
          };
          task = { id, resolve, reject };
          signal?.addEventListener('abort', () => giveUp(signal.reason), { signal: bound.signal });
          watch(child.pid, deadline, bound.signal, () =>
            giveUp(
              new ChildError(
                'late',
                `limit of ${deadline.cpuMs} ms CPU or ${deadline.elapsedMs} ms exceeded`,
              ),
            ),
          );
          childTasks.publish(module);
          // If the child has already exited, its `exit` event rejects the task.
          child.send({ id, task: question } satisfies ChildTask, () => {});
        });
      } finally {
        task = undefined;
        bound.abort();
      }
    },
    unref() {
      child.unref();
      child.channel?.unref();
    },
    end: () => kill(new ChildError('ended', 'no longer needed')),
  };
}

/** Calls `late` when the process `pid` exceeds `deadline`, unless `signal` is aborted first. */
function watch(pid: number | undefined, deadline: Deadline, signal: AbortSignal, onLate: () => void) {
  const startedAt = performance.now();
  const cpuBefore = pid === undefined ? null : computed(pid);
  let timer: NodeJS.Timeout;
  const check = () => {
    const waited = performance.now() - startedAt;
    const now = cpuBefore === null || pid === undefined ? null : computed(pid);
    const worked = now === null || cpuBefore === null ? waited : now - cpuBefore;
    const left = Math.min(deadline.cpuMs - worked, deadline.elapsedMs - waited);
    if (left <= 0) onLate();
    else timer = setTimeout(check, Math.max(left, 10)).unref();
  };
  timer = setTimeout(check, Math.min(deadline.cpuMs, deadline.elapsedMs)).unref();
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
}

/** Length of a clock tick in /proc on Linux, in ms. */
const TICK_MS = 10;

/** Returns the CPU time of a process in ms, or null where the system does not report it. */
function computed(pid: number): number | null {
  if (process.platform !== 'linux') return null;
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The process name, which comes first, may contain spaces and brackets.
    const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return null;
  }
}

function lowerPriority(pid: number) {
  try {
    // Set before the shell becomes Node, because new threads inherit the priority.
    setPriority(pid, backgroundPriority.niceness);
  } catch {
    // The child has already ended, or the system does not allow it.
  }
}

export interface ChildPool {
  /** Executes `task` when a slot is free; its deadline starts then. */
  run(task: unknown, bounds: Bounds): Promise<unknown>;
}

/** Creates a pool of at most `atOnce` children that execute tasks. An idle child is ended after `idleMs`. */
export function createChildPool(
  program: ChildProgram,
  options: { atOnce: number; idleMs: number },
): ChildPool {
  const acquireSlot = program.background ? backgroundSlot : createConcurrencyLimit({ max: options.atOnce });
  let idleChild: Child | undefined;
  let idleTimer: NodeJS.Timeout | undefined;

  const take = (): Child | undefined => {
    clearTimeout(idleTimer);
    const child = idleChild;
    idleChild = undefined;
    return child?.isAlive ? child : undefined;
  };
  /** Keeps one idle child for the next task; a second one would only hold memory. */
  const giveBack = (child: Child) => {
    if (!child.isAlive) return;
    if (idleChild?.isAlive) return child.end();
    child.unref();
    idleChild = child;
    idleTimer = setTimeout(() => take()?.end(), options.idleMs).unref();
  };
  const ask = async (child: Child, task: unknown, bounds: Bounds) => {
    try {
      return await child.runTask(task, bounds);
    } finally {
      giveBack(child);
    }
  };

  return {
    async run(task, bounds) {
      const release = await acquireSlot('', bounds.signal);
      try {
        const warmChild = take();
        if (warmChild) {
          try {
            return await ask(warmChild, task, bounds);
          } catch (error) {
            // The idle child died before this process noticed. Retry with a new one.
            if (!(error instanceof ChildError && error.problem === 'ended')) throw error;
          }
        }
        return await ask(startChild(program), task, bounds);
      } finally {
        release();
      }
    },
  };
}

/**
 * Concurrency limit that all background programs share, because each takes memory that requests could use.
 */
export const backgroundSlot: AcquireSlot = createConcurrencyLimit({ max: 1 });
