import { type Selectable, sql } from 'kysely';
import { isoAt } from '../../../platform/clock.ts';
import type { DbOrTransaction } from '../../../platform/database/database.ts';
import type { Tables } from '../../../platform/database/tables.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { GiveWay } from '../../../platform/jobs/giveWay.ts';
import { yieldIfLong } from '../../../platform/processes/yieldToEventLoop.ts';
import { DAY_MS } from '../../../shared/dates.ts';
import { Failure } from '../../../shared/failure.ts';
import { isNotDeleted, type SoftDeleteTable } from '../publication/visibility.ts';
import { columnsOf, compositionOf, derivedTables, type Table } from '../versions/history.ts';
import { isPostgres } from './listRequirements.ts';

/**
 * Version of the rules of `fold`. Increment it when `fold` changes, so that stored columns are folded again.
 */
const RULES = 2;
/** Period in which the previous release may still save rows, folded by its rules, during an update. */
const ROLLOUT_MS = DAY_MS;
const BATCH_SIZE = 200;
/** Rows per transaction: few, so that other saves do not wait long. */
const ROWS_PER_WRITE = 20;

type Row = Record<string, unknown> & { id: number };

/** Folded columns of a table whose records have no history. */
export interface FoldedColumns {
  /** Returns the folded columns of a row. */
  derive(row: Row): Record<string, string>;
  /**
   * Columns within which `name_key` is unique among rows that are not deleted; absent if it need not be
   * unique.
   */
  uniqueIn?: readonly string[];
  /** Whether the table has no `updated_at`. */
  undated?: true;
}

const foldedTables = new Map<string, FoldedColumns>();

/** Declares the folded columns of a table whose records have no history. */
export function declareFoldedColumns<T extends Table>(
  table: T,
  folded: Omit<FoldedColumns, 'derive'> & { derive(row: Selectable<Tables[T]>): Record<string, string> },
): void {
  foldedTables.set(table, folded as FoldedColumns);
}

export interface RefoldResult {
  /** Number of rows that were folded again. */
  rows: number;
  /** Number of rows that keep their key, because another row now has the same name. */
  same: number;
  /** Number of rows that stay unchanged, because their content is no longer valid. */
  unfit: number;
}

/**
 * Folds stored columns again after the rules changed, and for one day the rows saved since. With `isWhole`,
 * folds all rows regardless of earlier runs.
 */
export async function refold(
  deps: Pick<Deps, 'db' | 'write' | 'clock' | 'log'>,
  { isWhole = false, giveWay }: { isWhole?: boolean; giveWay?: GiveWay } = {},
): Promise<RefoldResult> {
  const { db, clock, log } = deps;
  const result: RefoldResult = { rows: 0, same: 0, unfit: 0 };
  const { folded_by, folded_at } = await db
    .selectFrom('installation')
    .select(['folded_by', 'folded_at'])
    .where('id', '=', 1)
    .executeTakeFirstOrThrow();
  const last = folded_by === RULES && !isWhole ? folded_at : null;
  if (last !== null && clock.now() - Date.parse(last) > ROLLOUT_MS) return result;
  const startedAt = isoAt(clock.now());
  for (const [table, folded] of tablesToFold()) {
    const since = folded.undated ? null : last;
    for (let after: number | undefined = 0; after !== undefined; ) {
      await giveWay?.();
      after = await refoldBatch(deps, table, folded, { after, since, giveWay }, result);
    }
  }
  if (last === null)
    await db
      .updateTable('installation')
      .set({ folded_by: RULES, folded_at: startedAt })
      .where('id', '=', 1)
      .execute();
  if (last === null || result.rows > 0) log.info({ ...result }, 'search columns normalized');
  return result;
}

function tablesToFold(): [Table, FoldedColumns][] {
  const records = derivedTables().map((table): [Table, FoldedColumns] => [
    table,
    {
      derive: (row) => (compositionOf(table).derive?.(columnsOf(table, row)) ?? {}) as Record<string, string>,
    },
  ]);
  return [...records, ...(foldedTables as Map<Table, FoldedColumns>)];
}

/**
 * Folds the next batch of rows with an id above `after`. Returns the last id, or undefined if there were
 * none.
 */
async function refoldBatch(
  { db, write }: Pick<Deps, 'db' | 'write'>,
  table: Table,
  folded: FoldedColumns,
  { after, since, giveWay }: { after: number; since: string | null; giveWay: GiveWay | undefined },
  result: RefoldResult,
): Promise<number | undefined> {
  const { rows } = await sql<Row>`
    select * from ${sql.table(table)} where id > ${after} ${since === null ? sql`` : sql`and updated_at >= ${since}`}
    order by id limit ${BATCH_SIZE}
  `.execute(db);
  const changed: number[] = [];
  for (const row of rows) {
    await yieldIfLong();
    const columns = changesOf(folded, row);
    if (!columns) result.unfit += 1;
    else if (Object.keys(columns).length > 0) changed.push(row.id);
  }
  for (let at = 0; at < changed.length; at += ROWS_PER_WRITE) {
    await giveWay?.();
    const ids = changed.slice(at, at + ROWS_PER_WRITE);
    const { rows: written, same } = await write(null, ({ trx }) => refoldRows(trx, table, folded, ids));
    result.rows += written;
    result.same += same;
  }
  return rows.at(-1)?.id;
}

/**
 * Reads the rows again, because they may have been saved meanwhile. A concurrent save folds its locked row
 * itself.
 */
async function refoldRows(trx: DbOrTransaction, table: Table, folded: FoldedColumns, ids: number[]) {
  const { rows } = await sql<Row>`
    select * from ${sql.table(table)} where id in (${sql.join(ids)}) order by id
    ${isPostgres(trx) ? sql`for update skip locked` : sql``}
  `.execute(trx);
  let [written, same] = [0, 0];
  for (const row of rows) {
    const columns = changesOf(folded, row);
    if (!columns || Object.keys(columns).length === 0) continue;
    if (await isTaken(trx, table, folded, row, columns)) {
      same += 1;
      delete columns.name_key;
    } else written += 1;
    if (Object.keys(columns).length === 0) continue;
    const sets = Object.entries(columns).map(([column, text]) => sql`${sql.ref(column)} = ${text}`);
    await sql`update ${sql.table(table)} set ${sql.join(sets)} where id = ${row.id}`.execute(trx);
  }
  return { rows: written, same };
}

/** Returns the folded columns that differ from the stored ones; null if the content is no longer valid. */
function changesOf({ derive }: FoldedColumns, row: Row): Record<string, string> | null {
  try {
    const columns = Object.entries(derive(row));
    return Object.fromEntries(
      columns.filter(
        ([column, text]) => (column === 'search' || column.endsWith('_key')) && row[column] !== text,
      ),
    );
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}

async function isTaken(
  trx: DbOrTransaction,
  table: Table,
  { uniqueIn }: FoldedColumns,
  row: Row,
  { name_key }: Record<string, string>,
): Promise<boolean> {
  if (!uniqueIn || name_key === undefined || row.deleted_at) return false;
  const within = [
    sql`name_key = ${name_key}`,
    sql`id <> ${row.id}`,
    ...uniqueIn.map((column) => sql`${sql.ref(column)} = ${row[column]}`),
    ...('deleted_at' in row ? [isNotDeleted(table as SoftDeleteTable)] : []),
  ];
  const { rows } = await sql`
    select id from ${sql.table(table)} where ${sql.join(within, sql` and `)} limit 1
  `.execute(trx);
  return rows.length > 0;
}
