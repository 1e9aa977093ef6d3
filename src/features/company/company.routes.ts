import type { Deps } from '../../platform/deps.ts';
import { route } from '../../platform/http/route.ts';
import { siteInformation } from './company.contract.ts';
import { companyInformation } from './company.service.ts';

export const companyRoutes = ({ db }: Deps) => [
  route(siteInformation, async () => {
    const information = await companyInformation(db);
    return information && { data: information };
  }),
];
