import { authRoutes } from '../features/auth/auth.routes.ts';
import { changeFeedRoutes } from '../features/changeFeed/changeFeed.routes.ts';
import { commandPaletteRoutes } from '../features/commandPalette/commandPalette.routes.ts';
import { dashboardRoutes } from '../features/dashboard/dashboard.routes.ts';
import { fileJobs } from '../features/files/file.jobs.ts';
import { historyRoutes } from '../features/history/history.routes.ts';
import { registerRefusalMails } from '../features/history/refusedChange.mail.ts';
import { homeRoutes } from '../features/home/home.routes.ts';
import { posters } from '../features/leaflets/leaflet.routes.ts';
import { pageViews } from '../features/pageViews/pageView.routes.ts';
import { personalData } from '../features/personalData/personalData.routes.ts';
import { pictureRoutes } from '../features/pictures/picture.routes.ts';
import { previewRoutes } from '../features/preview/preview.routes.ts';
import { resources } from '../features/resources.ts';
import { savedViewRoutes } from '../features/savedViews/savedView.routes.ts';
import { search } from '../features/search/search.routes.ts';
import { settingsRoutes } from '../features/settings/settings.routes.ts';
import { sitemapEntryRoutes } from '../features/sitemapEntries/sitemapEntry.routes.ts';
import { tokenFeature } from '../features/tokens/token.routes.ts';
import { factorRoutes } from '../features/twoFactor/twoFactor.routes.ts';
import { personRoutes } from '../features/users/person.routes.ts';
import { roleRoutes } from '../features/users/role.routes.ts';
import { webhooks } from '../features/webhooks/webhook.routes.ts';
import type { Feature } from '../platform/feature.ts';
import { backupJobs } from './backup.job.ts';

/** Features that are not resources. */
const otherFeatures: Feature[] = [
  { routes: authRoutes },
  { routes: factorRoutes },
  { jobs: fileJobs },
  { jobs: backupJobs },
  { routes: homeRoutes },
  { routes: sitemapEntryRoutes },
  { routes: historyRoutes, jobs: registerRefusalMails },
  { routes: pictureRoutes },
  { routes: previewRoutes },
  { routes: dashboardRoutes },
  { routes: savedViewRoutes },
  { routes: personRoutes },
  { routes: roleRoutes },
  personalData,
  tokenFeature,
  { routes: changeFeedRoutes },
  { routes: commandPaletteRoutes },
  pageViews,
  search,
  { routes: settingsRoutes },
  webhooks,
  posters,
];

/** Each resource names the file of its routes; two resources may share a file. */
const routeFiles = new Set(resources.map(({ routes }) => routes));

async function featureIn(file: string): Promise<Feature> {
  const module: { feature: Feature } = await import(/* @vite-ignore */ `../features/${file}.ts`);
  return module.feature;
}

/** All features of the product. */
export const features: Feature[] = [
  ...otherFeatures,
  ...(await Promise.all(Array.from(routeFiles, featureIn))),
];
