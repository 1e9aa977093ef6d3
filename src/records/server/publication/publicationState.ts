import { sql } from 'kysely';
import type { DbOrTransaction } from '../../../platform/database/database.ts';
import type { PublicationState } from '../../../shared/publicationPlan.ts';

/** Returns the user and time of the last save of each record. */
export async function lastSavesOf(db: DbOrTransaction, table: string, uuids: string[]) {
  // Each state has an index of its own; for both at once SQLite would also scan all former versions.
  const heads = (state: 'published' | 'withheld') =>
    db
      .selectFrom('record_versions')
      .select(['uuid', 'at', 'user_name'])
      .where('entity', '=', table)
      .where('uuid', 'in', uuids)
      .where(sql<boolean>`state = ${sql.lit(state)}`);
  const rows = await heads('published').unionAll(heads('withheld')).execute();
  return new Map(rows.map(({ uuid, at, user_name }) => [uuid, { at, by: user_name }]));
}

/** Returns a function from uuid to publication state, with pending changes counted. */
export async function publicationStatesOf(db: DbOrTransaction, table: string, uuids: string[]) {
  const [heads, changes] = await Promise.all([
    db
      .selectFrom(table as 'banners')
      .select(['uuid', 'standing'])
      .where('uuid', 'in', uuids)
      .where('standing', 'is not', null)
      .execute(),
    db
      .selectFrom('record_versions')
      .select(['uuid', 'valid_from', sql<boolean>`data = 'null'`.as('goes')])
      .where('entity', '=', table)
      .where('uuid', 'in', uuids)
      .where(sql<boolean>`state in ('draft', 'scheduled')`)
      .orderBy('valid_from')
      .orderBy('id')
      .execute(),
  ]);
  const changesByUuid = Map.groupBy(changes, ({ uuid }) => uuid);
  const standings = new Map(heads.map(({ uuid, standing }) => [uuid, standing]));
  return (uuid: string): PublicationState => {
    const pending = changesByUuid.get(uuid) ?? [];
    const next = pending.find(({ valid_from }) => valid_from !== null);
    return {
      standing: standings.get(uuid) ?? null,
      waiting: pending.filter(({ goes }) => !goes).length,
      next: next?.valid_from ? { at: next.valid_from, goes: Boolean(next.goes) } : null,
      leaves: pending.find(({ goes }) => goes)?.valid_from ?? null,
    };
  };
}
