import { AsyncLocalStorage } from 'node:async_hooks';

// A file is stored before the transaction that uses it, because a transaction must not await external
// services. A request can fail between the two: it is invalid, its plan is refused, the database is
// unavailable.

type StagedFiles = Map<number, () => Promise<void>>;

const stagedFiles = new AsyncLocalStorage<StagedFiles>();

/** Runs `work`, then discards each file that it staged and no record claimed, also if it throws. */
export async function withStagedFiles<T>(work: () => Promise<T>): Promise<T> {
  const files: StagedFiles = new Map();
  try {
    return await stagedFiles.run(files, work);
  } finally {
    for (const discard of files.values()) await discard();
  }
}

/** Registers `discard` for the end of the request, unless `keepStaged` is called first. It must not throw. */
export const discardLater = (id: number, discard: () => Promise<void>): void =>
  void stagedFiles.getStore()?.set(id, discard);

export const keepStaged = (id: number): void => void stagedFiles.getStore()?.delete(id);
