import { isDeepStrictEqual } from 'node:util';
import { type Selectable, sql } from 'kysely';
import type { WeekdayHours } from '../../../content/branches/branch.contract.ts';
import { type BranchService, SERVICES, servicesInWords } from '../../../content/branches/services.ts';
import { WEEKDAYS } from '../../../content/branches/weekdays.ts';
import { typedNumber } from '../../../content/offers/offer.format.ts';
import { formatCents, formatPrice } from '../../../content/offers/price.ts';
import { formatThousandths } from '../../../content/offers/prices.ts';
import { minutesInWords } from '../../../content/recipes/recipe.effort.ts';
import { resourceOf } from '../../../content/resources.ts';
import { placeNames } from '../../../content/specialDays/specialDay.service.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { Failure, questionFailure } from '../../../contract/failure.ts';
import {
  BULK_MESSAGES,
  type BulkAction,
  type RecordHistory,
  type RecordVersion,
  type VersionComparison,
  type VersionValue,
} from '../../../contract/history.ts';
import { containsWords, parseSearch } from '../../../contract/searchWords.ts';
import { parseStored } from '../../../contract/storedJson.ts';
import { formatText, namesOf } from '../../../contract/videoFormat.ts';
import { fromStored, isoAt, startOfDay } from '../../../platform/clock.ts';
import type { DbOrTransaction } from '../../../platform/database/database.ts';
import {
  type Content,
  compositionOf,
  fileIdsIn,
  type PublishedChange,
  type RecordRow,
} from '../../../platform/database/history.ts';
import { searchText } from '../../../platform/database/list.ts';
import type { RecordTable } from '../../../platform/database/records.ts';
import { referencesText } from '../../../platform/database/references.ts';
import type { VersionTable } from '../../../platform/database/tables.ts';
import { isPublished } from '../../../platform/database/visibility.ts';
import { type Actor, type Work, withSavepoint } from '../../../platform/database/write.ts';
import type { Deps } from '../../../platform/deps.ts';
import { toFailure } from '../../../platform/http/failures.ts';
import { yieldIfLong } from '../../../platform/processes/yieldToEventLoop.ts';
import { areRecordsInBranches, type Caller } from '../../../platform/security/access.ts';
import { formatDate } from '../../../ui/format.ts';
import { plural } from '../../../ui/plural.ts';
import {
  type FileDeps,
  type FileRow,
  filesById,
  loadImages,
  removeFiles,
  videoFormatOf,
} from '../files/file.service.ts';
import { readableRecords, recordAccessFor } from '../recordAccess.ts';
import { type FieldPresentation, HISTORY_FIELDS, REFERENCED_TABLES } from './fieldLabels.ts';
import {
  AUDIT_PER_PAGE,
  type AuditEntry,
  type AuditQuery,
  type DeletedRecord,
  resourcesWithHistory,
} from './history.contract.ts';
import { auditText, titleOf } from './history.words.ts';

type Reading = Pick<Deps, 'db' | 'mediaUrl'>;
type StoredVersion = Selectable<VersionTable>;

const RECORD_GONE = 'Este registro não existe mais.';
const VERSION_GONE = 'Esta versão não existe mais.';
const MAX_VERSIONS = 300;

/** Returns the versions of a record: pending changes first, then the others, newest first. */
export async function readHistory(deps: Reading, table: RecordTable, uuid: string): Promise<RecordHistory> {
  const versions = await versionsOf(deps, table, uuid);
  const [newest] = versions;
  if (!newest) throw new Failure('not_found', RECORD_GONE);
  const head = await deps.db
    .selectFrom(table as 'banners')
    .select(['version', 'standing', 'deleted_at'])
    .where('uuid', '=', uuid)
    .executeTakeFirst();
  if (!head) throw new Failure('not_found', RECORD_GONE);
  const presented = await Promise.all(
    versions.map(async (one) => present(table, one, await baseOf(deps, versions, one))),
  );
  return {
    title: titleIn(table, versions.find(isHead) ?? newest),
    version: head.version,
    standing: head.standing,
    deleted_at: head.deleted_at,
    versions: presented.sort(pendingFirst),
  };
}

const isHead = ({ state }: StoredVersion) => ['published', 'withheld', 'deleted'].includes(state);

const isPending = ({ state }: Pick<RecordVersion, 'state'>) => state === 'draft' || state === 'scheduled';
const pendingFirst = (one: RecordVersion, other: RecordVersion) =>
  Number(isPending(other)) - Number(isPending(one)) || other.id - one.id;

async function versionsOf({ db }: Reading, table: string, uuid: string): Promise<StoredVersion[]> {
  return db
    .selectFrom('record_versions')
    .selectAll()
    .where('entity', '=', table)
    .where('uuid', '=', uuid)
    .orderBy('id', 'desc')
    .limit(MAX_VERSIONS)
    .execute();
}

async function versionOf(
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
  deps: Reading,
  known: StoredVersion[],
  { based_on, entity, uuid }: StoredVersion,
): Promise<StoredVersion | null> {
  if (based_on === null) return null;
  const found = known.find(({ id }) => id === based_on);
  if (found) return found;
  return versionOf(deps, entity, uuid, based_on).catch(() => null);
}

const dataOf = ({ data }: StoredVersion) => parseStored<Content | null>(data, null);

function titleIn(table: string, version: StoredVersion): string | null {
  return titleOf(resourceOf(table), dataOf(version));
}

function present(table: string, version: StoredVersion, other: StoredVersion | null): RecordVersion {
  const { id, state, at, user_name, valid_from, valid_until } = version;
  const data = dataOf(version);
  const former = other && dataOf(other);
  const changed = data
    ? Object.entries(HISTORY_FIELDS[table] ?? {}).filter(
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

const labelOf = (shown: FieldPresentation) => (typeof shown === 'string' ? shown : shown.label);

/** Compares a version with the previous one or with the current record. */
export async function compareVersions(
  deps: Reading,
  table: RecordTable,
  { uuid, version: id }: { uuid: string; version: number },
  comparedWith: 'before' | 'now',
): Promise<VersionComparison> {
  const version = await versionOf(deps, table, uuid, id);
  const other =
    comparedWith === 'now' ? await headVersion(deps, table, uuid) : await baseOf(deps, [], version);
  const [then, here] = [other && dataOf(other), dataOf(version)];
  const show = await createPresenter(deps, [then, here]);
  const fields = Object.entries(HISTORY_FIELDS[table] ?? {}).map(([column, shown]) => ({
    label: labelOf(shown),
    before: show(shown, then?.[column]),
    after: show(shown, here?.[column]),
    differs: !isDeepStrictEqual(then?.[column] ?? null, here?.[column] ?? null),
  }));
  return {
    version: present(table, version, other),
    other: other && present(table, other, null),
    fields,
  };
}

async function headVersion({ db }: Reading, table: string, uuid: string): Promise<StoredVersion | null> {
  const version = await db
    .selectFrom('record_versions')
    .selectAll()
    .where('entity', '=', table)
    .where('uuid', '=', uuid)
    .where('state', 'in', ['published', 'withheld', 'deleted'])
    .executeTakeFirst();
  return version ?? null;
}

const NOTHING: VersionValue = { kind: 'nothing' };

interface PicturePart {
  file_id: number;
  alt: string | null;
}

/** Loads the files and records that `contents` refer to, and returns a function that presents a value. */
async function createPresenter(
  deps: Reading,
  contents: (Content | null)[],
): Promise<(shown: FieldPresentation, value: unknown) => VersionValue> {
  const ids = contents.flatMap(fileIdsIn);
  const image = await loadImages(deps, ids);
  const files = await filesById(deps.db, ids);
  const nameOf = await createNameLookup(deps, contents);
  const inPlaces = await placeNames(deps.db);
  return (shown, value) => {
    if (value === null || value === undefined || value === '') return NOTHING;
    const as = typeof shown === 'string' ? 'text' : shown.as;
    const fact = (text: string | undefined): VersionValue => (text ? { kind: 'fact', text } : NOTHING);
    if (as === 'text') return { kind: 'text', text: String(value) };
    if (as === 'instant') return { kind: 'instant', at: String(value) };
    if (as === 'day') return fact(formatDate(String(value)));
    if (as === 'file') return fact(fileText(files.get(Number(value))));
    if (as === 'places') return fact(inPlaces(parseStored<string[]>(String(value), [])));
    if (as === 'hours') return { kind: 'text', text: hoursInWords(parseStored(String(value), [])) };
    if (as === 'services') return { kind: 'text', text: servicesOf(parseStored(String(value), [])) };
    if (as === 'minutes') return { kind: 'text', text: minutesInWords(Number(value)) };
    if (as === 'price') return { kind: 'text', text: formatPrice(formatCents(Number(value))) };
    if (as === 'size') return { kind: 'text', text: typedNumber(formatThousandths(Number(value))) };
    if (as === 'branches')
      return fact(plural(parseStored<string[]>(String(value), []).length, 'filial', 'filiais'));
    if (as === 'picture') {
      const picture = image(Number(value), null);
      return picture ? { kind: 'picture', picture } : NOTHING;
    }
    if (as === 'pictures') {
      const pictures = (value as PicturePart[]).flatMap(({ file_id, alt }) => image(file_id, alt) ?? []);
      return pictures.length > 0 ? { kind: 'pictures', pictures } : NOTHING;
    }
    return fact('choice' in as ? as.choice[value as string | number] : nameOf(as.table, Number(value)));
  };
}

/** Returns the name of a file, with container and codecs if it is an examined video. */
function fileText(file: FileRow | undefined): string | undefined {
  const format = file && videoFormatOf(file);
  return format ? `${file.name} (${formatText(namesOf(format))})` : file?.name;
}

/** Returns the names of the records that `contents` may refer to, deleted ones included. */
async function createNameLookup({ db }: Reading, contents: (Content | null)[]) {
  const numbers = contents.flatMap((content) => Object.values(content ?? {}));
  const ids = [...new Set(numbers.filter((value) => typeof value === 'number'))];
  const found = await Promise.all(
    Object.entries(REFERENCED_TABLES).map(async ([table, column]) => {
      if (ids.length === 0) return [table, new Map<number, string>()] as const;
      const { rows } = await sql<{ id: number; name: string }>`
        select id, ${sql.ref(column)} as name from ${sql.table(table)} where id in (${sql.join(ids)})
      `.execute(db);
      return [table, new Map(rows.map(({ id, name }) => [id, name]))] as const;
    }),
  );
  const names = new Map(found);
  return (table: string, id: number) => names.get(table)?.get(id);
}

/** Skips services that the product no longer has. */
const servicesOf = (stored: BranchService[]) =>
  servicesInWords(stored.filter(({ service }) => service in SERVICES));

/** Formats the hours of a week, or of a single day. */
const hoursInWords = (hours: (Omit<WeekdayHours, 'weekday'> & Partial<WeekdayHours>)[]) =>
  hours
    .map(({ weekday, opens, closes }) =>
      weekday ? `${WEEKDAYS[weekday - 1]}, das ${opens} às ${closes}` : `Das ${opens} às ${closes}`,
    )
    .join('\n');

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
      const answer = (await call(endpoint, { params: { uuid } } as never)) as { data: { uuid: string } };
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

type ChangeDeps = FileDeps & Pick<Deps, 'publication'>;

interface ChangeResult {
  head: RecordRow;
  /** A text for staff that follows the outcome. */
  told: string;
  /** Unlikely values of the published record, in Portuguese. */
  warning: string | undefined;
}

/** Options of a call that changes a record. */
interface ChangeOptions {
  /** The version that the caller saw. */
  version?: number | undefined;
  /** True if the caller wants a question about unlikely values before anything is stored. */
  check?: boolean | undefined;
}

const changeResponse = (message: string, { head: { uuid, version }, told, warning }: ChangeResult) => ({
  data: {
    message: [message, told].filter(Boolean).join(' '),
    uuid,
    version,
    ...(warning && { warning }),
  },
});

/** Runs `change` on a record. Returns the record afterwards, and the effects on references. */
async function changeRecord(
  work: Work,
  table: RecordTable,
  uuid: string,
  change: () => Promise<RecordRow>,
  check?: boolean,
): Promise<ChangeResult> {
  const judging = judgeOf(work, table);
  const head = await judging.change(uuid, change);
  return { head, told: referencesText(work.trx), warning: await judging.warning(check) };
}

/** Checks the changes of a transaction for unlikely values. */
function judgeOf({ trx }: Work, table: RecordTable) {
  const { plausibility } = compositionOf(table);
  const changes: PublishedChange[] = [];
  return {
    async change(uuid: string, change: () => Promise<unknown>): Promise<RecordRow> {
      const before = plausibility && (await shownRow(trx, table, uuid));
      const head = (await change()) as RecordRow;
      if (plausibility && head.standing === null && head.deleted_at === null)
        changes.push({ before: before ?? null, after: head as never });
      return head;
    },
    /** Returns the unlikely values as a text, or throws them as a question. */
    async warning(isAsked = false): Promise<string | undefined> {
      if (!plausibility || changes.length === 0) return undefined;
      const found = await plausibility.find(trx, changes);
      if (found.length === 0) return undefined;
      const text = plausibility.inWords(found);
      if (isAsked) throw questionFailure(text);
      return text;
    },
  };
}

/** Returns the published row of a record; null if shoppers do not see it. */
async function shownRow(trx: Work['trx'], table: RecordTable, uuid: string) {
  const row = await trx
    .selectFrom(table as 'banners')
    .selectAll()
    .where('uuid', '=', uuid)
    .where(isPublished(table as 'banners'))
    .executeTakeFirst();
  return (row ?? null) as PublishedChange['before'];
}

export async function revertTo(
  deps: ChangeDeps,
  actor: Actor,
  table: RecordTable,
  { uuid, version }: { uuid: string; version: number },
  { version: seen, check }: ChangeOptions,
) {
  const done = await deps.write(actor, async (work) => {
    await versionOf({ db: work.trx }, table, uuid, version);
    const revert = () => deps.publication.revert(work, version, seen);
    const done = await changeRecord(work, table, uuid, revert, check);
    await ensureOwnBranches(work, actor, table, uuid);
    return done;
  });
  return changeResponse('O registro voltou a ser como nesta versão.', done);
}

const OTHER_BRANCHES = 'Esta versão vale em outras filiais, e você não cuida de todas elas.';

/** Throws if the change makes the record one of branches that the actor is not responsible for. */
async function ensureOwnBranches(work: Work, actor: Actor, table: RecordTable, uuid: string) {
  if (!(await areRecordsInBranches(work.trx, actor, table, [uuid])))
    throw new Failure('forbidden', OTHER_BRANCHES);
}

export async function publishChange(
  deps: ChangeDeps,
  actor: Actor,
  table: RecordTable,
  { uuid, version }: { uuid: string; version: number },
  { version: seen, check }: ChangeOptions,
) {
  const done = await deps.write(actor, async (work) => {
    await versionOf({ db: work.trx }, table, uuid, version);
    const publish = () => deps.publication.publishPendingChange(work, version, seen);
    const done = await changeRecord(work, table, uuid, publish, check);
    await ensureOwnBranches(work, actor, table, uuid);
    return done;
  });
  return changeResponse('A mudança já está no site.', done);
}

export async function discardChange(
  deps: ChangeDeps,
  actor: Actor,
  table: RecordTable,
  { uuid, version }: { uuid: string; version: number },
) {
  await deps.write(actor, async (work) => {
    await versionOf({ db: work.trx }, table, uuid, version);
    await removeFiles(deps, work, await deps.publication.discardPendingChange(work, version));
  });
  return { data: { message: 'Mudança descartada. O site continua como está.' } };
}

export async function publishRecord(
  { write, publication }: ChangeDeps,
  actor: Actor,
  table: RecordTable,
  uuid: string,
  { version: seen, check }: ChangeOptions,
) {
  const done = await write(actor, (work) =>
    changeRecord(work, table, uuid, () => publication.publishRecord(work, table, uuid, seen), check),
  );
  return changeResponse('Já está no site.', done);
}

export async function unpublishRecord(
  { write, publication }: ChangeDeps,
  actor: Actor,
  table: RecordTable,
  uuid: string,
  seen: number | undefined,
) {
  const done = await write(actor, (work) =>
    changeRecord(work, table, uuid, () => publication.unpublishRecord(work, table, uuid, seen)),
  );
  return changeResponse('Saiu do site. A equipe continua vendo.', done);
}

export async function restoreRecord(
  { write, publication }: ChangeDeps,
  actor: Actor,
  table: RecordTable,
  uuid: string,
  { check }: ChangeOptions,
) {
  const done = await write(actor, (work) =>
    changeRecord(work, table, uuid, () => publication.restore(work, table, uuid), check),
  );
  return changeResponse(
    done.head.standing === null ? 'De volta ao site, como estava.' : 'De volta à lista. Só a equipe vê.',
    done,
  );
}

const ONE_ONLY = 'Deste só pode existir um. Edite o que existe.';
/** Longest title to which « (cópia)» is appended: a longer one may exceed its field. */
const SHORT_TITLE = 50;

export async function duplicateRecord(
  { write, publication }: ChangeDeps,
  actor: Actor,
  table: RecordTable,
  uuid: string,
) {
  const known = resourceOf(table);
  if (!known || known.unique || known.kept === 'single') throw new Failure('conflict', ONE_ONLY);
  const copy = (content: Content) => ({
    ...content,
    ...renamed(known.title, content),
    // A copy is no automatic daily booklet.
    ...('demo' in content && { demo: 0 }),
  });
  const done = await write(actor, (work) =>
    changeRecord(work, table, uuid, () => publication.duplicate(work, table, uuid, copy)),
  );
  return changeResponse('Cópia pronta. É um rascunho: só a equipe vê até alguém publicar.', done);
}

function renamed(column: string | undefined, content: Content): Content {
  const title = column && content[column];
  const isName = column === 'name' || column === 'title';
  return isName && typeof title === 'string' && title.length <= SHORT_TITLE
    ? { [column]: `${title} (cópia)` }
    : {};
}

/**
 * Applies an action to many records in one transaction, so that an outage changes none of them. A record that
 * rejects the action does not affect the others.
 */
export async function applyBulkAction(
  { write, publication, db }: ChangeDeps,
  actor: Actor,
  table: RecordTable,
  action: BulkAction,
  { uuids, check }: { uuids: string[] } & ChangeOptions,
) {
  const change = {
    publish: publication.publishRecord,
    withdraw: publication.unpublishRecord,
    delete: publication.moveToTrash,
    restore: publication.restore,
  }[action];
  const { done, refusals, note, warning } = await write(actor, async (work) => {
    const judging = judgeOf(work, table);
    const done: string[] = [];
    const refusals: { uuid: string; message: string }[] = [];
    // Records are restored in reverse order of deletion, so that each finds its position.
    for (const uuid of action === 'restore' ? uuids.toReversed() : uuids) {
      try {
        await judging.change(uuid, () => withSavepoint(work, async (part) => change(part, table, uuid)));
        done.push(uuid);
      } catch (error) {
        const { code, message } = toFailure(error);
        if (code === 'unavailable' || code === 'internal') throw error;
        refusals.push({ uuid, message });
      }
      await yieldIfLong();
    }
    if (done.length === 0 && refusals[0]) throw new Failure('conflict', refusals[0].message);
    const warning = await judging.warning(check);
    return { done, refusals, note: referencesText(work.trx), warning };
  });
  const refused = await Promise.all(
    refusals.map(async (one) => ({ ...one, title: await titleNow(db, table, one.uuid) })),
  );
  const message = [BULK_MESSAGES[action](done.length), note].filter(Boolean).join(' ');
  return { data: { message, ...(note && { note }), ...(warning && { warning }), uuids: done, refused } };
}

async function titleNow(db: Deps['db'], table: RecordTable, uuid: string): Promise<string | null> {
  const row = await db
    .selectFrom(table as 'banners')
    .selectAll()
    .where('uuid', '=', uuid)
    .executeTakeFirst();
  return titleOf(resourceOf(table), row as Content | undefined);
}

// Trash.

export async function readTrash(
  deps: Reading & Pick<Deps, 'config'>,
  actor: Actor,
  {
    search,
    page = 1,
    per_page = 50,
    table,
  }: {
    search?: string | undefined;
    page?: number | undefined;
    per_page?: number | undefined;
    table?: string | undefined;
  },
) {
  const tables = resourcesWithHistory
    .filter((known) => !table || known.table === table)
    .map((known) => known.table as string);
  const words = parseSearch(search ?? '');
  const base = deps.db
    .selectFrom('record_versions')
    .where('state', '=', 'deleted')
    .where('valid_until', 'is not', null)
    .where(readableRecords(actor, tables, 'record_versions'));
  const { total } = await base.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await base
    .selectAll()
    .orderBy('valid_until', 'desc')
    .orderBy('id', 'desc')
    // The title of a deleted record is only in its version (JSON), so titles are searched in memory.
    .$if(words.length > 0, (query) => query.limit(MAX_SEARCHED))
    .$if(words.length === 0, (query) => query.limit(per_page).offset((page - 1) * per_page))
    .execute();
  const matching =
    words.length === 0
      ? rows
      : rows.filter((row) =>
          containsWords(searchText(titleIn(row.entity, row), resourceOf(row.entity)?.one), words),
        );
  const shown = words.length === 0 ? matching : matching.slice((page - 1) * per_page, page * per_page);
  const data = await presentBin(deps, shown);
  return { data, meta: { page, per_page, total: words.length === 0 ? Number(total) : matching.length } };
}

const MAX_SEARCHED = 2000;
const DAY_MS = 86_400_000;

async function presentBin(
  deps: Reading & Pick<Deps, 'config'>,
  rows: StoredVersion[],
): Promise<DeletedRecord[]> {
  const contents = rows.map(dataOf);
  const image = await loadImages(
    deps,
    contents.map((data) => (typeof data?.file_id === 'number' ? data.file_id : null)),
  );
  const deleters = await deletersOf(deps, rows);
  return rows.map(({ entity, uuid, valid_until }, at) => {
    const data = contents[at];
    const shown = HISTORY_FIELDS[entity]?.file_id;
    const isPicture = typeof shown === 'object' && shown.as === 'picture';
    const deleted_at = valid_until ?? '';
    return {
      table: entity,
      uuid,
      title: titleOf(resourceOf(entity), data ?? null),
      picture: isPicture ? image(Number(data?.file_id), null) : null,
      deleted_at,
      until: fromStored(deleted_at, (gone) => isoAt(gone.epochMilliseconds + deps.config.BIN_DAYS * DAY_MS)),
      by: deleters.get(uuid) ?? null,
    };
  });
}

async function deletersOf({ db }: Reading, rows: StoredVersion[]): Promise<Map<string, string | null>> {
  if (rows.length === 0) return new Map();
  const entries = await db
    .selectFrom('audit_log')
    .select(['entity_uuid', 'user_name'])
    .where('entity', 'in', [...new Set(rows.map(({ entity }) => entity))])
    .where(
      'entity_uuid',
      'in',
      rows.map(({ uuid }) => uuid),
    )
    .where('action', '=', 'delete')
    .orderBy('id')
    .execute();
  return new Map(entries.map(({ entity_uuid, user_name }) => [entity_uuid ?? '', user_name]));
}

// Audit log.

/** Returns audit entries. Entries about records that `actor` may not read have no title. */
export async function readAudit(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { person, table, uuid, from, until, before }: AuditQuery,
) {
  const range = await idsBetween(db, from, until);
  const rows = await db
    .selectFrom('audit_log')
    .selectAll()
    .$if(person !== undefined, (query) => query.where('user_id', '=', person as number))
    .$if(table !== undefined, (query) => query.where('entity', '=', table as string))
    .$if(uuid !== undefined, (query) => query.where('entity_uuid', '=', uuid as string))
    .$if(range.first !== null, (query) => query.where('id', '>=', range.first as number))
    .$if(range.end !== null, (query) => query.where('id', '<', range.end as number))
    .$if(before !== undefined, (query) => query.where('id', '<', before as number))
    .orderBy('id', 'desc')
    .limit(AUDIT_PER_PAGE + 1)
    .execute();
  const shown = rows.slice(0, AUDIT_PER_PAGE);
  const opening = await withHistory(db, shown);
  const nameOf = ({ entity, entity_uuid }: (typeof shown)[number]) => ({ entity, uuid: entity_uuid });
  const isReadable = await recordAccessFor(db, actor, 'read', shown.map(nameOf));
  const data = shown.map((entry): AuditEntry => {
    const { id, at, user_name, action, entity, entity_uuid, before, after, request } = entry;
    const known = isReadable(nameOf(entry)) ? resourceOf(entity) : undefined;
    return {
      id,
      at,
      by: user_name,
      action,
      text: auditText({ action, entity, user_name, uuid: entity_uuid }),
      table: entity,
      uuid: entity_uuid,
      title: titleOf(known, parsed(after)) ?? titleOf(known, parsed(before)),
      opens: known !== undefined && entity_uuid !== null && opening.has(entity_uuid),
      request,
    };
  });
  const people = await db.selectFrom('users').select(['id', 'name']).orderBy('name').execute();
  return {
    data,
    meta: { next: rows.length > AUDIT_PER_PAGE ? (shown.at(-1)?.id ?? null) : null, people },
  };
}

const parsed = (text: string | null): Content | null => {
  const found = parseStored<unknown>(text, null);
  return typeof found === 'object' && found !== null && !Array.isArray(found) ? (found as Content) : null;
};

/** Largest integer of PostgreSQL: no entry has this id. */
const NO_ENTRY = 2_147_483_647;

/** Returns the ids of a range of days. Ids grow with time, so days are ranges of ids. */
async function idsBetween(db: Deps['db'], from: string | undefined, until: string | undefined) {
  const firstSince = async (at: number) => {
    const row = await db
      .selectFrom('audit_log')
      .select('id')
      .where('at', '>=', isoAt(at))
      .orderBy('at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    return row?.id ?? NO_ENTRY;
  };
  const dayAfter = until && Temporal.PlainDate.from(until).add({ days: 1 }).toString();
  return {
    first: from ? await firstSince(startOfDay(from)) : null,
    end: dayAfter ? await firstSince(startOfDay(dayAfter)) : null,
  };
}

/** Returns the uuids of records that still have a version history. */
async function withHistory(
  db: Deps['db'],
  rows: { entity: string; entity_uuid: string | null }[],
): Promise<Set<string>> {
  const uuids = rows.flatMap(({ entity_uuid }) => entity_uuid ?? []);
  if (uuids.length === 0) return new Set();
  const found = await db
    .selectFrom('record_versions')
    .select('uuid')
    .distinct()
    .where('entity', 'in', [...new Set(rows.map(({ entity }) => entity))])
    .where('uuid', 'in', uuids)
    .execute();
  return new Set(found.map(({ uuid }) => uuid));
}
