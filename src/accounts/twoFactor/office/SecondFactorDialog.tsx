import { Dialog } from '@base-ui/react/dialog';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../records/office/Button.tsx';
import { callEndpoint } from '../../../records/office/callEndpoint.ts';
import { Form } from '../../../records/office/form/Form.tsx';
import { TextField } from '../../../records/office/form/fields.tsx';
import { failureFrom } from '../../../records/office/loadScreen.ts';
import { withReauth } from '../../../records/office/session.ts';
import { failureText } from '../../../shared/failure.ts';
import { SubmitButton } from '../../auth/office/SubmitButton.tsx';
import { showFieldErrors, useAuthForm } from '../../auth/office/useAuthForm.browser.ts';
import {
  appCodeInput,
  type ConfirmationInput,
  confirmApp,
  type Passkey,
  removePasskey,
  renewRecoveryCodes,
  startApp,
  startPasskey,
  storePasskey,
  switchOffApp,
} from '../twoFactor.contract.ts';
import type { TwoFactorState } from '../twoFactor.words.ts';
import { ConfirmationStep } from './ConfirmationStep.tsx';
import { registerPasskey } from './passkey.browser.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';

/** A change of second factors that the user has chosen. */
export type SecondFactorChange =
  | { kind: 'app' | 'app_off' | 'codes' | 'passkey' }
  | { kind: 'passkey_off'; passkey: Passkey };

const WORDS: Record<SecondFactorChange['kind'], { title: string; text: string; button: string }> = {
  app: {
    title: 'Ligar aplicativo autenticador',
    text: 'Primeiro confirme que é você. As suas outras sessões terminam quando o aplicativo estiver ligado.',
    button: 'Continuar',
  },
  app_off: {
    title: 'Desligar o aplicativo?',
    text: 'Os códigos dele deixam de valer, e as suas outras sessões terminam. Confirme que é você.',
    button: 'Desligar',
  },
  codes: {
    title: 'Fazer códigos novos?',
    text: 'Os códigos de recuperação de antes deixam de valer. Confirme que é você.',
    button: 'Fazer códigos',
  },
  passkey: {
    title: 'Criar chave de acesso',
    text: 'Dê um nome ao aparelho e confirme que é você. As suas outras sessões terminam.',
    button: 'Criar chave',
  },
  passkey_off: {
    title: 'Tirar a chave de acesso?',
    text: 'Com ela não se entra mais, e as suas outras sessões terminam. Confirme que é você.',
    button: 'Tirar chave',
  },
};

interface AppSetup {
  key: string;
  uri: string;
  qr: { size: number; path: string };
}

interface Props {
  change: SecondFactorChange;
  email: string;
  factors: TwoFactorState;
  /** Called after a change; the dialog may still show recovery codes. */
  onDone: (message: string) => void;
  onClose: () => void;
}

/** Confirms the owner, then makes the change: sets up an app or a passkey, and shows recovery codes once. */
export function SecondFactorDialog({ change, email, factors, onDone, onClose }: Props) {
  const { title, text, button } = WORDS[change.kind];
  const [app, setApp] = useState<AppSetup | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);

  const finish = (message: string, newCodes: string[] | null = null) => {
    onDone(message);
    if (newCodes) setCodes(newCodes);
    else onClose();
  };
  const act = async (confirmation: ConfirmationInput, name: string) => {
    switch (change.kind) {
      case 'app':
        return setApp((await callEndpoint(startApp, { body: confirmation })).data);
      case 'app_off':
        return finish((await callEndpoint(switchOffApp, { body: confirmation })).data.message);
      case 'codes': {
        const { data } = await callEndpoint(renewRecoveryCodes, { body: confirmation });
        return finish(data.message, data.recovery_codes);
      }
      case 'passkey_off': {
        const params = { uuid: change.passkey.uuid };
        return finish((await callEndpoint(removePasskey, { params, body: confirmation })).data.message);
      }
      case 'passkey': {
        const passkey = await registerPasskey(
          (await callEndpoint(startPasskey, { body: confirmation })).data,
        );
        const { data } = await callEndpoint(storePasskey, { body: { name, passkey } });
        return finish(data.message, data.recovery_codes);
      }
    }
  };

  const step = codes ? 'codes' : app ? 'app' : 'confirm';
  const popup = useRef<HTMLDivElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    popup.current?.querySelector<HTMLElement>('h2')?.focus();
  }, [step]);

  return (
    <Dialog.Root open onOpenChange={(open) => !open && step !== 'codes' && onClose()} disablePointerDismissal>
      <Dialog.Portal>
        <Dialog.Backdrop className="dialog-backdrop" />
        <Dialog.Viewport className="dialog-viewport">
          <Dialog.Popup className="dialog factor-dialog" ref={popup}>
            {codes ? (
              <RecoveryCodes codes={codes} email={email} onClose={onClose} />
            ) : app ? (
              <AppStep app={app} onDone={finish} onClose={onClose} />
            ) : (
              <ConfirmationStep
                title={title}
                button={button}
                email={email}
                factors={factors}
                naming={change.kind === 'passkey' ? thisDevice() : undefined}
                act={act}
                onClose={onClose}
              >
                {change.kind === 'passkey_off' && <b>{change.passkey.name}. </b>}
                {text}
              </ConfirmationStep>
            )}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Returns a default name; browsers reveal little about the device. */
function thisDevice(): string {
  if (/iPhone|Android/.test(navigator.userAgent)) return 'Meu celular';
  return /iPad/.test(navigator.userAgent) ? 'Meu tablet' : 'Meu computador';
}

function AppStep({
  app,
  onDone,
  onClose,
}: {
  app: AppSetup;
  onDone: (message: string, codes: string[] | null) => void;
  onClose: () => void;
}) {
  const [failed, setFailed] = useState('');
  const auth = useAuthForm<{ code: string }>({
    schema: appCodeInput,
    values: { code: '' },
    async send(typed, form) {
      setFailed('');
      try {
        const { data } = await withReauth(() => callEndpoint(confirmApp, { body: typed }));
        onDone(data.message, data.recovery_codes);
      } catch (error) {
        const failure = failureFrom(error);
        if (!failure.fields) setFailed(failureText(failure));
        showFieldErrors(form, failure.fields);
      }
    },
  });
  const { size, path } = app.qr;
  return (
    <>
      <Dialog.Title className="dialog-title" tabIndex={-1}>
        Leve a chave ao aplicativo
      </Dialog.Title>
      <Dialog.Description className="dialog-text">
        Abra o aplicativo autenticador no celular, escolha adicionar uma conta e aponte a câmera para o
        código.
      </Dialog.Description>
      <svg
        className="factor-qr"
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label="Código QR com a chave do aplicativo; a chave está também escrita abaixo"
        shapeRendering="crispEdges"
      >
        <path d={path} />
      </svg>
      <p className="factor-key">
        <span>Sem câmera? Digite esta chave no aplicativo:</span>
        <code translate="no">{app.key}</code>
        <a className="link" href={app.uri}>
          Abrir no aplicativo deste aparelho
        </a>
      </p>
      <Form schema={auth.schema} saving={auth.sending} onSubmit={auth.submit}>
        <TextField
          control={auth.form.control}
          name="code"
          label="Código que o aplicativo mostra"
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
        />
        {failed && (
          <p className="field-error" role="alert">
            {failed}
          </p>
        )}
        <div className="dialog-actions">
          <Button variant="line" onClick={onClose}>
            Agora não
          </Button>
          <SubmitButton auth={auth}>Ligar</SubmitButton>
        </div>
      </Form>
    </>
  );
}
