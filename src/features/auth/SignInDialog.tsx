import { Dialog } from '@base-ui/react/dialog';
import { useEffect, useRef, useState } from 'react';
import { alert } from '../../ui/alerts.tsx';
import { Button } from '../../ui/Button.tsx';
import { type SessionUser, setReauthenticate, useSession } from '../../ui/session.ts';
import type { User } from './auth.contract.ts';
import { SignInForm } from './SignInForm.tsx';

/**
 * Signs a person in again over the screen they work on, which keeps everything typed. Opens when a call is
 * refused because the session has ended; that call goes on once they are in.
 */
export function SignInDialog() {
  const [open, setOpen] = useState(false);
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
    <Dialog.Root open={open} onOpenChange={(next) => !next && close(false)} disablePointerDismissal>
      <Dialog.Portal>
        <Dialog.Backdrop className="dialog-backdrop" />
        <Dialog.Viewport className="dialog-viewport">
          <Dialog.Popup className="dialog sign-in-dialog">
            <Dialog.Title className="dialog-title">Entre de novo</Dialog.Title>
            <Dialog.Description className="dialog-text">
              Sua sessão terminou. O que você digitou está guardado nesta tela.
            </Dialog.Description>
            <SignInForm
              email={refused.current.user?.email}
              onSignedIn={welcomeBack}
              beside={() => (
                <Button variant="line" onClick={() => close(false)}>
                  Agora não
                </Button>
              )}
            />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
