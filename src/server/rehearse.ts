import { isoAt } from '../platform/clock.ts';
import { lastChangesOf, standingOf } from '../platform/database/standing.ts';
import type { Work } from '../platform/database/write.ts';
import type { Deps, Rehearsal } from '../platform/deps.ts';
import type { Feature } from '../platform/feature.ts';
import { createCalls } from '../platform/http/perform.ts';

/** Carries out of a transaction what was read in it, and ends it. */
class Read<T> extends Error {
  readonly answer: T;
  constructor(answer: T) {
    super('read');
    this.answer = answer;
  }
}

/** In a transaction that comes to nothing: what is read of the API stands on it, and nothing is kept of either. */
export async function rehearse<T>(
  deps: Deps,
  features: readonly Feature[],
  { caller, at = deps.clock.now(), prepare, read }: Rehearsal<T>,
): Promise<T> {
  try {
    return await deps.db.transaction().execute(async (trx) => {
      const over: Deps = {
        ...deps,
        db: trx,
        clock: { now: () => at },
        // What shoppers would see by then, nobody is given yet.
        mediaUrl: (uuid, part) => deps.mediaUrl(uuid, part, true),
        write: () => Promise.reject(new Error('Nothing is written in a rehearsal')),
        publication: {
          ...deps.publication,
          settle: () => undefined,
          standingOf: (table, uuids) => standingOf(trx, table, uuids),
          lastChangesOf: (table, uuids) => lastChangesOf(trx, table, uuids),
        },
      };
      const work: Work = {
        trx,
        actor: null,
        now: isoAt(at),
        audit: async () => undefined,
        beforeCommit: () => undefined,
        afterCommit: () => undefined,
        onRollback: () => undefined,
      };
      await prepare(work);
      const routes = features.flatMap((feature) => feature.routes?.(over) ?? []);
      const endpoints = routes.map(({ endpoint }) => endpoint);
      throw new Read(await read(createCalls(over, routes)(caller), endpoints));
    });
  } catch (error) {
    if (error instanceof Read) return error.answer as T;
    throw error;
  }
}
