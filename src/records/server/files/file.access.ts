import { type SqlBool, sql } from 'kysely';
import { resources } from '../../../content/resources.ts';
import type { Actor } from '../../../platform/database/write.ts';
import type { Resource } from '../../../shared/resource.ts';
import { hasTablePermission, readableRecords } from '../recordAccess.ts';

const TABLES = resources
  .filter((known: Resource) => known.files?.includes('file_id'))
  .map(({ table }) => table as string);

/**
 * Returns the condition for pictures that `actor` may see and use: published and unused ones, and those of
 * records that the actor may read.
 */
export function isReadablePicture(actor: Pick<Actor, 'id' | 'permissions' | 'branches'>) {
  if (actor.branches === null && TABLES.every((table) => hasTablePermission(actor, 'read', table)))
    return sql<SqlBool>`true`;
  return sql<SqlBool>`(
    files.state = 'live'
    or not exists (select 1 from file_uses where file_uses.file_id = files.id and file_uses.entity <> 'files')
    or exists (
      select 1 from file_uses
      where file_uses.file_id = files.id and ${readableRecords(actor, TABLES, 'file_uses')}
    )
  )`;
}
