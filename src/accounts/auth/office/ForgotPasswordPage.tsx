import { useLocation, useNavigate } from 'react-router';
import { alert } from '../../../records/office/alerts.tsx';
import { callEndpoint } from '../../../records/office/callEndpoint.ts';
import { Form } from '../../../records/office/form/Form.tsx';
import { TextField } from '../../../records/office/form/fields.tsx';
import { failureFrom } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { texts } from '../../../shared/text/texts.ts';
import { forgotInput, forgotPassword } from '../auth.contract.ts';
import { AuthHeading, BackToLogin } from './AuthLayout.tsx';
import { SubmitButton } from './SubmitButton.tsx';
import { showFieldErrors, useAuthForm } from './useAuthForm.browser.ts';

export const meta = screenMeta('Esqueci a senha');

export default function ForgotPasswordPage() {
  const navigate = useNavigate();
  const email = (useLocation().state as { email?: string } | null)?.email;
  const auth = useAuthForm<{ email: string }>({
    schema: forgotInput,
    ...(email && { values: { email } }),
    async send(typed, form) {
      try {
        const { message } = await callEndpoint(forgotPassword, { body: typed });
        alert.success('Confira o seu e-mail', message);
        await navigate('/auth/verification-code');
      } catch (error) {
        const failure = failureFrom(error);
        // A refusal must not tell which addresses are known; a request that never arrived tells nothing.
        if (failure.cause === undefined) alert.info(texts.recoverySent);
        else alert.failure(failure);
        showFieldErrors(form, failure.fields);
      }
    },
  });
  const { control } = auth.form;
  return (
    <>
      <AuthHeading title="Esqueci a senha">
        Mandamos um código para o seu <span className="nowrap">e-mail</span>. Com ele você cria outra senha.
      </AuthHeading>
      <Form schema={auth.schema} saving={auth.sending} onSubmit={auth.submit}>
        <TextField
          control={control}
          name="email"
          label="E-mail"
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="off"
          spellCheck={false}
        />
        <div className="auth-actions">
          <SubmitButton auth={auth}>Enviar código</SubmitButton>
          <BackToLogin email={auth.form.watch('email')} />
        </div>
      </Form>
    </>
  );
}
