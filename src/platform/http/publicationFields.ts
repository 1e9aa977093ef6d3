import type { Endpoint } from '../../shared/endpoint.ts';
import type { PublicationState } from '../../shared/publicationPlan.ts';
import { Batches } from '../processes/batches.ts';
import type { Publication } from '../publication.ts';
import { requestedFields } from './responseFields.ts';

type PublicationReader = Pick<Publication, 'publicationStatesOf' | 'lastSavesOf'>;

interface IdentifiedRecord {
  uuid: string;
  publication?: PublicationState;
}

/** Fields that lists and forms may request besides a record's own. */
const EXTRA_FIELDS = ['publication', 'last_change'] as const;
type ExtraField = (typeof EXTRA_FIELDS)[number];

/** Adds the publication state and the last change to the records of a response, where requested. */
export async function withPublicationFields(
  publication: PublicationReader,
  { method, table, answers }: Endpoint,
  query: unknown,
  result: unknown,
): Promise<unknown> {
  if (method !== 'GET' || !table) return result;
  const fields: string[] = answers[200] ? requestedFields(answers[200], query) : [];
  // Whole records, which forms load, get the publication state.
  const requested =
    fields.length === 0 ? (['publication'] as const) : EXTRA_FIELDS.filter((name) => fields.includes(name));
  if (requested.length === 0) return result;
  const answer = (result ?? {}) as { data?: unknown };
  const { data } = answer;
  const addFields = (records: unknown[]) => withExtraFields(publication, table, requested, records);
  if (data instanceof Batches) return { ...answer, data: data.map(addFields) };
  if (Array.isArray(data)) return { ...answer, data: await addFields(data) };
  return isIdentified(data) ? { ...answer, data: (await addFields([data]))[0] } : result;
}

const isIdentified = (record: unknown): record is IdentifiedRecord =>
  typeof record === 'object' && record !== null && 'uuid' in record;

async function withExtraFields(
  publication: PublicationReader,
  table: string,
  requested: readonly ExtraField[],
  records: unknown[],
): Promise<unknown[]> {
  const uuids = records.filter(isIdentified).map(({ uuid }) => uuid);
  if (uuids.length === 0) return records;
  const [stateOf, changes] = await Promise.all([
    requested.includes('publication') ? publication.publicationStatesOf(table, uuids) : null,
    requested.includes('last_change') ? publication.lastSavesOf(table, uuids) : null,
  ]);
  return records.map((record) =>
    isIdentified(record)
      ? {
          ...record,
          ...(stateOf && { publication: stateOf(record.uuid) }),
          ...(changes?.has(record.uuid) && { last_change: changes.get(record.uuid) }),
        }
      : record,
  );
}
