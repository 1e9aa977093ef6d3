import { isoAt, startOfDay } from '../../platform/clock.ts';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import type { Actor, Work } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import type { ReceivedFile } from '../../platform/files/receive.ts';
import { registerDefinition } from '../../records/server/definitions.ts';
import {
  claimFile,
  type FileDeps,
  findDocument,
  removeFiles,
  storeFile,
} from '../../records/server/files/file.service.ts';
import { isPublished } from '../../records/server/publication/visibility.ts';
import type { TableOf } from '../../records/server/recordService.ts';
import { derivedColumns } from '../../records/server/recordValues.ts';
import { type RecordDraft, saveDraft } from '../../records/server/store/drafts.ts';
import { eraseRecord } from '../../records/server/store/eraseRecord.ts';
import { lockOrder } from '../../records/server/store/order.ts';
import {
  deleteRecord,
  ensureCurrent,
  findRecord,
  outOfDateFailure,
  type Row,
  updateRecord,
  valueOrStored,
} from '../../records/server/store/records.ts';
import { declareComposition } from '../../records/server/versions/history.ts';
import { dayAt } from '../../shared/dates.ts';
import { Failure, invalidField } from '../../shared/failure.ts';
import {
  areDaysInOrder,
  type BookletDaysInput,
  type BookletPages,
  type BookletState,
  DAYS_REVERSED,
  type FortnightlyBooklet,
  type FortnightlyInput,
  fortnightlyRecord,
  type ListedFortnightlyBooklet,
  type NextFortnightlyBooklet,
  type StaffFortnightlyBooklet,
} from './booklet.contract.ts';
import { enqueuePages } from './bookletPages.job.ts';
import { findBookletPages } from './bookletPages.service.ts';
import { hasEnded, isFuture, shownFromOf, splitBooklets } from './fortnightlyBooklet.state.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    fortnightly_booklets: FortnightlyBookletTable;
  }
}

export interface FortnightlyBookletTable extends TableOf<typeof fortnightlyRecord> {}

type Booklet = Row<'fortnightly_booklets'>;
type ReadDeps = Pick<Deps, 'db' | 'mediaUrl' | 'clock'>;

const TABLE = 'fortnightly_booklets';
registerDefinition(fortnightlyRecord);
declareComposition(TABLE, {
  derived: derivedColumns(fortnightlyRecord.fields),
  part: { table: 'booklet_pages', owner: 'booklet_id' },
});

const GONE = 'Este encarte não existe mais.';
/** Number of former booklets to keep for restoration; older ones are deleted with their files. */
export const MAX_FORMER_BOOKLETS = 10;

/** Returns the current booklet for staff, or null. */
export async function findFortnightlyBooklet(deps: ReadDeps): Promise<StaffFortnightlyBooklet | null> {
  const [row, version] = await Promise.all([findCurrent(deps), lastSequence(deps.db)]);
  return row && presentForStaff(deps, row, version);
}

/** Returns the current booklet for shoppers, or null. */
export async function fortnightlyBooklet(deps: ReadDeps): Promise<FortnightlyBooklet | null> {
  const row = await findCurrent(deps);
  return row && presentForPublic(deps, row);
}

/** Returns the current booklet with its pages, as far as they are rendered, or with the `first` of them. */
export async function fortnightlyPages(deps: ReadDeps, first?: number): Promise<BookletPages | null> {
  const row = await findCurrent(deps);
  const booklet = row && (await presentForPublic(deps, row));
  if (!booklet) return null;
  const { id, pages_state, page_count } = row;
  return { ...booklet, pages_state, page_count, pages: await findBookletPages(deps, id, first) };
}

/** Returns the first day of the next booklet if staff announce it, and nothing of its contents. */
export async function nextFortnightlyBooklet({
  db,
  clock,
}: Pick<Deps, 'db' | 'clock'>): Promise<NextFortnightlyBooklet | null> {
  const { waiting } = standingAt(await findAll(db), clock.now());
  const next = waiting.find(({ announced }) => announced === 1);
  return next ? { valid_from: dayAt(Date.parse(next.shown_from)) } : null;
}

export async function listFortnightlyBooklets(deps: ReadDeps): Promise<ListedFortnightlyBooklet[]> {
  const [rows, version] = await Promise.all([findAll(deps.db), lastSequence(deps.db)]);
  const { current, waiting, former } = standingAt(rows, deps.clock.now());
  const listed = (state: BookletState, of: Booklet[]) =>
    of.map(async (row) => {
      const booklet = await presentForStaff(deps, row, version);
      const { shown_from, withdrawn_at } = row;
      return (
        booklet && {
          ...booklet,
          state,
          shown_from,
          withdrawn_at,
          announced: row.announced === 1,
          record_version: row.version,
        }
      );
    });
  const booklets = await Promise.all([
    ...listed('current', current ? [current] : []),
    ...listed('waiting', waiting),
    ...listed('former', former),
  ]);
  return booklets.filter((booklet) => booklet !== null);
}

/**
 * Prepares a new booklet, because a save never changes an existing one. Throws a conflict if another booklet
 * was uploaded since `version`.
 */
export async function draftFortnightlyBooklet(
  { db, clock }: Pick<Deps, 'clock'> & { db: DbOrTransaction },
  { version: expectedVersion, valid_from = null, valid_until = null, announced = false }: FortnightlyInput,
) {
  await ensureNoneSent(db, expectedVersion);
  const now = isoAt(clock.now());
  const shown_from = shownFromOf(beginOf(valid_from), null, now);
  const message =
    isFuture({ shown_from }, now) && valid_from
      ? `Entra no ar em ${dayInWords(valid_from)}.`
      : 'Os links do menu e do rodapé já levam a ele.';
  const sequence = (await lastSequence(db)) + 1;
  const values = {
    valid_from,
    valid_until,
    shown_from,
    announced: announced ? 1 : 0,
    sequence,
  };
  return { table: TABLE, before: null, values, message } satisfies RecordDraft<typeof TABLE>;
}

/** Stores a new booklet. `created` says whether it is the first. */
export async function storeFortnightlyBooklet(
  deps: FileDeps,
  actor: Actor,
  input: FortnightlyInput,
  received: ReceivedFile,
) {
  // Checks the version before the file is stored; the transaction checks it again.
  await draftFortnightlyBooklet(deps, input);
  const file = await storeFile(deps, received, 'public');
  return deps.write(actor, async (work) => {
    await lockOrder(work.trx, TABLE);
    await claimFile(deps, work, file);
    const { values, message, ...draft } = await draftFortnightlyBooklet({ ...deps, db: work.trx }, input);
    const before = await findAll(work.trx);
    const { uuid } = await saveDraft(work, { ...draft, message, values: { file_id: file.id, ...values } });
    await dropOldest(deps, work);
    await enqueuePages(deps, work, uuid);
    return { created: before.length === 0, data: { message, uuid, version: values.sequence } };
  });
}

/** Takes a booklet off the site, so that the one before is shown again. It can be restored. */
export async function withdrawFortnightlyBooklet(deps: FileDeps, actor: Actor, uuid: string) {
  const version = await deps.write(actor, async (work) => {
    await lockOrder(work.trx, TABLE);
    const before = await findRecord(work.trx, TABLE, uuid, GONE);
    if (isFuture(before, work.now))
      throw new Failure('conflict', 'Este encarte ainda não está no ar. Para desistir dele, exclua.');
    await updateRecord(work, TABLE, before, { withdrawn_at: work.now });
    await dropOldest(deps, work);
    return lastSequence(work.trx);
  });
  return { message: 'Os clientes não o veem mais.', uuid, version };
}

/** Shows a former booklet from now on, and removes a last day that has passed. */
export async function restoreFortnightlyBooklet(deps: FileDeps, actor: Actor, uuid: string) {
  const version = await deps.write(actor, async (work) => {
    await lockOrder(work.trx, TABLE);
    const before = await findRecord(work.trx, TABLE, uuid, GONE);
    if (isFuture(before, work.now))
      throw new Failure('conflict', 'Este encarte entra no ar automaticamente, no primeiro dia dele.');
    await updateRecord(work, TABLE, before, {
      shown_from: work.now,
      withdrawn_at: null,
      ...(hasEnded(before, dayAt(deps.clock.now())) && { valid_until: null }),
    });
    await dropOldest(deps, work);
    return lastSequence(work.trx);
  });
  return { message: 'Os clientes já o veem.', uuid, version };
}

/** Sets whether the site announces a booklet that has not begun. */
export async function announceFortnightlyBooklet(
  deps: Pick<Deps, 'write'>,
  actor: Actor,
  uuid: string,
  { announced }: { announced: boolean },
) {
  const version = await deps.write(actor, async (work) => {
    await lockOrder(work.trx, TABLE);
    const before = await findRecord(work.trx, TABLE, uuid, GONE);
    if (!isFuture(before, work.now))
      throw new Failure('conflict', 'Este encarte já começou: não há mais o que anunciar.');
    if (before.announced !== Number(announced))
      await updateRecord(work, TABLE, before, { announced: Number(announced) });
    return lastSequence(work.trx);
  });
  const message = announced
    ? 'O site já diz que vem um encarte novo, e a partir de quando. O que está nele só aparece no dia.'
    : 'O site não diz mais que vem um encarte novo.';
  return { message, uuid, version };
}

/**
 * Changes the days of the current or a future booklet. A future first day takes the current one off the site until
 * then; a removed or past one shows a future one at once.
 */
export async function changeFortnightlyBookletDays(
  deps: FileDeps,
  actor: Actor,
  uuid: string,
  { version: expectedVersion, ...days }: BookletDaysInput,
) {
  return deps.write(actor, async (work) => {
    await lockOrder(work.trx, TABLE);
    const before = await findRecord(work.trx, TABLE, uuid, GONE);
    await ensureCurrent(work.trx, TABLE, before, expectedVersion);
    const { former } = standingAt(await findAll(work.trx), Date.parse(work.now));
    if (former.some((row) => row.uuid === uuid))
      throw new Failure(
        'conflict',
        'Este encarte já saiu do ar, e as datas dele não mudam mais. Se ele deve valer de novo, use «Pôr no ar».',
      );
    const valid_from = valueOrStored(days.valid_from, before.valid_from);
    const valid_until = valueOrStored(days.valid_until, before.valid_until);
    if (!areDaysInOrder({ valid_from, valid_until })) throw invalidField('valid_until', DAYS_REVERSED);
    const shown_from = shownFromOf(beginOf(valid_from), before, work.now);
    const values = { valid_from, valid_until, shown_from };
    if (Object.entries(values).some(([name, value]) => before[name as keyof typeof values] !== value))
      await updateRecord(work, TABLE, before, values);
    await dropOldest(deps, work);
    const { current } = standingAt(await findAll(work.trx), Date.parse(work.now));
    const outcome =
      isFuture({ shown_from }, work.now) && valid_from
        ? `O encarte entra no ar em ${dayInWords(valid_from)}.`
        : current?.uuid !== uuid
          ? 'O site mostra agora outro encarte.'
          : hasEnded({ valid_until }, dayAt(Date.parse(work.now)))
            ? 'A validade deste encarte já acabou.'
            : 'O encarte está no ar.';
    return { message: `Datas salvas. ${outcome}`, uuid, version: await lastSequence(work.trx) };
  });
}

export async function destroyFortnightlyBooklet(deps: Pick<Deps, 'write'>, actor: Actor, uuid: string) {
  await deps.write(actor, async (work) => {
    await lockOrder(work.trx, TABLE);
    await deleteRecord(work, TABLE, await findRecord(work.trx, TABLE, uuid, GONE));
  });
  return { message: 'Saiu também da lista de encartes.' };
}

/**
 * Throws a conflict if a booklet was uploaded since `expectedVersion`: the caller would replace one that they
 * have not seen.
 */
async function ensureNoneSent(db: DbOrTransaction, expectedVersion: number | undefined): Promise<void> {
  if (expectedVersion === undefined) return;
  const last = await db
    .selectFrom(TABLE)
    .select(['uuid', 'sequence'])
    .orderBy('sequence', 'desc')
    .executeTakeFirst();
  if (last && last.sequence !== expectedVersion) throw await outOfDateFailure(db, TABLE, last.uuid);
}

async function lastSequence(db: DbOrTransaction): Promise<number> {
  const row = await db
    .selectFrom(TABLE)
    .select((eb) => eb.fn.max('sequence').as('last'))
    .executeTakeFirst();
  return row?.last ?? 0;
}

/** Returns all booklets, latest first. */
function findAll(db: DbOrTransaction): Promise<Booklet[]> {
  return db
    .selectFrom(TABLE)
    .selectAll()
    .where(isPublished(TABLE))
    .orderBy('shown_from', 'desc')
    .orderBy('sequence', 'desc')
    .execute();
}

async function findCurrent({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<Booklet | null> {
  return standingAt(await findAll(db), clock.now()).current;
}

const standingAt = (rows: readonly Booklet[], now: number) => splitBooklets(rows, isoAt(now), dayAt(now));

/**
 * Deletes the oldest former booklets with pages, history and files. The audit log records it as `drop`,
 * because no user requested the deletion.
 */
async function dropOldest(deps: FileDeps, work: Work): Promise<void> {
  const { former } = standingAt(await findAll(work.trx), deps.clock.now());
  for (const { uuid, valid_from, valid_until } of former.slice(MAX_FORMER_BOOKLETS)) {
    await removeFiles(deps, work, await eraseRecord(work, TABLE, uuid));
    await work.audit({ action: 'drop', entity: TABLE, uuid, before: { valid_from, valid_until } });
  }
}

async function presentForPublic(deps: ReadDeps, row: Booklet): Promise<FortnightlyBooklet | null> {
  const { id, valid_from, valid_until } = row;
  const file = await findDocument(deps, row.file_id);
  return file && { id, file, valid_from, valid_until };
}

async function presentForStaff(
  deps: ReadDeps,
  row: Booklet,
  version: number,
): Promise<StaffFortnightlyBooklet | null> {
  const { uuid, updated_at, pages_state, page_count } = row;
  const booklet = await presentForPublic(deps, row);
  if (!booklet) return null;
  const { shown } = await deps.db
    .selectFrom('booklet_pages')
    .select((eb) => eb.fn.countAll().as('shown'))
    .where('booklet_id', '=', row.id)
    .executeTakeFirstOrThrow();
  return { ...booklet, uuid, version, updated_at, pages_state, page_count, pages_shown: Number(shown) };
}

const beginOf = (day: string | null) => (day ? startOfDay(day) : null);

const dayInWords = (day: string) => day.split('-').toReversed().join('/');
