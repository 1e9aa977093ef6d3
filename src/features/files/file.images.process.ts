import { type ChildProcess, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { ImageError, type ImageProblem } from './file.images.problem.ts';
import type { encodeAvifs, processImage } from './file.images.ts';

// Pictures are worked on in processes of their own: what they take of memory goes back to the system when they
// end, a decoder that crashes takes no server with it, and the server's few threads stay free for requests.

export type ImageTask = { path: string; webp: boolean } | { stored: Buffer; widths: number[] };

export type ImageAnswer = { id: number } & (
  | { result: unknown }
  | { problem: ImageProblem | null; text: string }
);

interface Job {
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** Longer than a person takes from one upload to the next. */
const IDLE_MS = 60_000;

interface ImageProcess {
  run(task: ImageTask, signal?: AbortSignal): Promise<unknown>;
}

/** Started with its first task, ended when it had none for a while or its parent goes. */
function createImageProcess(options: { background: boolean }): ImageProcess {
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;
  const jobs = new Map<number, Job>();

  const end = (ended: ChildProcess) => {
    if (child !== ended) return;
    child = undefined;
    clearTimeout(idle);
    // A decoder that does not survive a picture has not read it.
    for (const job of jobs.values())
      job.reject(new ImageError('unreadable', new Error('image process ended')));
    jobs.clear();
  };

  const start = (): ChildProcess => {
    const started = fork(new URL('./file.images.child.ts', import.meta.url), {
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    if (options.background && started.pid) lowerPriority(started.pid);
    started.on('message', (answer: ImageAnswer) => {
      const job = jobs.get(answer.id);
      jobs.delete(answer.id);
      if (jobs.size === 0) rest(started);
      if ('result' in answer) job?.resolve(answer.result);
      else job?.reject(answer.problem ? new ImageError(answer.problem, answer.text) : new Error(answer.text));
    });
    started.on('error', () => end(started));
    started.on('exit', () => end(started));
    return started;
  };

  /** Keeps nobody from ending. */
  const rest = (resting: ChildProcess) => {
    resting.unref();
    resting.channel?.unref();
    idle = setTimeout(() => {
      end(resting);
      resting.kill();
    }, IDLE_MS).unref();
  };

  return {
    async run(task, signal) {
      signal?.throwIfAborted();
      clearTimeout(idle);
      child ??= start();
      const current = child;
      current.ref();
      current.channel?.ref();
      lastId += 1;
      const id = lastId;
      const kill = () => current.kill('SIGKILL');
      signal?.addEventListener('abort', kill, { once: true });
      try {
        return await new Promise((resolve, reject) => {
          jobs.set(id, { resolve, reject });
          current.send({ id, task }, (error) => error && end(current));
        });
      } finally {
        signal?.removeEventListener('abort', kill);
      }
    },
  };
}

function lowerPriority(pid: number) {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It has ended already, or the system does not allow it.
  }
}

const foreground = createImageProcess({ background: false });
const background = createImageProcess({ background: true });

/** `processImage`, elsewhere. */
export const processElsewhere = (path: string, { webp = false } = {}) =>
  foreground.run({ path, webp }) as ReturnType<typeof processImage>;

/** `encodeAvifs`, elsewhere and behind everything else; given up at once when `signal` is aborted. */
export const encodeElsewhere = (stored: Buffer, widths: number[], signal?: AbortSignal) =>
  background.run({ stored, widths }, signal) as ReturnType<typeof encodeAvifs>;
