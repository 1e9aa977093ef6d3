import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { callEndpoint } from '../../../records/office/callEndpoint.ts';
import { type Confirmation, setConfirmation } from '../../../records/office/dialog/confirmation.ts';
import { useSession } from '../../../records/office/session.ts';
import type { TwoFactorState } from '../twoFactor.words.ts';

// Loaded on demand, because it is rarely needed and form code is large.
const ConfirmOwnerDialog = lazy(() =>
  import('./ConfirmationStep.tsx').then((module) => ({ default: module.ConfirmationDialog })),
);

interface PendingConfirmation {
  factors: TwoFactorState;
  attempt: (confirmation: Confirmation) => Promise<void>;
  /** Ends the request, so that the waiting call continues. */
  end: () => void;
}

/** Shows the step-up confirmation above any screen whose call needs it. The screen keeps its input. */
export function StepUpConfirmation() {
  const [request, setRequest] = useState<PendingConfirmation | null>(null);
  const pending = useRef<PendingConfirmation | null>(null);
  const { user } = useSession();

  useEffect(() => {
    const unregister = setConfirmation(async (attempt) => {
      const { getSecondFactor } = await import('../twoFactor.contract.ts');
      const { data } = await callEndpoint(getSecondFactor);
      const factors = { app: data.app_since !== null, passkeys: data.passkeys.length > 0 };
      await new Promise<void>((end) => {
        pending.current = { factors, attempt, end };
        setRequest(pending.current);
      });
    });
    return () => {
      unregister();
      pending.current?.end();
    };
  }, []);

  const close = () => {
    setRequest(null);
    pending.current?.end();
    pending.current = null;
  };
  return (
    request && (
      <Suspense>
        <ConfirmOwnerDialog
          title="Confirme que é você"
          button="Confirmar"
          email={user?.email ?? ''}
          factors={request.factors}
          act={async (confirmation) => {
            await request.attempt(confirmation);
            close();
          }}
          onClose={close}
        >
          Esta mudança abre uma entrada no sistema ou apaga dados de vez, e por isso pedimos a sua senha de
          novo. O que você preencheu continua na tela.
        </ConfirmOwnerDialog>
      </Suspense>
    )
  );
}
