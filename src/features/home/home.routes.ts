import type { Deps } from '../../platform/deps.ts';
import { route } from '../../platform/http/route.ts';
import { ABOUT_TYPES } from '../abouts/about.contract.ts';
import { publicAbout } from '../abouts/about.service.ts';
import { publicBanners } from '../banners/banner.service.ts';
import { fortnightlyBooklet } from '../booklets/fortnightlyBooklet.service.ts';
import { publicBranches } from '../branches/branch.service.ts';
import { siteHome } from './home.contract.ts';

export const homeRoutes = (deps: Deps) => [
  route(siteHome, async () => {
    const [banners, booklet_fortnightly, about_hypermarket, about_credit_card, branches] = await Promise.all([
      publicBanners(deps),
      fortnightlyBooklet(deps),
      publicAbout(deps.db, ABOUT_TYPES.hypermarket),
      publicAbout(deps.db, ABOUT_TYPES.card),
      publicBranches(deps),
    ]);
    return { data: { banners, booklet_fortnightly, about_hypermarket, about_credit_card, branches } };
  }),
];
