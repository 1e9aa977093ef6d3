import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes';
import './accounts/teamScreens.ts';
import './content/resources.ts';
import { staffScreens } from './records/define/resources.ts';
import { AUDIT, BACK_OFFICE, DASHBOARD, HISTORY, PICTURES, PROFILE, TRASH } from './shared/addresses.ts';
import { PREVIEW_PATH } from './shared/preview.ts';
import { SCREEN_PATTERNS, type ScreenKind } from './shared/resource.ts';

const below = (address: string) => address.slice(BACK_OFFICE.length + 1);

export default [
  layout('accounts/auth/office/AuthLayout.tsx', [
    ...prefix('auth', [
      route('login', 'accounts/auth/office/LoginPage.tsx'),
      route('forgot-it', 'accounts/auth/office/ForgotPasswordPage.tsx'),
      route('verification-code', 'accounts/auth/office/VerificationCodePage.tsx'),
      route('reset-password', 'accounts/auth/office/ResetPasswordPage.tsx'),
      // With the code in the path, as in older links and in the specification.
      route('reset-password/:code', 'accounts/auth/office/ResetPasswordPage.tsx', {
        id: 'reset-password/code',
      }),
    ]),
  ]),
  route(BACK_OFFICE.slice(1), 'office/AdminLayout.tsx', [
    index('office/AdminIndex.tsx'),
    route(below(DASHBOARD), 'office/dashboard/Dashboard.tsx'),
    route(below(PROFILE), 'accounts/auth/office/ProfilePage.tsx'),
    route(`${below(HISTORY)}/:name/:uuid`, 'records/office/history/HistoryPage.tsx'),
    route(below(TRASH), 'records/office/history/TrashPage.tsx'),
    route(below(AUDIT), 'records/office/history/AuditPage.tsx'),
    route(below(PICTURES), 'records/office/pictures/PicturesPage.tsx'),
    route(below(PREVIEW_PATH), 'records/office/preview/PreviewPage.tsx'),
    route(`${below(PREVIEW_PATH)}/*`, 'records/office/preview/PreviewGate.tsx'),
    ...staffScreens().flatMap(({ office: { address, screens } }) => [
      ...Object.entries(screens).map(([kind, file]) =>
        // Two screens may share a file, so each needs an id.
        route(address + SCREEN_PATTERNS[kind as ScreenKind], `${file}.tsx`, {
          id: `${address}/${kind}`,
        }),
      ),
      // As people type it.
      ...('list' in screens && !('single' in screens)
        ? [route(address, 'office/ListRedirect.tsx', { id: address })]
        : []),
    ]),
    route('*', 'office/AdminNotFound.tsx'),
  ]),
] satisfies RouteConfig;
