import { sql } from 'kysely';
import type { Resource, Turning } from '../../contract/resource.ts';
import { dayAt, isoAt, nextMidnight } from '../../platform/clock.ts';
import { live } from '../../platform/database/live.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { nextTurn } from '../../platform/database/turns.ts';
import type { Deps } from '../../platform/deps.ts';
import { addDays } from '../../ui/addDays.ts';
import { zonesInUse } from '../branches/branchZones.ts';
import { resources } from '../resources.ts';
import type { Changes } from './record.contract.ts';

type Changing = {
  [T in keyof Tables]: Tables[T] extends { updated_at: string } ? T : never;
}[keyof Tables];

/** Each page that is no record's own, with the tables that it shows: its last change is theirs. */
export const SHOWN: Readonly<Record<string, readonly Changing[]>> = Object.fromEntries(
  [...new Set(resources.flatMap((known: Resource) => known.shownOn))].map((page) => [
    page,
    resources.filter((known: Resource) => known.shownOn.includes(page)).map(({ table }) => table),
  ]),
);

/** What comes or goes by itself. */
export const TURNS: readonly (readonly [Changing, string, Turning])[] = resources.flatMap((known) =>
  'turns' in known ? known.turns.map(([column, kind]) => [known.table, column, kind] as const) : [],
);

/** Returns when what shoppers see changes by itself: the day turns for a branch, or something comes or goes. */
export async function nextChange({ db }: Pick<Deps, 'db'>, now: number): Promise<number> {
  const [zones, turn] = await Promise.all([zonesInUse(db), nextTurn(db, TURNS, now)]);
  return Math.min(turn, nextMidnight(now), ...zones.map((zone) => nextMidnight(now, zone)));
}

/** What has a page of its own, and no day of its own to tell of there. Recipes are too many for this. */
const PAGED = ['branches', 'movies', 'shops'] as const;

export async function readChanges(deps: Pick<Deps, 'db' | 'clock'>): Promise<Changes> {
  const [changeOf, ...records] = await Promise.all([
    lastChanges(deps),
    ...PAGED.map((table) => changesIn(deps, table)),
  ]);
  const pages = Object.entries(SHOWN).flatMap(([path, tables]) => {
    const changed = changeOf(tables);
    return changed ? [{ path, changed }] : [];
  });
  return { pages, records: records.flat() };
}

/** When what a page shows last changed; what was deleted counts too, and what changed by itself. */
async function lastChanges({
  db,
  clock,
}: Pick<Deps, 'db' | 'clock'>): Promise<(tables: readonly Changing[]) => string | undefined> {
  const tables = [...new Set(Object.values(SHOWN).flat())];
  const saves = tables.map(async (table) => {
    const row = await db
      .selectFrom(table)
      .select((eb) => eb.fn.max('updated_at').as('changed'))
      .executeTakeFirst();
    return [table, row?.changed ?? ''] as const;
  });
  const now = clock.now();
  const today = Temporal.PlainDate.from(dayAt(now));
  const limits = {
    instant: isoAt(now),
    'first day': today.toString(),
    'last day': today.subtract({ days: 1 }).toString(),
  };
  const turns = TURNS.map(async ([table, column, kind]) => {
    const { rows } = await sql<{ at: string | null }>`
      select max(${sql.ref(column)}) as at from ${sql.table(table)}
      where ${live(table)} and ${sql.ref(column)} <= ${limits[kind]}
    `.execute(db);
    const at = rows[0]?.at ?? '';
    return [table, at && kind === 'last day' ? addDays(at, 1) : at] as const;
  });
  const changes = await Promise.all([...saves, ...turns]);
  return (asked) =>
    changes
      .flatMap(([table, changed]) => (asked.includes(table) ? changed : []))
      .sort()
      .at(-1);
}

async function changesIn({ db }: Pick<Deps, 'db'>, table: (typeof PAGED)[number]) {
  return db.selectFrom(table).select(['uuid', 'updated_at as changed']).where(live(table)).execute();
}
