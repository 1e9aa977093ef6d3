import { setTimeout as wait } from 'node:timers/promises';
import { type Insertable, PostgresAdapter, type Transaction } from 'kysely';
import type { Permission } from '../../shared/permissions.ts';
import { type AffectedRows, addAffectedRows, namesOfRows } from '../affectedRows.ts';
import { type Clock, isoAt } from '../clock.ts';
import { isTransactionConflict } from '../http/failures.ts';
import { currentTrace } from '../observability/trace.ts';
import type { Database } from './database.ts';
import { type ChangedTables, NEW_ROW, trackStatements } from './dependencyTracking.ts';
import type { AuditTable, Tables } from './tables.ts';

/** The caller of a request: a signed-in user or an API token. */
export interface Actor {
  /** Null for an API token, which is identified by its name. */
  id: number | null;
  uuid: string;
  name: string;
  email: string;
  role: string;
  /** Permissions of the role. */
  permissions: ReadonlySet<Permission>;
  /** Branches whose records they may change; null for all. */
  branches: readonly string[] | null;
  /** Whether the password was generated. Until they choose their own, they may do nothing else. */
  mustChangePassword: boolean;
  /**
   * Whether their role requires two-factor authentication and they have none. Until then they may only set it
   * up.
   */
  lacksSecondFactor: boolean;
  /** Null for an API token. */
  sessionId: number | null;
}

export interface SignedInUser extends Actor {
  id: number;
  sessionId: number;
}

/** The author of a change. */
export type Author = Pick<Actor, 'id' | 'name'>;

export interface NewAuditEntry {
  action: string;
  entity: string;
  uuid: string | null;
  /** State before and after, without secrets; absent for personal data. */
  before?: unknown;
  after?: unknown;
}

export interface Work {
  trx: Transaction<Tables>;
  actor: Author | null;
  /** Instant of this write, as stored. */
  now: string;
  /** Adds an entry to the audit log, written at the end of the transaction. */
  audit(entry: NewAuditEntry): Promise<void>;
  /** Registers a task that sees the whole change, still inside the transaction. */
  beforeCommit(task: () => Promise<void>): void;
  /** Registers a task that requires a durable write: deleting old bytes, waking the mailer. */
  afterCommit(task: () => Promise<void> | void): void;
  /** Registers a task that undoes a side effect of a failed write, such as a stored file. */
  onRollback(task: () => Promise<void> | void): void;
}

export interface WriteOptions {
  /** Whether the write changes public content (the default); otherwise caches stay valid. */
  content?: boolean;
}

export type Write = <T>(
  actor: Author | null,
  work: (work: Work) => Promise<T>,
  options?: WriteOptions,
) => Promise<T>;

/** A changed record of a table. */
interface ChangedRow {
  table: string;
  row: { id: number; uuid: string };
}

/**
 * Creates the function that all changes go through: one short transaction with its audit entries and the new
 * content revision, so that none of them can be forgotten. Changed tables are detected where statements run
 * (dependencyTracking.ts). The transaction awaits no files, mail or network, and has no side effects besides its return
 * value: if the database ends it because of another transaction, it runs again (decision 76).
 */
export function createWriter(deps: {
  database: Database;
  clock: Clock;
  contentChanged: (changed: ChangedTables) => void;
  report: (error: unknown) => void;
  /** Returns the records whose change `work` noted. */
  changedRecords: (work: Work) => readonly ChangedRow[];
  /** Runs last and sees the whole change. */
  conclude: (work: Work) => Promise<void>;
}): Write {
  const { database, clock } = deps;

  const runTasks = async (tasks: (() => Promise<void> | void)[]) => {
    for (const task of tasks) {
      try {
        await task();
      } catch (error) {
        deps.report(error);
      }
    }
  };

  /** Runs a write once. Adds its rollback tasks to `rollbackTasks`. */
  const attempt = async <T>(
    actor: Author | null,
    work: (work: Work) => Promise<T>,
    content: boolean,
    rollbackTasks: (() => Promise<void> | void)[],
  ): Promise<T> => {
    const afterCommitTasks: (() => Promise<void> | void)[] = [];
    const beforeCommitTasks: (() => Promise<void>)[] = [];
    const entries: Insertable<AuditTable>[] = [];
    const now = isoAt(clock.now());
    const written: AffectedRows = new Map();
    let isKnown = true;
    let noted: readonly ChangedRow[] = [];
    const changed = (): ChangedTables => (isKnown ? namesOfRows(withFilesOf(byUuid(written, noted))) : 'all');
    const watched = <R>(task: () => Promise<R>) =>
      trackStatements(({ writes }) => {
        if (writes === 'all') isKnown = false;
        else addAffectedRows(written, writes);
      }, task);
    const result = await database.db.transaction().execute(async (trx) => {
      const answer = await watched(async () => {
        const transactionWork: Work = {
          trx,
          now,
          actor,
          beforeCommit: (task) => beforeCommitTasks.push(task),
          afterCommit: (task) => afterCommitTasks.push(task),
          onRollback: (task) => rollbackTasks.push(task),
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
        const answer = await work(transactionWork);
        for (const task of beforeCommitTasks) await task();
        await deps.conclude(transactionWork);
        noted = deps.changedRecords(transactionWork);
        return answer;
      });
      await lockRevision(trx, content, entries.length > 0);
      await watched(() => insertEntries(trx, entries));
      if (content) await database.announceChange(trx, changed());
      return answer;
    });
    if (content) deps.contentChanged(changed());
    await runTasks(afterCommitTasks);
    return result;
  };

  return async (actor, work, { content = true } = {}) => {
    const rollbackTasks: (() => Promise<void> | void)[] = [];
    for (let tries = 1; ; tries += 1)
      try {
        return await attempt(actor, work, content, rollbackTasks);
      } catch (error) {
        if (isTransactionConflict(error) && tries < MAX_TRIES) {
          await wait(Math.random() * tries * MAX_FIRST_PAUSE_MS);
          continue;
        }
        await runTasks(rollbackTasks);
        throw error;
      }
  };
}

/**
 * Most tries of a transaction that the database ends because of another one. Until then only the database
 * changed.
 */
const MAX_TRIES = 5;
/** Longest pause before the second try; it grows with each further try. */
const MAX_FIRST_PAUSE_MS = 40;

/**
 * Takes the last lock of a transaction with audit entries. They are numbered under it, so that a higher
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

/** Returns the code of the current request, as in its response; null outside of requests. */
function requestCode(): string | null {
  const trace = currentTrace();
  return trace ? (trace.foreignId ?? trace.code) : null;
}

/** Tables that no response shows together with a file. */
const INVISIBLE_TABLES = new Set([
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
 * Replaces the rows of `written` by uuids, for tables whose written rows are all records with a noted change.
 * Statements reveal every write, so that a table with any other written row counts as a whole.
 */
function byUuid(written: AffectedRows, noted: readonly ChangedRow[]): AffectedRows {
  const rowsOf = (name: string, rows: Set<string> | null) => {
    // These rows belong to the table after the slash, as its writer named them.
    if (name.includes('/')) return rows;
    const records = noted.filter(({ table }) => table === name);
    if (!rows || records.length === 0) return null;
    const uuids = new Set(records.map(({ row }) => row.uuid));
    const ids = new Set(records.map(({ row }) => String(row.id)));
    const isNoted = [...rows].every((row) => row === NEW_ROW || uuids.has(row) || ids.has(row));
    return isNoted ? uuids : null;
  };
  return new Map(Array.from(written, ([name, rows]) => [name, rowsOf(name, rows)]));
}

/** Reports changed files as visible only beside their users, which change in the same transaction. */
function withFilesOf(tables: AffectedRows): AffectedRows {
  const users = [...tables].filter(([table]) => table !== 'files' && !INVISIBLE_TABLES.has(table));
  if (!tables.has('files') || users.length === 0) return tables;
  const without = [...tables].filter(([table]) => table !== 'files');
  return new Map([...without, ...users.map(([user, rows]) => [`files/${user}`, rows] as const)]);
}
