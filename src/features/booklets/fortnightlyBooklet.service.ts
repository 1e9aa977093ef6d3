import type { Generated } from 'kysely';
import { Failure } from '../../contract/failure.ts';
import { dayAt, isoAt, startOfDay } from '../../platform/clock.ts';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import { type Draft, saveDraft } from '../../platform/database/drafts.ts';
import { composeOf, forgetRecord } from '../../platform/database/history.ts';
import { live } from '../../platform/database/live.ts';
import { lockOrder } from '../../platform/database/order.ts';
import {
  deleteRecord,
  findRecord,
  outOfDate,
  type Row,
  updateRecord,
} from '../../platform/database/records.ts';
import type { RecordColumns } from '../../platform/database/tables.ts';
import type { Actor, Work } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import type { ReceivedFile } from '../../platform/files/receive.ts';
import { claimFile, type FileDeps, findDocument, removeFiles, storeFile } from '../files/file.service.ts';
import type {
  BookletPages,
  BookletState,
  FortnightlyBooklet,
  FortnightlyInput,
  ListedFortnightlyBooklet,
  NextFortnightlyBooklet,
  PagesState,
  StaffFortnightlyBooklet,
} from './booklet.contract.ts';
import { askForPages } from './bookletPages.job.ts';
import { findPages } from './bookletPages.service.ts';
import { isOver, isWaiting, standing } from './fortnightlyBooklet.state.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    fortnightly_booklets: FortnightlyBookletTable;
  }
}

export interface FortnightlyBookletTable extends RecordColumns {
  file_id: number;
  /** YYYY-MM-DD, as `valid_until`. */
  valid_from: string | null;
  valid_until: string | null;
  /** The instant from which it follows the one before: of the upload, of being put back, or of its first day. */
  shown_from: string;
  /** 1 for the first that was ever sent; the later one of two that begin together is shown. */
  sequence: number;
  /** Taken off the site by staff; null for all others. */
  withdrawn_at: string | null;
  /** 1 where the site may say, while it waits, that one begins on its first day. */
  announced: Generated<number>;
  pages_state: Generated<PagesState>;
  /** Of the PDF; null until its pages are made. */
  page_count: number | null;
  /** Version of the drawing (`DRAWING`). */
  drawn_with: Generated<number>;
}

type Booklet = Row<'fortnightly_booklets'>;
type Reading = Pick<Deps, 'db' | 'mediaUrl' | 'clock'>;

const TABLE = 'fortnightly_booklets';
// The pages are made of the PDF, and come after it.
composeOf(TABLE, {
  derived: ['pages_state', 'page_count', 'drawn_with'],
  part: { table: 'booklet_pages', owner: 'booklet_id' },
});

const GONE = 'Este encarte não existe mais.';
/** So that one can be put back; older ones go with their files. */
export const MOST_FORMER = 10;

/** The booklet that shoppers see now, as staff see it; null when there is none. */
export async function findFortnightlyBooklet(deps: Reading): Promise<StaffFortnightlyBooklet | null> {
  const [row, version] = await Promise.all([findCurrent(deps), lastSequence(deps.db)]);
  return row && presentForStaff(deps, row, version);
}

/** The booklet that shoppers see now; null when there is none. */
export async function fortnightlyBooklet(deps: Reading): Promise<FortnightlyBooklet | null> {
  const row = await findCurrent(deps);
  return row && presentForPublic(deps, row);
}

/** The same with its pages, where they are made. */
export async function fortnightlyPages(deps: Reading): Promise<BookletPages | null> {
  const row = await findCurrent(deps);
  const booklet = row && (await presentForPublic(deps, row));
  if (!booklet) return null;
  const { id, pages_state, page_count } = row;
  return { ...booklet, pages_state, page_count, pages: await findPages(deps, id) };
}

/** From when on another holds, where staff let the site say so: of it that day alone, and nothing of what is in it. */
export async function nextFortnightlyBooklet({
  db,
  clock,
}: Pick<Deps, 'db' | 'clock'>): Promise<NextFortnightlyBooklet | null> {
  const { waiting } = standingAt(await findAll(db), clock.now());
  const next = waiting.find(({ announced }) => announced === 1);
  return next ? { valid_from: dayAt(Date.parse(next.shown_from)) } : null;
}

export async function listFortnightlyBooklets(deps: Reading): Promise<ListedFortnightlyBooklet[]> {
  const [rows, version] = await Promise.all([findAll(deps.db), lastSequence(deps.db)]);
  const { current, waiting, former } = standingAt(rows, deps.clock.now());
  const listed = (state: BookletState, of: Booklet[]) =>
    of.map(async (row) => {
      const booklet = await presentForStaff(deps, row, version);
      const { shown_from, withdrawn_at } = row;
      return booklet && { ...booklet, state, shown_from, withdrawn_at, announced: row.announced === 1 };
    });
  const booklets = await Promise.all([
    ...listed('current', current ? [current] : []),
    ...listed('waiting', waiting),
    ...listed('former', former),
  ]);
  return booklets.filter((booklet) => booklet !== null);
}

/** A booklet is always a new one; 409 where another was sent since the sender looked. */
export async function draftFortnightlyBooklet(
  { db, clock }: Pick<Deps, 'clock'> & { db: DbOrTransaction },
  { version: seen, valid_from = null, valid_until = null, announced = false }: FortnightlyInput,
) {
  await ensureNoneSent(db, seen);
  const now = clock.now();
  const begins = Math.max(now, valid_from ? startOfDay(valid_from) : now);
  const message =
    begins > now && valid_from
      ? `Encarte quinzenal salvo. Ele entra no ar em ${dayInWords(valid_from)}.`
      : 'Encarte quinzenal atualizado com sucesso.';
  const sequence = (await lastSequence(db)) + 1;
  const values = {
    valid_from,
    valid_until,
    shown_from: isoAt(begins),
    announced: announced ? 1 : 0,
    sequence,
  };
  return { table: TABLE, before: null, values, message } satisfies Draft<typeof TABLE>;
}

/** `created` says whether none was there before. */
export async function storeFortnightlyBooklet(
  deps: FileDeps,
  actor: Actor,
  input: FortnightlyInput,
  received: ReceivedFile,
) {
  // Before anything is stored; the transaction looks again.
  await draftFortnightlyBooklet(deps, input);
  const file = await storeFile(deps, received, 'public');
  return deps.write(actor, async (work) => {
    await lockOrder(work.trx, TABLE);
    await claimFile(deps, work, file);
    const { values, message, ...draft } = await draftFortnightlyBooklet({ ...deps, db: work.trx }, input);
    const before = await findAll(work.trx);
    const { uuid } = await saveDraft(work, { ...draft, message, values: { file_id: file.id, ...values } });
    await dropOldest(deps, work);
    await askForPages(deps, work, uuid);
    return { created: before.length === 0, data: { message, uuid, version: values.sequence } };
  });
}

/** Takes it off the site; the one before serves again. It can be put back. */
export async function withdrawFortnightlyBooklet(deps: FileDeps, actor: Actor, uuid: string) {
  const version = await deps.write(actor, async (work) => {
    await lockOrder(work.trx, TABLE);
    const before = await findRecord(work.trx, TABLE, uuid, GONE);
    if (isWaiting(before, work.now))
      throw new Failure('conflict', 'Este encarte ainda não está no ar. Para desistir dele, exclua.');
    await updateRecord(work, TABLE, before, { withdrawn_at: work.now });
    await dropOldest(deps, work);
    return lastSequence(work.trx);
  });
  return { message: 'Encarte quinzenal tirado do ar.', uuid, version };
}

/** Shows a former one from now on. An end that has passed does not hold any more: staff just said otherwise. */
export async function restoreFortnightlyBooklet(deps: FileDeps, actor: Actor, uuid: string) {
  const version = await deps.write(actor, async (work) => {
    await lockOrder(work.trx, TABLE);
    const before = await findRecord(work.trx, TABLE, uuid, GONE);
    if (isWaiting(before, work.now))
      throw new Failure('conflict', 'Este encarte entra no ar sozinho, no primeiro dia dele.');
    await updateRecord(work, TABLE, before, {
      shown_from: work.now,
      withdrawn_at: null,
      ...(isOver(before, dayAt(deps.clock.now())) && { valid_until: null }),
    });
    await dropOldest(deps, work);
    return lastSequence(work.trx);
  });
  return { message: 'Encarte quinzenal de volta ao ar.', uuid, version };
}

/** Lets the site say that it comes, or no longer. */
export async function announceFortnightlyBooklet(
  deps: Pick<Deps, 'write'>,
  actor: Actor,
  uuid: string,
  { announced }: { announced: boolean },
) {
  const version = await deps.write(actor, async (work) => {
    await lockOrder(work.trx, TABLE);
    const before = await findRecord(work.trx, TABLE, uuid, GONE);
    if (!isWaiting(before, work.now))
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

export async function destroyFortnightlyBooklet(deps: Pick<Deps, 'write'>, actor: Actor, uuid: string) {
  await deps.write(actor, async (work) => {
    await lockOrder(work.trx, TABLE);
    await deleteRecord(work, TABLE, await findRecord(work.trx, TABLE, uuid, GONE));
  });
  return { message: 'Encarte quinzenal excluído com sucesso.' };
}

/** Whoever saw fewer booklets than were sent would replace one that they do not know of. */
async function ensureNoneSent(db: DbOrTransaction, seen: number | undefined): Promise<void> {
  if (seen === undefined) return;
  const last = await db
    .selectFrom(TABLE)
    .select(['uuid', 'sequence'])
    .orderBy('sequence', 'desc')
    .executeTakeFirst();
  if (last && last.sequence !== seen) throw await outOfDate(db, TABLE, last.uuid);
}

async function lastSequence(db: DbOrTransaction): Promise<number> {
  const row = await db
    .selectFrom(TABLE)
    .select((eb) => eb.fn.max('sequence').as('last'))
    .executeTakeFirst();
  return row?.last ?? 0;
}

/** The latest first. */
function findAll(db: DbOrTransaction): Promise<Booklet[]> {
  return db
    .selectFrom(TABLE)
    .selectAll()
    .where(live(TABLE))
    .orderBy('shown_from', 'desc')
    .orderBy('sequence', 'desc')
    .execute();
}

async function findCurrent({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<Booklet | null> {
  return standingAt(await findAll(db), clock.now()).current;
}

const standingAt = (rows: readonly Booklet[], now: number) => standing(rows, isoAt(now), dayAt(now));

/** With their pages, their history and their bytes. Nobody deleted them: the audit log says what happened. */
async function dropOldest(deps: FileDeps, work: Work): Promise<void> {
  const { former } = standingAt(await findAll(work.trx), deps.clock.now());
  for (const { uuid, valid_from, valid_until } of former.slice(MOST_FORMER)) {
    await removeFiles(deps, work, await forgetRecord(work, TABLE, uuid));
    await work.audit({ action: 'drop', entity: TABLE, uuid, before: { valid_from, valid_until } });
  }
}

async function presentForPublic(deps: Reading, row: Booklet): Promise<FortnightlyBooklet | null> {
  const { id, valid_from, valid_until } = row;
  const file = await findDocument(deps, row.file_id);
  return file && { id, file, valid_from, valid_until };
}

async function presentForStaff(
  deps: Reading,
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

const dayInWords = (day: string) => day.split('-').toReversed().join('/');
