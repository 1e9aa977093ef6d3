import { type SqlBool, sql } from 'kysely';
import { invalidField } from '../../contract/failure.ts';
import { typedOf } from '../../contract/fields.ts';
import type { ListQuery } from '../../contract/list.ts';
import { parseStored } from '../../contract/stored.ts';
import { theirs } from '../../platform/access.ts';
import { dayAt } from '../../platform/clock.ts';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import { currentRecord, type Draft, saveRecord } from '../../platform/database/drafts.ts';
import { composeOf } from '../../platform/database/history.ts';
import { searchText, selectList } from '../../platform/database/list.ts';
import { filterRules } from '../../platform/database/listFilters.ts';
import type { ListRules } from '../../platform/database/listNeeds.ts';
import { inOffice, live } from '../../platform/database/live.ts';
import { lockOrder } from '../../platform/database/order.ts';
import { deleteRecord, findRecord, kept, type Row } from '../../platform/database/records.ts';
import type { RecordColumns } from '../../platform/database/tables.ts';
import type { Actor, Work } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { addDays } from '../../ui/addDays.ts';
import { formatDate, formatDayMonth, inSentence } from '../../ui/format.ts';
import { droppedBranchesText } from '../branches/deletedBranches.ts';
import { namedBranches } from '../branches/namedBranches.ts';
import { recordsFor } from '../recordAccess.ts';
import {
  type Exception,
  type ExceptionInput,
  exceptionFilters,
  hoursFinding,
  type PublicException,
} from './exception.contract.ts';
import { AS_USUAL, EXCEPTION_TYPES, OTHER_HOURS, PLACES, type Span } from './exception.types.ts';
import { NOTICE_DAYS } from './specialDays.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    exceptions: ExceptionTable;
  }
}

export interface ExceptionTable extends RecordColumns {
  /** YYYY-MM-DD in America/Sao_Paulo. */
  date: string;
  reason: string;
  type: number;
  /** JSON of `Span[]`; null unless the type is `OTHER_HOURS`. */
  hours: string | null;
  /** JSON of `all`, or of `shopping`, `cinema` and branch uuids. */
  places: string;
  search: string;
  reason_key: string;
}

composeOf('exceptions', {
  derive: derived,
  fits: ({ trx }, row, own) => ensureFree(trx, undefined, row, own),
  references: [
    {
      column: 'places',
      to: 'branches',
      kind: 'list',
      words: Object.keys(PLACES),
      gone: 'Uma destas filiais não existe mais. Confira a lista.',
      dropped: droppedBranchesText,
      nowhere: 'Sem filial, o dia especial não aparece no site: escolha para quem vale.',
    },
  ],
});

const GONE = 'Este horário especial não existe mais.';
const YEAR_DAYS = 366;

type Reading = Pick<Deps, 'db' | 'clock'>;

export async function listExceptions({ db, clock }: Reading, actor: Actor, query: ListQuery) {
  const base = db.selectFrom('exceptions').selectAll().where(inOffice('exceptions'));
  const only = actor.branches && { where: theirs(actor, 'exceptions'), named: actor.branches.join(' ') };
  const asOf = dayAt(clock.now());
  const rules = { ...LIST, filters: filtersAsOf(asOf), asOf, ...(only && { only }) };
  return selectList(db, base, query, rules, async (rows) => {
    const inWords = await placeNames(db);
    return rows.map((row) => present(row, inWords));
  });
}

const LIST: ListRules = {
  table: 'exceptions',
  search: 'search',
  sortable: { id: 'id', date: 'date', reason: 'reason_key' },
  order: '-date',
  id: 'id',
};

const filtersAsOf = (today: string) =>
  filterRules('exceptions', exceptionFilters, {
    when: (when) =>
      when === 'past' ? sql<SqlBool>`exceptions.date < ${today}` : sql<SqlBool>`exceptions.date >= ${today}`,
    type: (type) => sql`exceptions.type = ${Number(type)}`,
  });

export async function findException({ db }: Pick<Deps, 'db'>, uuid: string): Promise<Exception> {
  return present(await findRecord(db, 'exceptions', uuid, GONE), await placeNames(db));
}

/** Validates a special day. Without an `actor`, the error names no other special day. */
export async function draftException(
  { db, clock, actor }: Pick<Deps, 'clock'> & { db: DbOrTransaction; actor?: Actor },
  input: ExceptionInput,
  uuid?: string,
): Promise<Draft<'exceptions'>> {
  const before = await currentRecord(db, 'exceptions', uuid, input.version, GONE);
  const values = exceptionColumns(input, before ?? undefined);
  await ensureFree(db, actor, values, before?.id);
  return { table: 'exceptions', before, values, message: effectOf(values, { clock }) };
}

const lockExceptions = (trx: Work['trx']) => lockOrder(trx, 'exceptions');

export const storeException = (deps: Pick<Deps, 'write' | 'clock'>, actor: Actor, input: ExceptionInput) =>
  saveRecord(deps, actor, (db) => draftException({ ...deps, db, actor }, input), lockExceptions);

export const updateException = (
  deps: Pick<Deps, 'write' | 'clock'>,
  actor: Actor,
  uuid: string,
  input: ExceptionInput,
) => saveRecord(deps, actor, (db) => draftException({ ...deps, db, actor }, input, uuid), lockExceptions);

/** Returns the effect on the site, for staff. */
function effectOf({ date, type }: Pick<ExceptionTable, 'date' | 'type'>, { clock }: Pick<Deps, 'clock'>) {
  const today = dayAt(clock.now());
  if (date < today) return 'O dia já passou: no site nada muda.';
  if (type === AS_USUAL) return 'Vale o horário de sempre, e ninguém precisa decidir de novo.';
  const from = addDays(date, -NOTICE_DAYS);
  return from <= today
    ? 'O aviso já aparece no site.'
    : `O aviso aparece no site em ${formatDayMonth(from)}.`;
}

export async function destroyException(deps: Pick<Deps, 'write'>, actor: Actor, uuid: string) {
  await deps.write(actor, async (work) =>
    deleteRecord(work, 'exceptions', await findRecord(work.trx, 'exceptions', uuid, GONE)),
  );
  return { message: 'Neste dia volta a valer o horário de sempre.' };
}

/** Returns special days from yesterday, whose evening may last past midnight, to the same day of next year. */
export async function publicExceptions({ db, clock }: Reading): Promise<PublicException[]> {
  const today = dayAt(clock.now());
  const rows = await db
    .selectFrom('exceptions')
    .selectAll()
    .where(live('exceptions'))
    .where('date', '>=', addDays(today, -1))
    .where('date', '<=', addDays(today, YEAR_DAYS))
    .orderBy('date')
    .orderBy('id')
    .execute();
  return rows.map(presentPublic);
}

/** Lists the places of a special day: the fixed ones, and the branches of `actor` in the site's order. */
export async function listPlaces(
  { db }: Pick<Deps, 'db'>,
  actor: Pick<Actor, 'branches'>,
): Promise<{ place: string; name: string }[]> {
  const branches = await namedBranches(db, actor);
  const own = Object.entries(PLACES).map(([place, name]) => ({ place, name }));
  return [...own, ...branches.map(({ uuid, name }) => ({ place: uuid, name }))];
}

const allPlaces = (db: DbOrTransaction) => listPlaces({ db: db as Deps['db'] }, { branches: null });

/** Returns a function that names places; a deleted branch is "uma filial que saiu". */
export async function placeNames(db: DbOrTransaction): Promise<(places: readonly string[]) => string> {
  const names = new Map((await allPlaces(db)).map(({ place, name }) => [place, name]));
  return (places) =>
    inSentence(
      places.map((place) => names.get(place) ?? 'uma filial que saiu'),
      6,
    );
}

export function exceptionColumns(input: Omit<ExceptionInput, 'version'>, stored?: Row<'exceptions'>) {
  const { date, reason, type, places } = input;
  const hours = kept(input.hours && JSON.stringify(input.hours), stored?.hours);
  const columns = {
    date,
    reason,
    type,
    hours: type === OTHER_HOURS ? hours : null,
    places: JSON.stringify(places),
  };
  return { ...columns, ...derived(columns) };
}

function derived(row: Pick<ExceptionTable, 'date' | 'reason' | 'type' | 'hours'>) {
  const message = hoursFinding({ type: row.type, hours: spansIn(row) });
  if (message) throw invalidField('hours', message);
  const { reason, date, type } = row;
  return {
    search: searchText(reason, date, formatDate(date), typedOf(EXCEPTION_TYPES, type).text),
    reason_key: searchText(reason),
  };
}

const spansIn = ({ hours }: Pick<ExceptionTable, 'hours'>): Span[] => parseStored(hours, []);
const placesIn = ({ places }: Pick<ExceptionTable, 'places'>): string[] => parseStored(places, []);

/**
 * Throws if a place already has a special day on this date. A day for a single place takes precedence over
 * one for all, so these two do not clash.
 */
async function ensureFree(
  db: DbOrTransaction,
  actor: Actor | undefined,
  row: Pick<ExceptionTable, 'date' | 'places'>,
  ownId?: number,
): Promise<void> {
  const requested = new Set(placesIn(row));
  const others = await db
    .selectFrom('exceptions')
    .select(['id', 'uuid', 'reason', 'places'])
    .where('date', '=', row.date)
    .where(inOffice('exceptions'))
    .execute();
  for (const other of others) {
    const clashing = placesIn(other).filter((place) => requested.has(place));
    if (other.id === ownId || clashing.length === 0) continue;
    const names = (await placeNames(db))(clashing);
    const name = { entity: 'exceptions', uuid: other.uuid };
    const isReadable = actor !== undefined && (await recordsFor(db, actor, 'read', [name]))(name);
    const conflicting = isReadable ? `«${other.reason}»` : 'outro dia especial';
    throw invalidField('places', `Em ${formatDate(row.date)} já há ${conflicting} para: ${names}.`);
  }
}

const presentPublic = (row: Row<'exceptions'>): PublicException => ({
  uuid: row.uuid,
  date: row.date,
  reason: row.reason,
  type: typedOf(EXCEPTION_TYPES, row.type),
  hours: spansIn(row),
  places: placesIn(row),
});

const present = (row: Row<'exceptions'>, inWords: (places: readonly string[]) => string): Exception => ({
  id: row.id,
  ...presentPublic(row),
  places_text: inWords(placesIn(row)),
  version: row.version,
  updated_at: row.updated_at,
});
