import { aboutRoutes } from '../features/abouts/about.routes.ts';
import { aboutItemRoutes } from '../features/abouts/aboutItem.routes.ts';
import { applicationRoutes } from '../features/applications/application.routes.ts';
import { applicationJobs } from '../features/applications/application.service.ts';
import { authRoutes } from '../features/auth/auth.routes.ts';
import { bannerRoutes } from '../features/banners/banner.routes.ts';
import { bannerNextChange } from '../features/banners/banner.service.ts';
import { bookletRoutes } from '../features/booklets/booklet.routes.ts';
import { pageJobs } from '../features/booklets/bookletPages.job.ts';
import { bookletNextChange } from '../features/booklets/fortnightlyBooklet.service.ts';
import { branchRoutes } from '../features/branches/branch.routes.ts';
import { companyRoutes } from '../features/company/company.routes.ts';
import { dashboardRoutes } from '../features/dashboard/dashboard.routes.ts';
import { fileJobs } from '../features/files/file.jobs.ts';
import { homeRoutes } from '../features/home/home.routes.ts';
import { movieRoutes } from '../features/movies/movie.routes.ts';
import { officeHoursRoutes } from '../features/officeHours/officeHours.routes.ts';
import { phoneRoutes } from '../features/phones/phone.routes.ts';
import { recipeRoutes } from '../features/recipes/recipe.routes.ts';
import { recipeCategoryRoutes } from '../features/recipes/recipeCategory.routes.ts';
import { settingsRoutes } from '../features/settings/settings.routes.ts';
import { shopRoutes } from '../features/shops/shop.routes.ts';
import { ticketOfficeRoutes } from '../features/ticketOffice/ticketOffice.routes.ts';
import { ticketOfficeItemRoutes } from '../features/ticketOffice/ticketOfficeItem.routes.ts';
import { vacancyRoutes } from '../features/vacancies/vacancy.routes.ts';
import { videoRoutes } from '../features/videos/video.routes.ts';
import type { Deps } from '../platform/deps.ts';
import type { Route } from '../platform/http/route.ts';

export interface Feature {
  routes?: (deps: Deps) => Route[];
  /** The next instant (ms) after `now` at which its public content changes by itself. */
  nextChange?: (deps: Deps, now: number) => Promise<number>;
  /** Defines its work beside requests. */
  jobs?: (deps: Deps) => void;
}

/** Everything that is served, one line each. */
export const features: Feature[] = [
  { routes: authRoutes },
  { jobs: fileJobs },
  { routes: homeRoutes },
  { routes: dashboardRoutes },
  { routes: settingsRoutes },
  { routes: bannerRoutes, nextChange: bannerNextChange },
  { routes: companyRoutes },
  { routes: phoneRoutes },
  { routes: officeHoursRoutes },
  { routes: vacancyRoutes },
  { routes: applicationRoutes, jobs: applicationJobs },
  { routes: aboutRoutes },
  { routes: aboutItemRoutes },
  { routes: branchRoutes },
  { routes: shopRoutes },
  { routes: bookletRoutes, nextChange: bookletNextChange, jobs: pageJobs },
  { routes: movieRoutes },
  { routes: videoRoutes },
  { routes: recipeCategoryRoutes },
  { routes: recipeRoutes },
  { routes: ticketOfficeRoutes },
  { routes: ticketOfficeItemRoutes },
];
