import type { Deps } from '../../platform/deps.ts';
import { route } from '../../platform/http/route.ts';
import { SERVER } from '../../platform/security/access.ts';
import { siteAboutCreditCards, siteAboutHypermarkets } from '../aboutPages/aboutPage.contract.ts';
import { siteBanners } from '../banners/banner.contract.ts';
import { siteFortnightlyBooklet } from '../booklets/booklet.contract.ts';
import { siteBranches } from '../branches/branch.contract.ts';
import { siteHome } from './home.contract.ts';

export const homeRoutes = (deps: Deps) => [
  route(siteHome, async () => {
    const call = deps.callAs(SERVER);
    const [banners, booklet, hypermarket, creditCard, branches] = await Promise.all([
      call(siteBanners),
      call(siteFortnightlyBooklet),
      call(siteAboutHypermarkets),
      call(siteAboutCreditCards),
      call(siteBranches),
    ]);
    return {
      data: {
        banners: banners.data,
        booklet_fortnightly: booklet?.data ?? null,
        about_hypermarket: hypermarket?.data ?? null,
        about_credit_card: creditCard?.data ?? null,
        branches: branches.data,
      },
    };
  }),
];
