import type { FileStore } from '../../platform/files/store.ts';
import type { FileDeps } from '../files/file.service.ts';
import { makePages } from './bookletPages.service.ts';

// Pages are made after the PDF's upload was answered, from what the table says is pending, so that a restart goes
// on where the last process stopped. Two instances may do the same booklet; the first to finish counts.

/** Looks again, for what another instance left behind or an outage interrupted. */
const LOOK_AGAIN_MS = 60_000;

interface Worker {
  wake(): void;
  stop(): Promise<void>;
}

const workers = new WeakMap<FileStore, Worker>();

export function startPageWork(deps: FileDeps): void {
  if (workers.has(deps.store)) return;
  const worker = createWorker(deps);
  workers.set(deps.store, worker);
  worker.wake();
}

export async function stopPageWork({ store }: Pick<FileDeps, 'store'>): Promise<void> {
  const worker = workers.get(store);
  workers.delete(store);
  await worker?.stop();
}

/** There is a new booklet, should this process do such work at all. */
export function wakePageWork({ store }: Pick<FileDeps, 'store'>): void {
  workers.get(store)?.wake();
}

function createWorker(deps: FileDeps): Worker {
  const stopped = new AbortController();
  let attempt = new AbortController();
  let woken = false;
  let running: Promise<void> | undefined;

  const run = async () => {
    while (woken && !stopped.signal.aborted) {
      woken = false;
      attempt = new AbortController();
      const signal = AbortSignal.any([stopped.signal, attempt.signal]);
      try {
        await makePending(deps, signal);
      } catch (error) {
        if (!signal.aborted) deps.log.warn({ err: error }, 'pages of the booklet interrupted');
      }
    }
  };
  const look = () => {
    woken = true;
    running ??= run().finally(() => {
      running = undefined;
      if (woken && !stopped.signal.aborted) look();
    });
  };
  const timer = setInterval(look, LOOK_AGAIN_MS).unref();
  return {
    wake() {
      // The newest is wanted first; the one under way has its turn after it.
      attempt.abort();
      look();
    },
    async stop() {
      stopped.abort();
      clearInterval(timer);
      await running;
    },
  };
}

async function makePending(deps: FileDeps, signal: AbortSignal): Promise<void> {
  const newest = deps.db
    .selectFrom('fortnightly_booklets')
    .select('uuid')
    .where('deleted_at', 'is', null)
    .where('pages_state', '=', 'pending')
    .orderBy('sequence', 'desc');
  for (;;) {
    const waiting = await newest.executeTakeFirst();
    if (!waiting) return;
    await makePages(deps, waiting.uuid, { signal });
  }
}
