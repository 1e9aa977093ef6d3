import { z } from 'zod';
import { allErasures, mergeErasures } from '../../platform/backup/erasures.ts';
import { parseBackupLocation } from '../../platform/backup/target.ts';
import type { Work } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { type JobKind, lightLane } from '../../platform/jobs/jobKind.ts';
import { HOUR_MS, MINUTE_MS } from '../../shared/dates.ts';
import { emailKey } from '../auth/auth.contract.ts';
import type { ErasureScope } from './source.ts';

/** Writes the digests of erased addresses beside the backups. Each backup does too, in case this job fails for good. */
const KIND: JobKind<object> = {
  name: 'erasures',
  payload: z.object({}),
  lane: lightLane,
  attempts: 30,
  retry: { first: MINUTE_MS, last: 6 * HOUR_MS },
  timeLimit: 10 * MINUTE_MS,
};

export function erasureJobs(deps: Deps): void {
  const { config, db, jobs } = deps;
  if (!config.BACKUP_TO) return;
  const target = config.BACKUP_TO;
  jobs.define(KIND, {
    async run() {
      const place = await parseBackupLocation(target, config);
      if ('shelf' in place) await mergeErasures(place.shelf, await allErasures(db));
    },
  });
}

/** Returns the digest of an address and a scope. A restore must not erase data outside the scope. */
export const erasureMark = (
  { erasureMarker }: Pick<Deps, 'erasureMarker'>,
  scope: ErasureScope,
  email: string,
): string => erasureMarker.markOf(scope === 'all' ? emailKey(email) : `${scope} ${emailKey(email)}`);

/** Records that the address is erased within the scopes, in the database and beside the backups. */
export async function recordErasure(
  deps: Pick<Deps, 'erasureMarker' | 'config' | 'jobs'>,
  work: Work,
  scopes: readonly ErasureScope[],
  email: string,
): Promise<void> {
  for (const scope of scopes)
    await work.trx
      .insertInto('erasures')
      .values({ at: work.now, mark: erasureMark(deps, scope, email) })
      .execute();
  if (deps.config.BACKUP_TO) await deps.jobs.enqueue(work, KIND, {});
}
