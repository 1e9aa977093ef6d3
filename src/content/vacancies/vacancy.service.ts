import { type SqlBool, sql } from 'kysely';
import type { Deps } from '../../platform/deps.ts';
import { anyOf, isDraft } from '../../records/server/lists/listFilters.ts';
import { isPublished } from '../../records/server/publication/visibility.ts';
import { recordService, type TableOf } from '../../records/server/recordService.ts';
import { dayAt } from '../../shared/dates.ts';
import { effectTexts } from '../../shared/effects.ts';
import { formatDate } from '../../shared/text/format.ts';
import { type PublicVacancy, vacancyRecord } from './vacancy.contract.ts';
import { isVacancyOpen } from './vacancy.state.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    vacancies: VacancyTable;
  }
}

export interface VacancyTable extends TableOf<typeof vacancyRecord> {}

const EFFECTS = effectTexts('na página de vagas');

export const vacancyService = recordService(vacancyRecord, {
  gone: 'Esta vaga não existe mais.',
  // Applications for a deleted vacancy keep its name.
  effects: { ...EFFECTS, removed: `${EFFECTS.removed} As candidaturas recebidas continuam.` },
  message({ open_until }, { clock }, effect) {
    if (open_until === null) return effect;
    return isVacancyOpen({ open_until }, dayAt(clock.now()))
      ? `${effect} Fica aberta até ${formatDate(open_until)}.`
      : 'O prazo dela já passou: não aparece na página de vagas.';
  },
  filterConditions({ clock }) {
    const today = dayAt(clock.now());
    const isOver = sql<SqlBool>`vacancies.open_until < ${today}`;
    return {
      attention: () => anyOf(isOver, isDraft('vacancies')),
      state: (state) =>
        state === 'closed' ? isOver : sql`(vacancies.open_until is null or vacancies.open_until >= ${today})`,
    };
  },
  listRules: ({ clock }) => ({ asOf: dayAt(clock.now()) }),
});

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
  return rows.map((row) => ({
    ...vacancyService.presentPublic(row),
    posted_on: dayAt(Date.parse(row.created_at)),
  }));
}
