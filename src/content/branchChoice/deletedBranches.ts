import type { DbOrTransaction } from '../../platform/database/database.ts';
import { isNotDeleted } from '../../records/server/publication/visibility.ts';
import { plural } from '../../shared/text/plural.ts';

/** Returns the notice for staff that a save dropped deleted branches. */
export const droppedBranchesText = (count: number): string =>
  count === 1
    ? 'Uma filial que foi excluída saiu da lista.'
    : `${plural(count, 'filial', 'filiais')} que foram excluídas saíram da lista.`;

/** Splits `wanted` into branches that are not deleted and those that are. */
export async function splitBranches(
  db: DbOrTransaction,
  wanted: readonly string[],
): Promise<{ living: string[]; deleted: string[] }> {
  const unique = [...new Set(wanted)];
  if (unique.length === 0) return { living: [], deleted: [] };
  const rows = await db
    .selectFrom('branches')
    .select('uuid')
    .where('uuid', 'in', unique)
    .where(isNotDeleted('branches'))
    .execute();
  const found = new Set(rows.map(({ uuid }) => uuid));
  return {
    living: unique.filter((uuid) => found.has(uuid)),
    deleted: unique.filter((uuid) => !found.has(uuid)),
  };
}
