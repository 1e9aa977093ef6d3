// Every write takes its locks in the same order: order of a table, record, versions, files (decision 76).
// Each transaction remembers its locks, so that no record that was read without its lock is marked as
// changed.

const locksByTransaction = new WeakMap<object, Set<string>>();

const locksOf = (trx: object): Set<string> => {
  const known = locksByTransaction.get(trx) ?? new Set();
  locksByTransaction.set(trx, known);
  return known;
};

const orderName = (table: string) => `order of ${table}`;
const recordName = (table: string, uuid: string) => `${table} ${uuid}`;

export const holdsOrderLock = (trx: object, table: string): boolean => locksOf(trx).has(orderName(table));

export const noteOrderLocked = (trx: object, table: string): void => void locksOf(trx).add(orderName(table));

/** Notes that a transaction has locked a record or has just written it. */
export const recordLock = (trx: object, table: string, uuid: string): void =>
  void locksOf(trx).add(recordName(table, uuid));

/** Throws if a record was read without its lock: another write may have changed it since. */
export function ensureLocked(trx: object, table: string, uuid: string): void {
  if (!locksOf(trx).has(recordName(table, uuid)))
    throw new Error(`The record ${uuid} of ${table} is changed without its lock`);
}

/** Forgets the locks of a transaction. Call it after a rollback to a savepoint, which releases locks. */
export const forgetLocks = (trx: object): void => void locksByTransaction.delete(trx);
