import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { COUNT_LIMIT, PAGE_SIZE } from '../../contract/list.ts';
import { breathe } from '../../platform/breath.ts';
import { dayAt, fromStored } from '../../platform/clock.ts';
import {
  foundInOrder,
  matchesInOrder,
  newestMatches,
  pageIn,
  selectList,
} from '../../platform/database/list.ts';
import { isPostgres } from '../../platform/database/listNeeds.ts';
import { inOffice, live } from '../../platform/database/live.ts';
import type { Row } from '../../platform/database/records.ts';
import { oneOf, wordsOf } from '../../platform/database/search.ts';
import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import type { Rule } from '../../platform/limits.ts';
import { Pieces } from '../../platform/pieces.ts';
import { companyInformation } from '../company/company.service.ts';
import { mayInTable } from '../recordAccess.ts';
import type { ApplicationOverview, ApplicationQuery } from './application.contract.ts';
import { erasedAt, presentAll, type Reading, receivedBefore } from './application.rows.ts';
import { COUNTED_BY_STAGE, NO_VACANCY, stageNames } from './application.stages.ts';

const TABLE = 'job_applications';
const RULES = {
  table: 'job_applications',
  search: 'search',
  // Ids are given in the order of arrival.
  sortable: { id: 'id', name: 'name_key', vacancy: 'vacancy_key', created_at: 'id' },
  order: '-id',
  id: 'id',
} as const;
/** What waits for its end is told of so many days before. */
const NOTICE_DAYS = 7;

/** By one person: a program that asks without pages does so now and then, and who carries people's data away, often. */
const WHOLE_LISTS: Rule = { points: 120, seconds: 3600 };

export async function listApplications(
  deps: Reading & Pick<Deps, 'limits'>,
  actor: Actor,
  query: ApplicationQuery,
) {
  const { stage, vacancy, ending, page, per_page } = query;
  if (page === undefined && per_page === undefined)
    await deps.limits.consume('whole lists of applications', actor.uuid, WHOLE_LISTS);
  if (stage || vacancy || ending) return selectFiltered(deps, actor, query);
  const base = deps.db.selectFrom(TABLE).selectAll().where(inOffice(TABLE));
  return selectList(deps.db, base, query, RULES, (rows) => presentAll(deps, actor, rows));
}

const WHOLE_AT_ONCE = 50;

/** By stage or vacancy: along indexes that begin with these, one for each order (migration 0018). */
async function selectFiltered(deps: Reading, actor: Actor, query: ApplicationQuery) {
  const { db } = deps;
  const where = await filterOf(deps, query);
  const { page, per_page } = query;
  if (page === undefined && per_page === undefined) {
    const wanted = query.search ? sql<SqlBool>`id in ${oneOf(db, await named(deps, query, where))}` : where;
    const ids = await idsInOrder(deps, wanted, query.sort);
    const pieces = new Pieces(async function* () {
      for (let at = 0; at < ids.length; at += WHOLE_AT_ONCE) {
        yield await rowsOf(deps, ids.slice(at, at + WHOLE_AT_ONCE));
        await breathe();
      }
    });
    return { data: pieces.map((rows) => presentAll(deps, actor, rows)) };
  }
  const [number, limit] = [page ?? 1, per_page ?? PAGE_SIZE];
  const { ids, total } = await pageOf(deps, query, where, { limit, offset: (number - 1) * limit });
  const data = await presentAll(deps, actor, await rowsOf(deps, ids));
  return { data, meta: { page: number, per_page: limit, total } };
}

async function pageOf(
  deps: Reading,
  query: ApplicationQuery,
  where: RawBuilder<SqlBool>,
  cut: { limit: number; offset: number },
): Promise<{ ids: number[]; total: number }> {
  const { db } = deps;
  if (!query.search)
    return { ids: await idsInOrder(deps, where, query.sort, cut), total: await count(deps, where) };
  if (isPostgres(db)) {
    const words = await wordsOf(db, RULES, query.search);
    const order = orderOf(query.sort);
    const all = await remembered(deps, `by ${order.columns}`, query, () =>
      matchesInOrder(db, RULES, { words, where: [where] }, { ...order, owner: undefined }),
    );
    const found =
      all.length < COUNT_LIMIT
        ? pageIn(all, order.direction, cut)
        : await foundInOrder(db, order, RULES, { words, within: where }, cut);
    return { ids: found.map(({ id }) => Number(id)), total: all.length };
  }
  const found = await named(deps, query, where);
  const wanted = sql<SqlBool>`id in ${oneOf(db, found)}`;
  return { ids: await idsInOrder(deps, wanted, query.sort, cut), total: found.length };
}

const named = (deps: Reading, query: ApplicationQuery, where: RawBuilder<SqlBool>) =>
  remembered(deps, 'ids', query, () =>
    newestMatches(deps.db, TABLE, query.search ?? '', COUNT_LIMIT, {
      where,
      count: () => count(deps, where),
    }),
  );

const MOST_REMEMBERED = 20;
const memories = new WeakMap<object, { mark: unknown; known: Map<string, unknown> }>();

/**
 * What a search finds within a filter, for whoever sorts and pages through it: a common word takes a while to look for.
 * Every write leaves an entry in the audit log, so it holds until there is a newer one.
 */
async function remembered<T>(
  { db }: Reading,
  what: string,
  { search, stage, vacancy, ending }: ApplicationQuery,
  find: () => Promise<T>,
): Promise<T> {
  const { rows } = await sql<{ mark: number | null }>`select max(id) as mark from audit_log`.execute(db);
  const mark = rows[0]?.mark;
  let memory = memories.get(db);
  if (memory?.mark !== mark) memory = undefined;
  if (!memory) {
    memory = { mark, known: new Map() };
    memories.set(db, memory);
  }
  // Days pass without a write.
  if (ending) return find();
  const key = JSON.stringify([what, search, stage, vacancy]);
  if (memory.known.has(key)) return memory.known.get(key) as T;
  const found = await find();
  if (memory.known.size < MOST_REMEMBERED) memory.known.set(key, found);
  return found;
}

async function filterOf(
  deps: Reading,
  { stage, vacancy, ending }: Pick<ApplicationQuery, 'stage' | 'vacancy' | 'ending'>,
): Promise<RawBuilder<SqlBool>> {
  const conditions = [sql<SqlBool>`${inOffice(TABLE)}`];
  if (stage) conditions.push(sql`stage = ${stage}`);
  if (vacancy === NO_VACANCY) conditions.push(sql`vacancy_id is null`);
  else if (vacancy) {
    // One that is gone has none: 0 is nobody's id.
    const row = await deps.db
      .selectFrom('vacancies')
      .select('id')
      .where('uuid', '=', vacancy)
      .where(inOffice('vacancies'))
      .executeTakeFirst();
    conditions.push(sql`vacancy_id = ${row?.id ?? 0}`);
  }
  if (ending) conditions.push(sql`id <= ${await lastEnding(deps)}`);
  return sql`${sql.join(conditions, sql` and `)}`;
}

/** The newest that is erased within the days of notice: none that came before it is kept for longer. */
async function lastEnding(deps: Reading): Promise<number> {
  const row = await deps.db
    .selectFrom(TABLE)
    .select('id')
    .where('created_at', '<', receivedBefore(deps, NOTICE_DAYS))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? 0;
}

function orderOf(sort = '-id') {
  const column = RULES.sortable[sort.replace(/^-/, '') as keyof typeof RULES.sortable] ?? 'id';
  return {
    columns: [...new Set([column, 'id'])],
    direction: sort.startsWith('-') ? ('desc' as const) : ('asc' as const),
  };
}

async function idsInOrder(
  { db }: Reading,
  where: RawBuilder<SqlBool>,
  sort: string | undefined,
  cut?: { limit: number; offset: number },
): Promise<number[]> {
  const { columns, direction } = orderOf(sort);
  const order = columns.map((name) => sql`${sql.ref(name)} ${sql.raw(direction)}`);
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(TABLE)} where ${where} order by ${sql.join(order)}
    ${cut ? sql`limit ${cut.limit} offset ${cut.offset}` : sql``}
  `.execute(db);
  return rows.map(({ id }) => Number(id));
}

async function rowsOf({ db }: Reading, ids: number[]): Promise<Row<typeof TABLE>[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom(TABLE).selectAll().where('id', 'in', ids).execute();
  const of = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => of.get(id) ?? []);
}

async function count({ db }: Reading, where: RawBuilder<SqlBool>, most = COUNT_LIMIT): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total
    from (select 1 from ${sql.table(TABLE)} where ${where} limit ${most}) as counted
  `.execute(db);
  return Number(rows[0]?.total ?? 0);
}

/** More of them nobody would look through in one field of choices. */
const VACANCIES = 200;

/** What stands above the list. */
export async function overview(
  deps: Reading,
  actor: Actor,
  { vacancy }: Pick<ApplicationQuery, 'vacancy'>,
): Promise<ApplicationOverview> {
  const stages: ApplicationOverview['stages'] = [];
  for (const stage of stageNames)
    stages.push({
      stage,
      count: await count(deps, await filterOf(deps, { stage, vacancy }), COUNTED_BY_STAGE),
    });
  const vacancies = await deps.db
    .selectFrom('vacancies')
    .select(['uuid', 'name'])
    .where(inOffice('vacancies'))
    // Others see those that shoppers see, and those that an application names.
    .$if(!mayInTable(actor, 'read', 'vacancies'), (query) =>
      query.where(
        sql<SqlBool>`(${live('vacancies')} or exists (
          select 1 from ${sql.table(TABLE)} as named where named.vacancy_id = vacancies.id
        ))`,
      ),
    )
    .orderBy('id', 'desc')
    .limit(VACANCIES)
    .execute();
  const company = await companyInformation(deps.db);
  return { stages, vacancies, ending: await endingSoon(deps), company_email: company?.email ?? null };
}

async function endingSoon(deps: Reading): Promise<ApplicationOverview['ending']> {
  const last = await lastEnding(deps);
  if (last === 0) return null;
  const total = await count(deps, sql`${inOffice(TABLE)} and id <= ${last}`);
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
  // What is overdue goes with the next round.
  const dayOf = ({ created_at }: { created_at: string }) => {
    const day = fromStored(erasedAt(created_at, RETENTION_MONTHS), (erased) =>
      dayAt(erased.epochMilliseconds),
    );
    return day < today ? today : day;
  };
  return { count: total, from: dayOf(first), until: dayOf(newest) };
}
