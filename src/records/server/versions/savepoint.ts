import { sql } from 'kysely';
import { forgetLocks } from '../../../platform/database/locks.ts';
import type { NewAuditEntry, Work } from '../../../platform/database/write.ts';
import { adoptSavepointChanges } from './history.ts';

/**
 * Runs a part of a write in a savepoint: if it fails, it leaves nothing, and the rest of the write goes on.
 * Its `beforeCommit` tasks run at its own end.
 */
export async function withSavepoint<T>(work: Work, task: (part: Work) => Promise<T>): Promise<T> {
  const { trx } = work;
  const closing: (() => Promise<void>)[] = [];
  const committed: (() => Promise<void> | void)[] = [];
  const entries: NewAuditEntry[] = [];
  const part: Work = {
    ...work,
    audit: async (entry) => void entries.push(entry),
    beforeCommit: (closingTask) => void closing.push(closingTask),
    afterCommit: (committedTask) => void committed.push(committedTask),
  };
  await sql`savepoint part`.execute(trx);
  let answer: T;
  try {
    answer = await task(part);
    for (const closingTask of closing) await closingTask();
  } catch (error) {
    await sql`rollback to savepoint part`.execute(trx);
    await sql`release savepoint part`.execute(trx);
    forgetLocks(trx);
    throw error;
  }
  await sql`release savepoint part`.execute(trx);
  for (const entry of entries) await work.audit(entry);
  for (const committedTask of committed) work.afterCommit(committedTask);
  adoptSavepointChanges(work, part);
  return answer;
}
