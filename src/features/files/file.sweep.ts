import { isoAt, surely } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { AREAS, type Area } from '../../platform/files/store.ts';
import { purgeHistory } from './file.purge.ts';
import { dropRemoved } from './file.removed.ts';
import { discardStaged, type FileDeps, partsOf } from './file.rows.ts';

const DAY_MS = 86_400_000;
/** What is younger may belong to a request under way. */
const UNFINISHED_MS = DAY_MS;
const FILES_AT_ONCE = 200;
/** As `keyOf` makes them; whatever else somebody keeps in the same bucket is none of our business. */
const OURS = /^([\da-f]{2})\/\1[\da-f]{6}(-[\da-f]{4}){3}-[\da-f]{12}\/[^/]+$/;

export const isOurs = (key: string) => OURS.test(key);

export interface Swept {
  /** Staged files, deleted records and former versions removed, and files that no row spoke for. */
  rows: number;
  files: number;
}

/**
 * Removes what a crash left and what nobody can bring back any more. Running it again changes nothing. Where nobody
 * serves, with `isUnserved`, what is unfinished is so for good, however young it is.
 */
export async function sweep(
  deps: FileDeps & Pick<Deps, 'receiver'>,
  signal?: AbortSignal,
  { isUnserved = false } = {},
): Promise<Swept> {
  // By another machine's clock it may be of a minute to come.
  const before = surely(deps.clock) + (isUnserved ? DAY_MS : -UNFINISHED_MS);
  const left = await removeStaged(deps, before, signal);
  const gone = await purgeHistory(deps, signal);
  await dropRemoved(deps, signal);
  const unfinished = (await deps.store.dropUnfinished(before)) + (await deps.receiver.dropUnfinished(before));
  let unknown = 0;
  for (const area of AREAS) unknown += await removeUnknown(deps, area, before, signal);
  return { rows: left + gone, files: unfinished + unknown };
}

async function removeStaged(
  deps: FileDeps,
  before: number,
  signal: AbortSignal | undefined,
): Promise<number> {
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
      signal?.throwIfAborted();
      await discardStaged(deps, file);
    }
    removed += staged.length;
    if (staged.length < FILES_AT_ONCE) return removed;
    last = staged.at(-1)?.id ?? last;
  }
}

async function removeUnknown(
  deps: FileDeps,
  area: Area,
  before: number,
  signal: AbortSignal | undefined,
): Promise<number> {
  let removed = 0;
  let keys: string[] = [];
  const judge = async () => {
    const known = await knownKeys(deps, keys);
    for (const key of keys.filter((candidate) => !known.has(candidate))) {
      await deps.store.remove(area, key);
      removed += 1;
    }
    keys = [];
  };
  for await (const { key, modified } of deps.store.list(area)) {
    signal?.throwIfAborted();
    if (modified < before && isOurs(key)) keys.push(key);
    if (keys.length >= FILES_AT_ONCE) await judge();
  }
  await judge();
  return removed;
}

/** Those of `keys` that a row speaks for: one of a file, or of one whose bytes wait for a backup. */
async function knownKeys({ db }: FileDeps, keys: string[]): Promise<Set<string>> {
  const uuids = [...new Set(keys.map((key) => key.split('/')[1] ?? ''))];
  if (uuids.length === 0) return new Set();
  const rows = await db.selectFrom('files').selectAll().where('uuid', 'in', uuids).execute();
  const waiting = await db.selectFrom('removed_files').selectAll().where('uuid', 'in', uuids).execute();
  return new Set([...rows, ...waiting].flatMap((row) => partsOf(row).map(({ key }) => key)));
}
