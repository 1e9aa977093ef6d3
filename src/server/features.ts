import { authRoutes } from '../accounts/auth/auth.routes.ts';
import { personalData } from '../accounts/personalData/personalData.routes.ts';
// Registers the screens of the team, whose lists have saved views.
import '../accounts/teamScreens.ts';
import { tokenFeature } from '../accounts/tokens/token.routes.ts';
import { factorRoutes } from '../accounts/twoFactor/twoFactor.routes.ts';
import { personRoutes } from '../accounts/users/person.routes.ts';
import { registerRefusalMails } from '../accounts/users/refusedChange.mail.ts';
import { roleRoutes } from '../accounts/users/role.routes.ts';
import { webhooks } from '../accounts/webhooks/webhook.routes.ts';
import { feature as aboutItems } from '../content/aboutPages/aboutItem.routes.ts';
import { feature as aboutPages } from '../content/aboutPages/aboutPage.routes.ts';
import { feature as cardTerms } from '../content/aboutPages/cardTerm.routes.ts';
import { feature as applications } from '../content/applications/application.routes.ts';
import { feature as banners } from '../content/banners/banner.routes.ts';
import { feature as booklets } from '../content/booklets/booklet.routes.ts';
import { feature as branches } from '../content/branches/branch.routes.ts';
import { feature as company } from '../content/company/company.routes.ts';
import { feature as dailyOffers } from '../content/dailyOffers/dailyOffers.routes.ts';
import { homeRoutes } from '../content/home/home.routes.ts';
import { feature as movies } from '../content/movies/movie.routes.ts';
import { feature as offers } from '../content/offers/offer.routes.ts';
import { pageViews } from '../content/pageViews/pageView.routes.ts';
import { feature as phoneServiceHours } from '../content/phoneServiceHours/phoneServiceHours.routes.ts';
import { feature as phones } from '../content/phones/phone.routes.ts';
import { posters } from '../content/posters/leaflet.routes.ts';
import { feature as questions } from '../content/questions/question.routes.ts';
import { feature as recipes } from '../content/recipes/recipe.routes.ts';
import { feature as recipeCategories } from '../content/recipes/recipeCategory.routes.ts';
import { resources } from '../content/resources.ts';
import { feature as screenings } from '../content/screenings/screening.routes.ts';
import { search } from '../content/search/search.routes.ts';
import { settingsRoutes } from '../content/settings/settings.routes.ts';
import { feature as shops } from '../content/shops/shop.routes.ts';
import { sitemapEntryRoutes } from '../content/sitemapEntries/sitemapEntry.routes.ts';
import { feature as specialDays } from '../content/specialDays/specialDay.routes.ts';
import { feature as ticketOffice } from '../content/ticketOffice/ticketOffice.routes.ts';
import { feature as ticketOfficeItems } from '../content/ticketOffice/ticketOfficeItem.routes.ts';
import { feature as vacancies } from '../content/vacancies/vacancy.routes.ts';
import { feature as videos } from '../content/videos/video.routes.ts';
import { dashboardRoutes } from '../office/dashboard/dashboard.routes.ts';
import { commandPaletteRoutes } from '../office/palette/commandPalette.routes.ts';
import type { Feature } from '../platform/feature.ts';
import { changeFeedRoutes } from '../records/server/changeFeed/changeFeed.routes.ts';
import { fileJobs } from '../records/server/files/file.jobs.ts';
import { pictureWidthJobs } from '../records/server/files/pictureWidths.job.ts';
import { historyRoutes } from '../records/server/history/history.routes.ts';
import { pictureRoutes } from '../records/server/pictures/picture.routes.ts';
import { previewRoutes } from '../records/server/preview/preview.routes.ts';
import { savedViewRoutes } from '../records/server/savedViews/savedView.routes.ts';
import { backupJobs } from './commands/backup.job.ts';

/** Features that are not resources. */
const otherFeatures: Feature[] = [
  { routes: authRoutes },
  { routes: factorRoutes },
  { jobs: fileJobs },
  { jobs: pictureWidthJobs },
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
  daily_booklets: dailyOffers,
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
