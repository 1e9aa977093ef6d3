import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { loginPath } from '../../../records/office/loadScreen.ts';
import {
  CONFIRMED_STATE,
  type SessionUser,
  setReauthenticate,
  signOut,
  useSession,
} from '../../../records/office/session.ts';

// Loaded on demand: rarely needed, and form code is heavy.
const SignInDialog = lazy(() =>
  import('./SignInDialog.tsx').then((module) => ({ default: module.SignInDialog })),
);

/**
 * Asks the user to sign in again in a dialog over the current screen, which is hidden and keeps all typed
 * input. Opens when the session is known to have ended; the rejected request is repeated after the sign-in. A
 * different user, or a user who cancels, is sent to the sign-in page.
 */
export function SignInAgain() {
  const [open, setOpen] = useState(false);
  const [needed, setNeeded] = useState(false);
  const settleRequest = useRef<(signedIn: boolean) => void>(undefined);
  const { user, token } = useSession();
  const navigate = useNavigate();
  const rejectedSession = useRef<{ token: string | null; user: SessionUser | null }>({ token, user });

  const latest = useRef({ token, user });
  useEffect(() => {
    latest.current = { token, user };
  });

  useEffect(() => {
    const unregister = setReauthenticate(
      () =>
        new Promise((resolve) => {
          rejectedSession.current = latest.current;
          settleRequest.current = resolve;
          setNeeded(true);
          setOpen(true);
        }),
    );
    return () => {
      unregister();
      settleRequest.current?.(false);
    };
  }, []);

  const close = (signedIn: boolean) => {
    setOpen(false);
    settleRequest.current?.(signedIn);
  };
  /** Leaves for the sign-in page, so that no other user sees the screen. */
  const leave = () => {
    const { pathname, search } = window.location;
    navigate(loginPath(pathname + search), { replace: true, state: CONFIRMED_STATE });
    close(false);
  };

  // Handles a sign-in in another window of the same browser; the user arrives shortly after the token.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `close` and `leave` do the same in every render
  useEffect(() => {
    if (!open || !user || token === null || token === rejectedSession.current.token) return;
    const before = rejectedSession.current.user;
    if (!before || before.uuid === user.uuid) close(true);
    else leave();
  }, [open, token, user]);

  return (
    needed && (
      <Suspense>
        <SignInDialog
          open={open}
          email={rejectedSession.current.user?.email}
          onClose={() => {
            signOut();
            leave();
          }}
        />
      </Suspense>
    )
  );
}
