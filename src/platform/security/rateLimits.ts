import { isIP, SocketAddress } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Failure } from '../../shared/failure.ts';
import type { Clock } from '../clock.ts';
import type { Database, DbOrTransaction as Db } from '../database/database.ts';
import { secretHash } from './secrets.ts';

declare module '../database/tables.ts' {
  interface Tables {
    rate_limits: { key: string; points: number; expires_at: number };
  }
}

export interface RateLimitRule {
  points: number;
  seconds: number;
}

/** Rate limits that hold across instances, because the counters are stored in the database. */
export interface RateLimits {
  /**
   * Counts one use of `name` by `key`. Throws a `too_many` `Failure` with `retryAfter` past `points` within
   * `seconds`.
   */
  consume(name: string, key: string, rule: RateLimitRule): Promise<void>;
  /** Counts one use without a limit. Returns how many there were within `seconds`. */
  count(name: string, key: string, rule: Pick<RateLimitRule, 'seconds'>): Promise<number>;
  /** Returns the number of uses in the current window. */
  used(name: string, key: string): Promise<number>;
  /** Takes one use back, where only failures should count. */
  giveBack(name: string, key: string): Promise<void>;
  /** Clears the uses, after a success. */
  reset(name: string, key: string): Promise<void>;
}

const SWEEP_MS = 10 * 60_000;

export function createRateLimits({
  database: { db },
  clock,
}: {
  database: Pick<Database, 'db'>;
  clock: Clock;
}): RateLimits {
  // Hashed, so that the table contains neither addresses nor e-mails and keys are short.
  const keyOf = (name: string, key: string) => `${name} ${secretHash(key)}`;

  /**
   * Writes each use with one upsert, so that concurrent uses are counted separately. It goes through Kysely,
   * so that on SQLite's single connection it waits instead of joining an open transaction. Uses that arrive
   * during a write share the next transaction: a flood costs one disk flush per batch, not per use.
   */
  const write = batched((uses: Use[]) =>
    unlessDeadlocked(async () => {
      await sweep(clock.now());
      return db.transaction().execute(async (trx) => {
        const counted = new Map<Use, Counted>();
        // Sorted, so that two instances lock rows in the same order and do not deadlock.
        for (const use of uses.toSorted((one, other) => (one.key < other.key ? -1 : 1)))
          counted.set(use, await upsert(trx, use));
        return uses.map((use) => counted.get(use) as Counted);
      });
    }),
  );

  async function add(name: string, key: string, seconds: number): Promise<Counted> {
    const now = clock.now();
    return write({ key: keyOf(name, key), now, ends: now + seconds * 1000 });
  }

  function upsert(trx: Db, { key, now, ends }: Use): Promise<Counted> {
    return trx
      .insertInto('rate_limits')
      .values({ key, points: 1, expires_at: ends })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet((eb) => {
          const running = eb('rate_limits.expires_at', '>', now);
          const [points, end] = [eb('rate_limits.points', '+', 1), eb.ref('rate_limits.expires_at')];
          return {
            points: eb.case().when(running).then(points).else(1).end(),
            // If the clock was ahead, the stored end is too late.
            expires_at: eb
              .case()
              .when(eb.and([running, eb('rate_limits.expires_at', '<=', ends)]))
              .then(end)
              .else(ends)
              .end(),
          };
        }),
      )
      .returning(['points', 'expires_at'])
      .executeTakeFirstOrThrow();
  }

  let swept = clock.now();
  async function sweep(now: number) {
    if (Math.abs(now - swept) < SWEEP_MS) return;
    swept = now;
    await db.deleteFrom('rate_limits').where('expires_at', '<=', now).execute();
  }

  return {
    async consume(name, key, rule) {
      const { points, expires_at } = await add(name, key, rule.seconds);
      if (points > rule.points) throw tooMany(expires_at - clock.now());
    },
    async count(name, key, { seconds }) {
      return (await add(name, key, seconds)).points;
    },
    async used(name, key) {
      const row = await db
        .selectFrom('rate_limits')
        .select('points')
        .where('key', '=', keyOf(name, key))
        .where('expires_at', '>', clock.now())
        .executeTakeFirst();
      return row?.points ?? 0;
    },
    async giveBack(name, key) {
      await db
        .updateTable('rate_limits')
        .set((eb) => ({ points: eb('points', '-', 1) }))
        .where('key', '=', keyOf(name, key))
        .where('points', '>', 0)
        .execute();
    },
    async reset(name, key) {
      await db.deleteFrom('rate_limits').where('key', '=', keyOf(name, key)).execute();
    },
  };
}

interface Use {
  key: string;
  now: number;
  ends: number;
}

interface Counted {
  points: number;
  expires_at: number;
}

const DEADLOCK = '40P01';
const TRIES = 3;

/**
 * Retries `work` after a deadlock: PostgreSQL aborts one of two transactions, here against another instance's
 * sweep.
 */
async function unlessDeadlocked<T>(work: () => Promise<T>, tries = TRIES): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (tries <= 1 || (error as { code?: string }).code !== DEADLOCK) throw error;
    return unlessDeadlocked(work, tries - 1);
  }
}

/** Batches concurrent calls: inputs that arrive while `work` runs are passed to its next call together. */
function batched<I, O>(work: (inputs: I[]) => Promise<O[]>): (input: I) => Promise<O> {
  let waiting: { input: I; resolve(output: O): void; reject(error: unknown): void }[] = [];
  let busy = false;
  const run = async () => {
    busy = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        const outputs = await work(batch.map(({ input }) => input));
        for (const [at, { resolve }] of batch.entries()) resolve(outputs[at] as O);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    busy = false;
  };
  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject });
      if (!busy) void run();
    });
}

function tooMany(milliseconds: number): Failure {
  const minutes = Math.ceil(milliseconds / 60_000);
  const wait = minutes <= 1 ? '1 minuto' : `${minutes} minutos`;
  return new Failure('too_many', `Foram muitas tentativas. Espere ${wait} e tente de novo.`, {
    retryAfter: milliseconds / 1000,
  });
}

/** Returns the IP address in `text`, which may carry a port (some proxies add it); null if there is none. */
export function parseIpAddress(text: string | undefined): string | null {
  if (!text || isIP(text)) return text || null;
  return SocketAddress.parse(text)?.address ?? null;
}

/**
 * Returns the key under which a caller is counted: the IPv4 address, or the /64 network of an IPv6 one. A
 * single connection gets a /64 and chooses addresses freely in it. Every invalid address has the same key.
 */
export function callerKey(ip: string): string {
  const address = parseIpAddress(ip);
  if (!address) return '';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':');
}
