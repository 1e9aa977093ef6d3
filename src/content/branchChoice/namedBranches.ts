import type { DbOrTransaction } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/database/write.ts';
import { branchFilter } from '../../platform/security/access.ts';
import { isNotDeleted } from '../../records/server/publication/visibility.ts';

/** Returns the branches that are not deleted and that `actor` may see, published or not, in the site's order. */
export const namedBranches = (
  db: DbOrTransaction,
  actor: Pick<Actor, 'branches'>,
): Promise<{ uuid: string; name: string }[]> =>
  db
    .selectFrom('branches')
    .select(['uuid', 'name'])
    .where(isNotDeleted('branches'))
    .where(branchFilter(actor, 'branches'))
    .orderBy('position')
    .orderBy('id')
    .execute();
