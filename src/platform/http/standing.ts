import type { Endpoint } from '../../contract/endpoint.ts';
import type { PublicationState } from '../../contract/plan.ts';
import type { Publication } from '../database/publication.ts';
import type { RecordTable } from '../database/records.ts';
import { Pieces } from '../pieces.ts';
import { askedFields } from './fields.ts';

type Standing = Pick<Publication, 'standingOf' | 'lastChangesOf'>;

interface Named {
  uuid: string;
  publication?: PublicationState;
}

/** What records have beside what they say, where it is asked for. */
const ASIDE = ['publication', 'last_change'] as const;
type Aside = (typeof ASIDE)[number];

/** The answer of a call about records, with how each stands beside what it says, where that is asked for. */
export async function withStanding(
  publication: Standing,
  { method, table, answers }: Endpoint,
  query: unknown,
  result: unknown,
): Promise<unknown> {
  if (method !== 'GET' || !table) return result;
  const fields: string[] = answers[200] ? askedFields(answers[200], query) : [];
  // Whole records have what forms need of them.
  const asked =
    fields.length === 0 ? (['publication'] as const) : ASIDE.filter((name) => fields.includes(name));
  if (asked.length === 0) return result;
  const answer = (result ?? {}) as { data?: unknown };
  const { data } = answer;
  const complete = (records: unknown[]) => withAside(publication, table as RecordTable, asked, records);
  if (data instanceof Pieces) return { ...answer, data: data.map(complete) };
  if (Array.isArray(data)) return { ...answer, data: await complete(data) };
  return isNamed(data) ? { ...answer, data: (await complete([data]))[0] } : result;
}

const isNamed = (record: unknown): record is Named =>
  typeof record === 'object' && record !== null && 'uuid' in record;

async function withAside(
  publication: Standing,
  table: RecordTable,
  asked: readonly Aside[],
  records: unknown[],
): Promise<unknown[]> {
  const uuids = records.filter(isNamed).map(({ uuid }) => uuid);
  if (uuids.length === 0) return records;
  const standing = asked.includes('publication') ? await publication.standingOf(table, uuids) : null;
  const changes = asked.includes('last_change') ? await publication.lastChangesOf(table, uuids) : null;
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
