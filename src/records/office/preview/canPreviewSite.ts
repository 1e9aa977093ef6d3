import { missingForSitePreview } from '../../define/sitePreview.ts';
import { isApiOnOtherOrigin } from '../callEndpoint.ts';
import type { Permissions } from '../usePermissions.ts';

/** Returns whether the user can see the site on a future day. Only the browser knows the API's origin. */
export const canPreviewSite = ({ has }: Pick<Permissions, 'has'>): boolean =>
  !isApiOnOtherOrigin() && missingForSitePreview(has) === null;
