import type { Deps } from '../../platform/deps.ts';
import { route } from '../../platform/http/route.ts';
import { getSiteSettings } from './settings.contract.ts';
import { siteSettings } from './settings.service.ts';

export const settingsRoutes = (deps: Deps) => [
  route(getSiteSettings, async () => ({ data: siteSettings(deps) })),
];
