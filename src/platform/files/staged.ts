import { AsyncLocalStorage } from 'node:async_hooks';

// A file is stored before the transaction that uses it, because nothing foreign is awaited in a transaction. A call can
// end between the two in many ways: it is invalid, its plan is refused, the database is away.

type StagedFiles = Map<number, () => Promise<void>>;

const stagedFiles = new AsyncLocalStorage<StagedFiles>();

/** Runs `work`, then discards every file that it staged and no record claimed, however it ended. */
export async function discardingStaged<T>(work: () => Promise<T>): Promise<T> {
  const files: StagedFiles = new Map();
  try {
    return await stagedFiles.run(files, work);
  } finally {
    for (const discard of files.values()) await discard();
  }
}

/** Has `discard` called at the end of the call, unless `keepStaged` comes first. It must not throw. */
export const discardLater = (id: number, discard: () => Promise<void>): void =>
  void stagedFiles.getStore()?.set(id, discard);

export const keepStaged = (id: number): void => void stagedFiles.getStore()?.delete(id);
