import type { SitePage } from '../shared/sitePages.ts';

/** Modules of the pages. Each is loaded at its first use. */
const pages: Readonly<Record<SitePage, () => Promise<unknown>>> = {
  '/': () => import('./pages/HomePage.tsx'),
  '/branches': () => import('./pages/BranchesPage.tsx'),
  '/branches/:uuid': () => import('./pages/BranchPage.tsx'),
  '/offers': () => import('./pages/OffersPage.tsx'),
  '/offers/details/:uuid': () => import('./pages/OfferPage.tsx'),
  '/booklets-day': () => import('./pages/BookletsDayPage.tsx'),
  '/booklet': () => import('./pages/BookletPage.tsx'),
  '/contacts': () => import('./pages/ContactsPage.tsx'),
  '/debit-cards': () => import('./pages/DebitCardsPage.tsx'),
  '/help': () => import('./pages/HelpPage.tsx'),
  '/tips-and-recipes': () => import('./pages/RecipesPage.tsx'),
  '/tips-and-recipes/details/:uuid': () => import('./pages/RecipePage.tsx'),
  '/vacancies': () => import('./pages/VacanciesPage.tsx'),
  '/vacancies/:uuid': () => import('./pages/VacancyPage.tsx'),
  '/work-with-us': () => import('./pages/WorkWithUsPage.tsx'),
  '/shopping': () => import('./pages/ShoppingPage.tsx'),
  '/shops': () => import('./pages/ShopsPage.tsx'),
  '/shops/:uuid': () => import('./pages/ShopPage.tsx'),
  '/cinema': () => import('./pages/CinemaPage.tsx'),
  '/cinema/:uuid': () => import('./pages/MoviePage.tsx'),
  '/list': () => import('./pages/ListPage.tsx'),
  '/search': () => import('./pages/SearchPage.tsx'),
  '/about': () => import('./pages/AboutPage.tsx'),
  '/privacy': () => import('./pages/PrivacyPage.tsx'),
  '/accessibility': () => import('./pages/AccessibilityPage.tsx'),
  '/offline': () => import('./pages/OfflinePage.tsx'),
};

/** Returns what loads the module of a page; that of the error page if there is no such page. */
export const moduleOf = (pattern: string) =>
  Object.hasOwn(pages, pattern) ? pages[pattern as SitePage] : notFound;

const notFound = () => import('./pages/NotFoundPage.tsx');
