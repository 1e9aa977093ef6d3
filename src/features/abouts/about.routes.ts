import type { Deps } from '../../platform/deps.ts';
import { route } from '../../platform/http/route.ts';
import { ABOUT_TYPES, siteAboutCreditCards } from './about.contract.ts';
import { publicAbout } from './about.service.ts';

export const aboutRoutes = ({ db }: Deps) => [
  route(siteAboutCreditCards, async () => {
    const about = await publicAbout(db, ABOUT_TYPES.card);
    return about && { data: about };
  }),
];
