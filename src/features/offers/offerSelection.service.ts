import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { dayAt } from '../../platform/clock.ts';
import { newestMatches } from '../../platform/database/list.ts';
import { isPostgres } from '../../platform/database/listNeeds.ts';
import { live } from '../../platform/database/live.ts';
import { oneOf } from '../../platform/database/search.ts';
import type { Deps } from '../../platform/deps.ts';
import { MOST_HIGHLIGHTS, OFFERS_PER_PAGE, type OfferQuery, type OfferSelection } from './offer.contract.ts';
import { names, ofBranch, publicOffersByIds } from './offer.service.ts';
import { DEPARTMENTS, type Department, type OfferSort } from './offer.types.ts';

type Reading = Pick<Deps, 'db' | 'mediaUrl' | 'clock'>;
type Selecting = Reading & Pick<Deps, 'answers'>;

/** What a search finds is counted this far. Nobody reads so many pages. */
const MOST = 1000;
/** Of all offers, for the same reason. */
const MOST_PAGES = 200;
/** So few are found by their days and put in order; of more, enough come soon where they stand in order already. */
const FEW = 2000;

const ORDERS: Record<OfferSort, RawBuilder<unknown>> = {
  place: sql`rank, id`,
  price: sql`price, id`,
  saving: sql`saving desc, id desc`,
};

/** A page of those that hold today, then of those to come, each in the order that is asked for. */
export async function selectOffers(deps: Selecting, query: OfferQuery): Promise<OfferSelection> {
  const today = dayAt(deps.clock.now());
  const here = query.branch ? [ofBranch(deps.db, query.branch)] : [];
  const holds = sql<SqlBool>`valid_until >= ${today}`;
  const found = query.search.trim() ? await searched(deps, query.search, [holds, ...here]) : null;
  const isMore = found !== null && found.length > MOST;
  const among = found ? [sql<SqlBool>`id in ${oneOf(deps.db, found.slice(0, MOST))}`] : here;
  const counted = found ? await countsAmong(deps, today, among) : await countsOf(deps, today, query.branch);
  const wanted = counted.filter(({ department }) => !query.department || department === query.department);
  const sum = (of: typeof counted) => of.reduce((total, { count }) => total + count, 0);
  const total = sum(wanted);
  const pages = Math.min(MOST_PAGES, Math.max(1, Math.ceil(total / OFFERS_PER_PAGE)));
  const page = Math.min(query.page, pages);
  const ids = await idsOf(
    deps,
    query.department ? [...among, sql<SqlBool>`department = ${query.department}`] : among,
    query.sort,
    today,
    {
      total,
      current: total - wanted.reduce((all, { coming }) => all + coming, 0),
      offset: (page - 1) * OFFERS_PER_PAGE,
    },
  );
  return {
    offers: await publicOffersByIds(deps, ids),
    total,
    more: isMore,
    page,
    pages,
    departments: Object.entries(DEPARTMENTS).flatMap(([key, name]) => {
      const department = key as Department;
      const count = sum(counted.filter((one) => one.department === department));
      return count > 0 || department === query.department ? [{ department, name, count }] : [];
    }),
    today,
  };
}

const searched = ({ db }: Reading, search: string, where: RawBuilder<SqlBool>[]) =>
  newestMatches(db, 'offers', search, MOST + 1, sql<SqlBool>`${sql.join(where, sql` and `)}`);

interface Counted {
  department: Department;
  coming: number;
  count: number;
}

/**
 * Of those of all branches, and of those of some: each half has an index that says it all, and is the same for every
 * page, order and department until an offer is saved or a day turns.
 */
async function countsOf(deps: Selecting, today: string, branch?: string): Promise<Counted[]> {
  const everywhere = deps.answers.reading('offers everywhere, by department', () =>
    countsAmong(deps, today, [sql`branches is null`]),
  );
  const some = sql<SqlBool>`branches is not null`;
  // Which branch is asked for somebody may have made up.
  const somewhere = branch
    ? countsAmong(deps, today, [some, names(deps.db, branch)])
    : deps.answers.reading('offers somewhere, by department', () => countsAmong(deps, today, [some]));
  return (await Promise.all([everywhere, somewhere])).flat();
}

async function countsAmong({ db }: Reading, today: string, among: RawBuilder<unknown>[]): Promise<Counted[]> {
  // What no index knows keeps SQLite from going through all of them for the sake of the groups' order.
  const department = isPostgres(db) ? sql`department` : sql`coalesce(department, '')`;
  const { rows } = await sql<Counted>`
    select ${department} as department, count(*) filter (where valid_from > ${today}) as coming, count(*) as count
    from offers where ${sql.join([live('offers'), sql`valid_until >= ${today}`, ...among], sql` and `)}
    group by 1
  `.execute(db);
  return rows;
}

async function idsOf(
  { db }: Reading,
  where: RawBuilder<SqlBool>[],
  sort: OfferSort,
  today: string,
  { total, current, offset }: { total: number; current: number; offset: number },
): Promise<number[]> {
  // What no index knows keeps the database from finding all that hold and then sorting them.
  const ends = total <= FEW ? sql`valid_until >= ${today}` : sql`coalesce(valid_until, '') >= ${today}`;
  const begins = total <= FEW ? sql`valid_from` : sql`coalesce(valid_from, '')`;
  const read = async (when: RawBuilder<SqlBool>, limit: number, from: number) => {
    const { rows } = await sql<{ id: number }>`
      select id from offers where ${sql.join([live('offers'), when, ends, ...where], sql` and `)}
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

export async function highlights(deps: Reading) {
  const today = dayAt(deps.clock.now());
  const { rows } = await sql<{ id: number }>`
    select id from offers
    where ${live('offers')} and highlight = 1 and valid_until >= ${today} and valid_from <= ${today}
    order by rank, id limit ${MOST_HIGHLIGHTS}
  `.execute(deps.db);
  return publicOffersByIds(
    deps,
    rows.map(({ id }) => id),
  );
}
