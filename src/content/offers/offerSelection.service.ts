import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Deps } from '../../platform/deps.ts';
import { isPostgres } from '../../records/server/lists/listRequirements.ts';
import { newestMatches } from '../../records/server/lists/newestMatches.ts';
import { idsParameter, wholeWordsFirst } from '../../records/server/lists/search.ts';
import { isPublished } from '../../records/server/publication/visibility.ts';
import { DEPARTMENTS, type Department, type OfferSort } from '../pricing/offer.types.ts';
import {
  MAX_HIGHLIGHTS,
  MAX_NEIGHBOURS,
  OFFERS_PER_PAGE,
  type OfferQuery,
  type OfferSelection,
} from './offer.contract.ts';
import { isValidInBranch, offerService } from './offer.service.ts';
import { firstDay, type OfferDays, offerDays, todaySql } from './offerDays.ts';
import { publicOffersByIds } from './publicOffers.service.ts';

type ReadDeps = Pick<Deps, 'db' | 'mediaUrl' | 'clock'>;

/** Search results are counted up to this number; shoppers do not read more pages. */
const MAX_SEARCH_RESULTS = 1000;
/** Largest number of pages of the list without a search, for the same reason. */
const MAX_PAGES = 200;
/**
 * Up to this number, offers are found by their days and sorted. Above it, reading them in an index's order
 * finds a page sooner.
 */
const MAX_SORTED = 2000;

const ORDERS: Record<OfferSort, RawBuilder<unknown>> = {
  place: sql`rank, id`,
  price: sql`price, id`,
  saving: sql`saving desc, id desc`,
};

/** Returns a page of offers: valid ones first, then future ones, each in the requested order. */
export async function selectOffers(deps: ReadDeps, query: OfferQuery): Promise<OfferSelection> {
  const days = await offerDays(deps);
  const found = query.search.trim() ? await searchOffers(deps, query, days) : undefined;
  const counted = found ? countsAmong(found.offers) : await countOffers(deps, days, query.branch);
  const wanted = counted.filter(({ department }) => isWanted(query, department));
  const total = sumOf(wanted);
  const pages = Math.min(MAX_PAGES, Math.max(1, Math.ceil(total / OFFERS_PER_PAGE)));
  const page = Math.min(query.page, pages);
  const offset = (page - 1) * OFFERS_PER_PAGE;
  const ids = found
    ? found.offers
        .filter(({ department }) => isWanted(query, department))
        .slice(offset, offset + OFFERS_PER_PAGE)
        .map(({ id }) => id)
    : await idsOf(deps, query, days, { total, current: total - sumOf(wanted, 'coming'), offset });
  return {
    offers: await publicOffersByIds(deps, ids),
    total,
    more: found?.isMore ?? false,
    page,
    pages,
    departments: Object.entries(DEPARTMENTS).flatMap(([key, name]) => {
      const department = key as Department;
      const count = sumOf(counted.filter((one) => one.department === department));
      return count > 0 || department === query.department ? [{ department, name, count }] : [];
    }),
    today: days.today,
  };
}

const isWanted = (query: OfferQuery, department: Department) =>
  !query.department || department === query.department;

interface DepartmentCount {
  department: Department;
  coming: number;
  count: number;
}

const sumOf = (counted: DepartmentCount[], of: 'count' | 'coming' = 'count') =>
  counted.reduce((sum, one) => sum + one[of], 0);

/**
 * Counts all offers, or those of a branch. The database maintains counts by day (migration 0044), and there
 * are few days; while branches have different days, the offers themselves are counted.
 */
export async function countOffers(
  { db }: Pick<ReadDeps, 'db'>,
  days: OfferDays,
  branch?: string,
): Promise<DepartmentCount[]> {
  if (days.branchesByDay.size > 0) return countsByDay(db, days, branch);
  const { today } = days;
  const { rows } = await sql<DepartmentCount>`
    select department, cast(sum(ends) as integer) as count,
      cast(sum(case when day > ${today} then begins else 0 end) as integer) as coming
    from offers_counts where code in ('all', ${branch ?? 'some'}) and day >= ${today}
    group by department having sum(ends) > 0
  `.execute(db);
  return rows;
}

async function countsByDay(db: Deps['db'], days: OfferDays, branch?: string): Promise<DepartmentCount[]> {
  const today = todaySql(days);
  const { rows } = await sql<DepartmentCount>`
    select department, cast(count(*) as integer) as count,
      cast(sum(case when valid_from > ${today} then 1 else 0 end) as integer) as coming
    from offers
    where ${isPublished('offers')} and valid_until >= ${firstDay(days)} and valid_until >= ${today}
    ${branch ? sql`and ${isValidInBranch(db, branch)}` : sql``}
    group by department
  `.execute(db);
  return rows;
}

interface SearchMatch {
  id: number;
  department: Department;
  coming: number;
}

/** Returns all offers that match the search, up to the counting limit, in the requested order. */
async function searchOffers(deps: ReadDeps, { search, branch, sort }: OfferQuery, days: OfferDays) {
  const { db } = deps;
  const today = todaySql(days);
  const where = [sql<SqlBool>`valid_until >= ${today}`, ...(branch ? [isValidInBranch(db, branch)] : [])];
  const found = await newestMatches(db, 'offers', search, MAX_SEARCH_RESULTS + 1, {
    where: sql<SqlBool>`${sql.join(where, sql` and `)}`,
    count: async () => sumOf(await countOffers(deps, days, branch)),
  });
  const { rows } = await sql<SearchMatch>`
    select id, department, case when valid_from > ${today} then 1 else 0 end as coming
    from offers where id in ${idsParameter(db, found.slice(0, MAX_SEARCH_RESULTS))}
    order by coming, ${sort === 'place' ? sql`${wholeWordsFirst('search', search)}, ` : sql``}${ORDERS[sort]}
  `.execute(db);
  return { offers: rows, isMore: found.length > MAX_SEARCH_RESULTS };
}

function countsAmong(offers: SearchMatch[]): DepartmentCount[] {
  return Map.groupBy(offers, ({ department }) => department)
    .entries()
    .map(([department, of]) => ({
      department,
      coming: of.filter(({ coming }) => coming).length,
      count: of.length,
    }))
    .toArray();
}

async function idsOf(
  { db }: ReadDeps,
  { department, branch, sort }: OfferQuery,
  days: OfferDays,
  { total, current, offset }: { total: number; current: number; offset: number },
): Promise<number[]> {
  const today = todaySql(days);
  // `coalesce` hides a column from the indexes, which keeps the database from finding all matches and sorting
  // them.
  const indexed = (column: RawBuilder<unknown>) =>
    total <= MAX_SORTED ? column : sql`coalesce(${column}, '')`;
  // PostgreSQL also has an index for each order within a department.
  const departmentColumn = isPostgres(db) ? sql`department` : indexed(sql`department`);
  const where = [
    isPublished('offers'),
    sql<SqlBool>`${indexed(sql`valid_until`)} >= ${firstDay(days)}`,
    ...(days.branchesByDay.size > 0 ? [sql<SqlBool>`valid_until >= ${today}`] : []),
    ...(department ? [sql<SqlBool>`${departmentColumn} = ${department}`] : []),
    ...(branch ? [isValidInBranch(db, branch)] : []),
  ];
  const begins = indexed(sql`valid_from`);
  const read = async (when: RawBuilder<SqlBool>, limit: number, from: number) => {
    const { rows } = await sql<{ id: number }>`
      select id from offers where ${sql.join([when, ...where], sql` and `)}
      order by ${ORDERS[sort]} limit ${limit} offset ${from}
    `.execute(db);
    return rows.map(({ id }) => id);
  };
  const holding = Math.max(0, Math.min(OFFERS_PER_PAGE, current - offset));
  const first = holding > 0 ? await read(sql`${begins} <= ${today}`, holding, offset) : [];
  const rest = OFFERS_PER_PAGE - first.length;
  if (first.length < holding || rest === 0) return first;
  const later = await read(sql`${begins} > ${today}`, rest, Math.max(0, offset - current));
  return [...first, ...later];
}

/** Returns the first offers, or those of a department, in the order of the list of offers. */
export async function firstOffers(deps: ReadDeps, department?: Department) {
  const { offers } = await selectOffers(deps, { department, search: '', sort: 'place', page: 1 });
  return offers.slice(0, MAX_NEIGHBOURS + 1);
}

export async function readHighlights(deps: ReadDeps) {
  const today = todaySql(await offerDays(deps));
  const rows = await deps.db
    .selectFrom('offers')
    .selectAll()
    .where(isPublished('offers'))
    .where(sql<SqlBool>`highlight = 1 and valid_until >= ${today} and valid_from <= ${today}`)
    .orderBy('rank')
    .orderBy('id')
    .limit(MAX_HIGHLIGHTS)
    .execute();
  return offerService.presentAllPublic(deps, rows);
}
