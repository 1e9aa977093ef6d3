import { aboutRoutes } from '../features/abouts/about.routes.ts';
import { authRoutes } from '../features/auth/auth.routes.ts';
import { bannerRoutes } from '../features/banners/banner.routes.ts';
import { bannerNextChange } from '../features/banners/banner.service.ts';
import { bookletRoutes } from '../features/booklets/booklet.routes.ts';
import { branchRoutes } from '../features/branches/branch.routes.ts';
import { companyRoutes } from '../features/company/company.routes.ts';
import { startImageWork, stopImageWork } from '../features/files/file.service.ts';
import { homeRoutes } from '../features/home/home.routes.ts';
import { phoneRoutes } from '../features/phones/phone.routes.ts';
import { settingsRoutes } from '../features/settings/settings.routes.ts';
import type { Deps } from '../platform/deps.ts';
import type { Route } from '../platform/http/route.ts';

export interface Feature {
  routes?: (deps: Deps) => Route[];
  /** The next instant (ms) after `now` at which its public content changes by itself. */
  nextChange?: (deps: Deps, now: number) => Promise<number>;
  /** Work that runs beside requests. */
  start?: (deps: Deps) => void;
  stop?: (deps: Deps) => Promise<void>;
}

/** Everything that is served, one line each. */
export const features: Feature[] = [
  { routes: authRoutes },
  { start: startImageWork, stop: stopImageWork },
  { routes: homeRoutes },
  { routes: settingsRoutes },
  { routes: bannerRoutes, nextChange: bannerNextChange },
  { routes: companyRoutes },
  { routes: phoneRoutes },
  { routes: aboutRoutes },
  { routes: branchRoutes },
  { routes: bookletRoutes },
];
