import { type RawBuilder, sql } from 'kysely';
import { isoAt } from '../../../platform/clock.ts';
import type { DbOrTransaction } from '../../../platform/database/database.ts';
import type { ScheduleColumnKind } from '../../../shared/resource.ts';
import { trackAsSchedules } from '../versions/history.ts';
import { isPublished, type SoftDeleteTable } from './visibility.ts';

/** A column whose day or instant publishes or unpublishes records of a table. */
export type DatedColumn = readonly [table: SoftDeleteTable, column: string, kind: ScheduleColumnKind];

/**
 * Returns the next instant (ms) at which a column of `turns` or a scheduled change takes effect, or infinity.
 * Ignores columns with days: callers consider the next midnight anyway, and no day takes effect before it.
 */
export async function nextScheduledChange(
  db: DbOrTransaction,
  turns: readonly DatedColumn[],
  now: number,
): Promise<number> {
  const { rows } = await trackAsSchedules(() => nextScheduledChangeQuery(turns, now).execute(db));
  return rows[0]?.at ? Date.parse(rows[0].at) : Number.POSITIVE_INFINITY;
}

/** Returns a query whose parts each read one entry of one index. */
export function nextScheduledChangeQuery(
  turns: readonly DatedColumn[],
  now: number,
): RawBuilder<{ at: string | null }> {
  const instants = turns
    .filter(([, , kind]) => kind === 'instant')
    .map(
      ([table, column]) => sql`
        select min(${sql.ref(column)}) as at from ${sql.table(table)}
        where ${isPublished(table)} and ${sql.ref(column)} > ${isoAt(now)}
      `,
    );
  // Due changes count too: they may have become due since the last look.
  const scheduled = sql`
    select min(valid_from) as at from record_versions where state = 'scheduled'
  `;
  return sql`select min(at) as at from (${sql.join([...instants, scheduled], sql` union all `)}) as turns`;
}
