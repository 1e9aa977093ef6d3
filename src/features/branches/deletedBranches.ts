import type { DbOrTransaction } from '../../platform/database/database.ts';
import { inOffice } from '../../platform/database/live.ts';
import { plural } from '../../ui/plural.ts';

/** Tells staff that a save dropped branches that are deleted. */
export const droppedBranchesText = (count: number): string =>
  count === 1
    ? 'Uma filial que foi excluída saiu da lista.'
    : `${plural(count, 'filial', 'filiais')} que foram excluídas saíram da lista.`;

/** Returns the branches among `wanted` that are not deleted, and the others. */
export async function splitBranches(
  db: DbOrTransaction,
  wanted: readonly string[],
): Promise<{ living: string[]; deleted: string[] }> {
  const asked = [...new Set(wanted)];
  if (asked.length === 0) return { living: [], deleted: [] };
  const rows = await db
    .selectFrom('branches')
    .select('uuid')
    .where('uuid', 'in', asked)
    .where(inOffice('branches'))
    .execute();
  const found = new Set(rows.map(({ uuid }) => uuid));
  return {
    living: asked.filter((uuid) => found.has(uuid)),
    deleted: asked.filter((uuid) => !found.has(uuid)),
  };
}
