import { useNavigate, useParams, useSearchParams } from 'react-router';
import { alert } from '../../ui/office/alerts.tsx';
import { callEndpoint } from '../../ui/office/callEndpoint.ts';
import { Form } from '../../ui/office/form/Form.tsx';
import { PasswordField } from '../../ui/office/form/fields.tsx';
import { failureFrom } from '../../ui/office/load.ts';
import { screenMeta } from '../../ui/office/screenMeta.ts';
import { AuthHeading, BackToLogin } from './AuthLayout.tsx';
import { PASSWORD_MIN, resetInput, resetPassword } from './auth.contract.ts';
import { SubmitButton } from './SubmitButton.tsx';
import { showFieldErrors, useAuthForm } from './useAuthForm.browser.ts';

/** The address of this page opens an account, so no other site may learn it. */
export const meta = screenMeta('Nova senha', { name: 'referrer', content: 'no-referrer' });

interface Values {
  code: string;
  password: string;
  password_confirmation: string;
}

export default function ResetPasswordPage() {
  const navigate = useNavigate();
  const { code = '' } = useParams();
  const [search] = useSearchParams();
  const isInvited = search.has('invited');
  const auth = useAuthForm<Values>({
    schema: resetInput,
    values: { code },
    async send(typed, form) {
      try {
        const { message } = await callEndpoint(resetPassword, { body: typed });
        alert.success(message);
        await navigate('/auth/login', { replace: true });
      } catch (error) {
        const failure = failureFrom(error);
        alert.failure(failure);
        showFieldErrors(form, failure.fields);
      }
    },
  });
  const { control } = auth.form;
  return (
    <>
      {isInvited ? (
        <AuthHeading title="Boas-vindas">
          Escolha a sua senha. Depois de salvar, você entra com ela e com o{' '}
          <span className="nowrap">e-mail</span> do convite.
        </AuthHeading>
      ) : (
        <AuthHeading title="Nova senha">Depois de salvar, você entra de novo com ela.</AuthHeading>
      )}
      <Form schema={auth.schema} saving={auth.sending} onSubmit={auth.submit}>
        <PasswordField
          control={control}
          name="password"
          label="Nova senha"
          hint={`Pelo menos ${PASSWORD_MIN} caracteres. Uma frase curta serve bem.`}
          autoComplete="new-password"
        />
        <PasswordField
          control={control}
          name="password_confirmation"
          label="Repita a nova senha"
          autoComplete="new-password"
        />
        <div className="auth-actions">
          <SubmitButton auth={auth}>Salvar senha</SubmitButton>
          <BackToLogin />
        </div>
      </Form>
    </>
  );
}
