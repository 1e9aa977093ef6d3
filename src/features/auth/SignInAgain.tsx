import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { loginPath } from '../../ui/office/load.ts';
import {
  CONFIRMED,
  type SessionUser,
  setReauthenticate,
  signOut,
  useSession,
} from '../../ui/office/session.ts';

// Hardly ever needed, and form code is heavy: it comes when it is.
const SignInDialog = lazy(() =>
  import('./SignInDialog.tsx').then((module) => ({ default: module.SignInDialog })),
);

/**
 * Signs a person in again over the screen they work on, which is hidden meanwhile and keeps everything typed. Opens
 * when the session is known to have ended; a call that was refused goes on once they are in. Whoever else signs in,
 * and whoever does not, is led to the sign-in.
 */
export function SignInAgain() {
  const [open, setOpen] = useState(false);
  const [needed, setNeeded] = useState(false);
  const answer = useRef<(signedIn: boolean) => void>(undefined);
  const { user, token } = useSession();
  const navigate = useNavigate();
  const refused = useRef<{ token: string | null; user: SessionUser | null }>({ token, user });

  const latest = useRef({ token, user });
  useEffect(() => {
    latest.current = { token, user };
  });

  useEffect(() => {
    const takeBack = setReauthenticate(
      () =>
        new Promise((resolve) => {
          refused.current = latest.current;
          answer.current = resolve;
          setNeeded(true);
          setOpen(true);
        }),
    );
    return () => {
      takeBack();
      answer.current?.(false);
    };
  }, []);

  const close = (signedIn: boolean) => {
    setOpen(false);
    answer.current?.(signedIn);
  };
  /** Nobody else sees the screen, nor does its own person without signing in. */
  const leave = () => {
    const { pathname, search } = window.location;
    navigate(loginPath(pathname + search), { replace: true, state: CONFIRMED });
    close(false);
  };

  // Signed in meanwhile in another window of the same browser: who that is comes a moment later.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it calls does not change
  useEffect(() => {
    if (!open || !user || token === null || token === refused.current.token) return;
    const before = refused.current.user;
    if (!before || before.uuid === user.uuid) close(true);
    else leave();
  }, [open, token, user]);

  return (
    needed && (
      <Suspense>
        <SignInDialog
          open={open}
          email={refused.current.user?.email}
          onClose={() => {
            signOut();
            leave();
          }}
        />
      </Suspense>
    )
  );
}
