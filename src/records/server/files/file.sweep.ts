import { driftSafeNow, isoAt } from '../../../platform/clock.ts';
import type { Deps } from '../../../platform/deps.ts';
import { AREAS, type StoreArea } from '../../../platform/files/store.ts';
import type { GiveWay } from '../../../platform/jobs/giveWay.ts';
import { DAY_MS } from '../../../shared/dates.ts';
import { purgeHistory } from './file.purge.ts';
import { removeDueBytes } from './file.removal.ts';
import { discardStaged, type FileDeps, fileParts } from './file.rows.ts';

/** Age below which a file may belong to a running request. */
const UNFINISHED_MS = DAY_MS;
const FILES_AT_ONCE = 200;
/** Keys that `keyOf` creates. Other objects in a shared bucket are left alone. */
const OURS = /^([\da-f]{2})\/\1[\da-f]{6}(-[\da-f]{4}){3}-[\da-f]{12}\/[^/]+$/;

export const isOwnFileKey = (key: string) => OURS.test(key);

export interface SweepResult {
  /**
   * Number of staged files, deleted records and former versions that were deleted; then the number of files
   * without a row.
   */
  rows: number;
  files: number;
}

/**
 * Deletes leftovers of crashes, and data whose retention is over. Idempotent. With `isUnserved` (no process
 * is serving), unfinished files of any age are deleted.
 */
export async function sweep(
  deps: FileDeps & Pick<Deps, 'receiver'>,
  giveWay?: GiveWay,
  { isUnserved = false } = {},
): Promise<SweepResult> {
  // A day ahead, in case another machine's clock is fast.
  const before = driftSafeNow(deps.clock) + (isUnserved ? DAY_MS : -UNFINISHED_MS);
  const stagedCount = await removeStaged(deps, before, giveWay);
  const purgedCount = await purgeHistory(deps, giveWay);
  await removeDueBytes(deps, giveWay);
  const unfinished = (await deps.store.dropUnfinished(before)) + (await deps.receiver.dropUnfinished(before));
  let unknown = 0;
  for (const area of AREAS) unknown += await removeUnknown(deps, area, before, giveWay);
  return { rows: stagedCount + purgedCount, files: unfinished + unknown };
}

async function removeStaged(deps: FileDeps, before: number, giveWay: GiveWay | undefined): Promise<number> {
  let removed = 0;
  let last = 0;
  for (;;) {
    const staged = await deps.db
      .selectFrom('files')
      .selectAll()
      .where('state', '=', 'staged')
      .where('updated_at', '<', isoAt(before))
      .where('id', '>', last)
      .orderBy('id')
      .limit(FILES_AT_ONCE)
      .execute();
    for (const file of staged) {
      await giveWay?.();
      await discardStaged(deps, file);
    }
    removed += staged.length;
    if (staged.length < FILES_AT_ONCE) return removed;
    last = staged.at(-1)?.id ?? last;
  }
}

async function removeUnknown(
  deps: FileDeps,
  area: StoreArea,
  before: number,
  giveWay: GiveWay | undefined,
): Promise<number> {
  let removed = 0;
  let keys: string[] = [];
  const removeBatch = async () => {
    const known = await knownKeys(deps, keys);
    for (const key of keys.filter((candidate) => !known.has(candidate))) {
      await deps.store.remove(area, key);
      removed += 1;
    }
    keys = [];
  };
  for await (const { key, modified } of deps.store.list(area)) {
    await giveWay?.();
    if (modified < before && isOwnFileKey(key)) keys.push(key);
    if (keys.length >= FILES_AT_ONCE) await removeBatch();
  }
  await removeBatch();
  return removed;
}

/** Returns those of `keys` that belong to a file, or to a removed file that waits for a backup. */
async function knownKeys({ db }: FileDeps, keys: string[]): Promise<Set<string>> {
  const uuids = [...new Set(keys.map((key) => key.split('/')[1] ?? ''))];
  if (uuids.length === 0) return new Set();
  const rows = await db.selectFrom('files').selectAll().where('uuid', 'in', uuids).execute();
  const waiting = await db.selectFrom('removed_files').selectAll().where('uuid', 'in', uuids).execute();
  return new Set([...rows, ...waiting].flatMap((row) => fileParts(row).map(({ key }) => key)));
}
