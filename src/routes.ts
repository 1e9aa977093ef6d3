import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  layout('site/SiteLayout.tsx', [
    index('site/HomePage.tsx'),
    route('branches', 'site/BranchesPage.tsx', [route(':uuid', 'site/BranchDialogRoute.tsx')]),
    route('contacts', 'site/ContactsPage.tsx'),
    route('debit-cards', 'site/DebitCardsPage.tsx'),
    route('tips-and-recipes', 'site/RecipesPage.tsx'),
    route('tips-and-recipes/details/:uuid', 'site/RecipePage.tsx'),
    route('vacancies', 'site/VacanciesPage.tsx'),
    route('about', 'site/AboutPage.tsx'),
    route('privacy', 'site/PrivacyPage.tsx'),
    route('accessibility', 'site/AccessibilityPage.tsx'),
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
  route('admin', 'admin/AdminLayout.tsx', [
    index('admin/AdminIndex.tsx'),
    route('dashboard', 'admin/Dashboard.tsx'),
    route('users/profile', 'features/auth/ProfilePage.tsx'),
    route('video', 'features/videos/VideoForm.tsx'),
    ...prefix('banners', [
      route('index', 'features/banners/BannerList.tsx'),
      route('create', 'features/banners/BannerForm.tsx', { id: 'banner-create' }),
      route('show/:uuid', 'features/banners/BannerDetails.tsx'),
      route('edit/:uuid', 'features/banners/BannerForm.tsx', { id: 'banner-edit' }),
    ]),
    ...prefix('booklets/of-the-day', [
      route('index', 'features/booklets/DailyBookletList.tsx'),
      route('create', 'features/booklets/DailyBookletForm.tsx', { id: 'daily-booklet-create' }),
      route('show/:uuid', 'features/booklets/DailyBookletDetails.tsx'),
      route('edit/:uuid', 'features/booklets/DailyBookletForm.tsx', { id: 'daily-booklet-edit' }),
    ]),
    route('booklets/fortnightly', 'features/booklets/FortnightlyBookletForm.tsx'),
    route('information', 'features/company/CompanyForm.tsx'),
    ...prefix('phones', [
      route('index', 'features/phones/PhoneList.tsx'),
      route('create', 'features/phones/PhoneForm.tsx', { id: 'phone-create' }),
      route('show/:uuid', 'features/phones/PhoneDetails.tsx'),
      route('edit/:uuid', 'features/phones/PhoneForm.tsx', { id: 'phone-edit' }),
    ]),
    ...prefix('office-hours', [
      route('index', 'features/officeHours/OfficeHoursList.tsx'),
      route('create', 'features/officeHours/OfficeHoursForm.tsx', { id: 'office-hours-create' }),
      route('edit/:uuid', 'features/officeHours/OfficeHoursForm.tsx', { id: 'office-hours-edit' }),
    ]),
    ...prefix('abouts', [
      route('index', 'features/abouts/AboutList.tsx'),
      route('create', 'features/abouts/AboutForm.tsx', { id: 'about-create' }),
      route('show/:uuid', 'features/abouts/AboutDetails.tsx'),
      route('edit/:uuid', 'features/abouts/AboutForm.tsx', { id: 'about-edit' }),
    ]),
    ...['about-hypermarkets', 'about-shoppings', 'about-movie-theaters', 'about-credit-cards'].map((page) =>
      route(page, 'features/abouts/AboutPageForm.tsx', { id: page }),
    ),
    ...prefix('about-items', [
      route('index', 'features/abouts/AboutItemList.tsx'),
      route('create', 'features/abouts/AboutItemForm.tsx', { id: 'about-item-create' }),
      route('show/:uuid', 'features/abouts/AboutItemDetails.tsx'),
      route('edit/:uuid', 'features/abouts/AboutItemForm.tsx', { id: 'about-item-edit' }),
    ]),
    ...prefix('vacancies', [
      route('index', 'features/vacancies/VacancyList.tsx'),
      route('create', 'features/vacancies/VacancyForm.tsx', { id: 'vacancy-create' }),
      route('show/:uuid', 'features/vacancies/VacancyDetails.tsx'),
      route('edit/:uuid', 'features/vacancies/VacancyForm.tsx', { id: 'vacancy-edit' }),
    ]),
    ...prefix('work-with-us', [
      route('index', 'features/applications/ApplicationList.tsx'),
      route('show/:uuid', 'features/applications/ApplicationDetails.tsx'),
    ]),
    ...prefix('revenue-categories', [
      route('index', 'features/recipes/RecipeCategoryList.tsx'),
      route('create', 'features/recipes/RecipeCategoryForm.tsx', { id: 'recipe-category-create' }),
      route('edit/:uuid', 'features/recipes/RecipeCategoryForm.tsx', { id: 'recipe-category-edit' }),
    ]),
    ...prefix('revenues', [
      route('index', 'features/recipes/RecipeList.tsx'),
      route('create', 'features/recipes/RecipeForm.tsx', { id: 'recipe-create' }),
      route('show/:uuid', 'features/recipes/RecipeDetails.tsx'),
      route('edit/:uuid', 'features/recipes/RecipeForm.tsx', { id: 'recipe-edit' }),
    ]),
    ...prefix('branches', [
      route('index', 'features/branches/BranchList.tsx'),
      route('create', 'features/branches/BranchForm.tsx', { id: 'branch-create' }),
      route('show/:uuid', 'features/branches/BranchDetails.tsx'),
      route('edit/:uuid', 'features/branches/BranchForm.tsx', { id: 'branch-edit' }),
    ]),
    ...prefix('shops', [
      route('index', 'features/shops/ShopList.tsx'),
      route('create', 'features/shops/ShopForm.tsx', { id: 'shop-create' }),
      route('show/:uuid', 'features/shops/ShopDetails.tsx'),
      route('edit/:uuid', 'features/shops/ShopForm.tsx', { id: 'shop-edit' }),
    ]),
    ...prefix('ticket-offices', [
      index('features/ticketOffice/TicketOfficeForm.tsx', { id: 'ticket-office' }),
      route('edit/:uuid', 'features/ticketOffice/TicketOfficeForm.tsx', { id: 'ticket-office-edit' }),
    ]),
    ...prefix('ticket-office-items', [
      route('index', 'features/ticketOffice/TicketOfficeItemList.tsx'),
      route('create', 'features/ticketOffice/TicketOfficeItemForm.tsx', { id: 'ticket-office-item-create' }),
      route('edit/:uuid', 'features/ticketOffice/TicketOfficeItemForm.tsx', {
        id: 'ticket-office-item-edit',
      }),
    ]),
    ...prefix('movies', [
      route('index', 'features/movies/MovieList.tsx'),
      route('create', 'features/movies/MovieForm.tsx', { id: 'movie-create' }),
      route('show/:uuid', 'features/movies/MovieDetails.tsx'),
      route('edit/:uuid', 'features/movies/MovieForm.tsx', { id: 'movie-edit' }),
    ]),
    route('*', 'admin/AdminNotFound.tsx'),
  ]),
] satisfies RouteConfig;
