import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { selectList } from '../../records/server/lists/list.ts';
import { anyOf, filterRules, isDraft, lacksAlt } from '../../records/server/lists/listFilters.ts';
import { isNotDeleted, isPublished } from '../../records/server/publication/visibility.ts';
import { listRulesOf, recordService, type TableOf } from '../../records/server/recordService.ts';
import { lockOrder } from '../../records/server/store/order.ts';
import { insertRecord } from '../../records/server/store/records.ts';
import { addDays, dayAt } from '../../shared/dates.ts';
import { effectTexts } from '../../shared/effects.ts';
import { Failure } from '../../shared/failure.ts';
import type { ListQuery } from '../../shared/list.ts';
import { formatDate } from '../../shared/text/format.ts';
import { type DailyBooklet, dailyBookletRecord } from './dailyBooklet.contract.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    daily_booklets: DailyBookletTable;
  }
}

export interface DailyBookletTable extends TableOf<typeof dailyBookletRecord> {}

type ReadDeps = Pick<Deps, 'db' | 'mediaUrl' | 'clock'>;

const standardService = recordService(dailyBookletRecord, {
  gone: 'Esta oferta do dia não existe mais.',
  effects: effectTexts('no site'),
  message: ({ start_date }, { clock }) => effectOf(start_date, dayAt(clock.now())),
  // A saved demo offer belongs to its day from then on; an offer that moves to another day goes last.
  adjust: (values, stored) => ({
    ...values,
    place: stored?.start_date === values.start_date ? stored.place : null,
    demo: 0,
  }),
  async complete({ clock }, rows) {
    const today = dayAt(clock.now());
    return rows.map((row) => (row.demo === 1 ? { ...row, start_date: today } : row));
  },
});

export const dailyBookletService = { ...standardService, list: listDailyBooklets };

/** Order of the offers of a day: by place, then those without one in the order in which they were added. */
export const dailyOfferOrder = sql`place is null, place, id`;

/** Lists daily offers. Demo offers count as offers of today for search, filters and order. */
async function listDailyBooklets(deps: ReadDeps, query: ListQuery) {
  const today = dayAt(deps.clock.now());
  const base = deps.db
    .selectFrom((eb) =>
      eb
        .selectFrom('daily_booklets')
        .selectAll()
        .select([
          sql<string>`case when demo = 1 then ${today} else start_date end`.as('day'),
          // The first ten characters are the day.
          sql<string>`case when demo = 1 then ${formatDate(today)} || substr(search, 11) else search end`.as(
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
      ...listRulesOf(dailyBookletRecord),
      search: 'written',
      sortable: { id: 'id', start_date: 'day' },
      filters: filtersOn(today),
      asOf: today,
      order: '-day',
    },
    (rows) => standardService.presentAll(deps, rows),
  );
}

function filtersOn(today: string) {
  const operators = { coming: sql`>=`, today: sql`=`, next: sql`>`, past: sql`<` };
  return filterRules('daily_booklets', dailyBookletRecord.filters, {
    attention: () => anyOf(lacksAlt('daily_booklets'), isDraft('daily_booklets')),
    period: (period) => sql`day ${operators[period as keyof typeof operators]} ${today}`,
    alt: () => lacksAlt('daily_booklets'),
    text: () => sql<SqlBool>`${sql.ref('daily_booklets.text')} is null`,
  });
}

/** Returns what a save changes for shoppers, for an offer of `day`. */
function effectOf(day: string, today: string): string {
  if (day === today) return 'Já aparece nas ofertas de hoje. Sai à meia-noite.';
  if (day > today) return `Aparece no site em ${formatDate(day)}, só nesse dia.`;
  return `Vale para ${formatDate(day)}, que já passou: não aparece no site.`;
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
      const columns = dailyBookletService.columns({ start_date: tomorrow, alt, text });
      await insertRecord(work, 'daily_booklets', { file_id, ...columns, place: at + 1 });
    }
    return rows.length;
  });
  const what = count === 1 ? 'A oferta de hoje vale' : `As ${count} ofertas de hoje valem`;
  return { message: `${what} também amanhã, ${formatDate(tomorrow)}.` };
}

/** Returns the offers of the server's current day, and demo offers. */
export async function dailyBookletsToday(deps: ReadDeps): Promise<DailyBooklet[]> {
  const rows = await deps.db
    .selectFrom('daily_booklets')
    .selectAll()
    .where(isPublished('daily_booklets'))
    .where(onDays([dayAt(deps.clock.now())]))
    .orderBy(dailyOfferOrder)
    .execute();
  return dailyBookletService.presentAllPublic(deps, rows);
}

/** Returns the condition for offers of these days and demo offers, in the form that the index supports. */
const onDays = (days: string[]) => (eb: ExpressionBuilder<Tables, 'daily_booklets'>) =>
  eb.or([eb.and([eb('demo', '=', 0), eb('start_date', 'in', days)]), eb('demo', '=', 1)]);
