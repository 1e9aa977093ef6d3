import { setTimeout as wait } from 'node:timers/promises';
import { type Insertable, PostgresAdapter, sql, type Transaction } from 'kysely';
import type { Permission } from '../../contract/needs.ts';
import { type Clock, isoAt } from '../clock.ts';
import { isEndedByConflict } from '../http/failures.ts';
import { currentPlan, type Plan } from '../plan.ts';
import { namesOf, type Touched, touch } from '../touched.ts';
import { currentTrace } from '../trace.ts';
import type { Database } from './database.ts';
import { adoptNotes, changedIn, type Noted } from './history.ts';
import { forgetLocks } from './locks.ts';
import type { AuditTable, Tables } from './tables.ts';
import { type Changed, NEW, watching } from './watch.ts';

/** Who is behind a request: a person who is signed in, or a machine with its token. */
export interface Actor {
  /** Null of a machine, which is nobody: what it does is known by its name. */
  id: number | null;
  uuid: string;
  name: string;
  email: string;
  role: string;
  /** What the role lets them do. */
  permissions: ReadonlySet<Permission>;
  /** The branches whose records they change, where their role keeps them to some; null for all. */
  branches: readonly string[] | null;
  /** Whether the password was printed for them: until it is one of their own they may nothing else. */
  mustChangePassword: boolean;
  /** Whether their role asks for a second factor and they have none: until then they may do nothing but set one up. */
  lacksFactor: boolean;
  /** Null of a machine. */
  sessionId: number | null;
}

export interface Person extends Actor {
  id: number;
  sessionId: number;
}

/** Whose change it is. */
export type Author = Pick<Actor, 'id' | 'name'>;

export interface AuditEntry {
  action: string;
  entity: string;
  uuid: string | null;
  /** State before and after, without secrets; left out for personal data. */
  before?: unknown;
  after?: unknown;
}

export interface Work {
  trx: Transaction<Tables>;
  actor: Author | null;
  /** The instant of this write, as stored. */
  now: string;
  /** Leaves an entry in the audit log, which is written at the end of the transaction. */
  audit(entry: AuditEntry): Promise<void>;
  /** For what looks at the whole of the change: it is still part of the transaction. */
  beforeCommit(task: () => Promise<void>): void;
  /** For what must not happen unless the write is durable: dropping old bytes, waking the mailer. */
  afterCommit(task: () => Promise<void> | void): void;
  /** For what must be undone when the write is not: a file stored for it. */
  onRollback(task: () => Promise<void> | void): void;
}

export interface WriteOptions {
  /** Whether anything public changes with it (the default); otherwise caches stay. */
  content?: boolean;
}

export type Write = <T>(
  actor: Author | null,
  work: (work: Work) => Promise<T>,
  options?: WriteOptions,
) => Promise<T>;

/**
 * Every change goes through here: one short transaction with its audit entry and the new content revision, so
 * that none of the three can be forgotten. Which tables changed is heard where statements run (watch.ts). Nothing
 * foreign (files, mail, network) is awaited inside it, and it keeps nothing but what it returns: where the database
 * ends it because of another transaction, it runs again (decision 76).
 */
export function createWriter(deps: {
  database: Database;
  clock: Clock;
  contentChanged: (changed: Changed) => void;
  report: (error: unknown) => void;
  /** Does what `save` does, as far as `plan` says that it is time for it. */
  carryOut: <T>(plan: Plan, work: Work, save: (work: Work) => Promise<T>) => Promise<T>;
  /** Looks at the whole of a change, last of all. */
  conclude: (work: Work) => Promise<void>;
}): Write {
  const { database, clock } = deps;

  const settle = async (tasks: (() => Promise<void> | void)[]) => {
    for (const task of tasks) {
      try {
        await task();
      } catch (error) {
        deps.report(error);
      }
    }
  };

  /** Runs a write once. What it registers for its rollback is added to `rolledBack`. */
  const attempt = async <T>(
    actor: Author | null,
    work: (work: Work) => Promise<T>,
    content: boolean,
    rolledBack: (() => Promise<void> | void)[],
  ): Promise<T> => {
    const committed: (() => Promise<void> | void)[] = [];
    const closing: (() => Promise<void>)[] = [];
    const entries: Insertable<AuditTable>[] = [];
    const now = isoAt(clock.now());
    const written: Touched = new Map();
    let isKnown = true;
    let noted: readonly Noted[] = [];
    const changed = (): Changed => (isKnown ? namesOf(withFilesOf(ofRecords(written, noted))) : 'all');
    const watched = <R>(task: () => Promise<R>) =>
      watching(({ writes }) => {
        if (writes === 'all') isKnown = false;
        else touch(written, writes);
      }, task);
    const result = await database.db.transaction().execute(async (trx) => {
      const answer = await watched(async () => {
        const whole: Work = {
          trx,
          now,
          actor,
          beforeCommit: (task) => closing.push(task),
          afterCommit: (task) => committed.push(task),
          onRollback: (task) => rolledBack.push(task),
          async audit(entry) {
            entries.push({
              at: now,
              user_id: actor?.id ?? null,
              user_name: actor?.name ?? null,
              action: entry.action,
              entity: entry.entity,
              entity_uuid: entry.uuid,
              before: entry.before === undefined ? null : JSON.stringify(entry.before),
              after: entry.after === undefined ? null : JSON.stringify(entry.after),
              request: requestCode(),
            });
          },
        };
        const plan = content ? currentPlan() : undefined;
        const answer = await (plan ? deps.carryOut(plan, whole, work) : work(whole));
        for (const task of closing) await task();
        await deps.conclude(whole);
        noted = changedIn(whole);
        return answer;
      });
      await lockRevision(trx, content, entries.length > 0);
      await watched(() => insertEntries(trx, entries));
      if (content) await database.announceChange(trx, changed());
      return answer;
    });
    if (content) deps.contentChanged(changed());
    await settle(committed);
    return result;
  };

  return async (actor, work, { content = true } = {}) => {
    const rolledBack: (() => Promise<void> | void)[] = [];
    for (let tries = 1; ; tries += 1)
      try {
        return await attempt(actor, work, content, rolledBack);
      } catch (error) {
        if (isEndedByConflict(error) && tries < MOST_TRIES) {
          await wait(Math.random() * tries * LONGEST_PAUSE_MS);
          continue;
        }
        await settle(rolledBack);
        throw error;
      }
  };
}

/** Tries of a transaction that the database ends because of another one. Only the database has changed until then. */
const MOST_TRIES = 5;
/** Longest pause before the second try; before later ones it grows. */
const LONGEST_PAUSE_MS = 40;

/**
 * The last lock of a transaction that leaves entries in the audit log: they are numbered under it, so that a higher
 * number never commits before a lower one. `raise` counts a change of content.
 */
async function lockRevision(trx: Work['trx'], raise: boolean, hasEntries: boolean): Promise<void> {
  if (raise)
    await trx
      .updateTable('content_revision')
      .set((eb) => ({ revision: eb('revision', '+', 1) }))
      .where('id', '=', 1)
      .execute();
  else if (hasEntries && trx.getExecutor().adapter instanceof PostgresAdapter)
    await trx.selectFrom('content_revision').select('id').where('id', '=', 1).forUpdate().execute();
}

const ENTRIES_AT_ONCE = 500;

async function insertEntries(trx: Work['trx'], entries: Insertable<AuditTable>[]): Promise<void> {
  for (let at = 0; at < entries.length; at += ENTRIES_AT_ONCE)
    await trx
      .insertInto('audit_log')
      .values(entries.slice(at, at + ENTRIES_AT_ONCE))
      .execute();
}

/**
 * Runs a part of a write that may fail alone: then it leaves nothing, and the rest of the write goes on. Its tasks for
 * the end of a write run at its own end.
 */
export async function inSavepoint<T>(work: Work, task: (part: Work) => Promise<T>): Promise<T> {
  const { trx } = work;
  const closing: (() => Promise<void>)[] = [];
  const committed: (() => Promise<void> | void)[] = [];
  const entries: AuditEntry[] = [];
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
  adoptNotes(work, part);
  return answer;
}

/** As its answer says it; null of what no request asked for. */
function requestCode(): string | null {
  const trace = currentTrace();
  return trace ? (trace.given ?? trace.code) : null;
}

/** What no answer shows beside a file. */
const KEPT_BESIDE = new Set([
  'audit_log',
  'content_revision',
  'file_uses',
  'jobs',
  'mail_outbox',
  'record_versions',
  'removed_files',
  'webhook_deliveries',
]);

/**
 * `written` with rows by their uuids alone, where all that was written of a table are records whose change was noted. What
 * is written is heard, so that what nobody notes counts as all.
 */
function ofRecords(written: Touched, noted: readonly Noted[]): Touched {
  const named = (name: string, rows: Set<string> | null) => {
    // Its rows are of the table beside which it shows, as whoever wrote it named them.
    if (name.includes('/')) return rows;
    const records = noted.filter(({ table }) => table === name);
    if (!rows || records.length === 0) return null;
    const uuids = new Set(records.map(({ row }) => row.uuid));
    const ids = new Set(records.map(({ row }) => String(row.id)));
    const isNoted = [...rows].every((row) => row === NEW || uuids.has(row) || ids.has(row));
    return isNoted ? uuids : null;
  };
  return new Map(Array.from(written, ([name, rows]) => [name, named(name, rows)]));
}

/** Files come and go with what uses them, in the same transaction: they show nowhere but beside it. */
function withFilesOf(tables: Touched): Touched {
  const users = [...tables].filter(([table]) => table !== 'files' && !KEPT_BESIDE.has(table));
  if (!tables.has('files') || users.length === 0) return tables;
  const without = [...tables].filter(([table]) => table !== 'files');
  return new Map([...without, ...users.map(([user, rows]) => [`files/${user}`, rows] as const)]);
}
