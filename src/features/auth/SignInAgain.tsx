import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { alert } from '../../ui/office/alerts.tsx';
import { type SessionUser, setReauthenticate, useSession } from '../../ui/office/session.ts';
import type { User } from './auth.contract.ts';

// Hardly ever needed, and form code is heavy: it comes when it is.
const SignInDialog = lazy(() =>
  import('./SignInDialog.tsx').then((module) => ({ default: module.SignInDialog })),
);

/**
 * Signs a person in again over the screen they work on, which keeps everything typed. Opens when a call is
 * refused because the session has ended; that call goes on once they are in.
 */
export function SignInAgain() {
  const [open, setOpen] = useState(false);
  const [needed, setNeeded] = useState(false);
  const answer = useRef<(signedIn: boolean) => void>(undefined);
  const { user, token } = useSession();
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

  // Signed in meanwhile in another window of the same browser.
  useEffect(() => {
    if (!open || token === null || token === refused.current.token) return;
    setOpen(false);
    answer.current?.(true);
  }, [open, token]);

  const welcomeBack = (person: User) => {
    const before = refused.current.user;
    if (before && before.email !== person.email) {
      alert.info(
        `Agora você é ${person.name}`,
        `Esta tela foi aberta por ${before.name}. Confira antes de salvar.`,
      );
    }
    close(true);
  };

  return (
    needed && (
      <Suspense>
        <SignInDialog
          open={open}
          email={refused.current.user?.email}
          onSignedIn={welcomeBack}
          onClose={() => close(false)}
        />
      </Suspense>
    )
  );
}
