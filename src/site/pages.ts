/** What is found by which address. Each is loaded when it is first asked for. */
export const pages: Record<string, () => Promise<unknown>> = {
  '/': () => import('./HomePage.tsx'),
  '/branches': () => import('./BranchesPage.tsx'),
  '/branches/:uuid': () => import('./BranchesPage.tsx'),
  '/booklets-day': () => import('./BookletsDayPage.tsx'),
  '/booklet': () => import('./BookletPage.tsx'),
  '/contacts': () => import('./ContactsPage.tsx'),
  '/debit-cards': () => import('./DebitCardsPage.tsx'),
  '/tips-and-recipes': () => import('./RecipesPage.tsx'),
  '/tips-and-recipes/details/:uuid': () => import('./RecipePage.tsx'),
  '/vacancies': () => import('./VacanciesPage.tsx'),
  '/vacancies/:uuid': () => import('./VacancyPage.tsx'),
  '/work-with-us': () => import('./WorkWithUsPage.tsx'),
  '/shopping': () => import('./ShoppingPage.tsx'),
  '/shops': () => import('./ShopsPage.tsx'),
  '/shops/:uuid': () => import('./ShopPage.tsx'),
  '/cinema': () => import('./CinemaPage.tsx'),
  '/cinema/:uuid': () => import('./MoviePage.tsx'),
  '/search': () => import('./SearchPage.tsx'),
  '/busca': () => import('./SearchElsewhere.tsx'),
  '/about': () => import('./AboutPage.tsx'),
  '/privacy': () => import('./PrivacyPage.tsx'),
  '/accessibility': () => import('./AccessibilityPage.tsx'),
  '/offline': () => import('./OfflinePage.tsx'),
};

export const notFound = () => import('./NotFoundPage.tsx');
