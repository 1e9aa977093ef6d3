import { Dialog } from '@base-ui/react/dialog';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../records/office/Button.tsx';
import { callEndpoint } from '../../../records/office/callEndpoint.ts';
import { Form } from '../../../records/office/form/Form.tsx';
import { PasswordField, TextField } from '../../../records/office/form/fields.tsx';
import { failureFrom } from '../../../records/office/loadScreen.ts';
import { withReauth } from '../../../records/office/session.ts';
import { failureText } from '../../../shared/failure.ts';
import { SubmitButton } from '../../auth/office/SubmitButton.tsx';
import { showFieldErrors, useAuthForm } from '../../auth/office/useAuthForm.browser.ts';
import {
  type ConfirmationInput,
  confirmChallenge,
  passkeyNameInput,
  passwordAndCodeForm,
  passwordForm,
} from '../twoFactor.contract.ts';
import { hasAnyFactor, type TwoFactorState } from '../twoFactor.words.ts';
import { CodeField } from './CodeField.tsx';
import { PasskeyButton } from './PasskeyButton.tsx';
import { requestAssertion } from './passkey.browser.ts';

interface Values {
  name?: string;
  current_password: string;
  otp?: string;
}

interface Props {
  title: string;
  children: ReactNode;
  /** Label of the button. */
  button: string;
  email: string;
  factors: TwoFactorState;
  /** Initial value of a name field; without it there is no such field. */
  naming?: string | undefined;
  /** Runs the confirmed action. Its errors are shown here, and the input stays. */
  act: (confirmation: ConfirmationInput, name: string) => Promise<void>;
  onClose: () => void;
}

/** Asks for password and second factor inside a dialog, then runs the action. */
export function ConfirmationStep({ title, children, button, email, factors, naming, act, onClose }: Props) {
  const [failed, setFailed] = useState('');
  const [waitingForPasskey, setWaitingForPasskey] = useState(false);
  const attempt = async (work: () => Promise<void>) => {
    setFailed('');
    try {
      await withReauth(work);
    } catch (error) {
      const failure = failureFrom(error);
      // A factor may have been added in another window; this form then has no field for its error.
      if (!failure.fields || (failure.fields.otp && !hasFactor)) setFailed(failureText(failure));
      showFieldErrors(auth.form, failure.fields);
    }
  };
  const hasNameField = naming !== undefined;
  const hasFactor = hasAnyFactor(factors);
  const proofSchema = hasFactor ? passwordAndCodeForm : passwordForm;
  const auth = useAuthForm<Values>({
    schema: hasNameField ? passkeyNameInput.extend(proofSchema.shape) : proofSchema,
    values: { current_password: '', ...(hasFactor && { otp: '' }), ...(hasNameField && { name: naming }) },
    send: ({ name = '', ...confirmation }) => attempt(() => act(confirmation, name)),
  });
  const byPasskey = async () => {
    setWaitingForPasskey(true);
    await attempt(async () => {
      const passkey = await requestAssertion((await callEndpoint(confirmChallenge)).data);
      await act({ passkey }, auth.form.getValues('name') ?? '');
    });
    setWaitingForPasskey(false);
  };
  const { control } = auth.form;
  return (
    <>
      <Dialog.Title className="dialog-title" tabIndex={-1}>
        {title}
      </Dialog.Title>
      <Dialog.Description className="dialog-text">{children}</Dialog.Description>
      <Form schema={auth.schema} saving={auth.sending || waitingForPasskey} onSubmit={auth.submit}>
        {/* Tells password managers to which account the password belongs. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        {hasNameField && (
          <TextField control={control} name="name" label="Nome da chave" hint="Por exemplo: meu celular." />
        )}
        <PasswordField
          control={control}
          name="current_password"
          label="Senha atual"
          autoComplete="current-password"
        />
        {hasFactor && <CodeField control={control} name="otp" factors={factors} />}
        {failed && (
          <p className="field-error" role="alert">
            {failed}
          </p>
        )}
        <div className="dialog-actions">
          <Button variant="line" onClick={onClose}>
            Voltar
          </Button>
          <SubmitButton auth={auth}>{button}</SubmitButton>
        </div>
        {factors.passkeys && (
          <div className="dialog-actions">
            <PasskeyButton busy={waitingForPasskey} onClick={byPasskey}>
              Usar chave de acesso
            </PasskeyButton>
          </div>
        )}
      </Form>
    </>
  );
}

/** Shows `ConfirmationStep` in its own dialog. */
export function ConfirmationDialog({ onClose, ...props }: Props) {
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()} disablePointerDismissal>
      <Dialog.Portal>
        <Dialog.Backdrop className="dialog-backdrop" />
        <Dialog.Viewport className="dialog-viewport">
          <Dialog.Popup className="dialog factor-dialog">
            <ConfirmationStep {...props} onClose={onClose} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
