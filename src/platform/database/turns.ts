import { type RawBuilder, sql } from 'kysely';
import type { Turning } from '../../contract/resource.ts';
import { isoAt } from '../clock.ts';
import type { DbOrTransaction } from './database.ts';
import { ofSchedules } from './history.ts';
import { type LivingTable, live } from './live.ts';

/** A column by which records of a table come or go by themselves. */
export type Turn = readonly [table: LivingTable, column: string, kind: Turning];

/**
 * The next instant (ms) at which something comes or goes by itself that `turns` names, or that is scheduled. Days
 * are not looked for: whoever asks counts with the next midnight anyway, and none of them turns before it.
 */
export async function nextTurn(db: DbOrTransaction, turns: readonly Turn[], now: number): Promise<number> {
  const { rows } = await ofSchedules(() => nextTurnQuery(turns, now).execute(db));
  return rows[0]?.at ? Date.parse(rows[0].at) : Number.POSITIVE_INFINITY;
}

/** Each part reads one entry of one index. */
export function nextTurnQuery(turns: readonly Turn[], now: number): RawBuilder<{ at: string | null }> {
  const instants = turns
    .filter(([, , kind]) => kind === 'instant')
    .map(
      ([table, column]) => sql`
        select min(${sql.ref(column)}) as at from ${sql.table(table)}
        where ${live(table)} and ${sql.ref(column)} > ${isoAt(now)}
      `,
    );
  // What is due already counts too: it may have become so since somebody looked.
  const scheduled = sql`
    select min(valid_from) as at from record_versions where state = 'scheduled'
  `;
  return sql`select min(at) as at from (${sql.join([...instants, scheduled], sql` union all `)}) as turns`;
}
