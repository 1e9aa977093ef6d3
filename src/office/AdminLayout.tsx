import { CloudAlert, RotateCw } from 'lucide';
import { useEffect } from 'react';
import {
  isRouteErrorResponse,
  type LinksFunction,
  Outlet,
  redirect,
  useLocation,
  useNavigate,
  useRouteError,
} from 'react-router';
import { SignInAgain } from '../accounts/auth/office/SignInAgain.tsx';
import { useSessionCheck } from '../accounts/auth/office/signIn.browser.ts';
import { StepUpConfirmation } from '../accounts/twoFactor/office/StepUpConfirmation.tsx';
import { fontLinks } from '../brand/fonts.ts';
import { BackLink } from '../records/office/BackLink.tsx';
import { Button } from '../records/office/Button.tsx';
import { QuestionDialog } from '../records/office/dialog/QuestionDialog.tsx';
import { RecordSkeleton } from '../records/office/Loaded.tsx';
import { loginPath } from '../records/office/loadScreen.ts';
import officeCss from '../records/office/office.css?url';
import { screenMeta } from '../records/office/screenMeta.ts';
import { CONFIRMED_STATE, getSession, useSession } from '../records/office/session.ts';
import { DASHBOARD, PROFILE } from '../shared/addresses.ts';
import type { Route } from './+types/AdminLayout.ts';
import AdminNotFound from './AdminNotFound.tsx';
import { Frame } from './Frame.tsx';
import { announceNewBuild } from './newBuild.ts';
import { PrefetchedScreens } from './PrefetchedScreens.tsx';
import './styles.ts';
import { Icon } from '../records/office/Icon.tsx';

export const meta = screenMeta('Administração');

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: officeCss }, ...fontLinks];

/**
 * Redirects to the sign-in without a token, for every admin screen. It is not a loader, because the frame
 * would wait for a loader and be rendered twice: by the server, and again in the browser.
 */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  ({ request }) => {
    const { token, user } = getSession();
    const { pathname, search } = new URL(request.url);
    if (token === null) throw redirect(loginPath(pathname + search));
    if (user?.must_change_password && pathname !== PROFILE) throw redirect(PROFILE);
  },
];

/**
 * Shell of a screen whose server response has no data: the server knows no session, so the frame is empty.
 */
export function HydrateFallback() {
  return (
    <Frame>
      <RecordSkeleton />
      <NeedsScript />
    </Frame>
  );
}

function NeedsScript() {
  return (
    <noscript>
      <p className="shell-message">
        A administração precisa de JavaScript. Ligue-o no navegador e recarregue.
      </p>
    </noscript>
  );
}

export default function AdminLayout() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const toLogin = () => navigate(loginPath(pathname + search), { replace: true });
  useSessionCheck(toLogin);
  useOwnPasswordFirst(pathname);
  useEffect(announceNewBuild, []);
  // The middleware does not run for the first screen if that has no data to load.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only on arrival
  useEffect(() => {
    if (getSession().token === null) toLogin();
  }, []);
  const lacksFactor = useSession().user?.lacks_second_factor === true;
  useEffect(() => {
    if (lacksFactor && pathname !== PROFILE) navigate(PROFILE, { replace: true });
  }, [lacksFactor, pathname, navigate]);
  return (
    <Frame>
      <Outlet />
      <NeedsScript />
      <SignInAgain />
      <StepUpConfirmation />
      <QuestionDialog />
      <PrefetchedScreens />
    </Frame>
  );
}

/** Redirects users with a printed password to the page where they change it. */
function useOwnPasswordFirst(pathname: string): void {
  const navigate = useNavigate();
  const { user } = useSession();
  const mustChange = user?.must_change_password === true && pathname !== PROFILE;
  useEffect(() => {
    if (mustChange) navigate(PROFILE, { replace: true, state: CONFIRMED_STATE });
  }, [mustChange, navigate]);
}

/** Renders the error of a screen inside the frame, so that all other screens stay reachable. */
export function ErrorBoundary() {
  const error = useRouteError();
  return (
    <Frame>{isRouteErrorResponse(error) && error.status === 404 ? <AdminNotFound /> : <Broken />}</Frame>
  );
}

function Broken() {
  return (
    <div className="shell-message" role="alert">
      <Icon of={CloudAlert} className="shell-message-icon" />
      <h1>Esta tela tropeçou</h1>
      <p>Algo deu errado do nosso lado. O que já foi salvo continua salvo.</p>
      {/* A full page load, because a new release may have replaced the missing script. */}
      <Button icon={<Icon of={RotateCw} />} onClick={() => window.location.reload()}>
        Tentar de novo
      </Button>
      <BackLink to={DASHBOARD} />
    </div>
  );
}
