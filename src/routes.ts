import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes';
import { AUDIT, BIN, DASHBOARD, HISTORY, OFFICE, PICTURES, PROFILE } from './contract/addresses.ts';
import { PREVIEW } from './contract/preview.ts';
import { PATTERNS, type ScreenKind } from './contract/resource.ts';
import { offices } from './features/resources.ts';

const below = (address: string) => address.slice(OFFICE.length + 1);

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
  route(OFFICE.slice(1), 'admin/AdminLayout.tsx', [
    index('admin/AdminIndex.tsx'),
    route(below(DASHBOARD), 'admin/Dashboard.tsx'),
    route(below(PROFILE), 'features/auth/ProfilePage.tsx'),
    route(`${below(HISTORY)}/:name/:uuid`, 'features/history/HistoryPage.tsx'),
    route(below(BIN), 'features/history/BinPage.tsx'),
    route(below(AUDIT), 'features/history/AuditPage.tsx'),
    route(below(PICTURES), 'features/pictures/PicturesPage.tsx'),
    route(below(PREVIEW), 'features/preview/PreviewPage.tsx'),
    route(`${below(PREVIEW)}/*`, 'features/preview/PreviewGate.tsx'),
    ...offices.flatMap(({ office: { address, screens } }) =>
      Object.entries(screens).map(([kind, file]) =>
        // Two screens may share a file, so each needs an id.
        route(address + PATTERNS[kind as ScreenKind], `features/${file}.tsx`, { id: `${address}/${kind}` }),
      ),
    ),
    route('*', 'admin/AdminNotFound.tsx'),
  ]),
] satisfies RouteConfig;
