import { isDeepStrictEqual } from 'node:util';
import type { Selectable } from 'kysely';
import type { DbOrTransaction } from '../../../platform/database/database.ts';
import type { VersionTable } from '../../../platform/database/tables.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { Caller } from '../../../platform/security/access.ts';
import type { Endpoint } from '../../../shared/endpoint.ts';
import { Failure } from '../../../shared/failure.ts';
import type { PlanEntry, RecordHistory, RecordVersion, VersionComparison } from '../../../shared/history.ts';
import { type PlanEvent, planEventOf } from '../../../shared/planEvents.ts';
import { parseStored } from '../../../shared/storedJson.ts';
import type { ColumnLabel } from '../../define/describe.ts';
import { resourceOf } from '../../define/resources.ts';
import { labelsOf } from '../definitions.ts';
import type { RecordTable } from '../store/records.ts';
import type { Content } from '../versions/history.ts';
import { titleOf } from './history.words.ts';
import { createPresenter } from './versionValues.ts';

type HistoryDeps = Pick<Deps, 'db' | 'mediaUrl'>;
export type StoredVersion = Selectable<VersionTable>;

const RECORD_GONE = 'Este registro não existe mais.';
const VERSION_GONE = 'Esta versão não existe mais.';
const MAX_VERSIONS = 300;

/** Returns the versions of a record: pending changes first, then the others, newest first. */
export async function readHistory(
  deps: HistoryDeps,
  table: RecordTable,
  uuid: string,
): Promise<RecordHistory> {
  const versions = await versionsOf(deps, table, uuid);
  const [newest] = versions;
  if (!newest) throw new Failure('not_found', RECORD_GONE);
  const head = await deps.db
    .selectFrom(table as 'banners')
    .select(['version', 'standing', 'deleted_at'])
    .where('uuid', '=', uuid)
    .executeTakeFirst();
  if (!head) throw new Failure('not_found', RECORD_GONE);
  const events = await planEntriesOf(deps, table, uuid);
  const published = new Map(
    events.filter(({ kind }) => isCarriedOut(kind)).map(({ made_at, at }) => [made_at, at]),
  );
  const presented = await Promise.all(
    versions.map(async (one) => {
      const shown = present(table, one, await baseOf(deps, versions, one));
      return isPending(shown) ? shown : { ...shown, planned: published.get(one.at) ?? null };
    }),
  );
  // A pending version says itself what is planned.
  const pending = new Set(presented.filter(isPending).map(({ at }) => at));
  return {
    title: titleIn(table, versions.find(isHead) ?? newest),
    version: head.version,
    standing: head.standing,
    deleted_at: head.deleted_at,
    versions: presented.sort(pendingFirst),
    plans: events.filter(({ kind, made_at }) => !isCarriedOut(kind) && !pending.has(made_at)),
  };
}

const isCarriedOut = (kind: PlanEvent['kind']) =>
  kind === 'published' || kind === 'change_published' || kind === 'unpublished';

const PLAN_ACTIONS = ['schedule', 'draft', 'drop', 'refuse', 'update', 'publish', 'withdraw'];

/** Returns what was planned for a record, and what became of it, newest first. */
async function planEntriesOf({ db }: HistoryDeps, table: string, uuid: string): Promise<PlanEntry[]> {
  const rows = await db
    .selectFrom('audit_log')
    .select(['id', 'at', 'user_name', 'action', 'before', 'after'])
    .where('entity', '=', table)
    .where('entity_uuid', '=', uuid)
    .where('action', 'in', PLAN_ACTIONS)
    .orderBy('id', 'desc')
    .limit(MAX_VERSIONS)
    .execute();
  return rows.flatMap(({ id, at, user_name, action, before, after }) => {
    const event = planEventOf({
      action,
      before: parseStored<Content | null>(before, null),
      after: parseStored<Content | null>(after, null),
    });
    return event ? [{ ...event, id, made_at: at, by: user_name }] : [];
  });
}

const isHead = ({ state }: StoredVersion) => ['published', 'withheld', 'deleted'].includes(state);

const isPending = ({ state }: Pick<RecordVersion, 'state'>) => state === 'draft' || state === 'scheduled';
const pendingFirst = (one: RecordVersion, other: RecordVersion) =>
  Number(isPending(other)) - Number(isPending(one)) || other.id - one.id;

async function versionsOf({ db }: HistoryDeps, table: string, uuid: string): Promise<StoredVersion[]> {
  return db
    .selectFrom('record_versions')
    .selectAll()
    .where('entity', '=', table)
    .where('uuid', '=', uuid)
    .orderBy('id', 'desc')
    .limit(MAX_VERSIONS)
    .execute();
}

export async function versionOf(
  { db }: { db: DbOrTransaction },
  table: string,
  uuid: string,
  id: number,
): Promise<StoredVersion> {
  const version = await db
    .selectFrom('record_versions')
    .selectAll()
    .where('id', '=', id)
    .where('entity', '=', table)
    .where('uuid', '=', uuid)
    .executeTakeFirst();
  if (!version) throw new Failure('not_found', VERSION_GONE);
  return version;
}

/** Returns the version that a version is based on; null if it is no longer stored. */
async function baseOf(
  deps: HistoryDeps,
  known: StoredVersion[],
  { based_on, entity, uuid }: StoredVersion,
): Promise<StoredVersion | null> {
  if (based_on === null) return null;
  const found = known.find(({ id }) => id === based_on);
  if (found) return found;
  return versionOf(deps, entity, uuid, based_on).catch(() => null);
}

export const dataOf = ({ data }: StoredVersion) => parseStored<Content | null>(data, null);

export function titleIn(table: string, version: StoredVersion): string | null {
  return titleOf(resourceOf(table), dataOf(version));
}

function present(table: string, version: StoredVersion, other: StoredVersion | null): RecordVersion {
  const { id, state, at, user_name, valid_from, valid_until } = version;
  const data = dataOf(version);
  const former = other && dataOf(other);
  const changed = data
    ? Object.entries(labelsOf(table)).filter(
        ([column]) => former && !isDeepStrictEqual(data[column] ?? null, former[column] ?? null),
      )
    : [];
  return {
    id,
    state,
    at,
    by: user_name,
    from: valid_from,
    until: valid_until,
    goes: data === null,
    changed: changed.map(([, shown]) => labelOf(shown)),
  };
}

const labelOf = (shown: ColumnLabel) => (typeof shown === 'string' ? shown : shown.label);

/** Compares a version with the previous one or with the current record. */
export async function compareVersions(
  deps: HistoryDeps,
  table: RecordTable,
  { uuid, version: id }: { uuid: string; version: number },
  comparedWith: 'before' | 'now',
): Promise<VersionComparison> {
  const version = await versionOf(deps, table, uuid, id);
  const other =
    comparedWith === 'now' ? await headVersion(deps, table, uuid) : await baseOf(deps, [], version);
  const [then, here] = [other && dataOf(other), dataOf(version)];
  const show = await createPresenter(deps, table, [then, here]);
  const fields = Object.entries(labelsOf(table)).map(([column, shown]) => ({
    label: labelOf(shown),
    before: show(column, then?.[column]),
    after: show(column, here?.[column]),
    differs: !isDeepStrictEqual(then?.[column] ?? null, here?.[column] ?? null),
  }));
  return {
    version: present(table, version, other),
    other: other && present(table, other, null),
    fields,
  };
}

async function headVersion({ db }: HistoryDeps, table: string, uuid: string): Promise<StoredVersion | null> {
  const version = await db
    .selectFrom('record_versions')
    .selectAll()
    .where('entity', '=', table)
    .where('uuid', '=', uuid)
    .where('state', 'in', ['published', 'withheld', 'deleted'])
    .executeTakeFirst();
  return version ?? null;
}

/** Returns a record as its form gets it, with a pending change applied. */
export async function recordWithChange(
  deps: Pick<Deps, 'db' | 'preview'>,
  caller: Caller & { kind: 'person' },
  table: RecordTable,
  { uuid, version }: { uuid: string; version: number },
): Promise<{ uuid: string }> {
  await versionOf(deps, table, uuid, version);
  return deps.preview({
    caller,
    reader: caller.actor,
    table,
    async act({ apply, call, endpoints }) {
      await apply(version, { table, uuid });
      const endpoint = showOf(endpoints, table);
      if (!endpoint) throw new Error(`No endpoint shows records of ${table}`);
      const answer = (await call(endpoint, { params: { uuid } })) as { data: { uuid: string } };
      return answer.data;
    },
  });
}

/**
 * Returns the endpoint by which a form reads its record. A record that exists once has no id in the path and
 * may be absent (204).
 */
const showOf = (endpoints: readonly Endpoint[], table: string) => {
  const reads = endpoints.filter((one) => one.table === table && one.method === 'GET');
  return (
    reads.find(({ path }) => path.endsWith('/details/:uuid')) ?? reads.find(({ answers }) => 204 in answers)
  );
};
