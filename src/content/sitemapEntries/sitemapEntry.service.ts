import { sql } from 'kysely';
import { isoAt, nextMidnight } from '../../platform/clock.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { Deps } from '../../platform/deps.ts';
import { nextScheduledChange } from '../../records/server/publication/nextScheduledChange.ts';
import { isPublished } from '../../records/server/publication/visibility.ts';
import { addDays, dayAt } from '../../shared/dates.ts';
import type { ScheduleColumnKind } from '../../shared/resource.ts';
import { pagesShowing, tablesShownOn } from '../../shared/sitePages.ts';
import { publishedBranchZones } from '../branches/branchZones.ts';
import { resources } from '../resources.ts';
import type { SitemapChanges } from './sitemapEntry.contract.ts';

type TimestampedTable = {
  [T in keyof Tables]: Tables[T] extends { updated_at: string } ? T : never;
}[keyof Tables];

/** Tables that each page of no single record shows. The page changed when one of them did. */
const TABLES_BY_PAGE = Object.fromEntries<readonly TimestampedTable[]>(
  [...new Set(resources.flatMap(({ table }) => pagesShowing(table)))].map((page) => [
    page,
    tablesShownOn(page),
  ]),
);

/** Date columns that publish or end a record without a save. */
export const SCHEDULE_COLUMNS: readonly (readonly [TimestampedTable, string, ScheduleColumnKind])[] =
  resources.flatMap((known) =>
    'turns' in known ? known.turns.map(([column, kind]) => [known.table, column, kind] as const) : [],
  );

/**
 * Returns the instant at which the site next changes without a save: midnight in a time zone of a branch, or
 * a date of a record.
 */
export async function nextSiteChange({ db }: Pick<Deps, 'db'>, now: number): Promise<number> {
  const [zones, turn] = await Promise.all([
    publishedBranchZones(db),
    nextScheduledChange(db, SCHEDULE_COLUMNS, now),
  ]);
  return Math.min(turn, nextMidnight(now), ...zones.map((zone) => nextMidnight(now, zone)));
}

/**
 * Tables whose records have a page in the sitemap and no date columns to consider there. Recipes and offers
 * are too many (`sitemapParts.service.ts`).
 */
const TABLES_WITH_PAGES = ['branches', 'movies', 'shops'] as const;

export async function readSitemapChanges(deps: Pick<Deps, 'db' | 'clock'>): Promise<SitemapChanges> {
  const [changeOf, ...records] = await Promise.all([
    lastChanges(deps),
    ...TABLES_WITH_PAGES.map((table) => changesIn(deps, table)),
  ]);
  const pages = Object.entries(TABLES_BY_PAGE).flatMap(([path, tables]) => {
    const changed = changeOf(tables);
    return changed ? [{ path, changed }] : [];
  });
  return { pages, records: records.flat() };
}

/**
 * Returns a function that gives the last change of tables. It includes deletions and dates that have passed.
 */
async function lastChanges({
  db,
  clock,
}: Pick<Deps, 'db' | 'clock'>): Promise<(tables: readonly TimestampedTable[]) => string | undefined> {
  const tables = [...new Set(Object.values(TABLES_BY_PAGE).flat())];
  const saves = tables.map(async (table) => {
    const row = await db
      .selectFrom(table)
      .select((eb) => eb.fn.max('updated_at').as('changed'))
      .executeTakeFirst();
    return [table, row?.changed ?? ''] as const;
  });
  const now = clock.now();
  const today = dayAt(now);
  const limits = {
    instant: isoAt(now),
    'first day': today,
    'last day': addDays(today, -1),
  };
  const turns = SCHEDULE_COLUMNS.map(async ([table, column, kind]) => {
    const { rows } = await sql<{ at: string | null }>`
      select max(${sql.ref(column)}) as at from ${sql.table(table)}
      where ${isPublished(table)} and ${sql.ref(column)} <= ${limits[kind]}
    `.execute(db);
    const at = rows[0]?.at ?? '';
    return [table, at && kind === 'last day' ? addDays(at, 1) : at] as const;
  });
  const changes = await Promise.all([...saves, ...turns]);
  return (wanted) =>
    changes
      .flatMap(([table, changed]) => (wanted.includes(table) ? changed : []))
      .sort()
      .at(-1);
}

async function changesIn({ db }: Pick<Deps, 'db'>, table: (typeof TABLES_WITH_PAGES)[number]) {
  return db.selectFrom(table).select(['uuid', 'updated_at as changed']).where(isPublished(table)).execute();
}
