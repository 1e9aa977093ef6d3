import { type SqlBool, sql } from 'kysely';
import { effectTexts } from '../../contract/effects.ts';
import { enumValueOf } from '../../contract/fields.ts';
import type { ListQuery } from '../../contract/list.ts';
import { dayAt } from '../../platform/clock.ts';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import { currentRecord, type RecordDraft, saveRecord } from '../../platform/database/drafts.ts';
import { declareComposition } from '../../platform/database/history.ts';
import { searchText, selectList } from '../../platform/database/list.ts';
import { anyOf, filterRules, isDraft } from '../../platform/database/listFilters.ts';
import { deleteRecord, findRecord, type Row, valueOrStored } from '../../platform/database/records.ts';
import type { RecordColumns } from '../../platform/database/tables.ts';
import { isNotDeleted, isPublished } from '../../platform/database/visibility.ts';
import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { formatDate } from '../../ui/format.ts';
import { type PublicVacancy, type Vacancy, type VacancyInput, vacancyFilters } from './vacancy.contract.ts';
import { isVacancyOpen } from './vacancy.state.ts';
import { VACANCY_TYPES } from './vacancy.types.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    vacancies: VacancyTable;
  }
}

export interface VacancyTable extends RecordColumns {
  name: string;
  type: number;
  description: string | null;
  city: string | null;
  /** YYYY-MM-DD in America/Sao_Paulo, the last day on which it is open. */
  open_until: string | null;
  search: string;
  name_key: string;
}

declareComposition('vacancies', { derive: derived });

const EFFECTS = effectTexts('na página de vagas');
const GONE = 'Esta vaga não existe mais.';

export async function listVacancies({ db, clock }: Pick<Deps, 'db' | 'clock'>, query: ListQuery) {
  const base = db.selectFrom('vacancies').selectAll().where(isNotDeleted('vacancies'));
  return selectList(
    db,
    base,
    query,
    {
      table: 'vacancies',
      search: 'search',
      sortable: { id: 'id', name: 'name_key', type: 'type' },
      filters: filtersOn(dayAt(clock.now())),
      asOf: dayAt(clock.now()),
      order: 'id',
      id: 'id',
    },
    (rows) => rows.map(present),
  );
}

function filtersOn(today: string) {
  const isOver = sql<SqlBool>`vacancies.open_until < ${today}`;
  return filterRules('vacancies', vacancyFilters, {
    attention: () => anyOf(isOver, isDraft('vacancies')),
    type: (type) => sql`vacancies.type = ${Number(type)}`,
    state: (state) =>
      state === 'closed' ? isOver : sql`(vacancies.open_until is null or vacancies.open_until >= ${today})`,
  });
}

export async function findVacancy({ db }: Pick<Deps, 'db'>, uuid: string): Promise<Vacancy> {
  return present(await findRecord(db, 'vacancies', uuid, GONE));
}

export async function draftVacancy(
  { db, clock }: Pick<Deps, 'clock'> & { db: DbOrTransaction },
  input: VacancyInput,
  uuid?: string,
): Promise<RecordDraft<'vacancies'>> {
  const before = await currentRecord(db, 'vacancies', uuid, input.version, GONE);
  const values = vacancyColumns(input, before ?? undefined);
  const message = effectOf(values, { clock }, before ? EFFECTS.changed : EFFECTS.added);
  return { table: 'vacancies', before, values, message };
}

export const storeVacancy = (deps: Pick<Deps, 'write' | 'clock'>, actor: Actor, input: VacancyInput) =>
  saveRecord(deps, actor, (db) => draftVacancy({ ...deps, db }, input));

export const updateVacancy = (
  deps: Pick<Deps, 'write' | 'clock'>,
  actor: Actor,
  uuid: string,
  input: VacancyInput,
) => saveRecord(deps, actor, (db) => draftVacancy({ ...deps, db }, input, uuid));

/** Returns the effect on the site; it begins with `open` while the vacancy is open. */
function effectOf(
  { open_until }: Pick<VacancyTable, 'open_until'>,
  { clock }: Pick<Deps, 'clock'>,
  open: string,
): string {
  if (open_until === null) return open;
  if (!isVacancyOpen({ open_until }, dayAt(clock.now())))
    return 'O prazo dela já passou: não aparece na página de vagas.';
  return `${open} Fica aberta até ${formatDate(open_until)}.`;
}

/** Deletes a vacancy; the applications for it keep its name. */
export async function destroyVacancy(deps: Pick<Deps, 'write'>, actor: Actor, uuid: string) {
  await deps.write(actor, async (work) =>
    deleteRecord(work, 'vacancies', await findRecord(work.trx, 'vacancies', uuid, GONE)),
  );
  return { message: `${EFFECTS.removed} As candidaturas recebidas continuam.` };
}

/**
 * Returns the vacancies that are open today. The response cache is cleared at midnight, so no closed vacancy
 * stays visible.
 */
export async function publicVacancies({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<PublicVacancy[]> {
  const today = dayAt(clock.now());
  const rows = await db
    .selectFrom('vacancies')
    .select(['id', 'uuid', 'name', 'type', 'description', 'city', 'open_until', 'created_at'])
    .where(isPublished('vacancies'))
    .where((eb) => eb.or([eb('open_until', 'is', null), eb('open_until', '>=', today)]))
    .orderBy('id')
    .execute();
  return rows.map(({ created_at, ...row }) => ({
    ...row,
    type: enumValueOf(VACANCY_TYPES, row.type),
    posted_on: dayAt(Date.parse(created_at)),
  }));
}

export function vacancyColumns(input: Omit<VacancyInput, 'version'>, stored?: Row<'vacancies'>) {
  const { name, type } = input;
  const city = valueOrStored(input.city, stored?.city);
  return {
    name,
    type,
    description: valueOrStored(input.description, stored?.description),
    city,
    open_until: valueOrStored(input.open_until, stored?.open_until),
    ...derived({ name, type, city }),
  };
}

function derived({ name, type, city }: Pick<VacancyTable, 'name' | 'type' | 'city'>) {
  return {
    search: searchText(name, enumValueOf(VACANCY_TYPES, type).text, city),
    name_key: searchText(name),
  };
}

const present = (row: Row<'vacancies'>): Vacancy => ({
  id: row.id,
  uuid: row.uuid,
  name: row.name,
  type: enumValueOf(VACANCY_TYPES, row.type),
  description: row.description,
  city: row.city,
  open_until: row.open_until,
  version: row.version,
  updated_at: row.updated_at,
});
