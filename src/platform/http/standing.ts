import type { Endpoint } from '../../contract/endpoint.ts';
import type { PublicationState } from '../../contract/plan.ts';
import type { Publication } from '../database/publication.ts';
import type { RecordTable } from '../database/records.ts';
import { Pieces } from '../pieces.ts';
import { askedFields } from './fields.ts';

type Standing = Pick<Publication, 'standingOf'>;

interface Named {
  uuid: string;
  publication?: PublicationState;
}

/** The answer of a call about records, with how each stands beside what it says, where that is asked for. */
export async function withStanding(
  publication: Standing,
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
    return { ...answer, data: data.map((rows) => told(publication, table, rows as Named[])) };
  if (Array.isArray(data)) return { ...answer, data: await told(publication, table, data) };
  return isNamed(data) ? { ...answer, data: (await told(publication, table, [data]))[0] } : result;
}

async function told(publication: Standing, table: string, records: Named[]): Promise<Named[]> {
  if (records.length === 0) return records;
  const standing = await publication.standingOf(
    table as RecordTable,
    records.map(({ uuid }) => uuid),
  );
  return records.map((record) => ({ ...record, publication: standing(record.uuid) }));
}

const isNamed = (record: unknown): record is Named =>
  typeof record === 'object' && record !== null && 'uuid' in record;
