import { type AffectedRows, addAffectedRows, type ReadonlyAffectedRows } from '../../affectedRows.ts';
import { type ChangedTables, trackStatements } from '../../database/dependencyTracking.ts';

/** A value with the tables that it was read from. */
export interface Tracked {
  reads: ReadonlyAffectedRows;
  /** The revision at which each table was first read, or a single one for all tables. */
  since: ReadonlyMap<string, number> | number;
  /** The revision at which the work began. */
  born: number;
}

export interface Tracking extends Tracked {
  reads: AffectedRows;
  since: Map<string, number>;
}

/** Revisions of the last changes of a table: of all rows, of single rows, and of anything. */
interface TableChange {
  all: number;
  rows: Map<string, number>;
  last: number;
}

const MAX_DEPENDENCY_SETS = 1000;

/** Limit of rows that are remembered by table. Beyond it, a change counts for all rows. */
const MAX_CHANGED_ROWS = 500;

export interface Validated extends Tracked {
  /** The last revision at which the value was found current. */
  checked: number;
}

export type DependencyRevisions = ReturnType<typeof createDependencyRevisions>;

/**
 * Counts time in revisions, one for each change. Changes are reported after their commit. Data that was read
 * before a change of its table may be older than the change; later data is not.
 */
export function createDependencyRevisions() {
  /** Changes by table and owner. An owner is a table beside which alone the change shows; '' means any. */
  const changes = new Map<string, Map<string, TableChange>>();
  let revision = 1;
  /** Revision of the last change of everything. */
  let allChangedAt = 0;
  /** Distinct sets of dependencies, shared between entries to save memory. */
  const dependencySets = new Map<string, ReadonlyAffectedRows>();

  const shareDependencies = (reads: ReadonlyAffectedRows) => {
    const name = [...reads.keys()].join();
    if (dependencySets.size < MAX_DEPENDENCY_SETS)
      return dependencySets.getOrInsertComputed(name, () => new Map(reads));
    return dependencySets.get(name) ?? reads;
  };
  /** Returns the revision at which the rows that were read last changed. */
  const changedAt = ({ all, rows, last }: TableChange, rowsRead: ReadonlySet<string> | null) => {
    if (!rowsRead) return last;
    let at = all;
    for (const row of rowsRead) at = Math.max(at, rows.get(row) ?? 0);
    return at;
  };
  /** If the work is `inFlight`, it may still read the owner beside which a change shows. */
  const isStale = ({ reads, since, born }: Tracked, inFlight = false) => {
    if (allChangedAt > born) return true;
    for (const [table, rowsRead] of reads)
      for (const [owner, change] of changes.get(table) ?? []) {
        const beside = reads.get(owner);
        if (owner !== '' && beside === undefined && !inFlight) continue;
        const at = changedAt(change, owner === '' ? rowsRead : inFlight ? null : (beside ?? null));
        if ((typeof since === 'number' ? since : (since.get(table) ?? 0)) < at) return true;
      }
    return false;
  };
  const recordChange = (name: string, rows: ReadonlySet<string> | null) => {
    const [table = '', owner = ''] = name.split('/');
    const byOwner = changes.getOrInsertComputed(table, () => new Map());
    const change = byOwner.getOrInsertComputed(owner, () => ({ all: 0, rows: new Map(), last: 0 }));
    change.last = revision;
    for (const row of rows ?? []) change.rows.set(row, revision);
    if (rows && change.rows.size <= MAX_CHANGED_ROWS) return;
    change.all = revision;
    change.rows.clear();
  };

  return {
    current: () => revision,
    startTracking: (): Tracking => ({ reads: new Map(), since: new Map(), born: revision }),
    track: <T>({ reads, since }: Tracking, work: () => Promise<T>) =>
      trackStatements((statement) => {
        addAffectedRows(reads, statement.reads);
        // A row's name never equals a table's, so both kinds share one map.
        for (const name of statement.reads) if (!since.has(name)) since.set(name, revision);
      }, work),
    /** Compacts dependencies: thousands are stored, and most name whole tables, read at the same revision. */
    compact({ reads, since, born }: Tracking): Tracked {
      const revisions = new Set(since.values());
      const hasNoRows = reads.values().every((rows) => rows === null);
      return {
        reads: hasNoRows ? shareDependencies(reads) : reads,
        since: revisions.size === 1 ? ([...revisions][0] as number) : since,
        born,
      };
    },
    isStale,
    isCurrent(validated: Validated) {
      if (validated.checked === revision) return true;
      if (isStale(validated)) return false;
      validated.checked = revision;
      return true;
    },
    /** Returns whether everything changed since the work began. */
    isOutdated: ({ born }: Tracked) => allChangedAt > born,
    /** Counts a change of everything, although no table changed. */
    expireAll() {
      revision += 1;
      allChangedAt = revision;
    },
    recordChanges(changed: ChangedTables) {
      revision += 1;
      if (changed === 'all') {
        allChangedAt = revision;
        changes.clear();
        return;
      }
      const touched: AffectedRows = new Map();
      addAffectedRows(touched, changed);
      for (const [name, rows] of touched) recordChange(name, rows);
    },
  };
}
