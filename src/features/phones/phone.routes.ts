import type { Deps } from '../../platform/deps.ts';
import { route } from '../../platform/http/route.ts';
import { sitePhones } from './phone.contract.ts';
import { publicPhones } from './phone.service.ts';

export const phoneRoutes = ({ db }: Deps) => [
  route(sitePhones, async () => ({ data: await publicPhones(db) })),
];
