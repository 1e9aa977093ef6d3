import { type RawBuilder, type SqlBool, sql } from 'kysely';

import type { VersionTable } from '../../../platform/database/tables.ts';
import type { Actor, Work } from '../../../platform/database/write.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { ReceivedFile } from '../../../platform/files/receive.ts';
import { isPermitted } from '../../../platform/security/access.ts';
import { Failure, invalidField } from '../../../shared/failure.ts';
import {
  type LibraryPicture,
  MAX_NAMED_USES,
  MAX_REPLACED_RECORDS,
  PICTURE_USE_STATES,
  PICTURES_PER_PAGE,
  type PicturesQuery,
  type PictureUsage,
  type PictureUse,
  type PictureUseState,
  replacePicture as replaceEndpoint,
} from '../../../shared/pictures.ts';
import { parseStored } from '../../../shared/storedJson.ts';
import { plural } from '../../../shared/text/plural.ts';
import { allResources, resourceOf } from '../../define/resources.ts';
import { isReadablePicture } from '../files/file.access.ts';
import { mainName, sourceName, sourceOf } from '../files/file.rows.ts';
import {
  claimFile,
  claimHiddenFile,
  type FileDeps,
  type FileRow,
  findPicture,
  frameOf,
  isLibraryPicture,
  PICTURE_GONE,
  presentImage,
  removeFiles,
  reuseStoredFile,
  storeImage,
} from '../files/file.service.ts';
import { titleOf } from '../history/history.words.ts';
import { isPostgres } from '../lists/listRequirements.ts';
import { newestMatches } from '../lists/newestMatches.ts';
import { idsParameter, isShortWord } from '../lists/search.ts';
import { isNotDeleted } from '../publication/visibility.ts';
import { hasTablePermission, permittedRecords, type RecordName, recordAccessFor } from '../recordAccess.ts';
import { lockOrder } from '../store/order.ts';
import { findRecord, updateRecord } from '../store/records.ts';
import { addFileUse, releaseFiles } from '../versions/fileUses.ts';
import { CURRENT_STATES, compositionOf, PENDING_STATES, type Table } from '../versions/history.ts';

type Reading = Pick<Deps, 'db' | 'mediaUrl'>;

const PICTURE_NOT_FOUND = 'Esta imagem não existe mais.';
const IS_USED =
  'Esta imagem está em uso, ou em alguma versão anterior. Ela some automaticamente quando nada mais a usar.';
const USED_NOWHERE = 'Nenhum registro mostra esta imagem agora.';
const TOO_MANY = `Esta imagem está em mais de ${MAX_REPLACED_RECORDS} registros. Troque em cada um deles.`;

const NO_PICTURE = new Set(['fortnightly_booklets', 'videos', 'job_applications']);
/** Tables whose records show a picture with an alternative text. */
const pictureTables = () =>
  allResources().flatMap(({ table, files }) =>
    files?.includes('file_id') && !NO_PICTURE.has(table) ? [table] : [],
  );

/**
 * Files of versions that shoppers do not see: unpublished records and pending changes. There are few of them,
 * and `cross join` makes SQLite read them first.
 */
const held = sql`${sql.join(
  ['withheld', 'draft', 'scheduled'].map(
    (state) => sql`
      select file_id from record_versions cross join file_uses
      where file_uses.version_id = record_versions.id and record_versions.state = ${sql.lit(state)}
    `,
  ),
  sql` union all `,
)}`;
const hasVersion = sql<SqlBool>`exists (
  select 1 from file_uses where file_uses.file_id = files.id and file_uses.entity <> 'files'
)`;

/** Condition for each usage, within the files that `among` selects. */
const USAGE_CONDITIONS: Record<PictureUsage, (among: RawBuilder<SqlBool>) => RawBuilder<SqlBool>> = {
  // Files of published versions have the state `live`: the newest of them by index, plus the files in `held`.
  used: (among) => sql`files.id in (
    select id from (
      select files.id from files where ${among} and files.state = 'live'
      order by files.id desc limit ${PICTURES_PER_PAGE + 1}
    ) as newest
    union all ${held}
  )`,
  former: () => sql`files.state = 'hidden' and not files.id in (${held}) and ${hasVersion}`,
  unused: () => sql`files.id in (select file_id from file_uses where entity = 'files') and not ${hasVersion}`,
};

/** Returns the condition for pictures of records, published or pending, that the actor may change. */
const isOfOwnRecord = (actor: Actor) => sql<SqlBool>`files.id in (
  select file_uses.file_id from file_uses join record_versions on record_versions.id = file_uses.version_id
  where record_versions.state in (${sql.join([...CURRENT_STATES, ...PENDING_STATES].map((state) => sql.lit(state)))})
  and ${permittedRecords(actor, 'write', pictureTables(), 'file_uses')}
)`;

/** Returns a page of pictures, newest first, with the records that use them. */
export async function readPictures(
  deps: Reading,
  actor: Actor,
  { search, usage, mine, before }: PicturesQuery,
): Promise<{ data: LibraryPicture[]; meta: { next: number | null } }> {
  const found = search ? await matchingFiles(deps, actor, search) : null;
  const conditions = [
    isLibraryPicture,
    isReadablePicture(actor),
    ...(mine ? [isOfOwnRecord(actor)] : []),
    ...(before === undefined ? [] : [sql<SqlBool>`files.id < ${before}`]),
    ...(found ? [sql<SqlBool>`files.id in ${idsParameter(deps.db, found)}`] : []),
  ];
  const among = sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
  const rows = await deps.db
    .selectFrom('files')
    .selectAll()
    .where(among)
    .$if(usage !== undefined, (query) => query.where(USAGE_CONDITIONS[usage as PictureUsage](among)))
    .orderBy('id', 'desc')
    .limit(PICTURES_PER_PAGE + 1)
    .execute();
  const shown = rows.slice(0, PICTURES_PER_PAGE);
  const next = rows.length > shown.length ? (shown.at(-1)?.id ?? null) : null;
  return { data: await presentAll(deps, actor, shown), meta: { next } };
}

export async function readPicture(deps: Reading, actor: Actor, uuid: string) {
  const file = await pictureOf(deps, actor, uuid);
  const [picture] = await presentAll(deps, actor, [file]);
  if (!picture) throw new Failure('not_found', PICTURE_NOT_FOUND);
  const source = sourceOf(file);
  const whole = deps.mediaUrl(file.uuid, source ? sourceName(source) : mainName(file), true);
  return { ...picture, frame: frameOf(file), whole };
}

/** Most matches per table. */
const MAX_MATCHES = 1000;

/** Returns the ids of files that match by name, by alternative text, or by the record that uses them. */
async function matchingFiles({ db }: Reading, actor: Actor, search: string): Promise<number[]> {
  const named = await newestMatches(db, 'files', search, MAX_MATCHES, {
    isThere: isNotDeleted,
    where: sql<SqlBool>`kind = 'image'`,
  });
  const like = `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  // PostgreSQL indexes pieces of one or two letters too, so a short word needs no full-text index (migration
  // 0023).
  const hasMatchingAlt =
    isPostgres(db) && isShortWord({ text: search })
      ? sql<SqlBool>`search_pieces(lower(alt)) @> ${[search.toLowerCase()]}::text[]`
      : sql<SqlBool>`lower(alt) like ${like} escape '\\'`;
  const found = await Promise.all(
    pictureTables()
      .filter((table) => hasTablePermission(actor, 'read', table))
      .map(async (table) => {
        const { part } = compositionOf(table);
        const isSearched = table !== 'daily_booklets';
        const ids = isSearched
          ? await newestMatches(db, table, search, MAX_MATCHES, { isThere: isNotDeleted })
          : [];
        const { rows } = await sql<{ file_id: number }>`
        select file_id from ${sql.table(table)} where id in ${idsParameter(db, ids)}
        union
        select file_id from (
          select file_id from ${sql.table(table)}
          where alt is not null and ${isNotDeleted(table)} and ${hasMatchingAlt} limit ${MAX_MATCHES}
        ) as told
        ${
          part?.columns
            ? sql`
                union select file_id from ${sql.table(part.table)}
                where ${sql.ref(part.owner)} in ${idsParameter(db, ids)} or ${hasMatchingAlt}
              `
            : sql``
        }
      `.execute(db);
        return rows.map(({ file_id }) => Number(file_id));
      }),
  );
  return [...new Set([...named, ...found.flat()])];
}

async function presentAll(deps: Reading, actor: Actor, files: FileRow[]): Promise<LibraryPicture[]> {
  const usesOf = await readUses(
    deps,
    files.map(({ id }) => id),
  );
  const all = files.flatMap(({ id }) => usesOf(id));
  const isReadable = await recordAccessFor(deps.db, actor, 'read', all.map(nameOfUse));
  const shownIn = new Map(files.map(({ id }) => [id, recordsThatShow(usesOf(id))]));
  const mayPublish = await recordAccessFor(deps.db, actor, 'publish', [...shownIn.values()].flat());
  const mayReplace = isPermitted(actor, replaceEndpoint.needs);
  return files.map((file) => {
    const uses = usesOf(file.id);
    const named = uses.filter((use) => isReadable(nameOfUse(use))).slice(0, MAX_NAMED_USES);
    return {
      uuid: file.uuid,
      file: presentImage(deps, file, null),
      name: file.name,
      bytes: file.bytes,
      created_at: file.created_at,
      by: file.user_name,
      usage: usageOf(uses),
      uses: named,
      more: uses.length - named.length,
      replaceable: mayReplace && replacementObstacle(shownIn.get(file.id) ?? [], mayPublish) === null,
    };
  });
}

/** Returns the first records that show a picture, one more than can be replaced at once. */
const recordsThatShow = (uses: PictureUse[]): RecordName[] =>
  uses
    .filter(({ state }) => state === 'site' || state === 'office')
    .slice(0, MAX_REPLACED_RECORDS + 1)
    .map(nameOfUse);

/**
 * Returns why the picture that `records` show cannot be replaced: the failure, or the record that the actor
 * may not publish; null if it can. The library decides by it what it offers, and the call whether it runs.
 */
function replacementObstacle(
  records: readonly RecordName[],
  mayPublish: (record: RecordName) => boolean,
): Failure | RecordName | null {
  if (records.length === 0) return new Failure('conflict', USED_NOWHERE);
  if (records.length > MAX_REPLACED_RECORDS) return new Failure('conflict', TOO_MANY);
  return records.find((record) => !mayPublish(record)) ?? null;
}

const nameOfUse = ({ table, uuid }: PictureUse) => ({ entity: table, uuid });

function usageOf(uses: PictureUse[]): PictureUsage {
  if (uses.length === 0) return 'unused';
  return uses.some(({ state }) => state !== 'bin' && state !== 'former') ? 'used' : 'former';
}

const STATES: Record<VersionTable['state'], PictureUseState> = {
  published: 'site',
  withheld: 'office',
  draft: 'waiting',
  scheduled: 'waiting',
  deleted: 'bin',
  former: 'former',
};

/**
 * Returns a function that gives the records that use a file: each record once, with its most visible state.
 */
async function readUses({ db }: Reading, ids: number[]): Promise<(id: number) => PictureUse[]> {
  if (ids.length === 0) return () => [];
  const { rows } = await sql<{
    file_id: number;
    entity: string;
    uuid: string;
    state: VersionTable['state'];
    data: string;
    there: number | null;
  }>`
    select used.file_id, used.entity, used.uuid, used.state, record_versions.data, (
      select 1 from record_versions as head
      where head.entity = used.entity and head.uuid = used.uuid and head.state in ('published', 'withheld') limit 1
    ) as there
    from (
      select file_uses.file_id, file_uses.entity, file_uses.uuid, record_versions.state, max(record_versions.id) as id
      from file_uses join record_versions on record_versions.id = file_uses.version_id
      where file_uses.file_id in ${idsParameter(db, ids)}
      group by file_uses.file_id, file_uses.entity, file_uses.uuid, record_versions.state
    ) as used
    join record_versions on record_versions.id = used.id
    order by used.id desc
  `.execute(db);
  const of = Map.groupBy(rows, ({ file_id }) => Number(file_id));
  return (id) => {
    const byRecord = new Map<string, PictureUse>();
    for (const { entity, uuid, state, data, there } of of.get(id) ?? []) {
      const use: PictureUse = {
        table: entity,
        uuid,
        title: titleOf(resourceOf(entity), parseStored<object | null>(data, null)),
        state: STATES[state],
        opens: there !== null,
      };
      const known = byRecord.get(`${entity} ${uuid}`);
      if (!known || rank(use) < rank(known)) byRecord.set(`${entity} ${uuid}`, use);
    }
    return [...byRecord.values()].toSorted((a, b) => rank(a) - rank(b));
  };
}

const rank = ({ state }: PictureUse) => PICTURE_USE_STATES.indexOf(state);

async function pictureOf({ db }: Pick<Deps, 'db'>, actor: Actor, uuid: string): Promise<FileRow> {
  const file = await findPicture(db, uuid, actor);
  if (!file) throw new Failure('not_found', PICTURE_NOT_FOUND);
  return file;
}

/** Stores a picture that no record uses yet. The library itself (`files`) holds it. */
export async function storePicture(deps: FileDeps, actor: Actor, image: ReceivedFile) {
  const file = await storeImage(deps, image);
  await deps.write(
    actor,
    async (work) => {
      await claimHiddenFile(deps, work, file);
      await addFileUse(work, 'files', file.uuid, file.id);
      await work.audit({ action: 'create', entity: 'files', uuid: file.uuid, after: { name: file.name } });
    },
    { content: false },
  );
  return { message: 'Imagem guardada na biblioteca.', uuid: file.uuid };
}

/** Deletes a picture that no record uses or has used. */
export async function destroyPicture(deps: FileDeps, actor: Actor, uuid: string) {
  await deps.write(
    actor,
    async (work) => {
      const { trx } = work;
      const file = await pictureOf({ db: trx }, actor, uuid);
      // Locks the row: a concurrent save that wants to use the picture comes first, or finds it deleted.
      await trx.updateTable('files').set({ updated_at: work.now }).where('id', '=', file.id).execute();
      const used = await trx
        .selectFrom('file_uses')
        .select('file_id')
        .where('file_id', '=', file.id)
        .where('entity', '<>', 'files')
        .executeTakeFirst();
      if (used) throw new Failure('conflict', IS_USED);
      await removeFiles(deps, work, await releaseFiles(work, 'files', uuid, [file.id]));
      await work.audit({ action: 'delete', entity: 'files', uuid, before: { name: file.name } });
    },
    { content: false },
  );
  return { message: 'Não está mais na biblioteca.' };
}

/** Replaces a picture by an uploaded one in every record that shows it. */
export async function replacePicture(
  deps: FileDeps & Pick<Deps, 'permissionFailure'>,
  actor: Actor,
  uuid: string,
  image: ReceivedFile,
) {
  const former = await pictureOf(deps, actor, uuid);
  // Fails before the slow processing of the upload.
  await recordsWith(deps, deps.db, actor, former);
  const file = await storeImage(deps, image);
  const records = await deps.write(actor, async (work) => {
    // Claims the new file first, so that a rollback discards it. No other transaction has it.
    await claimFile(deps, work, file);
    await lockOrders(deps, work, actor, former);
    return replaceInRecords(deps, work, actor, former, file);
  });
  return { message: replacedMessage(records), uuid: file.uuid, records };
}

/** Replaces a picture by another one of the library. */
export async function replaceByStored(
  deps: FileDeps & Pick<Deps, 'permissionFailure'>,
  actor: Actor,
  uuid: string,
  by: string,
) {
  const former = await pictureOf(deps, actor, uuid);
  const file = await findPicture(deps.db, by, actor);
  if (!file) throw invalidField('by', PICTURE_GONE);
  if (file.id === former.id) throw invalidField('by', 'Escolha outra imagem.');
  const records = await deps.write(actor, async (work) => {
    await lockOrders(deps, work, actor, former);
    await reuseStoredFile(deps, work, file);
    return replaceInRecords(deps, work, actor, former, file);
  });
  return { message: replacedMessage(records), uuid: file.uuid, records };
}

const replacedMessage = (records: number) => `A mudança vale em ${plural(records, 'registro', 'registros')}.`;

/**
 * Returns the records that show `file` and are not deleted. Throws if there are none or too many, or if the
 * actor may not publish one of them. Pending changes get the new picture when they are published.
 */
async function recordsWith(
  { permissionFailure }: Pick<Deps, 'permissionFailure'>,
  db: Deps['db'],
  actor: Actor,
  file: FileRow,
) {
  const records = await db
    .selectFrom('file_uses')
    .innerJoin('record_versions', 'record_versions.id', 'file_uses.version_id')
    .select(['file_uses.entity', 'file_uses.uuid'])
    .distinct()
    .where('file_uses.file_id', '=', file.id)
    .where('record_versions.state', 'in', CURRENT_STATES)
    .orderBy('file_uses.entity')
    .orderBy('file_uses.uuid')
    .limit(MAX_REPLACED_RECORDS + 1)
    .execute();
  const obstacle = replacementObstacle(records, await recordAccessFor(db, actor, 'publish', records));
  if (obstacle instanceof Failure) throw obstacle;
  if (obstacle) {
    const area = resourceOf(obstacle.entity)?.area;
    throw await permissionFailure(area && (`${area}.publish` as const), actor);
  }
  return records;
}

/** Locks the order of each table whose records show `file`, always in the same sequence. */
async function lockOrders(deps: Pick<Deps, 'permissionFailure'>, { trx }: Work, actor: Actor, file: FileRow) {
  const records = await recordsWith(deps, trx, actor, file);
  const orders = records.map(({ entity }) => compositionOf(entity as Table).order ?? entity);
  for (const order of [...new Set(orders)].toSorted()) await lockOrder(trx, order as Table);
}

/**
 * Writes a new version of each record with the new picture, and returns their number. The caller holds the
 * locks of the orders.
 */
async function replaceInRecords(
  deps: Pick<Deps, 'permissionFailure'>,
  work: Work,
  actor: Actor,
  former: FileRow,
  file: FileRow,
): Promise<number> {
  const { trx } = work;
  const records = await recordsWith(deps, trx, actor, former);
  for (const { entity, uuid } of records) {
    const table = entity as 'banners';
    const before = await findRecord(trx, table, uuid);
    const { part } = compositionOf(table);
    if (part?.columns)
      await sql`
        update ${sql.table(part.table)} set file_id = ${file.id}
        where ${sql.ref(part.owner)} = ${before.id} and file_id = ${former.id}
      `.execute(trx);
    await updateRecord(work, table, before, before.file_id === former.id ? { file_id: file.id } : {});
  }
  await work.audit({
    action: 'replace',
    entity: 'files',
    uuid: former.uuid,
    before: { name: former.name },
    after: { uuid: file.uuid, name: file.name, records: records.length },
  });
  return records.length;
}
