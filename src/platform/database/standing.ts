import { sql } from 'kysely';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { PublicationState } from '../../contract/plan.ts';
import { askedFields } from '../http/fields.ts';
import { Pieces } from '../pieces.ts';
import type { Db } from './database.ts';
import type { RecordTable } from './records.ts';

interface Named {
  uuid: string;
  publication?: PublicationState;
}

/** The answer of a call about records, with how each stands beside what it says, where that is asked for. */
export async function withStanding(
  db: Db,
  { method, table, answers }: Endpoint,
  query: unknown,
  result: unknown,
): Promise<unknown> {
  if (method !== 'GET' || !table) return result;
  const asked = answers[200] ? askedFields(answers[200], query) : [];
  if (asked.length > 0 && !asked.includes('publication')) return result;
  const answer = (result ?? {}) as { data?: unknown };
  const { data } = answer;
  if (data instanceof Pieces)
    return { ...answer, data: data.map((rows) => told(db, table, rows as Named[])) };
  if (Array.isArray(data)) return { ...answer, data: await told(db, table, data) };
  return isNamed(data) ? { ...answer, data: (await told(db, table, [data]))[0] } : result;
}

async function told(db: Db, table: string, records: Named[]): Promise<Named[]> {
  if (records.length === 0) return records;
  const standing = await standingOf(
    db,
    table as RecordTable,
    records.map(({ uuid }) => uuid),
  );
  return records.map((record) => ({ ...record, publication: standing(record.uuid) }));
}

const isNamed = (record: unknown): record is Named =>
  typeof record === 'object' && record !== null && 'uuid' in record;

async function standingOf(db: Db, table: RecordTable, uuids: string[]) {
  const heads = await db
    .selectFrom(table as 'banners')
    .select(['uuid', 'standing'])
    .where('uuid', 'in', uuids)
    .where('standing', 'is not', null)
    .execute();
  const changes = await db
    .selectFrom('record_versions')
    .select(['uuid', 'valid_from', sql<boolean>`data = 'null'`.as('goes')])
    .where('entity', '=', table)
    .where('uuid', 'in', uuids)
    .where(sql<boolean>`state in ('draft', 'scheduled')`)
    .orderBy('valid_from')
    .orderBy('id')
    .execute();
  const of = Map.groupBy(changes, ({ uuid }) => uuid);
  const standings = new Map(heads.map(({ uuid, standing }) => [uuid, standing]));
  return (uuid: string): PublicationState => {
    const waiting = of.get(uuid) ?? [];
    const next = waiting.find(({ valid_from }) => valid_from !== null);
    return {
      standing: standings.get(uuid) ?? null,
      waiting: waiting.filter(({ goes }) => !goes).length,
      next: next?.valid_from ? { at: next.valid_from, goes: Boolean(next.goes) } : null,
    };
  };
}
