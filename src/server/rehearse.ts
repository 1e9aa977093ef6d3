import { sql } from 'kysely';
import { Failure } from '../contract/failure.ts';
import { type Permission, toPublish } from '../contract/needs.ts';
import { may } from '../platform/access.ts';
import { isoAt } from '../platform/clock.ts';
import { lastChangesOf, standingOf } from '../platform/database/standing.ts';
import type { Author, Work, Write } from '../platform/database/write.ts';
import type { Deps, Reframed, Rehearsal, Stage } from '../platform/deps.ts';
import type { Feature } from '../platform/feature.ts';
import type { FileStore } from '../platform/files/store.ts';
import { complete, createCalls } from '../platform/http/perform.ts';
import { createLine } from '../platform/line.ts';
import { currentPlan } from '../platform/plan.ts';

/** Longer nobody waits for it: on SQLite, all others' saves wait meanwhile. */
const PATIENCE_MS = 3000;
/** Before PostgreSQL looks for deadlocks (1 s), so that of two who wait it is never the save that is given up. */
const LOCK_MS = 500;
const TOO_SLOW = 'A pré-visualização demorou demais. Tente de novo em instantes.';

/** One at a time: those who look at the same would wait for one another's locks, and one of them in vain. */
const nextInLine = createLine();

/** Carries out of a transaction what was read in it, and ends it. */
class Read<T> extends Error {
  readonly answer: T;
  constructor(answer: T) {
    super('read');
    this.answer = answer;
  }
}

/** In a transaction that comes to nothing: services save as ever, and nothing is kept of it, sent or told. */
export async function rehearse<T>(
  deps: Deps,
  features: readonly Feature[],
  { caller, act }: Rehearsal<T>,
): Promise<T> {
  // What is due now is done for good.
  await deps.publication.settle();
  const release = await nextInLine();
  try {
    return await deps.db.transaction().execute(async (trx) => {
      if (deps.database.engine === 'postgres')
        await sql`set local lock_timeout = ${sql.lit(LOCK_MS)}`.execute(trx);
      let now = deps.clock.now();
      const reframed: Reframed[] = [];
      const alike = new Map<string, string>();
      const mediaUrl: Deps['mediaUrl'] = (uuid, part) => deps.mediaUrl(alike.get(uuid) ?? uuid, part, true);
      const workOf = (actor: Author | null): Work => ({
        trx,
        actor,
        now: isoAt(now),
        audit: async () => undefined,
        beforeCommit: () => undefined,
        afterCommit: () => undefined,
        onRollback: () => undefined,
      });
      const write: Write = async (actor, work, { content = true } = {}) => {
        const plan = content ? currentPlan() : undefined;
        const whole = workOf(actor);
        await sql`savepoint rehearsed`.execute(trx);
        try {
          const answer = await (plan ? deps.publication.carryOut(plan, whole, work) : work(whole));
          await sql`release savepoint rehearsed`.execute(trx);
          return answer;
        } catch (error) {
          // What went wrong matters, not that the transaction may be gone.
          await sql`rollback to savepoint rehearsed`.execute(trx).catch(() => undefined);
          throw error;
        }
      };
      const over: Deps = {
        ...deps,
        db: trx,
        clock: { now: () => now, drift: () => 0 },
        // What is read of this is nobody else's, and what others read is not so here.
        answers: { ...deps.answers, reading: (_, read) => read() },
        // What shoppers would see by then, nobody is given yet.
        mediaUrl,
        write,
        store: NOTHING_STORED,
        receiver: { ...deps.receiver, discard: async () => undefined },
        publication: {
          ...deps.publication,
          settle: () => undefined,
          standingOf: (table, uuids) => standingOf(trx, table, uuids),
          lastChangesOf: (table, uuids) => lastChangesOf(trx, table, uuids),
        },
        callAs: (who) => calls(who),
        reframe(made, { uuid, whole }, crop) {
          if (crop === 'alike') alike.set(made, alike.get(uuid) ?? uuid);
          else reframed.push({ uuid: made, url: deps.mediaUrl(uuid, whole, true), crop });
        },
      };
      const routes = features.flatMap((feature) => feature.routes?.(over) ?? []);
      const calls = createCalls(over, routes);
      const stage: Stage = {
        work: workOf(null),
        call: calls(caller),
        endpoints: routes.map(({ endpoint }) => endpoint),
        async save(endpoint, params, content) {
          const route = routes.find((known) => known.endpoint === endpoint);
          if (!route || caller.kind !== 'person') throw new Failure('forbidden');
          if (!may(caller.actor, endpoint.needs)) throw await deps.refusal(endpoint.needs, caller.actor);
          const { ip } = caller;
          // It is only looked at: whoever may prepare it sees how it would be once somebody publishes it.
          const publish = toPublish(endpoint.needs) as Permission;
          const actor = {
            ...caller.actor,
            permissions: new Set([...caller.actor.permissions, publish]),
          };
          const asked = { params, query: undefined };
          const from = { ip, agent: '', device: '', origin: '' };
          return (await complete(over, route, { actor, ...from }, asked, content)).body;
        },
        async goTo(at, but) {
          now = at;
          await deps.publication.foresee(trx, write, at, but);
        },
        reframed,
      };
      throw new Read(await inTime(act(stage)));
    });
  } catch (error) {
    if (error instanceof Read) return error.answer as T;
    if (isLockedOut(error)) throw new Failure('too_slow', TOO_SLOW, { cause: error });
    throw error;
  } finally {
    release();
  }
}

/** A save holds what the rehearsal wants to write, for longer than it waits. */
function isLockedOut(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  return code === '55P03' || (cause !== undefined && isLockedOut(cause));
}

/** Files are not part of a transaction, so that there are none. */
const NOTHING_STORED: FileStore = {
  put: async () => undefined,
  read: async () => null,
  size: async () => null,
  remove: async () => undefined,
  async *list() {},
  dropUnfinished: async () => 0,
  check: async () => undefined,
};

/** What goes on after it finds the transaction ended. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Failure('too_slow', TOO_SLOW)), PATIENCE_MS);
  });
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
