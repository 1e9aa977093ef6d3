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

/** What records have beside what they say, where it is asked for. */
const ASIDE = ['publication', 'last_change'] as const;
type Aside = (typeof ASIDE)[number];

/** The answer of a call about records, with how each stands beside what it says, where that is asked for. */
export async function withStanding(
  db: Db,
  { method, table, answers }: Endpoint,
  query: unknown,
  result: unknown,
): Promise<unknown> {
  if (method !== 'GET' || !table) return result;
  const { data } = (result ?? {}) as { data?: unknown };
  const fields: string[] = answers[200] ? askedFields(answers[200], query) : [];
  // Whole records have what forms need of them.
  const asked =
    fields.length === 0 ? (['publication'] as const) : ASIDE.filter((name) => fields.includes(name));
  if (asked.length === 0) return result;
  const complete = (records: unknown[]) => withAside(db, table as RecordTable, asked, records);
  if (data instanceof Pieces) return { ...(result as object), data: data.map(complete) };
  if (Array.isArray(data)) return { ...(result as object), data: await complete(data) };
  const [record] = await complete([data]);
  return isNamed(data) ? { ...(result as object), data: record } : result;
}

const isNamed = (record: unknown): record is Named =>
  typeof record === 'object' && record !== null && 'uuid' in record;

async function withAside(db: Db, table: RecordTable, asked: readonly Aside[], records: unknown[]) {
  const uuids = records.filter(isNamed).map(({ uuid }) => uuid);
  if (uuids.length === 0) return records;
  const standing = asked.includes('publication') ? await standingOf(db, table, uuids) : null;
  const changes = asked.includes('last_change') ? await changesOf(db, table, uuids) : null;
  return records.map((record) =>
    isNamed(record)
      ? {
          ...record,
          ...(standing && { publication: standing(record.uuid) }),
          ...(changes?.has(record.uuid) && { last_change: changes.get(record.uuid) }),
        }
      : record,
  );
}

async function changesOf(db: Db, table: RecordTable, uuids: string[]) {
  const rows = await db
    .selectFrom('record_versions')
    .select(['uuid', 'at', 'user_name'])
    .where('entity', '=', table)
    .where('uuid', 'in', uuids)
    .where(sql<boolean>`state in ('published', 'withheld')`)
    .execute();
  return new Map(rows.map(({ uuid, at, user_name }) => [uuid, { at, by: user_name }]));
}

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
