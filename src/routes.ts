import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  layout('site/SiteLayout.tsx', [
    index('site/HomePage.tsx'),
    route('branches', 'site/BranchesPage.tsx', [route(':uuid', 'site/BranchDialogRoute.tsx')]),
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
    ...prefix('banners', [
      route('index', 'features/banners/BannerList.tsx'),
      route('create', 'features/banners/BannerForm.tsx', { id: 'banner-create' }),
      route('show/:uuid', 'features/banners/BannerDetails.tsx'),
      route('edit/:uuid', 'features/banners/BannerForm.tsx', { id: 'banner-edit' }),
    ]),
    route('*', 'admin/AdminNotFound.tsx'),
  ]),
] satisfies RouteConfig;
