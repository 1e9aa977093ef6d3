import { type SqlBool, sql } from 'kysely';
import type { Actor } from '../../../platform/database/write.ts';
import { allResources } from '../../define/resources.ts';
import { hasTablePermission, permittedRecords } from '../recordAccess.ts';

/** Lists the tables whose records have a file. */
const tablesWithFile = () =>
  allResources().flatMap(({ table, files }) => (files?.includes('file_id') ? [table] : []));

/**
 * Returns the condition for pictures that `actor` may see and use: published and unused ones, and those of
 * records that the actor may read.
 */
export function isReadablePicture(actor: Pick<Actor, 'id' | 'permissions' | 'branches'>) {
  const tables = tablesWithFile();
  if (actor.branches === null && tables.every((table) => hasTablePermission(actor, 'read', table)))
    return sql<SqlBool>`true`;
  return sql<SqlBool>`(
    files.state = 'live'
    or not exists (select 1 from file_uses where file_uses.file_id = files.id and file_uses.entity <> 'files')
    or exists (
      select 1 from file_uses
      where file_uses.file_id = files.id and ${permittedRecords(actor, 'read', tables, 'file_uses')}
    )
  )`;
}
