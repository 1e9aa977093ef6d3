import { type SqlBool, sql } from 'kysely';
import { invalidField } from '../../contract/failure.ts';
import { enumValueOf } from '../../contract/fields.ts';
import type { ListQuery } from '../../contract/list.ts';
import { parseStored } from '../../contract/storedJson.ts';
import { dayAt } from '../../platform/clock.ts';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import { currentRecord, type RecordDraft, saveRecord } from '../../platform/database/drafts.ts';
import { declareComposition } from '../../platform/database/history.ts';
import { searchText, selectList } from '../../platform/database/list.ts';
import { filterRules } from '../../platform/database/listFilters.ts';
import type { ListRules } from '../../platform/database/listRequirements.ts';
import { lockOrder } from '../../platform/database/order.ts';
import { deleteRecord, findRecord, type Row, valueOrStored } from '../../platform/database/records.ts';
import type { RecordColumns } from '../../platform/database/tables.ts';
import { isNotDeleted, isPublished } from '../../platform/database/visibility.ts';
import type { Actor, Work } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { branchFilter } from '../../platform/security/access.ts';
import { recordAccessFor } from '../../records/server/recordAccess.ts';
import { addDays } from '../../ui/addDays.ts';
import { formatDate, formatDayMonth, inSentence } from '../../ui/format.ts';
import { droppedBranchesText } from '../branches/deletedBranches.ts';
import { namedBranches } from '../branches/namedBranches.ts';
import { NOTICE_DAYS } from './placeSpecialDays.ts';
import {
  type PublicSpecialDay,
  type SpecialDay,
  type SpecialDayInput,
  specialDayFilters,
  specialHoursProblem,
} from './specialDay.contract.ts';
import {
  type HoursSpan,
  OTHER_HOURS,
  SPECIAL_DAY_PLACES,
  SPECIAL_DAY_TYPES,
  USUAL_HOURS,
} from './specialDay.types.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    exceptions: SpecialDayTable;
  }
}

export interface SpecialDayTable extends RecordColumns {
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

declareComposition('exceptions', {
  derive: derived,
  ensureConsistent: ({ trx }, row, own) => ensureFree(trx, undefined, row, own),
  references: [
    {
      column: 'places',
      to: 'branches',
      kind: 'list',
      words: Object.keys(SPECIAL_DAY_PLACES),
      gone: 'Uma destas filiais não existe mais. Confira a lista.',
      dropped: droppedBranchesText,
      nowhere: 'Sem filial, o dia especial não aparece no site: escolha para quem vale.',
    },
  ],
});

const GONE = 'Este horário especial não existe mais.';
const YEAR_DAYS = 366;

type Reading = Pick<Deps, 'db' | 'clock'>;

export async function listSpecialDays({ db, clock }: Reading, actor: Actor, query: ListQuery) {
  const base = db.selectFrom('exceptions').selectAll().where(isNotDeleted('exceptions'));
  const scope = actor.branches && {
    where: branchFilter(actor, 'exceptions'),
    named: actor.branches.join(' '),
  };
  const asOf = dayAt(clock.now());
  const rules = { ...LIST, filters: filtersAsOf(asOf), asOf, ...(scope && { scope }) };
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
  filterRules('exceptions', specialDayFilters, {
    when: (when) =>
      when === 'past' ? sql<SqlBool>`exceptions.date < ${today}` : sql<SqlBool>`exceptions.date >= ${today}`,
    type: (type) => sql`exceptions.type = ${Number(type)}`,
  });

export async function findSpecialDay({ db }: Pick<Deps, 'db'>, uuid: string): Promise<SpecialDay> {
  return present(await findRecord(db, 'exceptions', uuid, GONE), await placeNames(db));
}

/** Validates a special day. Without an `actor`, the error names no other special day. */
export async function draftSpecialDay(
  { db, clock, actor }: Pick<Deps, 'clock'> & { db: DbOrTransaction; actor?: Actor },
  input: SpecialDayInput,
  uuid?: string,
): Promise<RecordDraft<'exceptions'>> {
  const before = await currentRecord(db, 'exceptions', uuid, input.version, GONE);
  const values = specialDayColumns(input, before ?? undefined);
  await ensureFree(db, actor, values, before?.id);
  return { table: 'exceptions', before, values, message: effectOf(values, { clock }) };
}

const lockExceptions = (trx: Work['trx']) => lockOrder(trx, 'exceptions');

export const storeSpecialDay = (deps: Pick<Deps, 'write' | 'clock'>, actor: Actor, input: SpecialDayInput) =>
  saveRecord(deps, actor, (db) => draftSpecialDay({ ...deps, db, actor }, input), lockExceptions);

export const updateSpecialDay = (
  deps: Pick<Deps, 'write' | 'clock'>,
  actor: Actor,
  uuid: string,
  input: SpecialDayInput,
) => saveRecord(deps, actor, (db) => draftSpecialDay({ ...deps, db, actor }, input, uuid), lockExceptions);

/** Returns the effect on the site, for staff. */
function effectOf({ date, type }: Pick<SpecialDayTable, 'date' | 'type'>, { clock }: Pick<Deps, 'clock'>) {
  const today = dayAt(clock.now());
  if (date < today) return 'O dia já passou: no site nada muda.';
  if (type === USUAL_HOURS) return 'Vale o horário de sempre, e ninguém precisa decidir de novo.';
  const from = addDays(date, -NOTICE_DAYS);
  return from <= today
    ? 'O aviso já aparece no site.'
    : `O aviso aparece no site em ${formatDayMonth(from)}.`;
}

export async function destroySpecialDay(deps: Pick<Deps, 'write'>, actor: Actor, uuid: string) {
  await deps.write(actor, async (work) =>
    deleteRecord(work, 'exceptions', await findRecord(work.trx, 'exceptions', uuid, GONE)),
  );
  return { message: 'Neste dia volta a valer o horário de sempre.' };
}

/** Returns special days from yesterday, whose evening may last past midnight, to the same day of next year. */
export async function publicSpecialDays({ db, clock }: Reading): Promise<PublicSpecialDay[]> {
  const today = dayAt(clock.now());
  const rows = await db
    .selectFrom('exceptions')
    .selectAll()
    .where(isPublished('exceptions'))
    .where('date', '>=', addDays(today, -1))
    .where('date', '<=', addDays(today, YEAR_DAYS))
    .orderBy('date')
    .orderBy('id')
    .execute();
  return rows.map(presentPublic);
}

/** Lists the places of a special day: the fixed ones, and the branches of `actor` in the site's order. */
export async function listSpecialDayPlaces(
  { db }: Pick<Deps, 'db'>,
  actor: Pick<Actor, 'branches'>,
): Promise<{ place: string; name: string }[]> {
  const branches = await namedBranches(db, actor);
  const own = Object.entries(SPECIAL_DAY_PLACES).map(([place, name]) => ({ place, name }));
  return [...own, ...branches.map(({ uuid, name }) => ({ place: uuid, name }))];
}

const allPlaces = (db: DbOrTransaction) => listSpecialDayPlaces({ db: db as Deps['db'] }, { branches: null });

/** Returns a function that names places; a deleted branch is "uma filial que saiu". */
export async function placeNames(db: DbOrTransaction): Promise<(places: readonly string[]) => string> {
  const names = new Map((await allPlaces(db)).map(({ place, name }) => [place, name]));
  return (places) =>
    inSentence(
      places.map((place) => names.get(place) ?? 'uma filial que saiu'),
      6,
    );
}

export function specialDayColumns(input: Omit<SpecialDayInput, 'version'>, stored?: Row<'exceptions'>) {
  const { date, reason, type, places } = input;
  const hours = valueOrStored(input.hours && JSON.stringify(input.hours), stored?.hours);
  const columns = {
    date,
    reason,
    type,
    hours: type === OTHER_HOURS ? hours : null,
    places: JSON.stringify(places),
  };
  return { ...columns, ...derived(columns) };
}

function derived(row: Pick<SpecialDayTable, 'date' | 'reason' | 'type' | 'hours'>) {
  const message = specialHoursProblem({ type: row.type, hours: spansIn(row) });
  if (message) throw invalidField('hours', message);
  const { reason, date, type } = row;
  return {
    search: searchText(reason, date, formatDate(date), enumValueOf(SPECIAL_DAY_TYPES, type).text),
    reason_key: searchText(reason),
  };
}

const spansIn = ({ hours }: Pick<SpecialDayTable, 'hours'>): HoursSpan[] => parseStored(hours, []);
const placesIn = ({ places }: Pick<SpecialDayTable, 'places'>): string[] => parseStored(places, []);

/**
 * Throws if a place already has a special day on this date. A day for a single place takes precedence over
 * one for all, so these two do not clash.
 */
async function ensureFree(
  db: DbOrTransaction,
  actor: Actor | undefined,
  row: Pick<SpecialDayTable, 'date' | 'places'>,
  ownId?: number,
): Promise<void> {
  const requested = new Set(placesIn(row));
  const others = await db
    .selectFrom('exceptions')
    .select(['id', 'uuid', 'reason', 'places'])
    .where('date', '=', row.date)
    .where(isNotDeleted('exceptions'))
    .execute();
  for (const other of others) {
    const clashing = placesIn(other).filter((place) => requested.has(place));
    if (other.id === ownId || clashing.length === 0) continue;
    const names = (await placeNames(db))(clashing);
    const name = { entity: 'exceptions', uuid: other.uuid };
    const isReadable = actor !== undefined && (await recordAccessFor(db, actor, 'read', [name]))(name);
    const conflicting = isReadable ? `«${other.reason}»` : 'outro dia especial';
    throw invalidField('places', `Em ${formatDate(row.date)} já há ${conflicting} para: ${names}.`);
  }
}

const presentPublic = (row: Row<'exceptions'>): PublicSpecialDay => ({
  uuid: row.uuid,
  date: row.date,
  reason: row.reason,
  type: enumValueOf(SPECIAL_DAY_TYPES, row.type),
  hours: spansIn(row),
  places: placesIn(row),
});

const present = (row: Row<'exceptions'>, inWords: (places: readonly string[]) => string): SpecialDay => ({
  id: row.id,
  ...presentPublic(row),
  places_text: inWords(placesIn(row)),
  version: row.version,
  updated_at: row.updated_at,
});
