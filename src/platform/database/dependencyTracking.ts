import { AsyncLocalStorage } from 'node:async_hooks';
import type { AbortableOperationOptions, CompiledQuery, Driver } from 'kysely';
import { rowName, tableOfName } from '../affectedRows.ts';

/**
 * Tables and rows that a statement reads and writes. Names of rows (`affectedRows.ts`) hold the uuid for a read,
 * and the uuid, the id or `NEW_ROW` for a write.
 */
export interface TrackedStatement {
  reads: readonly string[];
  writes: ChangedTables;
}

/** Name of an inserted row. */
export const NEW_ROW = 'new';

/**
 * Changed tables, with their rows if known, or `all` if unknown. `files/recipes` means a change of `files`
 * that is visible only beside `recipes`, and `files/recipes#<uuid>` only beside that recipe.
 */
export type ChangedTables = readonly string[] | 'all';

type Watcher = (statement: TrackedStatement) => void;

const watchers = new AsyncLocalStorage<Watcher>();

/** Calls `watcher` before each statement of `work`. Outer watchers are called too. */
export function trackStatements<T>(watcher: Watcher, work: () => Promise<T>): Promise<T> {
  const outer = watchers.getStore();
  const both = (statement: TrackedStatement) => {
    outer?.(statement);
    watcher(statement);
  };
  return watchers.run(outer ? both : watcher, work);
}

const isTable = (name: string) => !name.includes('#');

/** Reports writes of `work` as visible only where one of `tables` is read too; these may name rows. */
export function visibleOnlyWith<T>(tables: string[], work: () => Promise<T>): Promise<T> {
  const outer = watchers.getStore();
  if (!outer || tables.length === 0) return work();
  const narrowed = ({ reads, writes }: TrackedStatement) =>
    outer({
      reads,
      writes:
        writes === 'all'
          ? writes
          : writes.filter(isTable).flatMap((written) => tables.map((table) => `${written}/${table}`)),
    });
  return watchers.run(narrowed, work);
}

/**
 * Reports reads and writes of `table` in `work` under the name `part`, so that other changes of the table do
 * not affect it.
 */
export function trackAs<T>(table: string, part: string, work: () => Promise<T>): Promise<T> {
  const outer = watchers.getStore();
  if (!outer) return work();
  const named = (names: readonly string[]) =>
    names.map((name) => (tableOfName(name) === table ? part : name));
  const narrowed = ({ reads, writes }: TrackedStatement) =>
    outer({ reads: named(reads), writes: writes === 'all' ? writes : named(writes) });
  return watchers.run(narrowed, work);
}

/** Runs `work` without the caller's watcher, for work that the caller only happens to trigger. */
export const withoutTracking = <T>(work: () => T): T => watchers.exit(work);

/** Reports tables that a cached value was read from earlier, if they have not changed since. */
export const reportReads = (reads: readonly string[]) => watchers.getStore()?.({ reads, writes: [] });

/** Called with the outcome of each statement and each connection attempt. */
export interface StatementObserver {
  worked(ms: number): void;
  failed(error: unknown): void;
}

const NO_CALLBACKS: StatementObserver = { worked() {}, failed() {} };

/** Makes the connections of `driver` report their statements and outcomes. */
export function trackConnections<D extends Driver>(
  driver: D,
  statements: StatementObserver = NO_CALLBACKS,
): D {
  const watched = new WeakSet<object>();
  const acquire = driver.acquireConnection.bind(driver);
  driver.acquireConnection = async (options) => {
    const connection = await acquire(options).catch((error: unknown) => {
      statements.failed(error);
      throw error;
    });
    if (watched.has(connection)) return connection;
    watched.add(connection);
    const executeQuery = connection.executeQuery.bind(connection);
    const streamQuery = connection.streamQuery.bind(connection);
    connection.executeQuery = async <R>(query: CompiledQuery, options?: AbortableOperationOptions) => {
      report(query);
      const startedAt = performance.now();
      try {
        const result = await executeQuery<R>(query, options);
        statements.worked(performance.now() - startedAt);
        return result;
      } catch (error) {
        statements.failed(error);
        throw error;
      }
    };
    connection.streamQuery = <R>(query: CompiledQuery, rows: number, options?: AbortableOperationOptions) => {
      report(query);
      return streamQuery<R>(query, rows, options);
    };
    return connection;
  };
  return driver;
}

/** Most cached statement texts. Texts number a few hundred; only their values differ. */
const MAX_CACHED = 1000;
const analyses = new Map<string, Analysis>();

function report(query: CompiledQuery) {
  const watcher = watchers.getStore();
  if (!watcher) return;
  let statement = analyses.get(query.sql);
  if (!statement) {
    statement = statementOf(query);
    if (analyses.size >= MAX_CACHED) analyses.delete(analyses.keys().next().value as string);
    analyses.set(query.sql, statement);
  }
  watcher(withRows(query.query, statement));
}

/** The analysis of a statement text, independent of its values. */
interface Analysis extends TrackedStatement {
  /** Table whose single read or written row the query names by its key. */
  readsRowOf: string | null;
  writesRowOf: string | null;
}

/** Adds the row that `query` names to `statement`; it differs at each call. */
function withRows(query: unknown, statement: Analysis): TrackedStatement {
  const { reads, writes, readsRowOf, writesRowOf } = statement;
  const node = query as Node;
  if (readsRowOf !== null) {
    const row = rowNamed(node, readsRowOf, ['uuid']);
    return row === null ? statement : { reads: [...reads, rowName(readsRowOf, row)], writes };
  }
  if (writesRowOf !== null && writes !== 'all') {
    const row = node.kind === 'InsertQueryNode' ? NEW_ROW : rowNamed(node, writesRowOf, ['uuid', 'id']);
    return row === null ? statement : { reads, writes: [...writes, rowName(writesRowOf, row)] };
  }
  return statement;
}

const KNOWN_VERB =
  /^\s*\(*\s*(select|with|values|insert|replace|update|delete|merge|savepoint|release|rollback)\b/i;
const WRITTEN =
  /\b(?:insert\s+(?:or\s+\w+\s+)?into|replace\s+into|update(?:\s+or\s+\w+)?|delete\s+from|merge\s+into)\s+(?:only\s+)?(?:"?\w+"?\s*\.\s*)?"?(\w+)"?/gi;
const WORD = /[A-Za-z_]\w*/g;
/** Suffixes of tables that the database derives from another table by itself. */
const DERIVED_SUFFIX = /_(search(_pieces)?|counts)$/;

/**
 * Analyses a statement. Reads come from the query's nodes. In raw SQL every word counts as a possible table;
 * a false one only renders a response once more. Writes come from the verbs; an unknown verb may write
 * anything.
 */
function statementOf({ query, sql }: Pick<CompiledQuery, 'query' | 'sql'>): Analysis {
  const names = new Set<string>();
  collectTables(query, names, false);
  const reads = [...new Set(Array.from(names, (name) => name.replace(DERIVED_SUFFIX, '')))];
  const none = { reads, readsRowOf: null, writesRowOf: null };
  if (!KNOWN_VERB.test(sql)) return { ...none, writes: 'all' };
  const written = Array.from(sql.matchAll(WRITTEN), ([, name = '']) => name);
  const writes = [...new Set(written)];
  const node = query as Node;
  const [only = null] = writes;
  return {
    reads,
    writes,
    readsRowOf: writes.length === 0 ? tableOfOneRow(node) : null,
    writesRowOf: written.length === 1 && ONE_TABLE_WRITTEN.has(node.kind) && isPlain(node) ? only : null,
  };
}

const ONE_TABLE_WRITTEN = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode']);
/** Returns whether no clause lets the statement write another row than the one that it names. */
const isPlain = ({ with: named, onConflict, onDuplicateKey, orAction, replace, ignore, using }: Node) =>
  !(named || onConflict || onDuplicateKey || orAction || replace || ignore || using);

/** Raw SQL that may contain another read of a table. */
const READ_KEYWORD = /\b(?:select|table)\b/i;

/** Returns the table if a query reads only the row that it names by uuid. */
function tableOfOneRow(node: Node): string | null {
  if (node.kind !== 'SelectQueryNode' || node.with || node.setOperations) return null;
  const froms = (node.from as Node | undefined)?.froms as Node[] | undefined;
  const [from] = froms ?? [];
  if (froms?.length !== 1 || from?.kind !== 'TableNode') return null;
  const table = nameOf(from);
  if (table === null || DERIVED_SUFFIX.test(table) || rowNamed(node, table, ['uuid']) === null) return null;
  const found = { tables: [] as (string | null)[], isClear: true };
  collectReads(node, found);
  return found.isClear && found.tables.filter((name) => name === table).length === 1 ? table : null;
}

/**
 * Returns the value that one of `columns` must equal for a row to match; other conditions may only narrow
 * further.
 */
function rowNamed(node: Node, table: string, columns: string[]): string | null {
  const pending = [(node.where as Node | undefined)?.where as Node | undefined];
  while (pending.length > 0) {
    const part = pending.pop();
    if (part?.kind === 'AndNode') pending.push(part.left as Node, part.right as Node);
    if (part?.kind === 'ParensNode') pending.push(part.node as Node);
    if (part?.kind !== 'BinaryOperationNode') continue;
    const { leftOperand: left, operator, rightOperand: right } = part as Record<string, unknown> as Parts;
    if (operator?.operator !== '=' || right?.kind !== 'ValueNode' || left?.kind !== 'ReferenceNode') continue;
    const column = ((left.column as Node | undefined)?.column as Node | undefined)?.name as
      | string
      | undefined;
    const of = left.table as Node | undefined;
    const { value } = right;
    if (column && columns.includes(column) && (!of || nameOf(of) === table))
      if (typeof value === 'string' || typeof value === 'number') return String(value);
  }
  return null;
}

interface Parts {
  leftOperand?: Node;
  operator?: Node;
  rightOperand?: Node;
}

/** Returns the name of a table node; null in another schema. */
function nameOf({ table }: Node): string | null {
  const { schema, identifier } = (table ?? {}) as { schema?: unknown; identifier?: { name: string } };
  return schema ? null : (identifier?.name ?? null);
}

/** Collects the tables read, with repetitions, and whether raw SQL may read more. */
function collectReads(part: unknown, found: { tables: (string | null)[]; isClear: boolean }) {
  if (Array.isArray(part)) {
    for (const item of part) collectReads(item, found);
    return;
  }
  if (typeof part !== 'object' || part === null || !('kind' in part)) return;
  const node = part as Node;
  if (node.kind === 'RawNode' && (node.sqlFragments as string[]).some((text) => READ_KEYWORD.test(text)))
    found.isClear = false;
  if (node.kind === 'TableNode') found.tables.push(nameOf(node));
  // Its table only qualifies a column.
  if (node.kind === 'ReferenceNode' || node.kind === 'SelectAllNode') return;
  for (const inner of Object.values(node)) collectReads(inner, found);
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
  // There may be many values, and none is a table.
  if (node.kind === 'ValueNode' || node.kind === 'PrimitiveValueListNode') return;
  const isText = node.kind === 'RawNode';
  if (isText)
    for (const text of node.sqlFragments as string[])
      for (const [word] of text.matchAll(WORD)) names.add(word);
  if (node.kind === 'IdentifierNode' && inText) names.add(node.name as string);
  for (const inner of Object.values(node))
    collectTables(inner, names, node.kind === 'TableNode' || isText || inText);
}
