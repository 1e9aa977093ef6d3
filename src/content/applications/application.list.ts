import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { fromStored } from '../../platform/clock.ts';
import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { Batches } from '../../platform/processes/batches.ts';
import { yieldToEventLoop } from '../../platform/processes/yieldToEventLoop.ts';
import type { RateLimitRule } from '../../platform/security/rateLimits.ts';
import { type ListResult, selectList } from '../../records/server/lists/list.ts';
import { pageOfIds, sortedMatchIds } from '../../records/server/lists/listMatches.ts';
import { inDirection, orderOf } from '../../records/server/lists/listOrder.ts';
import { isPostgres } from '../../records/server/lists/listRequirements.ts';
import { pageByTextIndex, scan } from '../../records/server/lists/listScan.ts';
import { newestMatches } from '../../records/server/lists/newestMatches.ts';
import { countUpTo, idsParameter, resolveWords } from '../../records/server/lists/search.ts';
import { isNotDeleted, isPublished } from '../../records/server/publication/visibility.ts';
import { hasTablePermission } from '../../records/server/recordAccess.ts';
import type { Row } from '../../records/server/store/records.ts';
import { dayAt } from '../../shared/dates.ts';
import { FILTER_COUNT_LIMIT, type FilterCounts, MAX_FILTER_VALUES } from '../../shared/filters.ts';
import { COUNT_LIMIT, PAGE_SIZE } from '../../shared/list.ts';
import { companyService } from '../company/company.service.ts';
import type { Application, ApplicationOverview, ApplicationQuery } from './application.contract.ts';
import {
  type ApplicationDeps,
  presentApplications,
  retentionCutoff,
  retentionEnd,
} from './application.rows.ts';
import { NO_VACANCY, STAGES, stageNames } from './application.stages.ts';

const TABLE = 'job_applications';
const RULES = {
  table: 'job_applications',
  search: 'search',
  // Ids ascend in the order of arrival, so `created_at` needs no index of its own.
  sortable: { id: 'id', name: 'name_key', vacancy: 'vacancy_key', created_at: 'id' },
  order: '-id',
  id: 'id',
} as const;
/** Days before an automatic erasure that the list announces it. */
const NOTICE_DAYS = 7;

/** Limit per user of lists without paging, which would allow bulk copies of personal data. */
const UNPAGED_LIMIT: RateLimitRule = { points: 120, seconds: 3600 };

export async function listApplications(
  deps: ApplicationDeps & Pick<Deps, 'limits'>,
  actor: Actor,
  query: ApplicationQuery,
) {
  const { stage, vacancy, ending, page, per_page } = query;
  if (page === undefined && per_page === undefined)
    await deps.limits.consume('whole lists of applications', actor.uuid, UNPAGED_LIMIT);
  if (stage || vacancy || ending)
    return withFilters(deps, actor, query, await selectFiltered(deps, actor, query));
  const base = deps.db.selectFrom(TABLE).selectAll().where(isNotDeleted(TABLE));
  const found = await selectList(deps.db, base, { ...query, counts: undefined }, RULES, (rows) =>
    presentApplications(deps, actor, rows),
  );
  return withFilters(deps, actor, query, found);
}

/** Adds the counts of each filter value to a page, if the query asks for them. */
async function withFilters(
  deps: ApplicationDeps,
  actor: Actor,
  query: ApplicationQuery,
  found: ListResult<Application>,
): Promise<ListResult<Application>> {
  if (!query.counts || !('meta' in found)) return found;
  return { ...found, filters: await filterCounts(deps, actor, query) };
}

/** Counts stages within the chosen vacancy, and vacancies within the chosen stage. */
async function filterCounts(
  deps: ApplicationDeps,
  actor: Actor,
  { stage, vacancy }: ApplicationQuery,
): Promise<FilterCounts> {
  const countOf = async (query: Pick<ApplicationQuery, 'stage' | 'vacancy'>) =>
    count(deps, await filterOf(deps, query), FILTER_COUNT_LIMIT);
  const [stages, vacancies] = await cached(deps, 'filters', { stage, vacancy }, async () => {
    const byStage: FilterValue[] = [];
    for (const value of stageNames)
      byStage.push({ value, text: STAGES[value], count: await countOf({ stage: value, vacancy }) });
    const byVacancy: FilterValue[] = await vacanciesInUse(deps, stage);
    byVacancy.push({
      value: NO_VACANCY,
      text: 'Sem vaga cadastrada',
      count: await countOf({ stage, vacancy: NO_VACANCY }),
    });
    return [byStage, byVacancy];
  });
  const chosen =
    vacancy && !vacancies.some(({ value }) => value === vacancy)
      ? await choosableVacancies(deps, actor).where('uuid', '=', vacancy).executeTakeFirst()
      : undefined;
  const soon = await endingSoon(deps);
  const ending = soon ? Math.min(soon.count, FILTER_COUNT_LIMIT) : 0;
  return [
    { name: 'stage', label: 'Etapa', values: stages },
    {
      name: 'vacancy',
      label: 'Vaga',
      values: chosen ? [{ value: chosen.uuid, text: chosen.name, count: 0 }, ...vacancies] : vacancies,
    },
    { name: 'ending', label: 'Guarda', values: [{ value: '1', text: 'Apagadas em 7 dias', count: ending }] },
  ];
}

type FilterValue = FilterCounts[number]['values'][number];

/** Returns the newest vacancies that applications name, with the number of those in `stage`. */
async function vacanciesInUse(
  { db }: ApplicationDeps,
  stage: ApplicationQuery['stage'],
): Promise<FilterValue[]> {
  const applications = sql`${sql.table(TABLE)} where ${isNotDeleted(TABLE)}`;
  // Jumps from vacancy to vacancy along the index, so that the cost does not grow with the applications.
  const { rows } = await sql<{ value: string; text: string; count: number }>`
    with recursive known (id) as (
      select (select vacancy_id from ${applications} and vacancy_id is not null order by vacancy_id desc limit 1)
      union all
      select (select vacancy_id from ${applications} and vacancy_id < known.id order by vacancy_id desc limit 1)
      from known where known.id is not null
    ), used (id) as (select id from known where id is not null limit ${MAX_FILTER_VALUES})
    select vacancies.uuid as value, vacancies.name as text, (
      select count(*) from (
        select 1 from ${applications} and vacancy_id = used.id ${stage ? sql`and stage = ${stage}` : sql``}
        limit ${FILTER_COUNT_LIMIT}
      ) as found
    ) as count
    from used inner join vacancies on vacancies.id = used.id
    where ${isNotDeleted('vacancies')} order by vacancies.id desc
  `.execute(db);
  return rows.map(({ value, text, count }) => ({ value, text, count: Number(count) }));
}

const BATCH_SIZE = 50;

/** Selects by stage, vacancy or erasure. Migration 0018 has an index for each filter and sort order. */
async function selectFiltered(deps: ApplicationDeps, actor: Actor, query: ApplicationQuery) {
  const { db } = deps;
  const where = await filterOf(deps, query);
  const { page, per_page } = query;
  if (page === undefined && per_page === undefined) {
    const condition = query.search
      ? sql<SqlBool>`id in ${idsParameter(db, await searchIds(deps, query, where))}`
      : where;
    const ids = await idsInOrder(deps, condition, query.sort);
    const batches = new Batches(async function* () {
      for (let at = 0; at < ids.length; at += BATCH_SIZE) {
        yield await rowsOf(deps, ids.slice(at, at + BATCH_SIZE));
        await yieldToEventLoop();
      }
    });
    return { data: batches.map((rows) => presentApplications(deps, actor, rows)) };
  }
  const [number, limit] = [page ?? 1, per_page ?? PAGE_SIZE];
  const { ids, total } = await pageOf(deps, query, where, { limit, offset: (number - 1) * limit });
  const data = await presentApplications(deps, actor, await rowsOf(deps, ids));
  return { data, meta: { page: number, per_page: limit, total } };
}

async function pageOf(
  deps: ApplicationDeps,
  query: ApplicationQuery,
  where: RawBuilder<SqlBool>,
  cut: { limit: number; offset: number },
): Promise<{ ids: number[]; total: number }> {
  const { db } = deps;
  if (!query.search)
    return { ids: await idsInOrder(deps, where, query.sort, cut), total: await count(deps, where) };
  if (isPostgres(db)) {
    const words = await resolveWords(db, RULES, query.search);
    const order = orderOf(query.sort, RULES);
    const all = await cached(deps, `by ${order.columns}`, query, () =>
      sortedMatchIds(db, RULES, { words, where: [where] }, order),
    );
    const found = all
      ? pageOfIds(all, order.direction, cut)
      : await pageByTextIndex(db, order, RULES, { words, within: where }, cut);
    return { ids: found.map(({ id }) => Number(id)), total: all?.length ?? COUNT_LIMIT };
  }
  const found = await searchIds(deps, query, where);
  const { columns, direction } = orderOf(query.sort, RULES);
  const page = await scan(db, columns, direction, RULES, { among: found }, cut);
  return { ids: page.map(({ id }) => id), total: found.length };
}

const searchIds = (deps: ApplicationDeps, query: ApplicationQuery, where: RawBuilder<SqlBool>) =>
  cached(deps, 'ids', query, () =>
    newestMatches(deps.db, TABLE, query.search ?? '', COUNT_LIMIT, {
      where,
      count: () => count(deps, where),
    }),
  );

const MAX_CACHED_SEARCHES = 20;
const caches = new WeakMap<object, { mark: unknown; known: Map<string, unknown> }>();

/**
 * Caches what a search finds within a filter, for sorting and paging, because a common word is slow to search.
 * Every write adds an entry to the audit log, so the cache is valid until there is a newer entry.
 */
async function cached<T>(
  { db }: ApplicationDeps,
  what: string,
  { search, stage, vacancy, ending }: Pick<ApplicationQuery, 'search' | 'stage' | 'vacancy' | 'ending'>,
  find: () => Promise<T>,
): Promise<T> {
  const { rows } = await sql<{ mark: number | null }>`select max(id) as mark from audit_log`.execute(db);
  const mark = rows[0]?.mark;
  let cache = caches.get(db);
  if (cache?.mark !== mark) cache = undefined;
  if (!cache) {
    cache = { mark, known: new Map() };
    caches.set(db, cache);
  }
  // `ending` depends on the date, which changes without a write.
  if (ending) return find();
  const key = JSON.stringify([what, search, stage, vacancy]);
  if (cache.known.has(key)) return cache.known.get(key) as T;
  const found = await find();
  if (cache.known.size < MAX_CACHED_SEARCHES) cache.known.set(key, found);
  return found;
}

async function filterOf(
  deps: ApplicationDeps,
  { stage, vacancy, ending }: Pick<ApplicationQuery, 'stage' | 'vacancy' | 'ending'>,
): Promise<RawBuilder<SqlBool>> {
  const conditions = [sql<SqlBool>`${isNotDeleted(TABLE)}`];
  if (stage) conditions.push(sql`stage = ${stage}`);
  if (vacancy === NO_VACANCY) conditions.push(sql`vacancy_id is null`);
  else if (vacancy) {
    // A deleted vacancy matches no application: 0 is never an id.
    const row = await deps.db
      .selectFrom('vacancies')
      .select('id')
      .where('uuid', '=', vacancy)
      .where(isNotDeleted('vacancies'))
      .executeTakeFirst();
    conditions.push(sql`vacancy_id = ${row?.id ?? 0}`);
  }
  if (ending) conditions.push(sql`id <= ${await lastEnding(deps)}`);
  return sql`${sql.join(conditions, sql` and `)}`;
}

/** Returns the id of the newest application erased within `NOTICE_DAYS`, or 0. Older ids are erased earlier. */
async function lastEnding(deps: ApplicationDeps): Promise<number> {
  const row = await deps.db
    .selectFrom(TABLE)
    .select('id')
    .where('created_at', '<', retentionCutoff(deps, NOTICE_DAYS))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? 0;
}

async function idsInOrder(
  { db }: ApplicationDeps,
  where: RawBuilder<SqlBool>,
  sort: string | undefined,
  cut?: { limit: number; offset: number },
): Promise<number[]> {
  const { columns, direction } = orderOf(sort, RULES);
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(TABLE)} where ${where} order by ${inDirection(columns, direction)}
    ${cut ? sql`limit ${cut.limit} offset ${cut.offset}` : sql``}
  `.execute(db);
  return rows.map(({ id }) => Number(id));
}

async function rowsOf({ db }: ApplicationDeps, ids: number[]): Promise<Row<typeof TABLE>[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom(TABLE).selectAll().where('id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const count = ({ db }: ApplicationDeps, where: RawBuilder<SqlBool>, max = COUNT_LIMIT) =>
  countUpTo(db, sql`select 1 from ${sql.table(TABLE)} where ${where}`, max);

/** Returns the data above the list: applications to be erased soon, and the address for replies. */
export async function readOverview(deps: ApplicationDeps): Promise<ApplicationOverview> {
  const company = await companyService.published(deps);
  return { ending: await endingSoon(deps), company_email: company?.email ?? null };
}

/** Without read access to vacancies: only published ones and those that an application names. */
const choosableVacancies = ({ db }: ApplicationDeps, actor: Actor) =>
  db
    .selectFrom('vacancies')
    .select(['uuid', 'name'])
    .where(isNotDeleted('vacancies'))
    .$if(!hasTablePermission(actor, 'read', 'vacancies'), (query) =>
      query.where(
        sql<SqlBool>`(${isPublished('vacancies')} or exists (
          select 1 from ${sql.table(TABLE)} as named where named.vacancy_id = vacancies.id
        ))`,
      ),
    );

async function endingSoon(deps: ApplicationDeps): Promise<ApplicationOverview['ending']> {
  const last = await lastEnding(deps);
  if (last === 0) return null;
  const total = await count(deps, sql`${isNotDeleted(TABLE)} and id <= ${last}`);
  const first = await deps.db
    .selectFrom(TABLE)
    .select('created_at')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirstOrThrow();
  const newest = await deps.db
    .selectFrom(TABLE)
    .select('created_at')
    .where('id', '=', last)
    .executeTakeFirstOrThrow();
  const { RETENTION_MONTHS } = deps.config;
  const today = dayAt(deps.clock.now());
  // Overdue applications are erased by the next run of the job.
  const dayOf = ({ created_at }: { created_at: string }) => {
    const day = fromStored(retentionEnd(created_at, RETENTION_MONTHS), (erased) =>
      dayAt(erased.epochMilliseconds),
    );
    return day < today ? today : day;
  };
  return { count: total, from: dayOf(first), until: dayOf(newest) };
}
