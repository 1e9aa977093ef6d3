import { type ExpressionBuilder, type Generated, type SqlBool, sql } from 'kysely';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import type { RecordColumns, Tables } from '../../platform/database/tables.ts';
import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import type { ReceivedFile } from '../../platform/files/receive.ts';
import type { PlannedCall } from '../../platform/publication.ts';
import { registerLabels } from '../../records/server/definitions.ts';
import { loadImages } from '../../records/server/files/file.service.ts';
import { type SaveDeps, saveWithPictures } from '../../records/server/files/recordPictures.ts';
import { searchText, selectList } from '../../records/server/lists/list.ts';
import { anyOf, filterRules, isDraft, lacksAlt } from '../../records/server/lists/listFilters.ts';
import { isNotDeleted, isPublished } from '../../records/server/publication/visibility.ts';
import { currentRecord, type FormPictures, type RecordDraft } from '../../records/server/store/drafts.ts';
import { lockOrder } from '../../records/server/store/order.ts';
import { deleteRecord, findRecord, insertRecord, type Row } from '../../records/server/store/records.ts';
import { declareComposition } from '../../records/server/versions/history.ts';
import { addDays, dayAt } from '../../shared/dates.ts';
import { Failure } from '../../shared/failure.ts';
import { altOf } from '../../shared/files/image.ts';
import type { ListQuery } from '../../shared/list.ts';
import { formatDate } from '../../shared/text/format.ts';
import {
  type DailyBooklet,
  type DailyInput,
  dailyFilters,
  type StaffDailyBooklet,
} from './dailyBooklet.contract.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    daily_booklets: DailyBookletTable;
  }
}

export interface DailyBookletTable extends RecordColumns {
  file_id: number;
  alt: string | null;
  /** YYYY-MM-DD in America/Sao_Paulo. */
  start_date: string;
  /** Transcript of the picture; null if it has none yet. */
  text: string | null;
  /** Position within the day, from 1; null comes last. */
  place: number | null;
  /** 1 for unmodified demo content, which is always shown on the current day. */
  demo: number;
  /** Search text: the day as people write it, followed by the transcript. */
  search: Generated<string>;
}

type ReadDeps = Pick<Deps, 'db' | 'mediaUrl'>;
type ReadTodayDeps = ReadDeps & Pick<Deps, 'clock'>;

declareComposition('daily_booklets', { derive: derived });
registerLabels('daily_booklets', {
  labels: {
    start_date: { label: 'Dia da promoção', as: 'day' },
    place: 'Ordem no dia',
    file_id: { label: 'Imagem', as: 'picture' },
    alt: 'Texto alternativo (alt)',
    text: 'Texto da imagem',
  },
});

const GONE = 'Esta oferta do dia não existe mais.';

/** Order of the offers of a day: by place, then those without one in the order in which they were added. */
export const dailyOfferOrder = sql`place is null, place, id`;

/** Lists daily offers. Demo offers count as offers of today for search, filters and order. */
export async function listDailyBooklets(deps: ReadTodayDeps, query: ListQuery) {
  const today = dayAt(deps.clock.now());
  const base = deps.db
    .selectFrom((eb) =>
      eb
        .selectFrom('daily_booklets')
        .selectAll()
        .select([
          sql<string>`case when demo = 1 then ${today} else start_date end`.as('day'),
          // The first ten characters are the day.
          sql<string>`case when demo = 1 then ${asWritten(today)} || substr(search, 11) else search end`.as(
            'written',
          ),
        ])
        .where(isNotDeleted('daily_booklets'))
        .as('daily_booklets'),
    )
    .selectAll();
  return selectList(
    deps.db,
    base,
    query,
    {
      table: 'daily_booklets',
      search: 'written',
      sortable: { id: 'id', start_date: 'day' },
      filters: filtersOn(today),
      asOf: today,
      order: '-day',
      id: 'id',
    },
    (rows) => presentAll(deps, rows, today),
  );
}

function filtersOn(today: string) {
  const operators = { today: sql`=`, next: sql`>`, past: sql`<` };
  return filterRules('daily_booklets', dailyFilters, {
    attention: () => anyOf(lacksAlt('daily_booklets'), isDraft('daily_booklets')),
    period: (period) => sql`day ${operators[period as keyof typeof operators]} ${today}`,
    alt: () => lacksAlt('daily_booklets'),
    text: () => sql<SqlBool>`${sql.ref('daily_booklets.text')} is null`,
  });
}

export async function findDailyBooklet(deps: ReadTodayDeps, uuid: string): Promise<StaffDailyBooklet> {
  const row = await findRecord(deps.db, 'daily_booklets', uuid, GONE);
  const [found] = await presentAll(deps, [row], dayAt(deps.clock.now()));
  if (!found) throw new Error(`Daily booklet ${uuid} has no photo`);
  return found;
}

export async function draftDailyBooklet(
  { db, clock }: Pick<Deps, 'clock'> & { db: DbOrTransaction },
  input: DailyInput,
  uuid?: string,
): Promise<RecordDraft<'daily_booklets'>> {
  const { version: expectedVersion, ...fields } = input;
  const before = await currentRecord(db, 'daily_booklets', uuid, expectedVersion, GONE);
  const values = dailyColumns(fields, before ?? undefined);
  return { table: 'daily_booklets', before, values, message: dailyEffect(values.start_date, { clock }) };
}

/** Returns the pictures that the form of a daily offer sends. */
export const dailyBookletFormPictures = (
  input: DailyInput,
  photo: ReceivedFile | undefined,
): FormPictures => ({
  image: photo,
  wish: input,
});

export const storeDailyBooklet = (
  deps: SaveDeps,
  call: PlannedCall,
  input: DailyInput,
  photo: ReceivedFile | undefined,
) =>
  saveWithPictures(deps, call, dailyBookletFormPictures(input, photo), (db) =>
    draftDailyBooklet({ ...deps, db }, input),
  );

export const updateDailyBooklet = (
  deps: SaveDeps,
  call: PlannedCall,
  uuid: string,
  input: DailyInput,
  photo: ReceivedFile | undefined,
) =>
  saveWithPictures(deps, call, dailyBookletFormPictures(input, photo), (db) =>
    draftDailyBooklet({ ...deps, db }, input, uuid),
  );

/** Returns what a save changes for shoppers, for an offer of `day`. */
function dailyEffect(day: string, { clock }: Pick<Deps, 'clock'>): string {
  const today = dayAt(clock.now());
  if (day === today) return 'Já aparece nas ofertas de hoje. Sai à meia-noite.';
  if (day > today) return `Aparece no site em ${formatDate(day)}, só nesse dia.`;
  return `Vale para ${formatDate(day)}, que já passou: não aparece no site.`;
}

export async function destroyDailyBooklet(deps: Pick<Deps, 'write'>, actor: Actor, uuid: string) {
  await deps.write(actor, async (work) => {
    await deleteRecord(work, 'daily_booklets', await findRecord(work.trx, 'daily_booklets', uuid, GONE));
  });
  return { message: 'Não aparece mais no site.' };
}

/** Copies the offers of today to tomorrow, unless tomorrow has any. Each keeps its picture. */
export async function repeatDailyBooklets(
  { write, clock }: Pick<Deps, 'write' | 'clock'>,
  actor: Actor,
): Promise<{ message: string }> {
  const today = dayAt(clock.now());
  const tomorrow = addDays(today, 1);
  const count = await write(actor, async (work) => {
    // Serializes concurrent calls, so that the second one finds offers of tomorrow and fails.
    await lockOrder(work.trx, 'daily_booklets');
    const rows = await work.trx
      .selectFrom('daily_booklets')
      .select(['file_id', 'alt', 'text', 'start_date', 'demo'])
      .where(isPublished('daily_booklets'))
      .where(onDays([today, tomorrow]))
      .orderBy(dailyOfferOrder)
      .execute();
    if (rows.some(({ demo, start_date }) => demo === 1 || start_date === tomorrow))
      throw new Failure('conflict', 'Amanhã já tem ofertas.');
    if (rows.length === 0) throw new Failure('conflict', 'Hoje não há ofertas para repetir.');
    for (const [at, { file_id, alt, text }] of rows.entries()) {
      const columns = { ...dailyColumns({ start_date: tomorrow, alt, text }), place: at + 1 };
      await insertRecord(work, 'daily_booklets', { file_id, ...columns });
    }
    return rows.length;
  });
  const what = count === 1 ? 'A oferta de hoje vale' : `As ${count} ofertas de hoje valem`;
  return { message: `${what} também amanhã, ${formatDate(tomorrow)}.` };
}

/** Returns the offers of the server's current day, and demo offers. */
export async function dailyBookletsToday(deps: ReadTodayDeps): Promise<DailyBooklet[]> {
  const today = dayAt(deps.clock.now());
  const rows = await deps.db
    .selectFrom('daily_booklets')
    .selectAll()
    .where(isPublished('daily_booklets'))
    .where(onDays([today]))
    .orderBy(dailyOfferOrder)
    .execute();
  const booklets = await presentAll(deps, rows, today);
  return booklets.map(({ id, uuid, start_date, photos, text }) => ({ id, uuid, start_date, photos, text }));
}

/** Returns the condition for offers of these days and demo offers, in the form that the index supports. */
const onDays = (days: string[]) => (eb: ExpressionBuilder<Tables, 'daily_booklets'>) =>
  eb.or([eb.and([eb('demo', '=', 0), eb('start_date', 'in', days)]), eb('demo', '=', 1)]);

/**
 * Returns the columns of a daily offer. A saved demo offer belongs to its day from then on; an offer that
 * moves to another day goes last.
 */
export function dailyColumns(input: Omit<DailyInput, 'version'>, stored?: Row<'daily_booklets'>) {
  const { start_date } = input;
  const text = input.text === undefined ? (stored?.text ?? null) : input.text;
  return {
    start_date,
    text,
    alt: altOf(input, stored?.alt),
    place: stored?.start_date === start_date ? stored.place : null,
    demo: 0,
    ...derived({ start_date, text }),
  };
}

function derived({ start_date, text }: Pick<DailyBookletTable, 'start_date' | 'text'>) {
  return { search: searchText(asWritten(start_date), text) };
}

/** Formats a day: `2026-11-21` → `21/11/2026`. */
const asWritten = (day: string) => day.split('-').toReversed().join('/');

async function presentAll(
  deps: ReadDeps,
  rows: Row<'daily_booklets'>[],
  today: string,
): Promise<StaffDailyBooklet[]> {
  const image = await loadImages(
    deps,
    rows.map((row) => row.file_id),
  );
  return rows.flatMap(({ id, uuid, file_id, alt, text, demo, start_date, place, version, updated_at }) => {
    const photos = image(file_id, alt);
    const day = demo === 1 ? today : start_date;
    return photos ? [{ id, uuid, start_date: day, place, photos, text, version, updated_at }] : [];
  });
}
