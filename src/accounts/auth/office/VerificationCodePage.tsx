import { Link, useNavigate } from 'react-router';
import { alert } from '../../../records/office/alerts.tsx';
import { callEndpoint } from '../../../records/office/callEndpoint.ts';
import { Form } from '../../../records/office/form/Form.tsx';
import { TextField } from '../../../records/office/form/fields.tsx';
import { failureFrom } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { RESET_PASSWORD } from '../../../shared/addresses.ts';
import { texts } from '../../../shared/text/texts.ts';
import { codeInput, verifyCode } from '../auth.contract.ts';
import { AuthHeading, BackToLogin } from './AuthLayout.tsx';
import { SubmitButton } from './SubmitButton.tsx';
import { useAuthForm } from './useAuthForm.browser.ts';

export const meta = screenMeta('Código de verificação');

export default function VerificationCodePage() {
  const navigate = useNavigate();
  const auth = useAuthForm<{ code: string }>({
    schema: codeInput,
    missing: texts.needCode,
    async send(typed, form) {
      try {
        const { code, message } = await callEndpoint(verifyCode, { body: typed });
        alert.success(message);
        await navigate(RESET_PASSWORD, { replace: true, state: { code } });
      } catch (error) {
        const { message } = failureFrom(error);
        alert.error('Erro', message);
        form.setError('code', { type: 'server', message });
      }
    },
  });
  return (
    <>
      <AuthHeading title="Digite o código">
        Está no <span className="nowrap">e-mail</span> que acabamos de mandar. Vale por 10 minutos.
      </AuthHeading>
      <Form schema={auth.schema} saving={auth.sending} onSubmit={auth.submit} className="auth-code">
        <TextField
          control={auth.form.control}
          name="code"
          label="Código"
          hint="São 10 letras e números. Com ou sem o traço, tanto faz."
          placeholder="XXXXX-XXXXX"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
        />
        <div className="auth-actions">
          <SubmitButton auth={auth}>Conferir código</SubmitButton>
          <Link className="link" to="/auth/forgot-it">
            Pedir outro código
          </Link>
        </div>
      </Form>
      <p className="auth-aside">
        <BackToLogin />
      </p>
    </>
  );
}
