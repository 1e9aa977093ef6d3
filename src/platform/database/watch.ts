import { AsyncLocalStorage } from 'node:async_hooks';
import type { CompiledQuery, Driver } from 'kysely';

/** What one statement reads and writes, by the names of tables. */
export interface Statement {
  reads: readonly string[];
  writes: Changed;
}

/**
 * Tables whose rows changed, or `all` where nobody can tell which. `files/recipes` is what of `files` shows only
 * beside `recipes`.
 */
export type Changed = readonly string[] | 'all';

type Watcher = (statement: Statement) => void;

const watchers = new AsyncLocalStorage<Watcher>();

/** Tells `watcher` of every statement that `work` runs, before it runs; whoever watches around it hears it too. */
export function watching<T>(watcher: Watcher, work: () => Promise<T>): Promise<T> {
  const outer = watchers.getStore();
  const both = (statement: Statement) => {
    outer?.(statement);
    watcher(statement);
  };
  return watchers.run(outer ? both : watcher, work);
}

/** What `work` writes shows nowhere but where one of `tables` is read too. */
export function shownWith<T>(tables: string[], work: () => Promise<T>): Promise<T> {
  const outer = watchers.getStore();
  if (!outer || tables.length === 0) return work();
  const narrowed = ({ reads, writes }: Statement) =>
    outer({
      reads,
      writes:
        writes === 'all' ? writes : writes.flatMap((written) => tables.map((table) => `${written}/${table}`)),
    });
  return watchers.run(narrowed, work);
}

/** Of `table`, `work` reads and writes only what `part` is the name of: a save of the rest of it is none of that. */
export function partOf<T>(table: string, part: string, work: () => Promise<T>): Promise<T> {
  const outer = watchers.getStore();
  if (!outer) return work();
  const named = (names: readonly string[]) => names.map((name) => (name === table ? part : name));
  const narrowed = ({ reads, writes }: Statement) =>
    outer({ reads: named(reads), writes: writes === 'all' ? writes : named(writes) });
  return watchers.run(narrowed, work);
}

/** `work` is nobody's around it: it only happens to be done now. */
export const unwatched = <T>(work: () => T): T => watchers.exit(work);

/** These tables were read for whoever watches, at another time, and hold what they held then. */
export const tellRead = (reads: readonly string[]) => watchers.getStore()?.({ reads, writes: [] });

/** Told how each statement and each attempt to connect ended. */
export interface Statements {
  worked(ms: number): void;
  failed(error: unknown): void;
}

const NOBODY: Statements = { worked() {}, failed() {} };

/** Makes the connections of `driver` tell what runs on them, and how it ends. */
export function watchConnections<D extends Driver>(driver: D, statements: Statements = NOBODY): D {
  const watched = new WeakSet<object>();
  const acquire = driver.acquireConnection.bind(driver);
  driver.acquireConnection = async (options) => {
    const connection = await acquire(options).catch((error: unknown) => {
      statements.failed(error);
      throw error;
    });
    if (watched.has(connection)) return connection;
    watched.add(connection);
    const { executeQuery, streamQuery } = connection;
    connection.executeQuery = async (query, ...rest) => {
      tell(query);
      const begun = performance.now();
      try {
        const result = await executeQuery.call(connection, query, ...rest);
        statements.worked(performance.now() - begun);
        return result as never;
      } catch (error) {
        statements.failed(error);
        throw error;
      }
    };
    connection.streamQuery = (query, ...rest) => {
      tell(query);
      return streamQuery.call(connection, query, ...rest) as never;
    };
    return connection;
  };
  return driver;
}

/** Statements differ in their values; of their texts there are a few hundred. */
const MOST_KNOWN = 1000;
const known = new Map<string, Statement>();

function tell(query: CompiledQuery) {
  const watcher = watchers.getStore();
  if (!watcher) return;
  let statement = known.get(query.sql);
  if (!statement) {
    statement = statementOf(query);
    if (known.size >= MOST_KNOWN) known.delete(known.keys().next().value as string);
    known.set(query.sql, statement);
  }
  watcher(statement);
}

const KNOWN_VERB =
  /^\s*\(*\s*(select|with|values|insert|replace|update|delete|merge|savepoint|release|rollback)\b/i;
const WRITTEN =
  /\b(?:insert\s+(?:or\s+\w+\s+)?into|replace\s+into|update(?:\s+or\s+\w+)?|delete\s+from|merge\s+into)\s+(?:only\s+)?(?:"?\w+"?\s*\.\s*)?"?(\w+)"?/gi;
const WORD = /[A-Za-z_]\w*/g;
/** What a database keeps beside a table by itself, of what stands in that. */
const BESIDE = /_(search(_pieces)?|counts)$/;

/**
 * What `query` reads is in its nodes. Of its parts that are plain text every word counts, for any may be a table's;
 * a word too many only makes an answer once more. What it writes follows the verbs, and with a verb that is not
 * known it may be anything.
 */
export function statementOf({ query, sql }: Pick<CompiledQuery, 'query' | 'sql'>): Statement {
  const names = new Set<string>();
  collectTables(query, names, false);
  const reads = [...new Set(Array.from(names, (name) => name.replace(BESIDE, '')))];
  if (!KNOWN_VERB.test(sql)) return { reads, writes: 'all' };
  const written = Array.from(sql.matchAll(WRITTEN), ([, name = '']) => name);
  return { reads, writes: [...new Set(written)] };
}

interface Node {
  kind: string;
  [part: string]: unknown;
}

function collectTables(part: unknown, names: Set<string>, inText: boolean) {
  if (Array.isArray(part)) {
    for (const item of part) collectTables(item, names, inText);
    return;
  }
  if (typeof part !== 'object' || part === null || !('kind' in part)) return;
  const node = part as Node;
  // Of values there may be many, and none is a table.
  if (node.kind === 'ValueNode' || node.kind === 'PrimitiveValueListNode') return;
  const isText = node.kind === 'RawNode';
  if (isText)
    for (const text of node.sqlFragments as string[])
      for (const [word] of text.matchAll(WORD)) names.add(word);
  if (node.kind === 'IdentifierNode' && inText) names.add(node.name as string);
  for (const inner of Object.values(node))
    collectTables(inner, names, node.kind === 'TableNode' || isText || inText);
}
