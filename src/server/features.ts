import { feature as aboutItems } from '../features/aboutPages/aboutItem.routes.ts';
import { feature as aboutPages } from '../features/aboutPages/aboutPage.routes.ts';
import { feature as cardTerms } from '../features/aboutPages/cardTerm.routes.ts';
import { feature as applications } from '../features/applications/application.routes.ts';
import { authRoutes } from '../features/auth/auth.routes.ts';
import { feature as banners } from '../features/banners/banner.routes.ts';
import { feature as booklets } from '../features/booklets/booklet.routes.ts';
import { feature as branches } from '../features/branches/branch.routes.ts';
import { changeFeedRoutes } from '../features/changeFeed/changeFeed.routes.ts';
import { commandPaletteRoutes } from '../features/commandPalette/commandPalette.routes.ts';
import { feature as company } from '../features/company/company.routes.ts';
import { dashboardRoutes } from '../features/dashboard/dashboard.routes.ts';
import { fileJobs } from '../features/files/file.jobs.ts';
import { historyRoutes } from '../features/history/history.routes.ts';
import { registerRefusalMails } from '../features/history/refusedChange.mail.ts';
import { homeRoutes } from '../features/home/home.routes.ts';
import { posters } from '../features/leaflets/leaflet.routes.ts';
import { feature as movies } from '../features/movies/movie.routes.ts';
import { feature as offers } from '../features/offers/offer.routes.ts';
import { pageViews } from '../features/pageViews/pageView.routes.ts';
import { personalData } from '../features/personalData/personalData.routes.ts';
import { feature as phoneServiceHours } from '../features/phoneServiceHours/phoneServiceHours.routes.ts';
import { feature as phones } from '../features/phones/phone.routes.ts';
import { pictureRoutes } from '../features/pictures/picture.routes.ts';
import { previewRoutes } from '../features/preview/preview.routes.ts';
import { feature as questions } from '../features/questions/question.routes.ts';
import { feature as recipes } from '../features/recipes/recipe.routes.ts';
import { feature as recipeCategories } from '../features/recipes/recipeCategory.routes.ts';
import { resources } from '../features/resources.ts';
import { savedViewRoutes } from '../features/savedViews/savedView.routes.ts';
import { feature as screenings } from '../features/screenings/screening.routes.ts';
import { search } from '../features/search/search.routes.ts';
import { settingsRoutes } from '../features/settings/settings.routes.ts';
import { feature as shops } from '../features/shops/shop.routes.ts';
import { sitemapEntryRoutes } from '../features/sitemapEntries/sitemapEntry.routes.ts';
import { feature as specialDays } from '../features/specialDays/specialDay.routes.ts';
import { feature as ticketOffice } from '../features/ticketOffice/ticketOffice.routes.ts';
import { feature as ticketOfficeItems } from '../features/ticketOffice/ticketOfficeItem.routes.ts';
import { tokenFeature } from '../features/tokens/token.routes.ts';
import { factorRoutes } from '../features/twoFactor/twoFactor.routes.ts';
import { personRoutes } from '../features/users/person.routes.ts';
import { roleRoutes } from '../features/users/role.routes.ts';
import { feature as vacancies } from '../features/vacancies/vacancy.routes.ts';
import { feature as videos } from '../features/videos/video.routes.ts';
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

/** The feature of each resource, by its table. Two resources may share one. */
const resourceFeatures: Readonly<Record<(typeof resources)[number]['table'], Feature>> = {
  videos,
  banners,
  offers,
  daily_booklets: booklets,
  fortnightly_booklets: booklets,
  company_information: company,
  phones,
  office_hours: phoneServiceHours,
  questions,
  abouts: aboutPages,
  about_items: aboutItems,
  card_terms: cardTerms,
  vacancies,
  job_applications: applications,
  recipe_categories: recipeCategories,
  recipes,
  branches,
  exceptions: specialDays,
  shops,
  ticket_offices: ticketOffice,
  ticket_office_items: ticketOfficeItems,
  movies,
  screenings,
};

/** All features of the product: those of resources in the order of the menu, each once. */
export const features: readonly Feature[] = [
  ...otherFeatures,
  ...new Set(resources.map(({ table }) => resourceFeatures[table])),
];
