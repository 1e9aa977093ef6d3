import { buffer } from 'node:stream/consumers';
import type { Deps } from '../../platform/deps.ts';
import type { FileStore } from '../../platform/files/store.ts';
import { encodeElsewhere } from './file.images.process.ts';
import {
  earnsItsPlace,
  type FileDeps,
  type FileRow,
  keyOf,
  mainName,
  variantName,
  variantOf,
  variantsOf,
} from './file.rows.ts';
import { sweep } from './file.sweep.ts';

// What goes on beside requests: a daily sweep, and AVIF. That takes seconds, so it is made after the record is
// saved: one picture at a time, from what the table says is pending, so that a restart goes on where the last
// process stopped. Two instances may do the same picture; both write the same bytes.

/** Looks again, for what another instance left behind or an outage interrupted. */
const LOOK_AGAIN_MS = 60_000;
const SWEEP_MS = 86_400_000;

interface Worker {
  wake(): void;
  stop(): Promise<void>;
}

const workers = new WeakMap<FileStore, Worker>();

export function startImageWork(deps: FileDeps & Pick<Deps, 'receiver' | 'config'>): void {
  if (workers.has(deps.store)) return;
  const worker = createWorker(deps);
  workers.set(deps.store, worker);
  worker.wake();
}

export async function stopImageWork({ store }: Pick<FileDeps, 'store'>): Promise<void> {
  const worker = workers.get(store);
  workers.delete(store);
  await worker?.stop();
}

/** There is new work, should this process do such work at all. */
export function wakeImageWork({ store }: Pick<FileDeps, 'store'>): void {
  workers.get(store)?.wake();
}

function createWorker(deps: FileDeps & Pick<Deps, 'receiver' | 'config'>): Worker {
  const stopped = new AbortController();
  let woken = false;
  let running: Promise<void> | undefined;

  const run = async () => {
    try {
      while (woken && !stopped.signal.aborted) {
        woken = false;
        while (!stopped.signal.aborted && (await makeNextAvif(deps, stopped.signal)));
      }
    } catch (error) {
      if (!stopped.signal.aborted) deps.log.warn({ err: error }, 'AVIF variants wait');
    }
  };
  const wake = () => {
    if (!deps.config.AVIF) return;
    woken = true;
    running ??= run().finally(() => {
      running = undefined;
      if (woken && !stopped.signal.aborted) wake();
    });
  };
  let sweeping: Promise<unknown> | undefined;
  const clean = () => {
    sweeping = sweep(deps).catch((error: unknown) => deps.log.warn({ err: error }, 'files not swept'));
  };
  const timers = [
    setInterval(wake, LOOK_AGAIN_MS).unref(),
    setTimeout(clean, LOOK_AGAIN_MS).unref(),
    setInterval(clean, SWEEP_MS).unref(),
  ];
  return {
    wake,
    async stop() {
      stopped.abort();
      for (const timer of timers) clearInterval(timer);
      await Promise.all([running, sweeping]);
    },
  };
}

/** Makes the AVIF variants of the oldest picture that waits for them; false when none does. */
export async function makeNextAvif(deps: FileDeps, signal?: AbortSignal): Promise<boolean> {
  const file = await deps.db
    .selectFrom('files')
    .selectAll()
    .where('state', '=', 'live')
    .where('avif', '=', 'pending')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!file) return false;
  const encoded = await encodeStored(deps, file, signal);
  if (!encoded) {
    await settle(deps, file, { avif: 'failed' }, false);
    return true;
  }
  const webp = variantsOf(file);
  const avif = encoded.map(variantOf);
  if (!earnsItsPlace(avif, webp)) {
    await settle(deps, file, { avif: 'done' }, false);
    return true;
  }
  const keys = encoded.map((item) => keyOf(file.uuid, variantName(item)));
  await Promise.all(
    encoded.map(({ data, type }, at) => deps.store.put(file.area, keys[at] ?? '', data, type)),
  );
  const kept = await settle(deps, file, { avif: 'done', variants: JSON.stringify([...webp, ...avif]) }, true);
  if (!kept) await Promise.all(keys.map((key) => deps.store.remove(file.area, key)));
  return true;
}

async function encodeStored(deps: FileDeps, file: FileRow, signal?: AbortSignal) {
  const stored = await deps.store.read(file.area, keyOf(file.uuid, mainName(file)));
  return stored && encode(deps, file, await buffer(stored.stream), signal);
}

async function encode(deps: FileDeps, file: FileRow, stored: Buffer, signal?: AbortSignal) {
  const widths = variantsOf(file).map(({ width }) => width);
  try {
    return await encodeElsewhere(stored, widths, signal);
  } catch (error) {
    signal?.throwIfAborted();
    deps.log.warn({ err: error, file: file.uuid }, 'AVIF variants not made');
    return null;
  }
}

/** False when the file is gone. */
async function settle(
  deps: FileDeps,
  file: FileRow,
  values: Partial<Pick<FileRow, 'avif' | 'variants'>>,
  content: boolean,
): Promise<boolean> {
  const { numUpdatedRows } = await deps.write(
    null,
    ({ trx }) => trx.updateTable('files').set(values).where('id', '=', file.id).executeTakeFirst(),
    { content },
  );
  return numUpdatedRows > 0n;
}
