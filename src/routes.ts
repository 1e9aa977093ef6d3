import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes';
import { AUDIT, BACK_OFFICE, DASHBOARD, HISTORY, PICTURES, PROFILE, TRASH } from './contract/addresses.ts';
import { PREVIEW_PATH } from './contract/preview.ts';
import { SCREEN_PATTERNS, type ScreenKind } from './contract/resource.ts';
import { staffScreens } from './features/resources.ts';

const below = (address: string) => address.slice(BACK_OFFICE.length + 1);

export default [
  layout('features/auth/AuthLayout.tsx', [
    ...prefix('auth', [
      route('login', 'features/auth/LoginPage.tsx'),
      route('forgot-it', 'features/auth/ForgotPasswordPage.tsx'),
      route('verification-code', 'features/auth/VerificationCodePage.tsx'),
      route('reset-password', 'features/auth/ResetPasswordPage.tsx'),
      // With the code in the path, as in older links and in the specification.
      route('reset-password/:code', 'features/auth/ResetPasswordPage.tsx', { id: 'reset-password/code' }),
    ]),
  ]),
  route(BACK_OFFICE.slice(1), 'admin/AdminLayout.tsx', [
    index('admin/AdminIndex.tsx'),
    route(below(DASHBOARD), 'admin/Dashboard.tsx'),
    route(below(PROFILE), 'features/auth/ProfilePage.tsx'),
    route(`${below(HISTORY)}/:name/:uuid`, 'features/history/HistoryPage.tsx'),
    route(below(TRASH), 'features/history/TrashPage.tsx'),
    route(below(AUDIT), 'features/history/AuditPage.tsx'),
    route(below(PICTURES), 'features/pictures/PicturesPage.tsx'),
    route(below(PREVIEW_PATH), 'features/preview/PreviewPage.tsx'),
    route(`${below(PREVIEW_PATH)}/*`, 'features/preview/PreviewGate.tsx'),
    ...staffScreens.flatMap(({ office: { address, screens } }) =>
      Object.entries(screens).map(([kind, file]) =>
        // Two screens may share a file, so each needs an id.
        route(address + SCREEN_PATTERNS[kind as ScreenKind], `features/${file}.tsx`, {
          id: `${address}/${kind}`,
        }),
      ),
    ),
    route('*', 'admin/AdminNotFound.tsx'),
  ]),
] satisfies RouteConfig;
