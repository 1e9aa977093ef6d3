import { type ChildProcess, fork } from 'node:child_process';
import { channel } from 'node:diagnostics_channel';
import { existsSync, readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import type { Writable } from 'node:stream';
import { createPlaces, type TakePlace } from './places.ts';

// What strangers made is opened by a lot of code that is not ours: in processes of their own, which hold none of
// this one's secrets, have bounds on time and memory, and take no server with them when they crash. What they
// took of memory goes back to the system when they end.

/** A module that calls `answerParent` (child.ts), and what it may take. */
export interface Program {
  module: URL;
  /**
   * The most memory of its own, in MB. The kernel holds it on Linux; elsewhere only V8's share of it has a
   * bound, by `flags`.
   */
  megabytes: number;
  flags?: string[];
  /** Threads that its native code may use; as many as Node gives where nothing is said. */
  threads?: number;
  /** Behind everything else that the machine does, and one after the other with all else that is. */
  background: boolean;
  /** Gets its input through a pipe. */
  stdin?: boolean;
  /** Does work of our own, on nothing that a stranger made, and gets our environment for it. */
  trusted?: boolean;
}

export interface Deadline {
  /** How long the child itself may compute, in ms: on a busy machine nobody is to blame for waiting. */
  work: number;
  /** How long it may take in any case, in ms. */
  wall: number;
}

interface Bounds {
  deadline: Deadline;
  signal?: AbortSignal | undefined;
}

/** `late`: over its deadline. `ended`: crashed, was killed, or had no memory left. `failed`: threw. */
export type ChildProblem = 'late' | 'ended' | 'failed';

/** A task was not done, and it is the task's doing as far as anybody can tell. */
export class ChildError extends Error {
  readonly problem: ChildProblem;
  constructor(problem: ChildProblem, detail: string) {
    super(detail);
    this.problem = problem;
  }
}

/** Publishes the URL of the module for each task that a child begins. */
export const childTasks = channel('vitrine.child.task');

export type Question = { id: number; task: unknown };
export type Answer = { id: number } & ({ result: unknown } | { failure: string });

/** A process that does one task at a time. */
export interface Child {
  stdin: Writable | null;
  /** False once it has ended or is being ended. */
  readonly alive: boolean;
  /** Whatever ends the wait, but for an answer, ends the child. */
  ask(task: unknown, bounds: Bounds): Promise<unknown>;
  /** Keeps nobody from ending while it has nothing to do. */
  rest(): void;
  end(): void;
}

/** Behind requests, but not so far that a busy machine never gets to it. */
export const background = { niceness: constants.priority.PRIORITY_BELOW_NORMAL };

/** Nothing of this process's own. What is freed goes back to the system: few arenas keep it, large blocks none. */
const ENVIRONMENT = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '1048576' };
/** See `answerParent`. */
const FLAGS = ['--expose-gc'];

/** What V8 maps for code it may never make; the kernel counts it as data. */
const RESERVED_MB = 540;
const SHELL = '/bin/sh';
/**
 * Its memory is bounded, and the kernel ends it with whoever started it: one that is deep in native code would not
 * hear that its parent is gone. Some systems' setpriv cannot do that; there it hears of it when it next listens.
 */
const BOUNDED = `ulimit -d "$0"
setpriv --pdeathsig KILL true 2>/dev/null && exec setpriv --pdeathsig KILL "$@"
exec "$@"`;
const isBounded = process.platform === 'linux' && existsSync(SHELL);

const living = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of living) child.kill('SIGKILL');
});

export function startChild({ module, megabytes, flags = [], threads, ...program }: Program): Child {
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
  living.add(child);
  if (program.background && child.pid) lowerPriority(child.pid);

  let lastId = 0;
  let task: { id: number; resolve(result: unknown): void; reject(error: unknown): void } | undefined;
  let ended: Error | undefined;
  const end = (reason: Error) => {
    ended ??= reason;
    living.delete(child);
    task?.reject(ended);
  };
  child.on('error', end);
  child.on('exit', (code, signal) => end(new ChildError('ended', `ended with ${signal ?? code}`)));
  child.on('message', (answer: Answer) => {
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
    get alive() {
      return !ended;
    },
    async ask(question, { deadline, signal }) {
      signal?.throwIfAborted();
      if (ended) throw ended;
      if (task) throw new Error('A child does one task at a time.');
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
            giveUp(new ChildError('late', `not done in ${deadline.work} ms of work`)),
          );
          childTasks.publish(module);
          // Where it is gone already, its end tells.
          child.send({ id, task: question } satisfies Question, () => {});
        });
      } finally {
        task = undefined;
        bound.abort();
      }
    },
    rest() {
      child.unref();
      child.channel?.unref();
    },
    end: () => kill(new ChildError('ended', 'not needed any more')),
  };
}

/** Calls `late` once the process `pid` has had what `deadline` grants, unless `signal` is aborted before. */
function watch(pid: number | undefined, deadline: Deadline, signal: AbortSignal, late: () => void) {
  const begun = performance.now();
  const before = pid === undefined ? null : computed(pid);
  let timer: NodeJS.Timeout;
  const look = () => {
    const waited = performance.now() - begun;
    const now = before === null || pid === undefined ? null : computed(pid);
    const worked = now === null || before === null ? waited : now - before;
    const left = Math.min(deadline.work - worked, deadline.wall - waited);
    if (left <= 0) late();
    else timer = setTimeout(look, Math.max(left, 10)).unref();
  };
  timer = setTimeout(look, Math.min(deadline.work, deadline.wall)).unref();
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
}

/** Milliseconds in a tick of /proc, on every Linux there is. */
const TICK_MS = 10;

/** How long the process has computed, in ms; null where the system does not tell. */
function computed(pid: number): number | null {
  if (process.platform !== 'linux') return null;
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before may hold spaces and brackets.
    const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return null;
  }
}

function lowerPriority(pid: number) {
  try {
    // Before the shell becomes Node: its threads have what this one has.
    setPriority(pid, background.niceness);
  } catch {
    // It has ended already, or the system does not allow it.
  }
}

export interface Children {
  /** Does `task` when its turn comes, which is when its deadline begins. */
  run(task: unknown, bounds: Bounds): Promise<unknown>;
}

/** Children for task after task, at most `atOnce` of them; one that has nothing to do for `idleMs` ends. */
export function createChildren(program: Program, options: { atOnce: number; idleMs: number }): Children {
  const takePlace = program.background ? behind : createPlaces({ most: options.atOnce });
  let resting: Child | undefined;
  let idle: NodeJS.Timeout | undefined;

  const take = (): Child | undefined => {
    clearTimeout(idle);
    const child = resting;
    resting = undefined;
    return child?.alive ? child : undefined;
  };
  /** One waits for what comes; a second would hold memory for nothing. */
  const giveBack = (child: Child) => {
    if (!child.alive) return;
    if (resting?.alive) return child.end();
    child.rest();
    resting = child;
    idle = setTimeout(() => take()?.end(), options.idleMs).unref();
  };
  const ask = async (child: Child, task: unknown, bounds: Bounds) => {
    try {
      return await child.ask(task, bounds);
    } finally {
      giveBack(child);
    }
  };

  return {
    async run(task, bounds) {
      const leave = await takePlace('', bounds.signal);
      try {
        const rested = take();
        if (rested) {
          try {
            return await ask(rested, task, bounds);
          } catch (error) {
            // It may have died while it rested, and nobody had heard of it yet.
            if (!(error instanceof ChildError && error.problem === 'ended')) throw error;
          }
        }
        return await ask(startChild(program), task, bounds);
      } finally {
        leave();
      }
    },
  };
}

/** All that runs in the background shares one place: each takes memory that requests could use. */
export const behind: TakePlace = createPlaces({ most: 1 });
