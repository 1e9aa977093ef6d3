import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes';
import { DASHBOARD, OFFICE, PROFILE } from './contract/addresses.ts';
import { PATTERNS, type ScreenKind } from './contract/resource.ts';
import { offices } from './features/resources.ts';

const below = (address: string) => address.slice(OFFICE.length + 1);

export default [
  layout('site/SiteLayout.tsx', [
    index('site/HomePage.tsx'),
    route('branches', 'site/BranchesPage.tsx', [route(':uuid', 'site/BranchDialogRoute.tsx')]),
    route('booklets-day', 'site/BookletsDayPage.tsx'),
    route('booklet', 'site/BookletPage.tsx'),
    route('contacts', 'site/ContactsPage.tsx'),
    route('debit-cards', 'site/DebitCardsPage.tsx'),
    route('tips-and-recipes', 'site/RecipesPage.tsx'),
    route('tips-and-recipes/details/:uuid', 'site/RecipePage.tsx'),
    route('vacancies', 'site/VacanciesPage.tsx'),
    route('vacancies/:uuid', 'site/VacancyPage.tsx'),
    route('work-with-us', 'site/WorkWithUsPage.tsx'),
    route('shopping', 'site/ShoppingPage.tsx'),
    route('shops', 'site/ShopsPage.tsx'),
    route('shops/:uuid', 'site/ShopPage.tsx'),
    route('cinema', 'site/CinemaPage.tsx'),
    route('cinema/:uuid', 'site/MoviePage.tsx'),
    route('about', 'site/AboutPage.tsx'),
    route('privacy', 'site/PrivacyPage.tsx'),
    route('accessibility', 'site/AccessibilityPage.tsx'),
    route('offline', 'site/OfflinePage.tsx'),
    route('*', 'site/NotFoundPage.tsx'),
  ]),
  layout('features/auth/AuthLayout.tsx', [
    ...prefix('auth', [
      route('login', 'features/auth/LoginPage.tsx'),
      route('forgot-it', 'features/auth/ForgotPasswordPage.tsx'),
      route('verification-code', 'features/auth/VerificationCodePage.tsx'),
      route('reset-password/:code', 'features/auth/ResetPasswordPage.tsx'),
    ]),
  ]),
  route(OFFICE.slice(1), 'admin/AdminLayout.tsx', [
    index('admin/AdminIndex.tsx'),
    route(below(DASHBOARD), 'admin/Dashboard.tsx'),
    route(below(PROFILE), 'features/auth/ProfilePage.tsx'),
    ...offices.flatMap(({ office: { address, screens } }) =>
      Object.entries(screens).map(([kind, file]) =>
        // One file may be two screens, so that they are told apart by their names.
        route(address + PATTERNS[kind as ScreenKind], `features/${file}.tsx`, { id: `${address}/${kind}` }),
      ),
    ),
    route('*', 'admin/AdminNotFound.tsx'),
  ]),
] satisfies RouteConfig;
