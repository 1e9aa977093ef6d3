import type { Actor } from '../../../platform/database/write.ts';
import { isPermitted } from '../../../platform/security/access.ts';
import type { Permission } from '../../../shared/permissions.ts';
import { pagesShowing } from '../../../shared/sitePages.ts';
import { allResources } from '../../define/resources.ts';

/**
 * Returns the first permission that `actor` lacks to see the site on a future day, null if there is none. Its
 * pages show records of all areas.
 */
export function missingForSitePreview(actor: Actor): Permission | null {
  const areas = new Set(
    allResources()
      .filter(({ table }) => pagesShowing(table).length > 0)
      .map(({ area }) => area),
  );
  const hidden = [...areas].find((area) => !isPermitted(actor, `${area}.read`));
  return hidden ? `${hidden}.read` : null;
}
