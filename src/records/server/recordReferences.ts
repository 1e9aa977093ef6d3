import type { DbOrTransaction } from '../../platform/database/database.ts';
import type { Fields, Reference } from '../define/fields.ts';
import { referenceColumn } from '../define/referenceFields.ts';
import type { SoftDeleteTable } from './publication/visibility.ts';
import type { RecordTable } from './store/records.ts';
import type { Reference as StoredReference } from './store/references.ts';

/** Returns the fields that name records of other tables. */
export const referencesOf = (fields: Fields): (Reference & { column: string })[] =>
  Object.entries(fields).flatMap(([column, { reference }]) => (reference ? [{ column, ...reference }] : []));

/** Returns the references of a record as its composition declares them. */
export const storedReferences = (fields: Fields): StoredReference[] =>
  referencesOf(fields).map(({ column, table, deleted }) => {
    const reference = { column, to: table as SoftDeleteTable };
    if (!deleted) return { ...reference, kind: 'required' };
    return { ...reference, kind: 'optional', gone: deleted.gone, dropped: () => deleted.dropped };
  });

/**
 * Selects the records of a table with the columns of the records that they name, also of those in the trash.
 * These columns are null for erased records.
 */
export function selectWithReferences(db: DbOrTransaction, table: RecordTable, fields: Fields) {
  const own = table as 'screenings';
  const base = db.selectFrom(own).selectAll(own);
  return referencesOf(fields).reduce((query, { column, table: other, as, columns, permanent }) => {
    const to = other as 'movies';
    // The joined tables are known at run time only.
    const key = `${own}.${column as 'movie_id'}` as const;
    const selected = columns.map(
      (name) => `${to}.${name as 'name'} as ${referenceColumn(as, name)}` as const,
    );
    return (
      permanent
        ? query.innerJoin(to, `${to}.id`, key).select(selected)
        : query.leftJoin(to, `${to}.id`, key).select(selected)
    ) as typeof query;
  }, base);
}
