import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { vi } from 'vitest';
import type { Work } from '../src/platform/database/write.ts';
import { engine, type TestApp } from './app.ts';

// Races whose order a test decides: a write is held just before its commit while another one starts.

interface HeldWrite {
  /** Lets the write commit, and resolves once it has. */
  release(): Promise<void>;
}

/** Starts a write and holds it before its commit, once `task` has written everything. */
export async function holdWrite(app: TestApp, task: (work: Work) => Promise<unknown>): Promise<HeldWrite> {
  const reached = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const written = app.deps.write(null, async (work) => {
    await task(work);
    work.beforeCommit(async () => {
      reached.resolve();
      await gate.promise;
    });
  });
  await Promise.race([reached.promise, written]);
  return {
    async release() {
      gate.resolve();
      await written;
    },
  };
}

/**
 * Resolves once `count` statements wait for a lock. SQLite has one writer at a time, which waits before its
 * first statement.
 */
export async function untilBlocked(app: TestApp, count = 1): Promise<void> {
  if (engine === 'sqlite') {
    for (let turns = 0; turns < 20; turns += 1) await turn();
    return;
  }
  await vi.waitFor(
    async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'
      `.execute(app.deps.db);
      if (Number(rows[0]?.count) < count) throw new Error('No statement waits for a lock');
    },
    { timeout: 20_000, interval: 20 },
  );
}
