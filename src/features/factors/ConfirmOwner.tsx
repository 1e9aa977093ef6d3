import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { callEndpoint } from '../../ui/office/callEndpoint.ts';
import { type Confirmation, setConfirmation } from '../../ui/office/confirmation.ts';
import { useSession } from '../../ui/office/session.ts';
import { getSecondFactor } from './factor.contract.ts';
import type { Factors } from './factor.words.ts';

// Seldom needed, and form code is heavy: it loads on demand.
const ConfirmOwnerDialog = lazy(() =>
  import('./ConfirmStep.tsx').then((module) => ({ default: module.ConfirmOwnerDialog })),
);

interface Request {
  factors: Factors;
  attempt: (given: Confirmation) => Promise<void>;
  /** Resolves what the call waits for. */
  end: () => void;
}

/** Asks for the password or the second factor over any screen whose call must be confirmed; the screen keeps what was typed. */
export function ConfirmOwner() {
  const [request, setRequest] = useState<Request | null>(null);
  const open = useRef<Request | null>(null);
  const { user } = useSession();

  useEffect(() => {
    const takeBack = setConfirmation(async (attempt) => {
      const { data } = await callEndpoint(getSecondFactor);
      const factors = { app: data.app_since !== null, passkeys: data.passkeys.length > 0 };
      await new Promise<void>((end) => {
        open.current = { factors, attempt, end };
        setRequest(open.current);
      });
    });
    return () => {
      takeBack();
      open.current?.end();
    };
  }, []);

  const close = () => {
    setRequest(null);
    open.current?.end();
    open.current = null;
  };
  return (
    request && (
      <Suspense>
        <ConfirmOwnerDialog
          title="Confirme que é você"
          button="Confirmar"
          email={user?.email ?? ''}
          factors={request.factors}
          act={async (given) => {
            await request.attempt(given);
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
