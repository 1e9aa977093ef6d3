import type { Permission } from '../../shared/permissions.ts';
import { pagesShowing } from '../../shared/sitePages.ts';
import { allResources } from './resources.ts';

/**
 * Returns the first permission that a user lacks to see the site on a future day, null if there is none. Its
 * pages show records of all areas.
 */
export function missingForSitePreview(has: (permission: Permission) => boolean): Permission | null {
  const needed = allResources()
    .filter(({ table }) => pagesShowing(table).length > 0)
    .map(({ area }): Permission => `${area}.read`);
  return needed.find((permission) => !has(permission)) ?? null;
}
