import { isDeepStrictEqual } from 'node:util';
import { type Selectable, sql } from 'kysely';
import { Failure, invalidField } from '../../contract/failure.ts';
import { type Clock, isoAt } from '../clock.ts';
import { isFull, toFailure } from '../http/failures.ts';
import type { Logger } from '../log.ts';
import type { Db } from './database.ts';
import {
  addVersion,
  type Content,
  changed,
  changesSchedules,
  compositionOf,
  contentOf,
  filesIn,
  forgetVersions,
  type Head,
  hideUnpublished,
  type Released,
  type Table,
} from './history.ts';
import { live } from './live.ts';
import { inOrder, lockOrder, moveTo, writeOrder } from './order.ts';
import {
  deleteRecord,
  ensureCurrent,
  findRecord,
  locks,
  type OrderedTable,
  type RecordTable,
  updateRecord,
} from './records.ts';
import type { VersionTable } from './tables.ts';
import { type Changed, shownWith, unwatched } from './watch.ts';
import type { Work, Write } from './write.ts';

// What a record may become, at its minute or when somebody says so, and what comes back of what it was. All of it is
// a save like any other: the head, its parts, the version, the audit log and the files, in one transaction.

type Version = Selectable<VersionTable>;

/** A row that belongs to a record, by the columns that its composition names. */
export type PartRow = Record<string, unknown> & { uuid: string };

export interface Change {
  /** Columns that are to be another; what is absent stays as it is. Their files are hidden by then (`holdFile`). */
  values: Content;
  /** All pictures of its gallery, in their order; absent where they stay as they are. */
  part?: PartRow[];
  /** The instant (ms) of its publication. Without it, it waits for somebody. One that has passed means now. */
  from?: number | null;
  /** The instant (ms) at which the record goes. */
  until?: number | null;
}

/** Something that is read by everybody again, or for the first time. */
export interface Returned {
  table: Table;
  row: Head;
  /** Files that were hidden until now. */
  files: number[];
}

type Listener = (work: Work, returned: Returned) => Promise<void>;

export interface Publication {
  /** Keeps a change of a live record. Answers its id. Where it has its minute, the write must tell others of it. */
  keep(work: Work, table: RecordTable, uuid: string, change: Change): Promise<number>;
  /** A live record goes at `at` (ms). Answers the id. */
  takeOff(work: Work, table: RecordTable, uuid: string, at: number): Promise<number>;
  /** Gives a change up that waits. Answers the files that nothing uses any more. */
  drop(work: Work, id: number): Promise<Released[]>;
  /** Makes a change that waits the record's next version; 409 where the record is no longer the one that was seen. */
  publish(work: Work, id: number, seen?: number): Promise<Head>;
  /** Makes what a record was its next version. */
  revert(work: Work, id: number, seen?: number): Promise<Head>;
  /** Brings a deleted record back as it was, to its former place. */
  restore(work: Work, table: RecordTable, uuid: string): Promise<Head>;
  /**
   * Does what is due, before anything is read. Nothing is waited for where nothing is due, which costs no
   * statement unless something was given its minute since.
   */
  settle(): Promise<void> | undefined;
  /** Tables changed, here or elsewhere. */
  noticed(changed: Changed): void;
  onReturn(listener: Listener): void;
}

/** Changes of one record that wait. */
const MOST_WAITING = 50;
const AT_ONCE = 100;
/** After which what could not be published for want of room is tried again. */
const AGAIN_MS = 30_000;

const GONE = 'Este registro não existe mais.';
const VERSION_GONE = 'Esta versão não existe mais.';
const IN_BIN = 'Este registro foi excluído. Restaure antes de publicar a mudança.';
const NOT_IN_BIN = 'Este registro não está na lixeira, ou o lugar dele já foi ocupado.';
const ONE_AT_MOST = 'Já existe outro no lugar dele.';
const TOO_MANY = `Este registro já tem ${MOST_WAITING} mudanças esperando. Descarte alguma antes.`;
const ENDS_FIRST = 'A saída vem depois da publicação.';

export function createPublication({
  db,
  write,
  clock,
  log,
}: {
  db: Db;
  write: Write;
  clock: Clock;
  log: Logger;
}): Publication {
  const listeners: Listener[] = [];

  const keep: Publication['keep'] = async (work, table, uuid, { values, part, from, until }) => {
    const { part: parts, derive } = compositionOf(table);
    await lock(work, table);
    const head = (await findRecord(work.trx, table, uuid, GONE)) as Head;
    await ensureRoom(work, table, uuid);
    if (from != null && until != null && until <= from) throw invalidField('valid_until', ENDS_FIRST);
    const { data: current } = await contentOf(work.trx, table, head);
    if (parts && !parts.columns && 'file_id' in values)
      throw new Error(`What is worked out from a file of ${table} cannot wait for another`);
    const data = { ...current };
    for (const column of Object.keys(current)) if (column in values) data[column] = values[column];
    if (parts?.columns && part) data[parts.table] = numbered(part.map((row) => pick(row, parts.columns)));
    derive?.(columnsOf(table, data) as never);
    const id = await addVersion(work, table, head, {
      state: from == null ? 'draft' : 'scheduled',
      data,
      files: filesIn(data),
      valid_from: from == null ? null : isoAt(from),
      based_on: await publishedOf(work, table, uuid),
    });
    await shownWith(['record_versions'], () => hideUnpublished(work, id));
    const differing = Object.entries(data).filter(
      ([column, value]) => !isDeepStrictEqual(value, current[column]),
    );
    await work.audit({
      action: from == null ? 'draft' : 'schedule',
      entity: table,
      uuid,
      after: { ...Object.fromEntries(differing), ...(from != null && { valid_from: isoAt(from) }) },
    });
    if (until != null) await takeOff(work, table, uuid, until);
    return id;
  };

  const takeOff: Publication['takeOff'] = async (work, table, uuid, at) => {
    await lock(work, table);
    const head = (await findRecord(work.trx, table, uuid, GONE)) as Head;
    await ensureRoom(work, table, uuid);
    const valid_from = isoAt(at);
    const based_on = await publishedOf(work, table, uuid);
    const id = await addVersion(work, table, head, {
      state: 'scheduled',
      data: null,
      files: [],
      valid_from,
      based_on,
    });
    await work.audit({ action: 'schedule', entity: table, uuid, after: { valid_from, deleted: true } });
    return id;
  };

  const drop: Publication['drop'] = async (work, id) => {
    const version = await waiting(work, id);
    if (!version) throw new Failure('not_found', VERSION_GONE);
    const { entity, uuid, data, valid_from } = version;
    const files = await forgetVersions(work, [id]);
    await work.audit({
      action: 'drop',
      entity,
      uuid,
      before: { ...JSON.parse(data), ...(valid_from && { valid_from }) },
    });
    return files;
  };

  const publish: Publication['publish'] = async (work, id, seen) => {
    const found = await waiting(work, id);
    if (!found) throw new Failure('not_found', VERSION_GONE);
    const table = found.entity as RecordTable;
    await lock(work, table);
    const head = await headOf(work, table, found.uuid);
    // Somebody else may have been first while the head was waited for.
    const version = await waiting(work, id);
    if (!version) throw new Failure('not_found', VERSION_GONE);
    if (!head || head.deleted_at !== null) throw new Failure('conflict', IN_BIN);
    await ensureCurrent(work.trx, table, head, seen);
    const wanted = JSON.parse(version.data) as Content | null;
    const row = wanted
      ? await become(work, table, head, wanted, await dataOf(work, version.based_on))
      : await remove(work, table, head);
    // What it uses the record uses from now on.
    await forgetVersions(work, [id]);
    return row;
  };

  const revert: Publication['revert'] = async (work, id, seen) => {
    const former = await work.trx
      .selectFrom('record_versions')
      .selectAll()
      .where('id', '=', id)
      .where('state', '=', 'former')
      .executeTakeFirst();
    if (!former) throw new Failure('not_found', VERSION_GONE);
    const table = former.entity as RecordTable;
    await lock(work, table);
    const head = (await findRecord(work.trx, table, former.uuid, GONE)) as Head;
    await ensureCurrent(work.trx, table, head, seen);
    return become(work, table, head, JSON.parse(former.data) as Content, null);
  };

  const restore: Publication['restore'] = async (work, table, uuid) => {
    await lock(work, table);
    const { fits, derive } = compositionOf(table);
    const head = await headOf(work, table, uuid);
    if (!head || head.deleted_at === null) throw new Failure('conflict', NOT_IN_BIN);
    await ensureAlone(work, table, head);
    await fits?.(work, head as never, head.id);
    // How that is done may have changed since.
    const keys = derive?.(head as never) ?? {};
    const place = 'position' in head ? Number(head.position) : null;
    const others = place === null ? [] : await inOrder(work.trx, table as OrderedTable);
    const row = await work.trx
      .updateTable(table as 'banners')
      .set({
        ...keys,
        deleted_at: null,
        updated_at: work.now,
        version: head.version + 1,
        ...(place !== null && { position: others.length + 1 }),
      })
      .where('id', '=', head.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (place !== null) await moveTo(work.trx, table as OrderedTable, head.id, place);
    changed(work, table, row, { returns: true });
    const { data, files } = await contentOf(work.trx, table, row);
    await work.audit({ action: 'restore', entity: table, uuid, after: data });
    await tell(work, { table, row, files: await show(work, files) });
    return row;
  };

  /** Makes `wanted` the next version of a live record; what was saved since `base` and is not of it stays. */
  async function become(
    work: Work,
    table: RecordTable,
    head: Head,
    wanted: Content,
    base: Content | null,
  ): Promise<Head> {
    const { part, derive, fits } = compositionOf(table);
    const { data: current } = await contentOf(work.trx, table, head);
    const content = merge(current, wanted, base, part?.table);
    // What was erased meanwhile does not come back; the rest does.
    const there = await existing(work, filesIn(content));
    if (content.file_id != null && !there.has(Number(content.file_id))) content.file_id = current.file_id;
    const columns = columnsOf(table, content);
    const keys = derive?.(columns as never) ?? {};
    await fits?.(work, columns as never, head.id);
    const row = (await updateRecord(work, table, head as never, { ...columns, ...keys })) as Head;
    if (part?.columns) {
      const rows = (content[part.table] as PartRow[]).filter(({ file_id }) => there.has(Number(file_id)));
      await writePart(work, part as Part, head.id, rows);
    }
    await tell(work, { table, row, files: await show(work, filesIn(content)) });
    return row;
  }

  async function tell(work: Work, returned: Returned): Promise<void> {
    for (const listener of listeners) await listener(work, returned);
  }

  // What is due is done by whoever comes first, and by one.

  /** The next instant that is known; null where that is to be asked for. */
  let next: number | null = null;
  let notices = 0;
  let settling: Promise<void> | undefined;

  const settleAll = async () => {
    for (;;) {
      const noticed = notices;
      const { at } = await db
        .selectFrom('record_versions')
        .select((eb) => eb.fn.min('valid_from').as('at'))
        .where('state', '=', sql.lit('scheduled'))
        .executeTakeFirstOrThrow();
      const now = clock.now();
      if (at === null || Date.parse(at) > now) {
        if (notices !== noticed) continue;
        next = at === null ? Number.POSITIVE_INFINITY : Date.parse(at);
        return;
      }
      // What goes at the same minute goes last.
      for (const { id } of (await dueAt(db, now)).toSorted(byInstant)) await settleOne(id);
    }
  };

  const settleOne = async (id: number) => {
    const version = await db
      .selectFrom('record_versions')
      .selectAll()
      .where('id', '=', id)
      .where('state', '=', 'scheduled')
      .executeTakeFirst();
    if (!version) return;
    const { user_id, user_name } = version;
    const author = user_id === null ? null : { id: user_id, name: user_name ?? '' };
    try {
      await write(author, async (work) => publish(work, id));
    } catch (error) {
      const { code, cause, message } = toFailure(error);
      if (code === 'unavailable' || isConflictOfLocks(cause)) throw error;
      await write(author, async (work) => {
        const still = await waiting(work, id);
        // Another instance was first.
        if (still?.state === 'scheduled') await refuse(work, still, message);
      });
      if (code === 'internal') log.error({ err: error, version: id }, 'scheduled change not published');
    }
  };

  return {
    keep,
    takeOff,
    drop,
    publish,
    revert,
    restore,
    settle() {
      if (next !== null && clock.now() < next) return undefined;
      settling ??= unwatched(settleAll)
        .catch((error: unknown) => {
          if (!isFull(error)) throw error;
          // Better read what was than nothing.
          log.error({ err: error }, 'no room to publish what is due');
          next = clock.now() + AGAIN_MS;
        })
        .finally(() => {
          settling = undefined;
        });
      return settling;
    },
    noticed(changed) {
      if (!changesSchedules(changed)) return;
      notices += 1;
      next = null;
    },
    onReturn: (listener) => void listeners.push(listener),
  };
}

/** Nobody is to blame: PostgreSQL asks for another try. */
const isConflictOfLocks = (cause: unknown) =>
  ['40P01', '40001'].includes((cause as { code?: string } | undefined)?.code ?? '');

interface Due {
  id: number;
  valid_from: string | null;
  data: string;
}

const goes = ({ data }: Pick<Due, 'data'>) => data === 'null';

const byInstant = (one: Due, other: Due) =>
  (one.valid_from ?? '').localeCompare(other.valid_from ?? '') ||
  Number(goes(one)) - Number(goes(other)) ||
  one.id - other.id;

const dueAt = (db: Db, now: number): Promise<Due[]> =>
  db
    .selectFrom('record_versions')
    .select(['id', 'valid_from', 'data'])
    .where('state', '=', sql.lit('scheduled'))
    .where('valid_from', '<=', isoAt(now))
    .orderBy('valid_from')
    .orderBy('id')
    .limit(AT_ONCE)
    .execute();

/** What cannot be published at its minute waits for somebody again; a departure that cannot be is given up. */
async function refuse(work: Work, version: Version, reason: string): Promise<void> {
  const { id, entity, uuid, valid_from } = version;
  if (goes(version)) await forgetVersions(work, [id]);
  else
    await work.trx
      .updateTable('record_versions')
      .set({ state: 'draft', valid_from: null })
      .where('id', '=', id)
      .execute();
  await work.audit({ action: 'refuse', entity, uuid, after: { valid_from, reason } });
}

async function waiting({ trx }: Work, id: number): Promise<Version | undefined> {
  return trx
    .selectFrom('record_versions')
    .selectAll()
    .where('id', '=', id)
    .where('state', 'in', ['draft', 'scheduled'])
    .$if(locks(trx), (query) => query.forUpdate())
    .executeTakeFirst();
}

const lock = ({ trx }: Work, table: RecordTable) => lockOrder(trx, compositionOf(table).order ?? table);

/** Also where it is deleted. */
async function headOf({ trx }: Work, table: RecordTable, uuid: string): Promise<Head | undefined> {
  return trx
    .selectFrom(table as 'banners')
    .selectAll()
    .where('uuid', '=', uuid)
    .$if(locks(trx), (query) => query.forUpdate())
    .executeTakeFirst();
}

async function ensureAlone({ trx }: Work, table: RecordTable, { id }: Head): Promise<void> {
  if (!compositionOf(table).single) return;
  const other = await trx
    .selectFrom(table as 'banners')
    .select('id')
    .where(live(table))
    .where('id', '<>', id)
    .executeTakeFirst();
  if (other) throw new Failure('conflict', ONE_AT_MOST);
}

async function ensureRoom({ trx }: Work, table: Table, uuid: string): Promise<void> {
  const { count } = await trx
    .selectFrom('record_versions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('entity', '=', table)
    .where('uuid', '=', uuid)
    .where('state', 'in', ['draft', 'scheduled'])
    .executeTakeFirstOrThrow();
  if (Number(count) >= MOST_WAITING) throw new Failure('conflict', TOO_MANY);
}

async function publishedOf({ trx }: Work, table: Table, uuid: string): Promise<number> {
  const { id } = await trx
    .selectFrom('record_versions')
    .select('id')
    .where('entity', '=', table)
    .where('uuid', '=', uuid)
    .where('state', '=', 'published')
    .executeTakeFirstOrThrow();
  return id;
}

/** What the version `id` says; null where it is no longer kept. */
async function dataOf({ trx }: Work, id: number | null): Promise<Content | null> {
  if (id === null) return null;
  const version = await trx
    .selectFrom('record_versions')
    .select('data')
    .where('id', '=', id)
    .executeTakeFirst();
  return version ? (JSON.parse(version.data) as Content) : null;
}

async function existing({ trx }: Work, ids: number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await trx.selectFrom('files').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}

/** Answers those that were hidden until now. */
async function show({ trx, now }: Work, ids: number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await trx
    .updateTable('files')
    .set({ state: 'live', updated_at: now })
    .where('id', 'in', ids)
    .where('state', '=', 'hidden')
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Into the bin, as whoever deletes it by hand. */
async function remove(work: Work, table: RecordTable, head: Head): Promise<Head> {
  await compositionOf(table).mayGo?.(work, head.id);
  await deleteRecord(work, table, head as never);
  if ('position' in head) {
    const ordered = table as OrderedTable;
    await writeOrder(work.trx, ordered, await inOrder(work.trx, ordered));
  }
  return head;
}

function columnsOf(table: Table, content: Content): Content {
  const { part } = compositionOf(table);
  return Object.fromEntries(Object.entries(content).filter(([column]) => column !== part?.table));
}

/** What `wanted` made another than `base`, over `current`. Columns that are no more are passed over. */
function merge(current: Content, wanted: Content, base: Content | null, part: string | undefined): Content {
  return Object.fromEntries(
    Object.entries(current).map(([column, value]) => {
      if (!(column in wanted)) return [column, value];
      if (column === part)
        return [
          column,
          mergeRows(
            value as PartRow[],
            wanted[column] as PartRow[],
            base && ((base[column] ?? []) as PartRow[]),
          ),
        ];
      const isUntouched = base !== null && isDeepStrictEqual(base[column], wanted[column]);
      return [column, isUntouched ? value : wanted[column]];
    }),
  );
}

/** Pictures that were taken out since stay out, and those that came since stay, behind the others. */
function mergeRows(current: PartRow[], wanted: PartRow[], base: PartRow[] | null): PartRow[] {
  if (!base) return numbered(wanted);
  const named = (rows: PartRow[]) => new Map(rows.map((row) => [row.uuid, row]));
  const [has, had, asked] = [named(current), named(base), named(wanted)];
  const kept = wanted.flatMap((row) => {
    const now = has.get(row.uuid);
    const then = had.get(row.uuid);
    if (then && !now) return [];
    const isUntouched = then && now && isDeepStrictEqual(withoutPlace(then), withoutPlace(row));
    return isUntouched ? [now] : [row];
  });
  const since = current.filter(({ uuid }) => !had.has(uuid) && !asked.has(uuid));
  return numbered([...kept, ...since]);
}

const withoutPlace = ({ position: _, ...row }: PartRow) => row;
const numbered = (rows: PartRow[]): PartRow[] => rows.map((row, at) => ({ ...row, position: at + 1 }));
const pick = (row: PartRow, columns: string[] = []) =>
  Object.fromEntries(columns.map((column) => [column, row[column] ?? null])) as PartRow;

interface Part {
  table: Table;
  owner: string;
  columns: string[];
}

async function writePart(
  work: Work,
  { table, owner, columns }: Part,
  id: number,
  rows: PartRow[],
): Promise<void> {
  const { trx, now } = work;
  const { rows: found } = await sql<PartRow>`
    select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)}
    where ${sql.ref(owner)} = ${id}
  `.execute(trx);
  const stored = new Map(found.map((row) => [row.uuid, row]));
  for (const { uuid } of found)
    if (!rows.some((row) => row.uuid === uuid))
      await sql`delete from ${sql.table(table)} where uuid = ${uuid}`.execute(trx);
  for (const row of rows) {
    const values = pick(row, columns);
    const before = stored.get(row.uuid);
    if (before && isDeepStrictEqual({ ...before }, values)) continue;
    if (before)
      await sql`
        update ${sql.table(table)}
        set ${sql.join(columns.map((column) => sql`${sql.ref(column)} = ${values[column]}`))}
        where uuid = ${row.uuid}
      `.execute(trx);
    else
      await sql`
        insert into ${sql.table(table)}
        (${sql.join([...columns, owner, 'created_at'].map((column) => sql.ref(column)))})
        values (${sql.join([...columns.map((column) => values[column]), id, now])})
      `.execute(trx);
  }
}
