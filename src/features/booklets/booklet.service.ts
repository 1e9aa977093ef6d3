import { randomUUID } from 'node:crypto';
import { type Generated, sql } from 'kysely';
import { invalidField } from '../../contract/failure.ts';
import type { ListQuery } from '../../contract/list.ts';
import { dayAt } from '../../platform/clock.ts';
import { selectList } from '../../platform/database/list.ts';
import { lockOrder } from '../../platform/database/order.ts';
import {
  deleteRecord,
  ensureCurrent,
  findRecord,
  findSingle,
  insertRecord,
  kept,
  type Row,
  updateRecord,
} from '../../platform/database/records.ts';
import type { RecordColumns } from '../../platform/database/tables.ts';
import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import type { ReceivedFile } from '../../platform/files/receive.ts';
import {
  claimFile,
  type FileDeps,
  findDocument,
  hideFiles,
  imageReader,
  removeFile,
  storeFile,
  storeImage,
} from '../files/file.service.ts';
import {
  type BookletPages,
  type DailyBooklet,
  type DailyInput,
  type FortnightlyBooklet,
  type FortnightlyInput,
  type PagesState,
  type StaffDailyBooklet,
  type StaffFortnightlyBooklet,
  UNTIL_FIRST,
  untilNotBeforeFrom,
} from './booklet.contract.ts';
import { findPages, removePages } from './bookletPages.service.ts';
import { wakePageWork } from './bookletPages.worker.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    fortnightly_booklets: FortnightlyBookletTable;
    daily_booklets: DailyBookletTable;
  }
}

export interface FortnightlyBookletTable extends RecordColumns {
  file_id: number;
  /** YYYY-MM-DD, as `valid_until`. */
  valid_from: string | null;
  valid_until: string | null;
  pages_state: Generated<PagesState>;
  /** Of the PDF; null until its pages are made. */
  page_count: number | null;
}

export interface DailyBookletTable extends RecordColumns {
  file_id: number;
  alt: string | null;
  /** YYYY-MM-DD in America/Sao_Paulo. */
  start_date: string;
  /** 1 while it is demo content that nobody touched: it follows the day. */
  demo: number;
  /** Its day as people write it; of no use while it follows the day. */
  search: Generated<string>;
}

type Reading = Pick<Deps, 'db' | 'mediaUrl'>;
type ReadingToday = Reading & Pick<Deps, 'clock'>;

/** The current PDF as staff see it; null when none was sent yet. */
export async function findFortnightlyBooklet(deps: Reading): Promise<StaffFortnightlyBooklet | null> {
  const row = await findSingle(deps.db, 'fortnightly_booklets');
  const file = row && (await findDocument(deps, row.file_id));
  if (!file) return null;
  const { uuid, valid_from, valid_until, version, updated_at, pages_state, page_count } = row;
  return { uuid, file, valid_from, valid_until, version, updated_at, pages_state, page_count };
}

/** The current PDF; null when there is none. */
export async function fortnightlyBooklet(deps: Reading): Promise<FortnightlyBooklet | null> {
  const booklet = await findFortnightlyBooklet(deps);
  if (!booklet) return null;
  const { file, valid_from, valid_until } = booklet;
  return { file, valid_from, valid_until };
}

/** The current PDF with its pages, where they are made; null when there is none. */
export async function fortnightlyPages(deps: Reading): Promise<BookletPages | null> {
  const row = await findSingle(deps.db, 'fortnightly_booklets');
  const file = row && (await findDocument(deps, row.file_id));
  if (!file) return null;
  const { id, valid_from, valid_until, pages_state, page_count } = row;
  return { file, valid_from, valid_until, pages_state, page_count, pages: await findPages(deps, id) };
}

/** `created` says whether there was none before. */
export async function storeFortnightlyBooklet(
  deps: FileDeps,
  actor: Actor,
  { version: seen, ...input }: FortnightlyInput,
  received: ReceivedFile,
) {
  // Before anything is stored; the transaction looks again.
  const current = await findSingle(deps.db, 'fortnightly_booklets');
  if (current) ensureCurrent(current, seen);
  validityOf(input, current);
  const file = await storeFile(deps, received, 'public');
  return deps.write(actor, async (work) => {
    // Two first ones at once must not make two records.
    await lockOrder(work.trx, 'fortnightly_booklets');
    const before = await findSingle(work.trx, 'fortnightly_booklets');
    const uuid = before?.uuid ?? randomUUID();
    await claimFile(deps, work, file, { table: 'fortnightly_booklets', uuid });
    if (before) ensureCurrent(before, seen);
    const values = {
      file_id: file.id,
      ...validityOf(input, before),
      pages_state: 'pending' as const,
      page_count: null,
    };
    const { version } = before
      ? await updateRecord(work, 'fortnightly_booklets', before, values)
      : await insertRecord(work, 'fortnightly_booklets', { uuid, ...values });
    if (before) {
      await removePages(deps, work, before.id);
      await removeFile(deps, work, before.file_id);
    }
    work.afterCommit(() => wakePageWork(deps));
    const data = { message: 'Encarte quinzenal atualizado com sucesso.', uuid, version };
    return { created: before === null, data };
  });
}

/** What is absent keeps what is stored. */
function validityOf(
  input: Omit<FortnightlyInput, 'version'>,
  stored: Pick<FortnightlyBookletTable, 'valid_from' | 'valid_until'> | null,
) {
  const validity = {
    valid_from: kept(input.valid_from, stored?.valid_from),
    valid_until: kept(input.valid_until, stored?.valid_until),
  };
  if (!untilNotBeforeFrom(validity)) throw invalidField('valid_until', UNTIL_FIRST);
  return validity;
}

const GONE = 'Esta oferta do dia não existe mais.';

/** Of demo offers that follow the day, today's is theirs; so they are found and sorted by it. */
export async function listDailyBooklets(deps: ReadingToday, query: ListQuery) {
  const today = dayAt(deps.clock.now());
  const base = deps.db
    .selectFrom((eb) =>
      eb
        .selectFrom('daily_booklets')
        .selectAll()
        .select([
          sql<string>`case when demo = 1 then ${today} else start_date end`.as('day'),
          sql<string>`case when demo = 1 then ${asWritten(today)} else search end`.as('written'),
        ])
        .where('deleted_at', 'is', null)
        .as('daily'),
    )
    .selectAll();
  const { rows, meta } = await selectList(deps.db, base, query, {
    table: 'daily_booklets',
    search: 'written',
    sortable: { id: 'id', start_date: 'day' },
    order: '-day',
    id: 'id',
  });
  return { data: await presentAll(deps, rows, today), ...(meta && { meta }) };
}

export async function findDailyBooklet(deps: ReadingToday, uuid: string): Promise<StaffDailyBooklet> {
  const row = await findRecord(deps.db, 'daily_booklets', uuid, GONE);
  const [found] = await presentAll(deps, [row], dayAt(deps.clock.now()));
  if (!found) throw new Error(`Daily booklet ${uuid} has no photo`);
  return found;
}

export async function storeDailyBooklet(
  deps: FileDeps,
  actor: Actor,
  input: DailyInput,
  photo: ReceivedFile,
) {
  const file = await storeImage(deps, photo);
  const uuid = randomUUID();
  await deps.write(actor, async (work) => {
    await claimFile(deps, work, file, { table: 'daily_booklets', uuid });
    await insertRecord(work, 'daily_booklets', { uuid, file_id: file.id, ...dailyColumns(input) });
  });
  return { message: 'Oferta do dia adicionada com sucesso.', uuid, version: 1 };
}

export async function updateDailyBooklet(
  deps: FileDeps,
  actor: Actor,
  uuid: string,
  input: DailyInput,
  photo: ReceivedFile | undefined,
) {
  // Before the picture is worked on; the transaction looks again.
  ensureCurrent(await findRecord(deps.db, 'daily_booklets', uuid, GONE), input.version);
  const file = photo && (await storeImage(deps, photo));
  const { version } = await deps.write(actor, async (work) => {
    if (file) await claimFile(deps, work, file, { table: 'daily_booklets', uuid });
    const before = await findRecord(work.trx, 'daily_booklets', uuid, GONE);
    ensureCurrent(before, input.version);
    const after = await updateRecord(work, 'daily_booklets', before, {
      ...dailyColumns(input, before),
      ...(file && { file_id: file.id }),
    });
    if (file) await removeFile(deps, work, before.file_id);
    return after;
  });
  return { message: 'Oferta do dia atualizada com sucesso.', uuid, version };
}

export async function destroyDailyBooklet(deps: Pick<Deps, 'write'>, actor: Actor, uuid: string) {
  await deps.write(actor, async (work) => {
    await deleteRecord(work, 'daily_booklets', await findRecord(work.trx, 'daily_booklets', uuid, GONE));
    await hideFiles(work, { table: 'daily_booklets', uuid });
  });
  return { message: 'Oferta do dia excluída com sucesso.' };
}

/** Today's offers by the server's day, and demo offers that follow it. */
export async function dailyBookletsToday(deps: ReadingToday): Promise<DailyBooklet[]> {
  const today = dayAt(deps.clock.now());
  const rows = await deps.db
    .selectFrom('daily_booklets')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('start_date', '=', today), eb('demo', '=', 1)]))
    .orderBy('id')
    .execute();
  const booklets = await presentAll(deps, rows, today);
  return booklets.map(({ id, uuid, start_date, photos }) => ({ id, uuid, start_date, photos }));
}

/** Whoever saves one settles its day: it follows no more. */
export function dailyColumns(input: Omit<DailyInput, 'version'>, stored?: Row<'daily_booklets'>) {
  return {
    start_date: input.start_date,
    alt: kept(input.alt, stored?.alt),
    demo: 0,
    search: asWritten(input.start_date),
  };
}

/** `2026-11-21` → `21/11/2026` */
const asWritten = (day: string) => day.split('-').toReversed().join('/');

async function presentAll(
  deps: Reading,
  rows: Row<'daily_booklets'>[],
  today: string,
): Promise<StaffDailyBooklet[]> {
  const image = await imageReader(
    deps,
    rows.map((row) => row.file_id),
  );
  return rows.flatMap(({ id, uuid, file_id, alt, demo, start_date, version, updated_at }) => {
    const photos = image(file_id, alt);
    const day = demo === 1 ? today : start_date;
    return photos ? [{ id, uuid, start_date: day, photos, version, updated_at }] : [];
  });
}
