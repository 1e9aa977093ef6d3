import { Dialog } from '@base-ui/react/dialog';
import { useRef } from 'react';
import { Button } from '../../../records/office/Button.tsx';
import { SignInForm } from './SignInForm.tsx';

interface Props {
  open: boolean;
  email: string | undefined;
  onClose: () => void;
}

/** Dialog with the sign-in form over the current screen. The session store tells which user signed in. */
export function SignInDialog({ open, email, onClose }: Props) {
  const popup = useRef<HTMLDivElement>(null);
  const focusTarget = () =>
    popup.current?.querySelector<HTMLElement>(`[name=${email ? 'password' : 'email'}]`) ?? true;
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()} disablePointerDismissal>
      <Dialog.Portal>
        <Dialog.Backdrop className="dialog-backdrop" />
        <Dialog.Viewport className="dialog-viewport">
          <Dialog.Popup className="dialog sign-in-dialog" ref={popup} initialFocus={focusTarget}>
            <Dialog.Title className="dialog-title">Entre de novo</Dialog.Title>
            <Dialog.Description className="dialog-text">
              Sua sessão terminou, e esta tela fica escondida. O que você digitou está guardado nela.
            </Dialog.Description>
            <SignInForm
              email={email}
              onSignedIn={() => {}}
              beside={() => (
                <Button variant="line" onClick={onClose}>
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
