import type { Deps } from '../../platform/deps.ts';
import { emailKey } from '../auth/auth.contract.ts';
import { erasureMark } from './erasures.job.ts';
import type { ErasureScope } from './source.ts';
import { allPersonalDataSources } from './sources.ts';

/**
 * Repeats the erasures that a restored backup undid, before the first request is served. `erasures` stores digests, not
 * addresses, so the digest of each stored address is compared. The account of the last administrator stays, and its
 * erasure is tried again at the next start.
 */
export async function repeatErasures(deps: Deps): Promise<void> {
  const { db, log } = deps;
  const due = await db.selectFrom('erasures').select(['id', 'mark']).where('due', '=', 1).execute();
  if (due.length === 0) return;
  const dueMarks = new Set(due.map(({ mark }) => mark));
  const staying = new Set<string>();
  let erased = 0;
  for (const holder of allPersonalDataSources) {
    const found = new Map<string, Set<ErasureScope>>();
    for await (const { address, scope } of holder.addresses(deps)) {
      const scopes: ErasureScope[] = scope === 'accounts' ? [scope] : [scope, 'all'];
      if (!scopes.some((part) => dueMarks.has(erasureMark(deps, part, address)))) continue;
      const key = emailKey(address);
      found.set(key, (found.get(key) ?? new Set()).add(scope));
    }
    for (const [address, scopes] of found) {
      const { count, retained } = await holder.erase(deps, null, address, scopes);
      erased += count;
      if (holder.key === 'accounts' && retained.length > 0)
        staying.add(erasureMark(deps, 'accounts', address));
    }
  }
  const done = due.filter(({ mark }) => !staying.has(mark)).map(({ id }) => id);
  for (let first = 0; first < done.length; first += 100)
    await db
      .updateTable('erasures')
      .set({ due: 0 })
      .where('id', 'in', done.slice(first, first + 100))
      .execute();
  log.warn({ erasures: due.length, erased, staying: staying.size }, 'erasures repeated after a restore');
}
