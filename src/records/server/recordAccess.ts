import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/database/write.ts';
import { branchFilter, isPermitted } from '../../platform/security/access.ts';
import { BRANCH_COLUMNS, type Verb } from '../../shared/permissions.ts';
import { resourceOf } from '../define/resources.ts';

// Decides whether a caller may read or change a record, for every endpoint that is not the record's own. It
// checks the permission on the record's area and, for tables whose records belong to branches, the caller's
// branches.

type Caller = Pick<Actor, 'id' | 'permissions' | 'branches'>;

export interface RecordName {
  entity: string;
  /** Null if an entry names a list, not a record. */
  uuid: string | null;
}

export function hasTablePermission(actor: Caller, verb: Verb, table: string): boolean {
  const area = resourceOf(table)?.area;
  return area !== undefined && isPermitted(actor, `${area}.${verb}`);
}

const UUIDS_AT_ONCE = 500;

/** Returns a predicate: whether the caller may do `verb` to each of `records`. */
export async function recordAccessFor(
  db: DbOrTransaction,
  actor: Caller,
  verb: Verb,
  records: readonly RecordName[],
): Promise<(record: RecordName) => boolean> {
  const allowed = new Map<string, ReadonlySet<string> | 'all'>();
  for (const [entity, named] of Map.groupBy(records, (record) => record.entity)) {
    if (!hasTablePermission(actor, verb, entity)) continue;
    if (actor.branches === null || !BRANCH_COLUMNS.has(entity)) {
      allowed.set(entity, 'all');
      continue;
    }
    // The uuid still identifies an erased branch.
    if (BRANCH_COLUMNS.get(entity) === 'uuid') {
      allowed.set(entity, new Set(actor.branches));
      continue;
    }
    const uuids = [...new Set(named.flatMap(({ uuid }) => uuid ?? []))];
    const found = new Set<string>();
    for (let first = 0; first < uuids.length; first += UUIDS_AT_ONCE) {
      const { rows } = await sql<{ uuid: string }>`
        select uuid from ${sql.table(entity)}
        where uuid in (${sql.join(uuids.slice(first, first + UUIDS_AT_ONCE))}) and ${branchFilter(actor, entity)}
      `.execute(db);
      for (const { uuid } of rows) found.add(uuid);
    }
    allowed.set(entity, found);
  }
  return ({ entity, uuid }) => {
    const uuids = allowed.get(entity);
    return uuids === 'all' || (uuids !== undefined && (uuid === null || uuids.has(uuid)));
  };
}

/** Returns the condition for rows of `table` to which the caller may do `verb`. */
export function permittedRows(actor: Caller, verb: Verb, table: string): RawBuilder<SqlBool> {
  if (!hasTablePermission(actor, verb, table)) return sql`false`;
  return BRANCH_COLUMNS.has(table) ? branchFilter(actor, table) : sql`true`;
}

/**
 * Returns the check of `recordAccessFor` as a condition on `entity` and `uuid` of the table `named`, among
 * `tables`.
 */
export function permittedRecords(
  actor: Caller,
  verb: Verb,
  tables: readonly string[],
  named: string,
): RawBuilder<SqlBool> {
  const [entity, uuid] = [sql.ref(`${named}.entity`), sql.ref(`${named}.uuid`)];
  const conditions = tables
    .filter((table) => hasTablePermission(actor, verb, table))
    .map((table) =>
      actor.branches === null || !BRANCH_COLUMNS.has(table)
        ? sql<SqlBool>`${entity} = ${table}`
        : sql<SqlBool>`(${entity} = ${table} and ${uuid} in (
            select uuid from ${sql.table(table)} where ${permittedRows(actor, verb, table)}
          ))`,
    );
  return conditions.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
}
